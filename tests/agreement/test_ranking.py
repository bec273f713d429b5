"""Rankings of metrics, equal scores and shifted segments: what must not change them, and plain loops."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from tests.hypothesis_profile import examples
from tests.oracles import agreement as oracle

from karat import Corpus
from karat.agreement import (
    Ranking,
    Rater,
    agree,
    equal_segments,
    equal_systems,
    metric_clusters,
    order_sweep,
    pair,
    rank_metrics,
    shift_of,
    soft_accuracy,
)
from karat.agreement.soft_accuracy import confidences
from karat.errors import InvalidOption
from karat.metrics import Bleu
from karat.resampling.draws import is_exhaustive, picked, row_weights, swap_signs
from karat.statistics import Statistics

NOISES = (0.1, 0.5, 1.0, 3.0)


def raters(
    seed: int, noises: tuple[float, ...] = NOISES, *, systems: int = 6, segments: int = 40
) -> list[Rater]:
    """Metrics of more and more noise, and people last."""
    rng = np.random.default_rng(seed)
    names = tuple(f"S{number}" for number in range(systems))
    human = rng.normal(size=(systems, segments)) + np.arange(systems)[:, None] / 3
    scores = [human + noise * rng.normal(size=human.shape) for noise in noises] + [human]
    labels = [*(f"M{noise:g}" for noise in noises), "people"]
    return [Rater(name, "", names, v.mean(axis=1), v) for name, v in zip(labels, scores, strict=True)]


def ranked(seed: int, **options: object) -> Ranking:
    """The ranking of four metrics."""
    *metrics, human = raters(seed)
    return rank_metrics(metrics, human, samples=200, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("level", "statistic"), [("system", "pearson"), ("segment", "accuracy")])
@examples(1 / 4)
@given(seed=st.integers(0, 1000))
def test_the_best_come_first(level: str, statistic: str, seed: int) -> None:
    """Places have the values of `agree`, in falling order, and clusters that only grow."""
    found = ranked(seed, level=level, statistic=statistic)
    values = [place.value for place in found.places]
    assert values == sorted(values, reverse=True)
    *metrics, human = raters(seed)
    grouping = "item" if level == "segment" else "none"
    for place in found.places:
        (metric,) = (each for each in metrics if each.name == place.metric)
        paired = pair(metric.table(level), human.table(level))
        assert place.value == agree(paired, statistic, grouping=grouping).value  # type: ignore[arg-type]
    numbers = [place.cluster for place in found.places]
    assert numbers[0] == 1
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(numbers))


@pytest.mark.parametrize(("correction", "method"), [("holm", "holm"), ("bh", "fdr_bh")])
def test_corrections_are_statsmodels(correction: str, method: str) -> None:
    """Over all pairs of metrics."""
    found = ranked(3, correction=correction, statistic="pearson")
    wanted = multipletests(list(found.p_values.values()), method=method)[1]
    assert list(found.corrected.values()) == pytest.approx(wanted.tolist())
    assert list(found.p_values) == list(combinations([place.metric for place in found.places], 2))


def test_the_order_in_which_metrics_are_given_does_not_matter() -> None:
    """The same places, and the same p-value for every pair."""
    *metrics, human = raters(5)
    first = rank_metrics(metrics, human, samples=200, statistic="pearson")
    second = rank_metrics(metrics[::-1], human, samples=200, statistic="pearson")
    assert first.places == second.places
    assert first.p_values == second.p_values


def test_a_metric_on_another_scale_has_the_same_place() -> None:
    """Ten times the scores, or an error rate that is lower where it is better."""
    *metrics, human = raters(6)
    other = metrics[1]
    assert other.segments is not None
    turned = Rater(
        other.name, "", other.systems, -10 * other.whole, -10 * other.segments, higher_is_better=False
    )
    found = [
        rank_metrics([metrics[0], each, *metrics[2:]], human, samples=200, statistic="pearson")
        for each in (other, turned)
    ]
    assert [place.metric for place in found[0].places] == [place.metric for place in found[1].places]
    assert list(found[0].p_values.values()) == pytest.approx(list(found[1].p_values.values()))


@given(st.lists(st.booleans(), min_size=10, max_size=10))
def test_clusters_begin_where_one_is_worse_than_any_above(differ: list[bool]) -> None:
    """Five metrics and any pattern of significant pairs, read off by hand."""
    names = list("ABCDE")
    worse = {pair for pair, is_worse in zip(combinations(names, 2), differ, strict=True) if is_worse}
    found = metric_clusters(names, lambda better, other: (better, other) in worse)
    for above, below in pairwise(names):
        sharing = [name for name in names[: names.index(below)] if found[name] == found[above]]
        begins = any((name, below) in worse for name in sharing)
        assert found[below] == found[above] + begins


def test_too_few_permutations_for_holm_are_refused() -> None:
    """Six pairs at .05 take 120 of them, and the message says so."""
    *metrics, human = raters(7)
    with pytest.raises(InvalidOption, match="at least 120"):
        rank_metrics(metrics, human, samples=100, correction="holm")
    assert rank_metrics(metrics, human, samples=100, correction="bh").places


def test_soft_accuracy_of_equal_metrics_is_perfect() -> None:
    """People agree with themselves, also on another scale; the other way round they agree least."""
    *_, human = raters(8)
    assert human.segments is not None
    theirs = human.segments
    assert soft_accuracy(theirs, theirs) == 1.0
    assert soft_accuracy(3 * theirs + 7, theirs) == 1.0
    assert soft_accuracy(-theirs, theirs) < 0.5


@given(st.lists(st.lists(st.integers(-4, 4), min_size=5, max_size=5), min_size=2, max_size=4))
def test_confidences_are_shares_of_all_exchanges(scores: list[list[int]]) -> None:
    """Of five segments all 32 exchanges are made, as a loop makes them."""
    values = [[float(score) for score in row] for row in scores]
    exchanged = swap_signs(5, samples=32, seed=0)
    wanted = [oracle.permutation_p(first, second) for first, second in combinations(values, 2)]
    assert confidences(np.array(values), exchanged).tolist() == pytest.approx(wanted)


@given(st.integers(1, 12), st.integers(1, 5000))
def test_all_exchanges_are_made_where_they_are_few(rows: int, samples: int) -> None:
    """Each once; otherwise as many as were asked for."""
    signs = swap_signs(rows, samples=samples, seed=1)
    assert set(np.unique(signs)) <= {-1.0, 1.0}
    if is_exhaustive(rows, samples):
        assert len({tuple(row) for row in signs.tolist()}) == len(signs) == 2**rows
    else:
        assert len(signs) == samples


@given(st.integers(1, 9), st.integers(1, 40), st.integers(0, 99))
def test_resamples_hold_as_many_rows_as_there_are(rows: int, samples: int, seed: int) -> None:
    """And `picked` writes out the scores of those that were drawn."""
    weights = row_weights(rows, samples=samples, seed=seed)
    assert weights.sum(axis=1).tolist() == [rows] * samples
    scores = np.arange(rows, dtype=float)
    for row, drawn in zip(picked(scores[None], weights).tolist(), weights.astype(int).tolist(), strict=True):
        assert row == [
            score for score, often in zip(scores.tolist(), drawn, strict=True) for _ in range(often)
        ]


@examples(1 / 2)
@given(st.integers(0, 1000), st.floats(0, 1), st.sampled_from([0.01, 0.2, 0.5]))
def test_equal_segments_are_found_by_looking(seed: int, tolerance: float, alpha: float) -> None:
    """Every pair of systems and segment, with the same deviation and the same correction."""
    rng = np.random.default_rng(seed)
    ours, theirs = rng.integers(0, 4, (3, 12)).astype(float), rng.integers(0, 9, (3, 12)).astype(float)
    theirs[0, 0] = nan
    names = ("A", "B", "C")
    corpus = Corpus.of({name: [f"{name} {row}" for row in range(12)] for name in names}, ["x"] * 12)
    found = equal_segments(
        Rater("m", "", names, ours.mean(axis=1), ours),
        Rater("h", "", names, np.nanmean(theirs, axis=1), theirs),
        corpus,
        tolerance=tolerance,
        alpha=alpha,
        limit=99,
    )
    equal = [
        (a, b, row)
        for a, b in combinations(range(3), 2)
        for row in range(12)
        if abs(ours[a, row] - ours[b, row]) <= tolerance and not np.isnan(theirs[a, row] + theirs[b, row])
    ]
    columns = [theirs[~np.isnan(theirs[:, row]), row] for row in range(12)]
    squares = sum(((column - column.mean()) ** 2).sum() for column in columns)
    deviation = (2 * squares / sum(len(column) - 1 for column in columns)) ** 0.5
    far = {(a, b, row): abs(theirs[a, row] - theirs[b, row]) / deviation for a, b, row in equal}
    assert all(one.p_value <= alpha for one in found)
    assert [one.distance for one in found] == sorted((one.distance for one in found), reverse=True)
    assert [one.distance for one in found] == pytest.approx(sorted(far.values(), reverse=True)[: len(found)])
    for one in found:
        assert one.better_human > one.worse_human
        assert one.better_text == f"{one.better} {one.segment - 1}"


def test_scores_of_whole_systems_have_no_equal_segments() -> None:
    """The message says what is missing."""
    whole = Rater("BLEU", "", ("A", "B"), np.array([1.0, 2.0]))
    corpus = Corpus.of({"A": ["a"], "B": ["b"]}, ["c"])
    with pytest.raises(InvalidOption, match="BLEU has scores of whole systems only"):
        equal_segments(whole, whole, corpus)
    with pytest.raises(InvalidOption, match="whole systems only"):
        equal_systems(whole, whole)


@examples(1 / 2)
@given(st.integers(0, 1000), st.sampled_from([-1, 0, 1]), st.floats(0, 1.5))
def test_moved_scores_are_moved_back(seed: int, offset: int, noise: float) -> None:
    """By one segment in either direction, also under noise; scores in their place are left there."""
    rng = np.random.default_rng(seed)
    ours = rng.normal(size=(4, 120))
    theirs = np.roll(ours + noise * rng.normal(size=ours.shape), offset, axis=1)
    metric, human = (
        Rater(name, "", tuple("ABCD"), v.mean(axis=1), v) for name, v in (("m", ours), ("h", theirs))
    )
    assert shift_of([metric], human) == -offset


def test_metrics_that_say_nothing_seldom_raise_an_alarm() -> None:
    """Noise fits a neighbour clearly better in one of a hundred data sets; whole systems never do."""
    alarms = 0
    for seed in range(200):
        ours, theirs = np.random.default_rng(seed).normal(size=(2, 4, 120))
        metric = Rater("m", "", tuple("ABCD"), ours.mean(axis=1), ours)
        human = Rater("h", "", tuple("ABCD"), theirs.mean(axis=1), theirs)
        alarms += shift_of([metric], human) != 0
        assert shift_of([Rater("m", "", tuple("ABCD"), ours.mean(axis=1))], human) == 0
    assert alarms <= 6


def test_two_systems_have_no_order_sweep() -> None:
    """A line through two predicts everything."""
    bleu = Bleu(order=2)
    table = Statistics(bleu.columns, np.ones((1, len(bleu.columns)), dtype=np.int64))
    human = Rater("fluency", "", ("A", "B"), np.array([1.0, 2.0]))
    with pytest.raises(InvalidOption, match="There are 2 systems"):
        order_sweep(bleu, {"A": table, "B": table}, [human])
    with pytest.raises(InvalidOption, match="There is 1 system"):
        order_sweep(bleu, {"A": table}, [human])
