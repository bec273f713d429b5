"""What a test set can show, beside known figures and by simulation."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from karat.errors import InvalidOption
from karat.resampling import power_of


@pytest.mark.parametrize(("difference", "segments"), [(0.5, 46), (0.3, 126), (0.2, 283), (0.1, 1131)])
def test_known_figures(difference: float, segments: int) -> None:
    """Segments for judgements with a standard deviation of 1.2 of their differences."""
    power = power_of(1.2 / sqrt(100), 100)
    assert power.units_for(difference) == pytest.approx(segments, abs=1)


def test_by_simulation() -> None:
    """A difference of `detectable` is found in four of five comparisons."""
    rng = np.random.default_rng(3)
    power = power_of(2 / sqrt(50), 50)
    for difference, wanted in (
        (power.detectable, 0.8),
        (power.detectable / 2, power.of(power.detectable / 2)),
    ):
        means = rng.normal(difference, 2, size=(20_000, 50)).mean(axis=1)
        assert (abs(means) / power.error > 1.959964).mean() == pytest.approx(wanted, abs=0.01)


def test_round_trip() -> None:
    """The units that a detectable difference needs are the units there are."""
    power = power_of(0.37, 1984)
    assert power.units_for(power.detectable) == 1984
    assert power.of(power.detectable) == pytest.approx(0.8, abs=1e-4)


def test_the_fewest_units() -> None:
    """Of five units that all differ one way, exchanges give as much in 1 of 16: never significant at .05."""
    assert power_of(0.01, 10).units_for(50) == 6
    assert power_of(0.01, 10, alpha=0.01).units_for(50) == 8


def test_what_cannot_be() -> None:
    """No difference is never detected; rates lie between 0 and 1."""
    with pytest.raises(InvalidOption, match="difference of 0"):
        power_of(1.0, 10).units_for(0)
    with pytest.raises(InvalidOption, match="alpha is 5"):
        power_of(1.0, 10, alpha=5)


@pytest.mark.parametrize("power", [0.06, 0.1, 0.3, 0.5, 0.8, 0.99])
def test_both_sides_count(power: float) -> None:
    """A weak test also finds the wrong side; the detectable difference is found exactly as often as wanted."""
    wanted = power_of(0.37, 500, power=power)
    assert wanted.of(wanted.detectable) == pytest.approx(power, abs=1e-9)
    assert wanted.units_for(2 * wanted.detectable) == pytest.approx(125, abs=1)


@pytest.mark.parametrize("freedom", [float("inf"), 19.0])
def test_no_difference_is_found_as_often_as_chance_finds_it(freedom: float) -> None:
    """On either side, so with alpha in all."""
    assert power_of(0.37, 500, alpha=0.1, freedom=freedom).of(0.0) == pytest.approx(0.1, abs=1e-9)


def test_chance_finds_as_many() -> None:
    """Below what a true null hypothesis gives, every difference is found often enough, and none is negative."""
    for power in (0.01, 0.05):
        wanted = power_of(1.0, 100, power=power)
        assert wanted.detectable == 0
        assert wanted.units_for(0.25) == 6


def test_runs_are_not_lessened_by_units() -> None:
    """Of an error of which part comes from runs, more units lessen the other part."""
    power = power_of(0.5, 1000, run_error=0.3)
    distance = power.detectable / 0.5
    assert power.units_for(power.detectable) == 1000
    units = power.units_for(1.2)
    assert units is not None
    assert distance * sqrt(0.4**2 * 1000 / units + 0.3**2) == pytest.approx(1.2, abs=1e-3)
    assert power.units_for(distance * 0.3) is None
    assert power_of(0.3, 1000, run_error=0.3).units_for(1.2) == 6


@pytest.mark.parametrize("freedom", [1, 4, 17])
def test_few_runs(freedom: int) -> None:
    """An error that is known badly needs a larger difference: the test is Student's."""
    from scipy.stats import nct, t

    power = power_of(1.0, 100, run_error=1.0, run_freedom=freedom)
    assert nct.sf(t.isf(0.025, freedom), freedom, power.detectable) == pytest.approx(0.8, abs=1e-3)
    assert power.of(power.detectable) == pytest.approx(0.8)


def test_of_counts_by_simulation() -> None:
    """What the spread of one test set promises is how often the tests find the difference in others."""
    from tests.resampling.test_p_values import BLEU, p_values, pair

    from karat.resampling import bootstrap_rows, standard_error

    rng = np.random.default_rng(9)
    gain, trials = 0.014, 300
    large = pair(rng, 200_000, gain)
    truth = BLEU.value(large[0].total()) - BLEU.value(large[1].total())
    promised, found = [], []
    for seed in range(trials):
        tables = pair(rng, 150, gain)
        drawn = [BLEU.values(rows) for rows in bootstrap_rows(tables, samples=100, seed=seed)]
        promised.append(power_of(standard_error(drawn[0] - drawn[1]), 150).of(truth))
        found.append(p_values(tables, seed, 199)[0] <= 0.05)
    assert 0.4 < np.mean(promised) < 0.9
    assert np.mean(found) == pytest.approx(np.mean(promised), abs=3.3 * sqrt(0.25 / trials))
