"""κ: beside statsmodels, beside the definition, and where it is not defined."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import cohens_kappa as theirs_cohen
from statsmodels.stats.inter_rater import fleiss_kappa as theirs_fleiss
from tests.oracles import reliability as oracle

from karat.errors import InvalidOption, UnknownName
from karat.reliability import Bootstrap, Ratings, cohen_kappa, fleiss_kappa, light_kappa

ONCE = Bootstrap(samples=1)
POWERS = {"none": 0, "linear": 1, "quadratic": 2}

pairs_of_values = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=20)


@given(pairs=pairs_of_values)
def test_definition(pairs: list[tuple[int, int]]) -> None:
    """With every weighting, one minus the cost of disagreements by that of chance."""
    first, second = zip(*pairs, strict=True)
    for weighting, power in POWERS.items():
        found = cohen_kappa(Ratings.of(pairs), "1", "2", weighting=weighting, bootstrap=ONCE)  # type: ignore[arg-type]
        expected = oracle.kappa(first, second, power)
        assert found.value == pytest.approx(expected, abs=1e-9, nan_ok=True), weighting
        assert isnan(found.value) == bool(found.reason)


def sample(judges: int = 2, items: int = 80) -> np.ndarray:
    """Judges who agree somewhat, and use every point of the scale."""
    rng = np.random.default_rng(7)
    truth = rng.normal(size=(items, 1))
    return np.clip(np.round(3 + truth + 0.7 * rng.normal(size=(items, judges))), 1, 5)


@pytest.mark.parametrize(("weighting", "wt"), [("none", None), ("linear", "linear"), ("quadratic", "fc")])
def test_beside_statsmodels(weighting: str, wt: str | None) -> None:
    """Cohen's κ, plain and weighted."""
    values = sample()
    table = np.zeros((5, 5))
    np.add.at(table, tuple(values.astype(int).T - 1), 1)
    theirs = theirs_cohen(table, wt=wt).kappa
    found = cohen_kappa(Ratings.of(values.tolist()), "1", "2", weighting=weighting, bootstrap=ONCE)  # type: ignore[arg-type]
    assert found.value == pytest.approx(theirs, abs=1e-12)


def test_fleiss_beside_statsmodels() -> None:
    """Fleiss' κ of a complete table."""
    values = sample(judges=4)
    theirs = theirs_fleiss(aggregate_raters(values.astype(int))[0])
    assert fleiss_kappa(Ratings.of(values.tolist()), bootstrap=ONCE).value == pytest.approx(theirs, abs=1e-12)


def test_fleiss_published() -> None:
    """Fleiss (1971) as textbooks show it: 10 items, 14 judges, 5 categories, κ .210."""
    counts = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    rows = [[value for value, count in enumerate(row) for _ in range(count)] for row in counts]
    assert fleiss_kappa(Ratings.of(rows), bootstrap=ONCE).value == pytest.approx(0.210, abs=5e-4)


def test_light_is_the_mean_of_pairs() -> None:
    """Over the pairs that share items; of two judges it is Cohen's."""
    values = sample(judges=3)
    ratings = Ratings.of(values.tolist())
    pairs = [
        cohen_kappa(ratings, a, b, bootstrap=ONCE).value for a, b in (("1", "2"), ("1", "3"), ("2", "3"))
    ]
    assert light_kappa(ratings, bootstrap=ONCE).value == pytest.approx(np.mean(pairs))
    two = Ratings.of(values[:, :2].tolist())
    assert light_kappa(two, bootstrap=ONCE).value == cohen_kappa(two, "1", "2", bootstrap=ONCE).value


def test_what_is_not_defined() -> None:
    """Equal values, no shared items, and too many different values: NaN, with the reason."""
    same = Ratings.of([[3, 3], [3, 3]])
    for found in (light_kappa(same, bootstrap=ONCE), fleiss_kappa(same, bootstrap=ONCE)):
        assert isnan(found.value)
        assert "all values are the same" in found.reason
    apart = Ratings.of([[1, None], [None, 2]])
    assert "two judges" in light_kappa(apart, bootstrap=ONCE).reason
    assert "two judges" in fleiss_kappa(apart, bootstrap=ONCE).reason
    many = Ratings.of([[value, value + 0.5] for value in range(50)])
    assert "100 different values" in light_kappa(many, bootstrap=ONCE).reason
    assert "100 different values" in fleiss_kappa(many, bootstrap=ONCE).reason


def test_names() -> None:
    """Judges and weightings that are not there."""
    ratings = Ratings.of([[1, 2]], judges=["anna", "ben"])
    with pytest.raises(UnknownName, match="anna, ben"):
        cohen_kappa(ratings, "anna", "bea")
    with pytest.raises(InvalidOption, match="none, linear, quadratic"):
        light_kappa(ratings, weighting="cubic")  # type: ignore[arg-type]
