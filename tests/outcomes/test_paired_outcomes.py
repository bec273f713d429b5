"""Outcomes on the same items: tests and intervals, beside other programs and where the truth is known."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

from karat.errors import KaratError
from karat.outcomes import OutcomeTable, compare_outcomes
from karat.outcomes.outcome_intervals import mean_interval, paired_interval, share_interval
from karat.outcomes.paired_outcomes import mcnemar_p


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_is_that_of_statsmodels(first: int, second: int) -> None:
    """The exact p-value of the two counts that decide."""
    assert mcnemar_p(first, second) == pytest.approx(mcnemar([[7, first], [second, 3]], exact=True).pvalue)


@given(st.integers(0, 50), st.integers(1, 50))
def test_wilson_is_that_of_statsmodels(right: int, more: int) -> None:
    """The interval of a share."""
    expected = proportion_confint(right, right + more, method="wilson")
    assert share_interval(right, right + more, 0.95) == pytest.approx(expected, abs=1e-12)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_tango_turns_with_the_systems(first: int, second: int, equal: int) -> None:
    """The other way round it is the same with the other sign, it lies within −1 and 1 and has the difference
    in it."""
    items = first + second + equal
    if not items:
        return
    low, high = paired_interval(first, second, items, 0.95)
    assert (-high, -low) == pytest.approx(paired_interval(second, first, items, 0.95), abs=1e-9)
    assert -1 <= low <= (first - second) / items <= high <= 1


@pytest.mark.parametrize(
    ("items", "first", "second", "alike"), [(30, 0.8, 0.7, 0.5), (120, 0.9, 0.8, 0.6), (60, 0.97, 0.93, 0.3)]
)
def test_coverage_of_tango(items: int, first: float, second: float, alike: float) -> None:
    """95 % intervals have the true difference in 93 to 99 of 100 benchmarks, few items and high shares among
    them."""
    random = np.random.default_rng(items)
    covered = 0
    for _ in range(600):
        one = random.random(items)
        other = np.where(random.random(items) < alike, one, random.random(items))
        better = int(((one < first) & (other >= second)).sum())
        worse = int(((one >= first) & (other < second)).sum())
        low, high = paired_interval(better, worse, items, 0.95)
        covered += low <= first - second <= high
    assert 0.93 <= covered / 600 <= 0.995


def questions_about_passages(
    random: np.random.Generator, passages: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two equally good systems, each with passages that suit it; some passages have many questions."""
    sizes = random.integers(1, 15, passages)
    groups = np.repeat(np.arange(passages), sizes)
    ease = random.normal(0, 1, passages)[groups]
    first, second = (
        (ease + random.normal(0, 1, passages)[groups] + random.normal(0, 1, len(groups)) > 0.3).astype(float)
        for _ in range(2)
    )
    return first, second, groups


def test_groups_keep_the_error_rate() -> None:
    """With groups 5 % of equal systems differ, and intervals hold; McNemar's test over items finds four
    times as many and more."""
    random = np.random.default_rng(7)
    by_group = by_item = covered = 0
    for _ in range(300):
        first, second, groups = questions_about_passages(random, 25)
        systems = {"first": first.tolist(), "second": second.tolist()}
        found = compare_outcomes(OutcomeTable.of(systems, groups=list(map(str, groups))), samples=400)
        (pair,) = found.pairs
        by_group += pair.p <= 0.05
        covered += pair.low <= 0 <= pair.high
        by_item += compare_outcomes(OutcomeTable.of(systems)).pairs[0].p <= 0.05
    assert by_group <= 0.085 * 300
    assert covered >= 0.92 * 300
    assert by_item >= 0.15 * 300


