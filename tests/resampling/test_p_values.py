"""Tests keep the error rate that they promise, and see what is there."""

from __future__ import annotations

from math import atan, erfc, pi, sqrt
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from karat.metrics import Bleu
from karat.resampling import (
    benjamini_hochberg,
    bootstrap_p,
    bootstrap_rows,
    clusters,
    holm,
    moses_p,
    moses_randomization_p,
    randomization_p,
    rank_ranges,
    student_p,
    swap_rows,
    swapped,
)
from karat.statistics import Statistics

BLEU = Bleu()
TRIALS = 1000


def segment_counts(rng: np.random.Generator, quality: np.ndarray) -> np.ndarray:
    """BLEU's counts of segments, each of a quality of its own: a chain of words that go on matching."""
    lengths = 8 + rng.poisson(15, size=len(quality))
    matches, total, left = [], [], lengths
    for order in range(4):
        total.append(lengths - order)
        left = rng.binomial(np.minimum(left, lengths - order), quality)
        matches.append(left)
    return np.stack([lengths, lengths, *matches, *total], axis=1)


def pair(rng: np.random.Generator, rows: int, better: float = 0.0) -> list[Statistics]:
    """Two systems on the same segments; hard segments are hard for both."""
    quality = rng.beta(6, 4, size=rows)
    return [
        Statistics(BLEU.columns, segment_counts(rng, np.clip(quality + gain, 0, 1))) for gain in (better, 0.0)
    ]


def p_values(tables: list[Statistics], seed: int, samples: int) -> tuple[float, float, float]:
    """By approximate randomization, by bootstrap, and as Moses does it."""
    observed = BLEU.value(tables[0].total()) - BLEU.value(tables[1].total())
    halves = swap_rows(tables, samples=samples, seed=seed)
    swaps = BLEU.values(swapped(tables[0], halves[0], halves[1])) - BLEU.values(
        swapped(tables[1], halves[1], halves[0])
    )
    drawn = bootstrap_rows(tables, samples=samples, seed=seed)
    draws = BLEU.values(drawn[0]) - BLEU.values(drawn[1])
    return randomization_p(observed, swaps), bootstrap_p(observed, draws), moses_p(observed, draws)


@pytest.fixture(scope="module")
def nulls() -> np.ndarray:
    """The p-values of a thousand pairs that do not differ but by chance."""
    rng = np.random.default_rng(17)
    return np.array([p_values(pair(rng, 150), seed, 399) for seed in range(TRIALS)])


@pytest.mark.parametrize(("test", "column"), [("randomization", 0), ("bootstrap", 1)])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.10])
def test_error_rate(nulls: np.ndarray, test: str, column: int, alpha: float) -> None:
    """Of true nulls, alpha are rejected, within what chance allows in a thousand trials."""
    rate = (nulls[:, column] <= alpha).mean()
    assert rate == pytest.approx(alpha, abs=3.3 * np.sqrt(alpha * (1 - alpha) / TRIALS)), test


def test_p_values_are_uniform(nulls: np.ndarray) -> None:
    """Under the null, every p-value is as likely as any other."""
    from scipy.stats import kstest

    assert kstest(nulls[:, 0], "uniform").pvalue > 0.001
    assert kstest(nulls[:, 1], "uniform").pvalue > 0.001


def test_the_test_of_moses_rejects_too_often(nulls: np.ndarray) -> None:
    """What is kept for comparison has the fault that it is known for: near 12 in a hundred at .05."""
    rate = (nulls[:, 2] <= 0.05).mean()
    assert 0.09 < rate < 0.16


def test_a_difference_is_found() -> None:
    """A true difference is found, the more surely the larger it is."""
    rng = np.random.default_rng(5)
    rates = []
    for gain in (0.01, 0.03):
        found = [np.array(p_values(pair(rng, 150, gain), seed, 199)[:2]) <= 0.05 for seed in range(100)]
        rates.append(np.mean(found, axis=0))
    assert (rates[0] < rates[1]).all()
    assert (rates[1] > 0.8).all()


def test_equal_systems() -> None:
    """No difference at all is not significant."""
    table = pair(np.random.default_rng(1), 50)[0]
    assert p_values([table, table], 0, 99)[:2] == (1.0, 1.0)


