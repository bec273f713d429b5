"""What a test set can show of every pair of systems."""

from __future__ import annotations

from math import inf, isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import chi2, nct, norm, t
from tests.hypothesis_profile import examples

from karat import Bleu, Corpus, External, Procedure, Ter, compare, evaluate
from karat.comparison import power_of_pairs
from karat.errors import InvalidOption
from karat.resampling import Power

RNG = np.random.default_rng(9)
SCORES = {
    name: (RNG.integers(0, 200, 60) / 4 + shift).tolist()
    for name, shift in zip("abc", (0, 3, 9), strict=True)
}
CORPUS = Corpus.of({name: ["x y z"] * 60 for name in SCORES}, ["x y z"] * 60)
HUMAN = External.of("human", SCORES)


def test_pairs_in_the_order_of_the_systems() -> None:
    """Every pair under every metric, with its difference, the metrics one after the other."""
    told: list[str] = []
    found = power_of_pairs(evaluate(CORPUS, HUMAN, Ter()), Procedure(samples=50), progress=told.append)
    assert [(one.metric, one.first, one.second) for one in found] == [
        (metric, *pair) for metric in ("human", "TER") for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    assert told == [one.metric for one in found]
    for one in found[:3]:
        assert one.difference == pytest.approx(np.mean(SCORES[one.first]) - np.mean(SCORES[one.second]))


def test_the_error_is_that_of_a_mean() -> None:
    """And what is detectable follows by the noncentral t; less for less power, more for more tests."""
    evaluation = evaluate(CORPUS, HUMAN)
    procedure = Procedure(samples=4000)
    (plain, *_) = power_of_pairs(evaluation, procedure)
    error = np.std(np.subtract(SCORES["a"], SCORES["b"]), ddof=1) / sqrt(60)
    assert plain.power.error == pytest.approx(error, rel=0.05)
    assert plain.power.freedom == pytest.approx(59)
    (half, *_) = power_of_pairs(evaluation, procedure, power=0.5)
    (many, *_) = power_of_pairs(evaluation, procedure, pairs=10)
    assert many.power.alpha == 0.005
    for found, share in ((plain, 0.8), (half, 0.5), (many, 0.8)):
        critical = t.isf(found.power.alpha / 2, 59)
        distance = found.power.detectable / found.power.error
        assert nct.sf(critical, 59, distance) == pytest.approx(share, abs=1e-4)


def test_a_comparison_and_its_power_agree() -> None:
    """Both take the same draws."""
    evaluation = evaluate(CORPUS, HUMAN)
    procedure = Procedure(samples=100, shuffles=200, correction="none")
    compared = compare(evaluation, procedure).metrics[0]
    for one in power_of_pairs(evaluation, procedure):
        assert compared.contrast(one.first, one.second).power.error == one.power.error


def test_as_a_row() -> None:
    """The row has the figures of the power beside the names."""
    row = power_of_pairs(evaluate(CORPUS, HUMAN), Procedure(samples=50))[0].to_dict()
    assert (row["metric"], row["first"], row["second"], row["unit"]) == ("human", "a", "b", "segment")
    assert {"difference", "units", "error", "alpha", "power", "detectable"} <= set(row)
    assert row["units"] == 60


def test_systems_that_do_not_differ() -> None:
    """No spread: any difference would be found, and how many segments one needs is the least that can tell."""
    (same,) = power_of_pairs(evaluate(Corpus.of({"a": ["x y"] * 9, "b": ["x y"] * 9}, ["x y"] * 9), Bleu()))
    assert (same.power.error, same.power.detectable, same.power.of(0.1)) == (0, 0, 1)
    assert same.power.of(0) == 0.05
    assert same.power.units_for(0.1) == 6


def test_one_segment() -> None:
    """It has no spread of its own: nothing can be told."""
    (only,) = power_of_pairs(evaluate(Corpus.of({"a": ["x"], "b": ["y"]}, ["x"]), Ter()))
    assert isnan(only.power.error)
    with pytest.raises(InvalidOption, match="not defined"):
        only.power.units_for(1)


def test_two_segments_have_a_spread() -> None:
    """Two are enough for an error and an interval."""
    corpus = Corpus.of({"a": ["x", "x"], "b": ["x", "x"]}, ["x", "x"])
    evaluation = evaluate(corpus, External.of("human", {"a": [1.0, 3.0], "b": [0.0, 0.0]}))
    (only,) = power_of_pairs(evaluation, Procedure(samples=2000))
    assert only.power.error == pytest.approx(1, rel=0.05)
    procedure = Procedure(samples=200, shuffles=100, interval="percentile")
    first = compare(evaluation, procedure).metrics[0].standings[0]
    assert (first.interval.low, first.interval.high) == (1, 3)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"pairs": 0}, "number of pairs is 0"),
        ({"pairs": 1.5}, "number of pairs is 1.5"),
        ({"power": 1.0}, "power is 1.0"),
        ({"power": 0}, "power is 0"),
        ({"runs": {"a": ["a", "b"]}}, "Of which system is this a run: c"),
    ],
)
def test_refused(options: dict[str, object], problem: str) -> None:
    """What is no count and no probability; and one system."""
    with pytest.raises(InvalidOption, match=problem):
        power_of_pairs(evaluate(CORPUS, HUMAN), Procedure(samples=5), **options)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="at least two"):
        power_of_pairs(evaluate(Corpus.of(["x"], ["x"]), Bleu()))
    with pytest.raises(InvalidOption, match="not yet scored"):
        power_of_pairs(CORPUS)  # type: ignore[arg-type]


