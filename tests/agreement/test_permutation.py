"""Permutation tests of metrics: the fast way is the obvious way, and keeps its promises."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from tests.oracles import agreement as oracle

from karat import Chrf, Corpus, evaluate
from karat.agreement import Rater, calibrate_ties, counted_raters, rank_metrics, soft_accuracy, williams
from karat.agreement.permutation import (
    Exchange,
    correlation_differences,
    mean_differences,
    pair_weights,
    soft_differences,
    standardized,
)
from karat.errors import InvalidOption, MisalignedCorpus

Floats = np.ndarray


def scores(seed: int, systems: int = 4, inputs: int = 6, *, rounded: bool = False) -> tuple[Floats, ...]:
    """Two metrics and people; some scores are missing, and where they are rounded, many are equal."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, inputs))
    found = [human + rng.normal(size=human.shape) for _ in range(2)] + [human]
    if rounded:
        found = [np.round(values) for values in found]
    missing = rng.random(human.shape) < 0.1
    for values in found:
        values[missing] = np.nan
    return tuple(found)


def exchanged(first: Floats, second: Floats, kept: Floats) -> tuple[Floats, Floats]:
    """Both metrics after one exchange."""
    return np.where(kept > 0, first, second), np.where(kept > 0, second, first)


def spread(exchange: Exchange, systems: int, inputs: int) -> Floats:
    """The exchanges as draws × systems × inputs."""
    shape = {"both": (systems, inputs), "inputs": (1, inputs), "systems": (systems, 1)}[exchange.design]
    return np.broadcast_to(exchange.kept.reshape(-1, *shape), (len(exchange.kept), systems, inputs))


def accuracy(metric: Floats, human: Floats) -> float:
    """The mean accuracy over inputs, by loops."""
    values = [oracle.accuracy(m, h) for m, h in zip(metric.T.tolist(), human.T.tolist(), strict=True)]
    return float(np.nanmean(values))


@pytest.mark.parametrize("design", ["both", "inputs", "systems"])
@pytest.mark.parametrize("rounded", [False, True])
def test_accuracy(design: str, rounded: bool) -> None:
    """One product of matrices is what counting again after every exchange gives, ties or no ties."""
    first, second, human = scores(1, rounded=rounded)
    exchange = Exchange.of(design, *human.shape, samples=20, seed=3)  # type: ignore[arg-type]
    fast = exchange.moved(pair_weights(first, second, human, (0.0, 0.0)))

    for found, kept in zip(fast, spread(exchange, *human.shape), strict=True):
        x, y = exchanged(first, second, kept)
        assert found == pytest.approx(accuracy(x, human) - accuracy(y, human), abs=1e-12)


@pytest.mark.parametrize("design", ["both", "inputs", "systems"])
def test_correlation(design: str) -> None:
    """Pearson's r of all cells after every exchange."""
    first, second, human = scores(2)
    exchange = Exchange.of(design, *human.shape, samples=20, seed=3)  # type: ignore[arg-type]
    observed, fast = correlation_differences([(first, second)], human, exchange)
    there = ~np.isnan(human)
    # The deviation of people's scores is left out of the differences.
    scale = np.sqrt(((human[there] - human[there].mean()) ** 2).sum())

    def r(metric: Floats) -> float:
        return float(stats.pearsonr(metric[there], human[there])[0])

    assert observed[0] / scale == pytest.approx(r(first) - r(second))
    for found, kept in zip(fast[0], spread(exchange, *human.shape), strict=True):
        x, y = exchanged(first, second, kept)
        assert found / scale == pytest.approx(r(x) - r(y), abs=1e-9)


@pytest.mark.parametrize("design", ["both", "inputs", "systems"])
@pytest.mark.parametrize("statistic", ["pearson", "kendall", "accuracy"])
def test_means(design: str, statistic: str) -> None:
    """Statistics of systems' means after every exchange."""
    first, second, human = scores(4)
    people = np.nanmean(human, axis=1)
    exchange = Exchange.of(design, *human.shape, samples=20, seed=3)  # type: ignore[arg-type]
    _, fast = mean_differences([(first, second)], people, statistic, exchange)

    def value(metric: Floats) -> float:
        means = np.nanmean(metric, axis=1)
        if statistic == "pearson":
            return float(stats.pearsonr(means, people)[0])
        if statistic == "kendall":
            return float(stats.kendalltau(means, people)[0])
        return oracle.accuracy(means.tolist(), people.tolist())

    for found, kept in zip(fast[0], spread(exchange, *human.shape), strict=True):
        x, y = exchanged(first, second, kept)
        assert found == pytest.approx(value(x) - value(y), abs=1e-9)


