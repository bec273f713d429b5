"""Correlations and counts of pairs, against scipy and against the obvious."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.oracles import agreement as oracle

from karat.agreement import calibrate_ties, count_pairs, kendall, kendall_c, pearson, soft_accuracy, spearman
from karat.agreement.correlation import ranks
from karat.agreement.measures import OF_VECTORS
from karat.agreement.pair_counts import _count_all, _count_sorted

# Few values, so that ties are everywhere; some are missing.
SCORE = st.sampled_from([0.0, 0.1, 0.2, 1.0, 2.5, -3.0, float("nan")])
VECTORS = st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=30)


def both(drawn: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    """Two vectors with NaN in both where one has it."""
    x, y = (np.array(values) for values in zip(*drawn, strict=True))
    missing = np.isnan(x) | np.isnan(y)
    x[missing] = y[missing] = np.nan
    return x, y


@given(VECTORS)
def test_correlations(drawn: list[tuple[float, float]]) -> None:
    """Every correlation is scipy's, also with ties and missing scores."""
    x, y = both(drawn)
    there = ~np.isnan(x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        enough = there.sum() > 1
        nothing = float("nan")
        expected = {
            pearson: stats.pearsonr(x[there], y[there])[0] if enough else nothing,
            spearman: stats.spearmanr(x[there], y[there])[0] if enough else nothing,
            kendall: stats.kendalltau(x[there], y[there])[0] if enough else nothing,
            kendall_c: stats.kendalltau(x[there], y[there], variant="c")[0] if enough else nothing,
        }
    for function, value in expected.items():
        np.testing.assert_allclose(function(x, y), value, atol=1e-9, err_msg=function.__name__)


@given(VECTORS)
def test_pairs(drawn: list[tuple[float, float]]) -> None:
    """Both ways of counting pairs count the same, and so does a loop."""
    x, y = both(drawn)
    expected = oracle.pair_kinds(x.tolist(), y.tolist())

    for counts in (_count_all(x, y, 0.0, 0.0), _count_sorted(x, y)):
        assert {name: int(getattr(counts, name)) for name in expected} == expected


@given(VECTORS)
def test_taus(drawn: list[tuple[float, float]]) -> None:
    """The τs of the WMT Metrics tasks differ in what they make of ties."""
    x, y = both(drawn)
    kinds = oracle.pair_kinds(x.tolist(), y.tolist())
    right, wrong, tied = kinds["concordant"], kinds["discordant"], kinds["metric_ties"]
    counts = count_pairs(x, y)
    for found, top, bottom in (
        (counts.tau_10, right - wrong - tied, right + wrong + tied),
        (counts.tau_13, right - wrong, right + wrong),
        (counts.tau_14, right - wrong, right + wrong + tied),
    ):
        np.testing.assert_allclose(found, top / bottom if bottom else np.nan)


def test_many_pairs() -> None:
    """Thousands of scores are sorted, and the figure is scipy's."""
    rng = np.random.default_rng(1)
    x = rng.integers(0, 50, 3000).astype(float)
    y = np.round(x + rng.normal(0, 20, 3000))

    assert float(kendall(x, y)) == pytest.approx(stats.kendalltau(x, y)[0], abs=1e-12)


def test_counts_add() -> None:
    """Counts of two groups together are the sums of their counts."""
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 4, (2, 2, 8)).astype(float)
    together = count_pairs(x[0], y[0]) + count_pairs(x[1], y[1])

    assert int(together.pairs) == 2 * 28
    assert int(together.concordant) == int(count_pairs(x, y).concordant.sum())


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.tuples(SCORE, SCORE), min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_tie_calibration(drawn: list[list[tuple[float, float]]]) -> None:
    """The best threshold is that of trying them all."""
    pairs = [both(group) for group in drawn]
    x, y = np.array([m for m, _ in pairs]), np.array([h for _, h in pairs])
    found = calibrate_ties(x, y)
    if ((~np.isnan(x)).sum(axis=1) < 2).all():
        assert np.isnan(found.accuracy)
        return
    epsilon, accuracy = oracle.best_epsilon(x.tolist(), y.tolist())
    assert found.accuracy == pytest.approx(accuracy, abs=1e-9)
    assert found.epsilon == pytest.approx(epsilon, abs=1e-9)


@given(st.lists(st.lists(st.tuples(SCORE, SCORE), min_size=4, max_size=4), min_size=2, max_size=3))
def test_soft_accuracy(drawn: list[list[tuple[float, float]]]) -> None:
    """Pairs of systems are compared on the segments that both have, whichever these are."""
    pairs = [both(group) for group in drawn]
    x, y = np.array([m for m, _ in pairs]), np.array([h for _, h in pairs])
    shared = [~np.isnan(x[i] + x[j]) for i in range(len(x)) for j in range(i + 1, len(x))]
    if all(there.any() for there in shared):
        assert soft_accuracy(x, y) == pytest.approx(oracle.soft_accuracy(x.tolist(), y.tolist()), abs=1e-9)


def test_soft_accuracy_is_reproducible() -> None:
    """The same seed gives the same figure, another one nearly."""
    rng = np.random.default_rng(3)
    human = rng.normal(size=(5, 200))
    metric = human + rng.normal(size=(5, 200))
    values = [soft_accuracy(metric, human, seed=seed) for seed in (0, 0, 1)]

    assert values[0] == values[1] != values[2]
    assert values[0] == pytest.approx(values[2], abs=0.03)


@given(st.lists(SCORE, min_size=1, max_size=20))
def test_ranks(values: list[float]) -> None:
    """Ranks are scipy's; what is missing has none."""
    array = np.array(values)

    np.testing.assert_allclose(ranks(array), stats.rankdata(array, nan_policy="omit"))


def test_constant() -> None:
    """A constant correlates with nothing, also one that sums do not hit exactly."""
    x, y = np.full(3, 0.1), np.array([1.0, 2, 3])

    assert all(np.isnan(function(x, y)) for function in (pearson, spearman, kendall))
    assert float(count_pairs(x, y).accuracy) == 0.0


def test_scores_on_a_line_are_predicted_without_an_error() -> None:
    """Not with one of 10⁻¹⁴, here and there, on some processors."""
    rng = np.random.default_rng(7)
    metric = rng.uniform(0, 100, (500, 3))
    slopes, intercepts = rng.normal(size=(500, 1)), rng.uniform(1, 5, (500, 1))
    human = slopes * metric + intercepts
    assert np.abs(pearson(metric, human)).tolist() == [1.0] * 500
    assert OF_VECTORS["prediction-error"](metric, human).tolist() == [0.0] * 500