def chance_to_find(distance: float, alpha: float) -> float:
    """Both tails of a normal test, by scipy."""
    critical = norm.isf(alpha / 2)
    return float(norm.sf(critical - distance) + norm.cdf(-critical - distance))


@examples(1 / 2)
@given(
    error=st.floats(0.01, 50),
    alpha=st.floats(0.001, 0.3),
    power=st.floats(0.35, 0.99),
    units=st.integers(2, 5000),
)
def test_power_beside_scipy(error: float, alpha: float, power: float, units: int) -> None:
    """The detectable difference is where scipy's power curve crosses the wanted power; units follow."""
    found = Power(units, error, alpha, power)
    distance = brentq(lambda d: chance_to_find(d, alpha) - power, 0, 10)
    assert found.detectable == pytest.approx(distance * error, rel=1e-6)
    assert found.of(found.detectable) == pytest.approx(power)
    assert found.of(error) == pytest.approx(chance_to_find(1, alpha))
    assert found.of(-error) == found.of(error)
    needed = found.units_for(found.detectable / 3)
    assert needed is not None
    # A third of the difference needs nine times the segments.
    assert needed == pytest.approx(max(9 * units, np.ceil(1 + np.log2(1 / alpha))), abs=1)


def test_few_degrees_of_freedom_raise_the_bar() -> None:
    """The test is Student's, so the curve is that of the noncentral t; with runs, by Satterthwaite."""
    few, many = (Power(10, 1.0, 0.05, 0.8, freedom=freedom) for freedom in (4.9, inf))
    assert nct.sf(t.isf(0.025, 4.9), 4.9, few.detectable) == pytest.approx(0.8, abs=1e-6)
    assert few.detectable > many.detectable
    both = Power(10, 1.0, 0.05, 0.8, run_error=sqrt(0.5), freedom=8, run_freedom=2)
    freedom = 1 / (0.25 / 8 + 0.25 / 2)
    assert both.detectable == Power(10, 1.0, 0.05, 0.8, freedom=freedom).detectable


def test_a_pilot_leaves_a_range() -> None:
    """The error of a few units is an estimate: χ² says how far it may be off, and all else with it."""
    found = Power(20, 0.5, 0.05, 0.8, freedom=12)
    low, high = found.error_interval
    assert low == pytest.approx(0.5 * sqrt(12 / chi2.isf(0.1, 12)))
    assert high == pytest.approx(0.5 * sqrt(12 / chi2.isf(0.9, 12)))
    ratio = found.detectable / found.error
    assert found.detectable_interval == pytest.approx((ratio * low, ratio * high))
    worst, best = found.interval_of(1.0)
    assert worst < found.of(1.0) < best
    fewest, most = found.units_interval_for(1.0)
    needed = found.units_for(1.0)
    assert fewest is not None
    assert most is not None
    assert needed is not None
    assert fewest < needed < most
    # More units have more degrees of freedom, so that fewer do than the square of the ratio says.
    assert needed < 20 * found.detectable**2
    sure = Power(20, 0.5, 0.05, 0.8)
    assert sure.detectable_interval == (sure.detectable, sure.detectable)


def test_runs_may_be_in_the_way() -> None:
    """Where runs alone vary more than the difference, no number of segments is enough."""
    found = Power(100, 1.0, 0.05, 0.8, run_error=0.8)
    distance = found.detectable
    assert found.units_for(0.7 * distance) is None
    # Of the variance, .36 is of segments; at 1.2 errors they may be 1.44 − .64.
    assert found.units_for(1.2 * distance) == pytest.approx(100 * 0.36 / (1.44 - 0.64), abs=1)
    assert Power(100, 0.8, 0.05, 0.8, run_error=0.8).units_for(0.5) is None
    with pytest.raises(InvalidOption, match="difference of 0"):
        found.units_for(0)