def test_soft_accuracy_by_systems() -> None:
    """Exchanging whole systems gives the soft accuracies of the mixtures."""
    rng = np.random.default_rng(5)
    human = rng.normal(size=(3, 6))
    first, second = (standardized(human + rng.normal(size=human.shape)) for _ in range(2))
    (p,) = soft_differences([first, second], human, design="systems", samples=1000, seed=1)
    differences = []
    for number in range(2**3):
        kept = np.array([[1.0 if number >> system & 1 else -1.0] for system in range(3)])
        x, y = exchanged(first, second, np.broadcast_to(kept, human.shape))
        differences.append(soft_accuracy(x, human) - soft_accuracy(y, human))
    observed = soft_accuracy(first, human) - soft_accuracy(second, human)

    assert p == pytest.approx(np.mean([abs(one) >= abs(observed) - 1e-9 for one in differences]))


def test_soft_accuracy_by_inputs() -> None:
    """A metric that is people's own score is told from noise, and from itself it is not."""
    rng = np.random.default_rng(6)
    human = rng.normal(size=(6, 300)) + np.arange(6)[:, None] / 20
    noise = rng.normal(size=human.shape)

    told, same, _ = soft_differences(
        [human, noise, human + 1e-9], human, design="inputs", samples=500, seed=1
    )
    assert told < 0.01
    assert same > 0.3


def raters(seed: int, qualities: tuple[float, ...], *, systems: int = 8, inputs: int = 60) -> list[Rater]:
    """Metrics of different noise, and people last."""
    rng = np.random.default_rng(seed)
    names = tuple(f"S{number}" for number in range(systems))
    human = rng.normal(size=(systems, inputs)) + rng.normal(0, 0.5, size=(systems, 1))
    found = [human + noise * rng.normal(size=human.shape) for noise in qualities] + [human]
    return [
        Rater(f"M{number}", "made up", names, values.mean(axis=1), values)
        for number, values in enumerate(found)
    ]


@pytest.mark.parametrize(
    ("level", "statistic"),
    [("segment", "calibrated-accuracy"), ("segment", "pearson"), ("system", "soft-accuracy")],
)
def test_ranking(level: str, statistic: str) -> None:
    """Metrics are in the order of their noise; those of the same noise are in one cluster."""
    *metrics, human = raters(7, (0.2, 3.0, 3.0))
    found = rank_metrics(metrics, human, level=level, statistic=statistic, seed=2)  # type: ignore[arg-type]

    assert found.places[0].metric == "M0"
    assert [place.cluster for place in found.places] == [1, 2, 2]
    assert set(found.p_values) == set(combinations([place.metric for place in found.places], 2))
    assert found.to_dict()["design"] == found.design


def test_ranking_of_systems_alone() -> None:
    """Without segments, whole systems are exchanged, all ways where these are few."""
    *metrics, human = raters(8, (0.2, 5.0))
    alone = [Rater(one.name, one.recipe, one.systems, one.whole) for one in metrics]
    found = rank_metrics(alone, human, statistic="pearson", samples=256)

    assert (found.design, found.permutations) == ("systems", 256)
    with pytest.raises(InvalidOption, match="whole systems only"):
        rank_metrics(alone, human, statistic="soft-accuracy")
    with pytest.raises(InvalidOption, match="whole systems only"):
        rank_metrics(alone, human, design="both")


def test_what_has_no_rank() -> None:
    """A constant metric has no correlation: it is named, not ranked."""
    *metrics, human = raters(12, (0.2, 5.0))
    constant = Rater("constant", "", human.systems, np.ones(8), np.ones_like(human.segments))
    found = rank_metrics([*metrics, constant], human, statistic="pearson", samples=100)

    assert found.unranked == ("constant",)
    assert len(found.places) == 2
    with pytest.raises(InvalidOption, match="that takes at least 60"):
        rank_metrics([*metrics, human], human, samples=50, correction="holm")


def test_the_design_follows_the_scores() -> None:
    """Segments are exchanged only where a system's score follows from them; documents where they are known."""
    *metrics, human = raters(13, (0.2, 5.0))
    other = [Rater(one.name, one.recipe, one.systems, one.whole**3, one.segments) for one in metrics]

    segments = human.segment_scores.shape[1]
    documents = [f"d{place // 4}" for place in range(segments)]
    for level in ("system", "segment"):
        asked = {"samples": 50, "level": level, "statistic": "pearson"}
        plain = rank_metrics(metrics, human, **asked)  # type: ignore[arg-type]
        whole = rank_metrics(metrics, human, documents=documents, **asked)  # type: ignore[arg-type]
        single = rank_metrics(metrics, human, documents=list(map(str, range(segments))), **asked)  # type: ignore[arg-type]
        assert (plain.design, plain.units) == (single.design, single.units) == ("inputs", segments)
        assert (whole.design, whole.units) == ("documents", len(set(documents)))
    assert rank_metrics(other, human, samples=50, documents=documents).design == "systems"