def test_by_hand() -> None:
    """Ties count as large; the observed assignment is one of those possible."""
    differences = np.array([0.5, -1.0, 1.0, 2.0])
    assert randomization_p(1.0, differences) == 4 / 5
    assert randomization_p(-3.0, differences) == 1 / 5
    assert bootstrap_p(1.0, differences) == 3 / 5
    assert moses_p(0.5, differences) == 2 / 5


@given(st.floats(-50, 50))
def test_student(statistic: float) -> None:
    """With 1 and 2 degrees of freedom Student's t has a formula, and with very many it is normal."""
    size = abs(statistic)
    assert student_p(statistic, 1) == pytest.approx(1 - 2 / pi * atan(size), abs=1e-8)
    assert student_p(statistic, 2) == pytest.approx(1 - size / sqrt(2 + size**2), abs=1e-8)
    assert student_p(statistic, 10**12) == pytest.approx(erfc(size / sqrt(2)), abs=1e-8)
    assert student_p(statistic, 3) >= student_p(statistic, 4) - 1e-8
    assert np.isnan(student_p(np.nan, 5))


def test_strictly_larger() -> None:
    """As MultEval and sacreBLEU count, what is as large as observed is not; in Karat's test it is."""
    differences = np.array([0.5, -1.0, 1.0, 2.0])
    assert moses_randomization_p(1.0, differences) == 2 / 5
    assert moses_randomization_p(0.0, np.zeros(99)) == 1 / 100
    assert randomization_p(0.0, np.zeros(99)) == 1
    assert np.isnan(moses_randomization_p(np.nan, differences))


def test_undefined_values() -> None:
    """What is not defined is not tested; undefined draws are left out."""
    differences = np.array([0.5, -1.0, np.nan, 1.0, 2.0])
    assert randomization_p(1.0, differences) == 4 / 5
    assert bootstrap_p(1.0, differences) == 3 / 5
    assert moses_p(0.5, differences) == 2 / 5
    assert np.isnan(randomization_p(np.nan, differences))
    assert np.isnan(bootstrap_p(np.nan, differences))


def test_the_last_bits_of_differences_do_not_count() -> None:
    """What is as large as observed on paper is as large, and not larger."""
    observed = 0.3
    differences = np.array([0.1 + 0.2, 0.3, -(0.1 + 0.2), 0.2])
    assert observed < 0.1 + 0.2
    assert randomization_p(observed, differences) == 4 / 5
    assert moses_randomization_p(observed, differences) == 1 / 5


P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


def corrected(p_values: list[float], method: str) -> list[float]:
    """P-values as statsmodels corrects them.

    For Holm's procedure it collects the garbage of the whole process: seconds each time, late in a long run.
    """
    with mock.patch("gc.collect"):
        return list(multipletests(p_values, method=method)[1])


@given(p_values=P_VALUES)
def test_holm(p_values: list[float]) -> None:
    """Holm's step-down procedure."""
    assert holm(p_values) == pytest.approx(corrected(p_values, "holm"))


@given(p_values=P_VALUES)
def test_benjamini_hochberg(p_values: list[float]) -> None:
    """Benjamini and Hochberg's step-up procedure."""
    assert benjamini_hochberg(p_values) == pytest.approx(corrected(p_values, "fdr_bh"))


def test_nothing_to_correct() -> None:
    """No tests, no p-values."""
    assert holm([]) == benjamini_hochberg([]) == []


SYSTEMS = ("a", "b", "c", "d")


def test_everything_significant() -> None:
    """Each system is a cluster of its own."""

    def better(first: str, second: str) -> bool:
        return first < second

    assert clusters(SYSTEMS, better) == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert rank_ranges(SYSTEMS, better) == {"a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (4, 4)}


def test_nothing_significant() -> None:
    """All systems share one cluster and all ranks."""

    def better(first: str, second: str) -> bool:
        return False

    assert set(clusters(SYSTEMS, better).values()) == {1}
    assert set(rank_ranges(SYSTEMS, better).values()) == {(1, 4)}


def test_a_border_needs_every_pair_across_it() -> None:
    """`b` is not better than `c`, so neither border beside them holds; that before `d` does."""
    wins = {("a", "c"), ("a", "d"), ("b", "d"), ("c", "d")}
    assert clusters(SYSTEMS, lambda first, second: (first, second) in wins) == {
        "a": 1,
        "b": 1,
        "c": 1,
        "d": 2,
    }
    assert rank_ranges(SYSTEMS, lambda first, second: (first, second) in wins) == {
        "a": (1, 2),
        "b": (1, 3),
        "c": (2, 3),
        "d": (4, 4),
    }
