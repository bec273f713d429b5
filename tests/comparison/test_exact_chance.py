"""Comparisons of given scores beside what chance gives exactly: every exchange and every draw, one by one."""

from __future__ import annotations

from collections import Counter
from inspect import signature
from itertools import product
from math import isnan, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples

from karat import Corpus, External, Procedure, compare, evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat import Evaluation
    from karat.comparison import MetricComparison

FIRST = [7.0, 5.0, 8.0, 6.0, 9.0, 4.0, 7.0, 8.0, 6.0]
SECOND = [6.0, 5.0, 6.0, 7.0, 6.0, 3.0, 7.0, 5.0, 4.0]
# Quarters are exact in the parts in which given scores are kept.
QUARTERS = st.integers(-40, 40).map(lambda number: number / 4)


def judged(
    scores: Mapping[str, Sequence[float | None]],
    *,
    higher_is_better: bool = True,
    documents: Sequence[str] | None = None,
    text_types: Sequence[str] | None = None,
) -> Evaluation:
    """An evaluation of scores that were given."""
    count = len(next(iter(scores.values())))
    corpus = Corpus.of(
        {system: ["x"] * count for system in scores},
        ["x"] * count,
        documents=documents,
        text_types=text_types,
    )
    return evaluate(corpus, External.of("human", scores, higher_is_better=higher_is_better))


def compared(evaluation: Evaluation, **options: object) -> MetricComparison:
    """The comparison under the one metric."""
    return compare(evaluation, Procedure(**options)).metrics[0]  # type: ignore[arg-type]


def exact_p(differences: Sequence[float]) -> float:
    """The share of all 2ⁿ exchanges after which the mean is at least as far from 0."""
    observed = abs(sum(differences))
    sums = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(abs(total) >= observed - 1e-9 for total in sums) / len(sums)


def test_randomization_comes_to_all_exchanges() -> None:
    """Of nine segments there are 512 exchanges; 20,000 random ones find as many as large."""
    (pair,) = compared(judged({"first": FIRST, "second": SECOND}), samples=2, shuffles=20_000).contrasts
    differences = [one - other for one, other in zip(FIRST, SECOND, strict=True)]
    exact = exact_p(differences)
    assert pair.p == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / 20_000))
    library = scipy.stats.permutation_test(
        (FIRST, SECOND),
        lambda one, other: np.mean(one - other),
        permutation_type="samples",
        n_resamples=600,
        vectorized=False,
    )
    assert exact == pytest.approx(library.pvalue)


