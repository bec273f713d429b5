"""Several runs: their error is known, and tests of systems with runs keep what they promise."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from tests.resampling.simulated_runs import chance_of_runs

from karat.errors import InvalidOption
from karat.resampling import (
    bootstrap_p,
    deviation_interval,
    randomization_p,
    run_error,
    run_permutation_p,
)

TRIALS = 300
# No more rejections than promised, but for chance in so many trials.
MOST = 0.05 + 3 * np.sqrt(0.05 * 0.95 / TRIALS)


@pytest.mark.parametrize(("runs", "own_segments"), [(3, 0.0), (5, 0.0), (3, 0.08)])
def test_error_rate_with_runs(runs: int, own_segments: float) -> None:
    """Where runs vary, no test rejects equal systems too often; one that only swaps segments does."""
    rng = np.random.default_rng(11)
    rejected, held = [], []
    for seed in range(TRIALS):
        chance = chance_of_runs(rng, seed, runs=runs, run_deviation=0.015, own_segments=own_segments)
        # Both tests take the same exchanges.
        chance.exchanged = cache(chance.exchanged)  # type: ignore[method-assign]
        observed = chance.difference("first", "second")
        interval = chance.interval("first", "second")
        held.append(interval.low <= 0 <= interval.high)
        rejected.append(
            [
                randomization_p(observed, chance.shuffled("first", "second")) <= 0.05,
                bootstrap_p(observed, chance.resampled("first", "second")) <= 0.05,
                randomization_p(observed, chance.exchanged("first", "second")) <= 0.05,
            ]
        )
    ours, by_bootstrap, of_segments_alone = np.mean(rejected, axis=0)
    assert ours <= MOST
    assert by_bootstrap <= MOST
    assert of_segments_alone > 1.4 * MOST
    assert np.mean(held) >= 0.93


def test_dealing_whole_runs_is_exact_for_one_family() -> None:
    """Of runs from one family, a tenth has a p-value of at most .1: the smallest that three and three have."""
    rng = np.random.default_rng(2)
    draws = rng.normal(size=(2000, 6))
    p_values = np.array([run_permutation_p(row[:3], row[3:], seed=0) for row in draws.tolist()])
    assert p_values.min() == pytest.approx(0.1)
    assert (p_values <= 0.1001).mean() == pytest.approx(0.1, abs=0.02)
    assert (p_values <= 0.2001).mean() == pytest.approx(0.2, abs=0.03)


def test_dealing_whole_runs_by_hand() -> None:
    """All ways to deal are tried, or where these are too many, as many are drawn."""
    first, second = [5.0, 3.0, 4.0], [2.0, 1.0]
    both = np.array(first + second)
    observed = np.mean(first) - np.mean(second)
    sizes = [
        abs(both[list(chosen)].mean() - np.delete(both, list(chosen)).mean())
        for chosen in combinations(range(5), 3)
    ]
    expected = np.mean(np.array(sizes) >= observed - 1e-12)
    assert run_permutation_p(first, second, seed=0) == pytest.approx(expected)
    many = [float(n) for n in range(24)]
    assert run_permutation_p(many[:12], many[12:], seed=0) == pytest.approx(1 / 10_001, abs=1e-4)
    assert run_permutation_p([1.0, 1.0], [1.0, 1.0], seed=0) == 1
    assert np.isnan(run_permutation_p([1.0, np.nan], [1.0, 2.0], seed=0))


def test_the_error_is_welchs() -> None:
    """Error and degrees of freedom are those of scipy's unequal-variance t-test."""
    first, second = [40.1, 41.3, 39.9], [38.0, 38.4, 37.1, 39.0, 38.8]
    still = [np.ones((3, 10)), np.ones((5, 10))]
    found = run_error([first, second], still)
    theirs = stats.ttest_ind(first, second, equal_var=False)
    assert found.freedom == pytest.approx(theirs.df)
    assert (np.mean(first) - np.mean(second)) / found.error == pytest.approx(theirs.statistic)
    # Where the test set moves nothing, the test is theirs.
    moved = found.added(np.zeros(200_000), seed=1)
    p = randomization_p(float(np.mean(first) - np.mean(second)), moved)
    assert p == pytest.approx(theirs.pvalue, abs=3 * np.sqrt(theirs.pvalue / 200_000))


def test_what_runs_err_by_themselves_is_not_counted_twice() -> None:
    """Runs that vary in segments of their own: all of that is in the spread of their scores."""
    rng = np.random.default_rng(1)
    alone = rng.normal(size=(4, 5000))
    assert run_error([[1.0, 2.0, 3.0, 4.0]], [alone]).kept < 0.25
    together = alone * 0.01 + rng.normal(size=5000)
    assert run_error([[1.0, 2.0, 3.0, 4.0]], [together]).kept == pytest.approx(1, abs=0.01)


def test_runs_that_do_not_vary() -> None:
    """They add nothing."""
    found = run_error([[2.0, 2.0], [1.0, 1.0]], [np.ones((2, 9)), np.ones((2, 9))])
    values = np.arange(4.0)
    assert found.error == 0
    assert np.array_equal(found.added(values, seed=0), values)


@pytest.mark.parametrize("freedom", [1, 2, 4, 9, 60])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_intervals_of_deviations(freedom: int, level: float) -> None:
    """As scipy's χ² distribution has them."""
    found = deviation_interval(1.5, freedom, level)
    tail = (1 - level) / 2
    expected = [1.5 * np.sqrt(freedom / stats.chi2.ppf(share, freedom)) for share in (1 - tail, tail)]
    assert [found.low, found.high] == pytest.approx(expected, rel=1e-9)
    assert found.method == "chi-square"


def test_one_run_has_no_deviation() -> None:
    """Two are needed."""
    with pytest.raises(InvalidOption, match="Give two or more"):
        deviation_interval(1.0, 0, 0.95)