def test_documents_are_exchanged_as_a_whole() -> None:
    """All segments of a document change sides together; documents of one segment are segments."""
    *_, human = scores(3, systems=4, inputs=6)
    labels = ["b", "a", "b", "c", "a", "b"]
    exchange = Exchange.of("documents", *human.shape, samples=5, seed=1, documents=labels)
    assert exchange.units == 3
    for label in "abc":
        of_document = exchange.kept[:, [place for place, one in enumerate(labels) if one == label]]
        assert (of_document == of_document[:, :1]).all()
    single = Exchange.of("documents", *human.shape, samples=20, seed=3, documents=list("abcdef"))
    plain = Exchange.of("inputs", *human.shape, samples=20, seed=3)
    np.testing.assert_array_equal(single.moved(human), plain.moved(human))
    np.testing.assert_array_equal(single.moved_systems(human), plain.moved_systems(human))


def test_what_segments_add_to_a_counted_metric() -> None:
    """Their mean is the score, and each is what the score owes to its segment."""
    corpus = Corpus.of(
        {"A": ["the cat sat down", "a dog ran off", "it rained"], "B": ["the cat", "a dog ran", "rain"]},
        ["the cat sat down", "the dog ran off", "it rained"],
    )
    (chrf,) = counted_raters(evaluate(corpus, Chrf()))
    added = chrf.contributions
    assert added is not None
    np.testing.assert_allclose(added.mean(axis=1), chrf.whole)
    without_last = chrf.within([0, 1]).whole
    without_first = chrf.within([1, 2]).whole
    np.testing.assert_allclose(added[:, 0] - added[:, 2], 2 * (without_last - without_first))


def test_refusals() -> None:
    """What cannot be ranked is said."""
    *metrics, human = raters(9, (1.0, 1.0))
    with pytest.raises(InvalidOption, match="Two metrics are called 'M0'"):
        rank_metrics([metrics[0], metrics[0]], human)
    with pytest.raises(MisalignedCorpus, match="S7 is in one of them alone"):
        rank_metrics([metrics[0].only(metrics[0].systems[:-1])], human)
    for wrong in ({"correction": "x"}, {"level": "word"}, {"statistic": "x"}, {"design": "x"}):
        with pytest.raises(InvalidOption):
            rank_metrics(metrics, human, **wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="inputs or systems"):
        rank_metrics(metrics, human, statistic="soft-accuracy", design="both")
    with pytest.raises(InvalidOption, match="Williams' test takes scores of the same systems"):
        williams(np.arange(3.0), np.arange(4.0), np.arange(4.0))


@pytest.mark.parametrize("rounded", [False, True])
@pytest.mark.parametrize("design", ["both", "inputs"])
def test_size(design: str, rounded: bool) -> None:
    """Of two metrics of the same kind, the test rejects no more than it promises, with ties everywhere too."""
    rejected, runs = 0, 200
    for seed in range(runs):
        first, second, human = scores(100 + seed, systems=5, inputs=20, rounded=rounded)
        exchange = Exchange.of(design, *human.shape, samples=199, seed=seed)  # type: ignore[arg-type]
        weights = pair_weights(first, second, human, (0.0, 0.0))
        (p,) = exchange.two_sided(np.array([weights.sum()]), exchange.moved(weights)[None])
        rejected += p <= 0.05
    # 0.05 ± three standard errors.
    assert rejected / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_williams_size() -> None:
    """Williams' test, too."""
    rng = np.random.default_rng(10)
    p_values = []
    for _ in range(400):
        human = rng.normal(size=12)
        p_values.append(williams(human + rng.normal(size=12), human + rng.normal(size=12), human))

    assert np.mean(np.array(p_values) <= 0.05) <= 0.05 + 3 * (0.05 * 0.95 / 400) ** 0.5


def test_thresholds_of_ties() -> None:
    """A threshold that calibration chose is used in the test."""
    first, second, human = scores(11, systems=6, inputs=40, rounded=True)
    epsilon = calibrate_ties(first.T, human.T).epsilon
    weights = pair_weights(first, second, human, (epsilon, 0.0))
    right = [oracle.accuracy(m, h, epsilon) for m, h in zip(first.T.tolist(), human.T.tolist(), strict=True)]

    assert weights.sum() == pytest.approx(np.nanmean(right) - accuracy(second, human), abs=1e-12)