def test_few_groups_are_exchanged_in_every_way() -> None:
    """With four groups of graded outcomes all 16 exchanges are counted, as the definition says."""
    first, second = [3.0, 1, 4, 1, 5, 9], [2.0, 6, 5, 3, 5, 8]
    groups = ["a", "a", "b", "c", "d", "c"]
    table = OutcomeTable.of({"first": first, "second": second}, groups=groups)
    (pair,) = compare_outcomes(table).pairs
    sums = dict.fromkeys(groups, 0.0)
    for name, one, other in zip(groups, first, second, strict=True):
        sums[name] += one - other
    exchanged = [
        sum(sign * value for sign, value in zip(signs, sums.values(), strict=True))
        for signs in product((1, -1), repeat=4)
    ]
    wanted = abs(sum(sums.values())) - 1e-9
    assert pair.p == pytest.approx(sum(abs(value) >= wanted for value in exchanged) / 16)
    assert pair.test == "exact randomization"


def test_systems_are_ranked_and_corrected() -> None:
    """Best first; three pairs are corrected by Holm; with a baseline only its pairs are there."""
    random = np.random.default_rng(3)
    table = OutcomeTable.of(
        {name: (random.random(200) < share).tolist() for name, share in (("a", 0.5), ("b", 0.9), ("c", 0.7))}
    )
    found = compare_outcomes(table)
    assert [one.system for one in found.means] == ["b", "c", "a"]
    assert [(pair.first, pair.second) for pair in found.pairs] == [("b", "c"), ("b", "a"), ("c", "a")]
    assert all(pair.corrected >= pair.p for pair in found.pairs)
    assert len(compare_outcomes(table, baseline="c").pairs) == 2


def test_nothing_differs() -> None:
    """Equal outcomes have p 1 and a difference of 0, in whatever way they are tested."""
    for systems in ({"a": [1, 0, 1], "b": [1, 0, 1]}, {"a": [0.5, 2, 1], "b": [0.5, 2, 1]}):
        (pair,) = compare_outcomes(OutcomeTable.of(systems)).pairs
        assert (pair.difference, pair.p) == (0, 1)
        assert pair.low <= 0 <= pair.high


def test_an_interval_over_groups_is_that_of_their_jackknife() -> None:
    """Of groups of one item it is Student's interval."""
    values = np.random.default_rng(2).normal(size=30)
    low, high = mean_interval(values, np.arange(30), 0.95)
    half = 2.045229642 * values.std(ddof=1) / np.sqrt(30)
    assert (low, high) == pytest.approx((values.mean() - half, values.mean() + half))


@pytest.mark.parametrize(
    ("systems", "options", "message"),
    [
        ({}, {}, "dictionary of systems"),
        ([1, 0], {}, "dictionary of systems"),
        ({"a": [1, 0], "b": [1]}, {}, "2 outcomes of a, 1 outcomes of b"),
        ({"a": [1, 0]}, {"groups": ["x"]}, "1 outcomes of the groups"),
        ({"a": "10"}, {}, "a list of numbers"),
        ({"a": []}, {}, "has no outcomes"),
        ({"a": [1, None]}, {}, "Outcome 2 of 'a' is None"),
        ({"a": [1, float("nan")]}, {}, "Outcome 2"),
    ],
)
def test_slips_are_refused(systems: object, options: dict[str, object], message: str) -> None:
    """With what was expected, and where."""
    with pytest.raises(KaratError, match=message):
        OutcomeTable.of(systems, **options)  # type: ignore[arg-type]


def test_too_little_is_refused() -> None:
    """One item, one group, an unknown baseline, no table."""
    with pytest.raises(KaratError, match="one item"):
        compare_outcomes(OutcomeTable.of({"a": [1], "b": [0]}))
    with pytest.raises(KaratError, match="one group"):
        compare_outcomes(OutcomeTable.of({"a": [1, 0]}, groups=["x", "x"]))
    with pytest.raises(KaratError, match="no system 'z'"):
        compare_outcomes(OutcomeTable.of({"a": [1, 0]}), baseline="z")
    with pytest.raises(KaratError, match=r"OutcomeTable\.of"):
        compare_outcomes({"a": [1, 0]})  # type: ignore[arg-type]
