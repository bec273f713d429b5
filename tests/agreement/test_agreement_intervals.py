"""Intervals of agreement: what is drawn, and how often they cover the truth."""

import numpy as np
import pytest

from karat.agreement import (
    Agreement,
    PairedScores,
    Plan,
    Rater,
    StudyLayout,
    agree,
    pair,
    pearson,
    soft_accuracy,
    study,
)
from karat.agreement.agreement_intervals import expanded_percentiles
from karat.agreement.endless_text import endless_text
from karat.agreement.measures import OF_VECTORS
from karat.agreement.resampled import resample, row_draws, system_draws
from karat.agreement.soft_accuracy import mean_shares, resampled_shares, right_shares
from karat.errors import InvalidOption, MisalignedCorpus
from karat.resampling.draws import picked, row_weights

NAMES = tuple("ABCDE")


def drawn_values(
    metric: Rater, human: Rater, statistic: str, *, segments: np.ndarray | None, systems: np.ndarray | None
) -> np.ndarray | None:
    """The statistic in each resample."""
    resampled = resample(metric, human, segments=segments, systems=systems)
    return None if resampled is None else system_draws(resampled, statistic)


def rater(seed: int, noise: float = 1.0, inputs: int = 30) -> tuple[Rater, Rater]:
    """A metric and people."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(len(NAMES), inputs)) + np.arange(len(NAMES))[:, None]
    metric = human + noise * rng.normal(size=human.shape)
    human[0, :3] = np.nan
    return (
        Rater("metric", "made up", NAMES, metric.mean(axis=1), metric),
        Rater("human", "made up", NAMES, np.nanmean(human, axis=1), human),
    )


def test_systems_and_segments() -> None:
    """A resample has the means of the drawn segments, of the drawn systems."""
    metric, human = rater(1)
    rows, systems = row_weights(30, samples=20, seed=1), row_weights(5, samples=20, seed=2)
    found = drawn_values(metric, human, "pearson", segments=rows, systems=systems)
    assert found is not None
    for draw in range(20):
        columns = np.repeat(np.arange(30), rows[draw].astype(int))
        taken = np.repeat(np.arange(5), systems[draw].astype(int))
        x = metric.segments[:, columns].mean(axis=1)[taken]  # type: ignore[index]
        y = np.nanmean(human.segments[:, columns], axis=1)[taken]  # type: ignore[index]
        np.testing.assert_allclose(found[draw], pearson(x, y), atol=1e-9)


@pytest.mark.parametrize("statistic", ["accuracy", "tau-23"])
def test_no_system_against_itself(statistic: str) -> None:
    """A system that was drawn twice makes no pair with itself."""
    metric, human = rater(2)
    systems = row_weights(5, samples=50, seed=2)
    found = drawn_values(metric, human, statistic, segments=None, systems=systems)
    assert found is not None
    for draw in range(50):
        taken = np.repeat(np.arange(5), systems[draw].astype(int))
        right = pairs = 0
        for place, a in enumerate(taken):
            for b in taken[place + 1 :]:
                if a != b:
                    pairs += 1
                    right += (metric.whole[a] > metric.whole[b]) == (human.whole[a] > human.whole[b])
        expected = (
            np.nan if not pairs else right / pairs if statistic == "accuracy" else 2 * right / pairs - 1
        )
        np.testing.assert_allclose(found[draw], expected, atol=1e-9)


def resampled(both: PairedScores, drawn: np.ndarray) -> PairedScores:
    """The pair with its rows as they were drawn."""
    columns = np.repeat(np.arange(len(both.rows)), drawn.astype(int))
    rows = tuple(map(str, range(len(columns))))
    return PairedScores(
        "m", "h", ("", ""), "segment", both.systems, rows, both.metric[:, columns], both.human[:, columns]
    )


@pytest.mark.parametrize(
    ("statistic", "grouping"),
    [
        ("pearson", "none"),
        ("r-squared", "none"),
        ("prediction-error", "none"),
        ("kendall", "item"),
        ("calibrated-accuracy", "item"),
    ],
)
def test_rows(statistic: str, grouping: str) -> None:
    """Weighted sums are what the statistic of the drawn rows gives."""
    metric, human = rater(3)
    both = pair(metric.table("segment"), human.table("segment"))
    found: Agreement = agree(both, statistic, grouping=grouping)  # type: ignore[arg-type]
    drawn = row_weights(30, samples=15, seed=4)
    draws = row_draws(both, found, drawn)
    assert draws is not None
    for row, value in zip(drawn, draws, strict=True):
        again = resampled(both, row)
        if statistic == "calibrated-accuracy":
            from karat.agreement.pair_counts import right_pairs

            right, pairs = right_pairs(again.metric.T, again.human.T, found.epsilon or 0.0)
            expected = (right / pairs).mean()
        else:
            expected = agree(again, statistic, grouping=grouping).value  # type: ignore[arg-type]
        assert value == pytest.approx(expected, abs=1e-9)


def test_nothing_to_draw() -> None:
    """What would take too long is not drawn; what cannot be drawn has no interval."""
    metric, human = rater(5)
    both = pair(metric.table("segment"), human.table("segment"))

    assert row_draws(both, agree(both, "kendall"), row_weights(30, samples=2, seed=1)) is None
    alone = Rater("metric", "made up", NAMES, metric.whole)
    drawn = row_weights(30, samples=2, seed=1)
    assert drawn_values(alone, human, "pearson", segments=drawn, systems=None) is None
    assert expanded_percentiles(np.full(3, np.nan), units=3, freedom=2) is None
    same = np.ones(5)
    assert endless_text((same, human.whole), (np.ones((9, 5)), np.ones((9, 5))), units=9, seed=1) is None


DRAWN = {
    "system": {"system": 5},
    "document": {"document": 10},
    "segment": {"segment": 30},
    "both": {"system": 5, "document": 10},
}


@pytest.mark.parametrize("draw", DRAWN)
def test_every_statistic_has_an_interval(draw: str) -> None:
    """At every level, with the units that were drawn; at segment level documents, unless told otherwise."""
    metric, human = rater(9)
    layout = StudyLayout([f"d{place // 3}" for place in range(30)])
    names = tuple(name for name in OF_VECTORS if name != "kendall-like")
    of_systems = (*names, "calibrated-accuracy", "soft-accuracy")
    plan = Plan(("system",), of_systems, draw=draw, samples=200)  # type: ignore[arg-type]
    found = study([metric], [human], plan=plan, layout=layout)
    grouped = tuple(f"{name}{by}" for name in names for by in ("", "/item", "/system"))
    plan = Plan(("segment", "document"), grouped, draw=draw, samples=200)  # type: ignore[arg-type]
    found += study([metric], [human], plan=plan, layout=layout)
    for one in found:
        assert one.interval is not None, one
        assert one.interval.low <= one.interval.high
        unit = "segment" if draw == "segment" and one.level == "segment" else "document"
        expected = DRAWN[draw] if one.level == "system" else {unit: 30 if unit == "segment" else 10}
        assert dict(one.drawn) == one.to_dict()["drawn"] == expected


def test_the_unit_is_what_is_known() -> None:
    """Without labels segments are drawn; labels must fit, and cannot be drawn where there are none."""
    metric, human = rater(9)
    plan = Plan(("segment",), ("pearson",), samples=50)
    (plain,) = study([metric], [human], plan=plan)
    for labels in (list(map(str, range(30))), ["a"] * 30):
        (other,) = study([metric], [human], plan=plan, layout=StudyLayout(labels))
        assert plain.drawn == other.drawn == (("segment", 30),)
    assert plain.units == "30 segments"
    with pytest.raises(MisalignedCorpus, match="document of each of 30 segments"):
        study([metric], [human], plan=plan, layout=StudyLayout(["a", "b"]))
    with pytest.raises(InvalidOption, match="not known, so none can be drawn"):
        study([metric], [human], plan=Plan(("segment",), ("pearson",), draw="document", samples=50))


def test_a_perfect_order() -> None:
    """That no system is out of order in any resample does not make it certain."""
    whole = np.arange(8.0)
    names = tuple("ABCDEFGH")
    metric, human = Rater("m", "", names, whole**2), Rater("h", "", names, whole)
    plan = Plan(statistics=("kendall", "accuracy"), samples=100)
    tau, accuracy = (one.interval for one in study([metric], [human], plan=plan))
    assert tau is not None
    assert accuracy is not None
    assert (tau.high, accuracy.high) == (1.0, 1.0)
    assert accuracy.low == pytest.approx(0.025 ** (1 / 8))
    assert tau.low == pytest.approx(2 * accuracy.low - 1)


def test_expanded_percentiles() -> None:
    """Many units have the percentiles, few have more."""
    values = np.random.default_rng(1).normal(size=4000)
    many = expanded_percentiles(values, units=1e9, freedom=1e9)
    few = expanded_percentiles(values, units=10, freedom=9)
    assert many is not None
    assert few is not None
    assert [many.low, many.high] == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=1e-3)
    # Student's t of nine degrees of freedom, and √(10/9).
    assert few.high == pytest.approx(2.262 * (10 / 9) ** 0.5, abs=0.15)


def test_resampled_soft_accuracy() -> None:
    """All segments once give nearly what permutations do; a system drawn twice is no pair of its own."""
    rng = np.random.default_rng(4)
    human = rng.normal(size=(6, 200)) + np.arange(6)[:, None] / 10
    metric = human + rng.normal(size=human.shape)
    value = soft_accuracy(metric, human)
    again = mean_shares(resampled_shares(metric, human, np.ones((1, 200))), None)
    assert again[0] == pytest.approx(value, abs=0.02)
    shares = right_shares(metric, human, samples=1000, seed=12345)
    assert mean_shares(shares, np.ones((1, 6)))[0] == pytest.approx(value, abs=1e-12)
    kept = mean_shares(shares, np.array([[2.0, 1, 1, 1, 1, 0]]))
    pairs = zip(*np.triu_indices(6, 1), shares[0], strict=True)
    expected = [share * (2 if a == 0 else 1) for a, b, share in pairs if b < 5]
    assert kept[0] == pytest.approx(sum(expected) / (4 * 2 + 6))


def test_gaps() -> None:
    """A resample in which a system was not judged is of the others."""
    metric, human = rater(8)
    sparse = human.segments.copy()  # type: ignore[union-attr]
    sparse[1, 1:] = np.nan
    people = Rater("human", "made up", NAMES, np.nanmean(sparse, axis=1), sparse)
    rows = np.zeros((1, 30))
    rows[0, 10:] = 1
    found = drawn_values(metric, people, "pearson", segments=rows, systems=None)
    others = [0, 2, 3, 4]
    x, y = metric.segments[others, 10:].mean(axis=1), sparse[others, 10:].mean(axis=1)  # type: ignore[index]

    assert found is not None
    np.testing.assert_allclose(found[0], pearson(x, y))


def test_picked() -> None:
    """Scores as often as they were drawn."""
    assert picked(np.array([[1.0, 2, 3]]), np.array([[0, 2, 1], [3, 0, 0]])).tolist() == [
        [2, 2, 3],
        [1, 1, 1],
    ]


def test_endless_text() -> None:
    """The correlations that are drawn lie about that of the true scores, not of the noisy ones."""
    rng = np.random.default_rng(6)
    medians, plain = [], []
    for run in range(40):
        truth = rng.normal(size=(2, 12))
        truth[1] = 0.9 * truth[0] + 0.1**0.5 * truth[1]
        seen = truth[:, :, None] + rng.normal(0, 3.0, (2, 12, 100))
        drawn = row_weights(100, samples=200, seed=run) / 100
        whole = (seen[0].mean(axis=1), seen[1].mean(axis=1))
        resampled = (drawn @ seen[0].T, drawn @ seen[1].T)
        found = endless_text(whole, resampled, units=100, seed=run)
        assert found is not None
        true = float(pearson(truth[0], truth[1]))
        medians.append(float(np.median(pearson(*found))) - true)
        plain.append(float(np.median(pearson(*resampled))) - true)
    assert abs(np.mean(medians)) < 0.03
    assert np.mean(plain) < -0.06


def test_row_coverage() -> None:
    """The interval of the mean τ over segments covers its true value."""
    rng = np.random.default_rng(7)
    large = rng.normal(size=(20000, 5))
    truth = float(np.nanmean(OF_VECTORS["kendall"](large + rng.normal(size=large.shape), large)))
    covered, runs = 0, 200
    for run in range(runs):
        human = rng.normal(size=(5, 80))
        metric = human + rng.normal(size=human.shape)
        names = tuple("ABCDE")
        both = pair(
            Rater("m", "", names, metric.mean(axis=1), metric).table("segment"),
            Rater("h", "", names, human.mean(axis=1), human).table("segment"),
        )
        values = row_draws(
            both, agree(both, "kendall", grouping="item"), row_weights(80, samples=300, seed=run)
        )
        assert values is not None
        interval = expanded_percentiles(values, units=80, freedom=79)
        assert interval is not None
        covered += interval.low <= truth <= interval.high
    assert 0.90 <= covered / runs <= 0.99