def test_documents_are_exchanged_whole() -> None:
    """Of three documents there are eight exchanges, so that no p-value is below a quarter."""
    scores = {"first": [n % 4 + 1.0 for n in range(12)], "second": [0.0] * 12}
    documents = [str(n // 4) for n in range(12)]
    options = {"samples": 100, "shuffles": 8000, "correction": "none"}
    (whole,) = compared(judged(scores, documents=documents), **options).contrasts
    (apart,) = compared(judged(scores, documents=documents), unit="segment", **options).contrasts
    assert whole.p == 1 / 4
    assert apart.p < 0.002
    assert (whole.winner, apart.winner) == (None, "first")
    assert whole.power.units == 3


def test_the_bootstrap_draws_each_corpus_as_often_as_it_should() -> None:
    """Three segments of 0, 1 and 10 give 27 draws; each mean comes as often as among them."""
    scores = [0.0, 1.0, 10.0]
    samples = 30_000
    first = compared(judged({"first": scores, "second": [0.0] * 3}), samples=samples, shuffles=100).standings[
        0
    ]
    expected = Counter(sum(draw) for draw in product(scores, repeat=3))
    found = Counter(np.rint(3 * first.resampled).tolist())
    assert set(found) == set(expected)
    for total, ways in expected.items():
        assert found[total] / samples == pytest.approx(ways / 27, abs=0.012)


def test_the_error_of_a_mean() -> None:
    """The bootstrap's error of a difference of means is that of the textbook, with n − 1 below the root."""
    (pair,) = compared(judged({"first": FIRST, "second": SECOND}), samples=20_000, shuffles=100).contrasts
    differences = np.subtract(FIRST, SECOND)
    error, freedom = differences.std(ddof=1) / sqrt(len(differences)), len(differences) - 1
    assert pair.power.error == pytest.approx(error, rel=0.02)
    critical = scipy.stats.t.ppf(0.975, freedom)
    found = scipy.stats.nct.sf(critical, freedom, pair.power.detectable / pair.power.error)
    assert found == pytest.approx(0.8, abs=0.001)


def test_the_interval_is_scipys() -> None:
    """Both kinds of interval of a mean, beside scipy's bootstrap."""
    # scipy calls it by another name since 1.15.
    seeded = "rng" if "rng" in signature(scipy.stats.bootstrap).parameters else "random_state"
    for method, theirs in (("percentile", "percentile"), ("bca", "BCa")):
        found = compared(
            judged({"first": FIRST, "second": SECOND}),
            samples=20_000,
            shuffles=100,
            interval=method,
            confidence=0.9,
        ).standings[0]
        library = scipy.stats.bootstrap(
            (FIRST,),
            np.mean,
            n_resamples=20_000,
            confidence_level=0.9,
            method=theirs,
            **{seeded: np.random.default_rng(1)},
        ).confidence_interval
        assert found.interval.low == pytest.approx(library.low, abs=0.12)
        assert found.interval.high == pytest.approx(library.high, abs=0.12)
        assert (found.interval.method, found.interval.confidence) == (method, 0.9)


def test_the_bootstrap_p_beside_all_draws() -> None:
    """Four segments give 256 draws; p is that of Student's t, with their spread as the error."""
    differences = [3.1, 0.95, 2.3, -1.1]
    (pair,) = compared(
        judged({"first": differences, "second": [0.0] * 4}), samples=20_000, shuffles=100
    ).contrasts
    means = np.array([np.mean(draw) for draw in product(differences, repeat=4)])
    error = sqrt(4 / 3) * means.std()
    assert pair.bootstrap_p == pytest.approx(2 * scipy.stats.t.sf(means.mean() / error, 3), abs=0.015)
    assert pair.bootstrap_p == pytest.approx(scipy.stats.ttest_1samp(differences, 0).pvalue, abs=0.015)


def test_tests_of_moses() -> None:
    """Their p-values: only what is larger counts, and sizes are centred, not differences."""
    evaluation = judged({"first": FIRST, "second": SECOND})
    (ours,) = compared(evaluation, samples=2000, shuffles=2000).contrasts
    (theirs,) = compared(evaluation, samples=2000, shuffles=2000, compatible="moses").contrasts
    sizes = abs(ours.resampled)
    assert theirs.bootstrap_p == pytest.approx(
        (np.sum(sizes - sizes.mean() > abs(ours.difference)) + 1) / 2001
    )
    assert theirs.p < ours.p
    assert theirs.bootstrap_p != ours.bootstrap_p
    same = judged({"first": FIRST, "second": FIRST})
    (as_moses,) = compared(same, samples=50, shuffles=100, compatible="moses").contrasts
    assert as_moses.p == pytest.approx(1 / 101)
    assert as_moses.winner is None


def test_strata_without_spread_inside() -> None:
    """Where text types differ and their segments do not, a stratified bootstrap has no spread."""
    scores = {"first": [1.0] * 5 + [9.0] * 5, "second": [0.0] * 5 + [4.0] * 5}
    kinds = ["news"] * 5 + ["mail"] * 5
    evaluation = judged(scores, text_types=kinds)
    within = compared(evaluation, samples=200, shuffles=100, stratify=True)
    without = compared(evaluation, samples=200, shuffles=100)
    assert set(within.standings[0].resampled) == {5.0}
    assert within.standings[0].interval.low == within.standings[0].interval.high == 5.0
    assert without.standings[0].interval.low < 4
    assert without.standings[0].interval.high > 6
    assert within.contrasts[0].power.error == 0
    assert "|strata:text_type|" in within.recipe


def test_strata_of_documents() -> None:
    """The stratum of a document is that of its segments: one document for each type leaves no chance."""
    scores = {"first": [1.0, 3.0, 9.0, 5.0], "second": [0.0] * 4}
    evaluation = judged(scores, documents=["a", "a", "b", "b"], text_types=["news", "news", "mail", "mail"])
    found = compared(evaluation, samples=100, shuffles=100, stratify=True, unit="document")
    assert set(found.standings[0].resampled) == {4.5}


@pytest.mark.parametrize("unit", ["segment", "document"])
def test_a_single_unit(unit: str) -> None:
    """It has values and a difference, but nothing is said of chance."""
    scores = (
        {"first": [2.0], "second": [1.0]}
        if unit == "segment"
        else {"first": [2.0, 4.0], "second": [1.0, 1.0]}
    )
    documents = ["d"] * len(scores["first"])
    found = compared(judged(scores, documents=documents), samples=20, shuffles=100, unit=unit)
    (pair,) = found.contrasts
    assert pair.difference == np.mean(scores["first"]) - 1
    assert pair.p == 1
    assert pair.winner is None
    assert isnan(pair.bootstrap_p)
    assert isnan(pair.interval.low)
    assert isnan(pair.power.error)
    assert all(isnan(standing.interval.high) for standing in found.standings)
    assert found.units == 1


def test_a_system_without_any_score() -> None:
    """It is last, in no test, and the others are corrected as if it were not there."""
    both: dict[str, list[float | None]] = {"good": [*FIRST], "fair": [*SECOND]}
    empty: dict[str, list[float | None]] = {"none": [None] * len(FIRST), **both}
    options = {"samples": 100, "shuffles": 500}
    with_it = compared(judged(empty), **options)
    without = compared(judged(both), **options)
    assert [standing.system for standing in with_it.standings] == ["good", "fair", "none"]
    assert isnan(with_it.standings[2].value)
    assert with_it.standings[2].units == 0
    assert with_it.standings[2].undefined == 100
    assert with_it.standings[2].ranks == (1, 3)
    untested = with_it.contrast("good", "none")
    assert isnan(untested.p)
    assert isnan(untested.corrected)
    assert untested.winner is None
    assert untested.power.units == 0
    tested = with_it.contrast("good", "fair")
    assert tested.corrected == tested.p
    assert without.contrasts[0].corrected == without.contrasts[0].p


def test_documents_in_which_both_have_a_score() -> None:
    """The units of a pair are the documents that have a segment with both scores."""
    scores: dict[str, list[float | None]] = {
        "first": [1.0, None, 2.0, None, 3.0, 4.0],
        "second": [1.0, 2.0, None, None, 2.0, None],
    }
    evaluation = judged(scores, documents=["a", "a", "b", "b", "c", "c"])
    found = compared(evaluation, samples=50, shuffles=100, unit="document")
    assert {standing.system: standing.units for standing in found.standings} == {"first": 3, "second": 2}
    assert found.contrasts[0].power.units == 2
    assert abs(found.contrasts[0].difference) == pytest.approx(0.5)
    assert found.units == 3


@examples(1 / 2)
@given(rows=st.lists(st.tuples(QUARTERS, QUARTERS, QUARTERS), min_size=2, max_size=12))
def test_a_scale_changes_no_verdict(rows: list[tuple[float, float, float]]) -> None:
    """Scores times 4, or turned round with their direction: the same ranks, p-values and powers."""
    columns = {name: [row[place] for row in rows] for place, name in enumerate("abc")}
    options = {"samples": 40, "shuffles": 80}
    plain = compared(judged(columns), **options)
    scaled = compared(judged({name: [4 * v for v in of] for name, of in columns.items()}), **options)
    turned = compared(
        judged({name: [-v for v in of] for name, of in columns.items()}, higher_is_better=False), **options
    )
    for other, factor in ((scaled, 4), (turned, -1)):
        for one, two in zip(plain.standings, other.standings, strict=True):
            assert (one.system, one.ranks, one.cluster) == (two.system, two.ranks, two.cluster)
            assert factor * one.value == two.value
        for left, right in zip(plain.contrasts, other.contrasts, strict=True):
            assert (left.first, left.second, left.winner) == (right.first, right.second, right.winner)
            assert (left.p, left.corrected, left.bootstrap_p) == (right.p, right.corrected, right.bootstrap_p)
            assert right.difference == factor * left.difference
            ends = sorted((factor * left.interval.low, factor * left.interval.high))
            assert ends == pytest.approx([right.interval.low, right.interval.high])


@examples(1 / 2)
@given(rows=st.lists(st.tuples(QUARTERS, QUARTERS), min_size=2, max_size=10), data=st.data())
def test_order_of_segments_and_of_systems(rows: list[tuple[float, float]], data: st.DataObject) -> None:
    """Values and differences do not depend on them."""
    shuffled = data.draw(st.permutations(rows))
    plain = compared(
        judged({"a": [one for one, _ in rows], "b": [two for _, two in rows]}), samples=5, shuffles=20
    )
    other = compared(
        judged({"b": [two for _, two in shuffled], "a": [one for one, _ in shuffled]}), samples=5, shuffles=20
    )
    assert {one.system: one.value for one in plain.standings} == {
        one.system: one.value for one in other.standings
    }
    assert abs(plain.contrasts[0].difference) == abs(other.contrasts[0].difference)
    values = [one.value for one in plain.standings]
    assert (
        values == [np.mean([row[0] for row in rows]), np.mean([row[1] for row in rows])]
        or values[0] >= values[1]
    )


def test_the_power_that_a_correction_leaves() -> None:
    """With Holm's correction of three pairs the level is a third; without, it is whole."""
    evaluation = judged({"a": FIRST, "b": SECOND, "c": [value - 3 for value in FIRST]})
    levels = {
        correction: {
            pair.power.alpha
            for pair in compared(evaluation, samples=20, shuffles=200, correction=correction).contrasts
        }
        for correction in ("holm", "bh", "none")
    }
    assert levels == {"holm": {0.05 / 3}, "bh": {0.05}, "none": {0.05}}


def test_another_confidence_is_another_level() -> None:
    """At .2 what is not significant at .05 is."""
    evaluation = judged({"first": [1.0, 2.0, 1.0, 3.0], "second": [0.0] * 4})
    (strict,) = compared(evaluation, samples=20, shuffles=2000).contrasts
    (lenient,) = compared(evaluation, samples=20, shuffles=2000, confidence=0.8).contrasts
    assert strict.p == lenient.p == pytest.approx(1 / 8, abs=0.03)
    assert (strict.winner, lenient.winner) == (None, "first")


def test_a_winner_needs_a_p_value_of_at_most_the_level() -> None:
    """1 in 20 passes at .05: the level itself is allowed."""
    evaluation = judged({"first": [1.0] * 40, "second": [0.0] * 40})
    (pair,) = compared(evaluation, samples=20, shuffles=19).contrasts
    assert pair.p == pytest.approx(0.05)
    assert pair.winner == "first"


def test_progress_is_told_of_every_pair() -> None:
    """The name of the metric, once for each pair."""
    told: list[str] = []
    compare(
        judged({"a": FIRST, "b": SECOND, "c": SECOND}),
        Procedure(samples=5, shuffles=200),
        progress=told.append,
    )
    assert told == ["human"] * 3
