"""ICC: the published example, the means of squares, and gaps."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from tests.oracles import reliability as oracle

from karat.errors import InvalidOption
from karat.reliability import Bootstrap, Ratings, intraclass_correlation

ONCE = Bootstrap(samples=1)
# Shrout & Fleiss (1979), table 2: six targets, four judges.
EXAMPLE = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
FORMS = ("1,1", "1,k", "2,1", "2,k", "3,1", "3,k")


@pytest.mark.parametrize(
    ("form", "value"), list(zip(FORMS, (0.17, 0.44, 0.29, 0.62, 0.71, 0.91), strict=True))
)
def test_published_figures(form: str, value: float) -> None:
    """Shrout and Fleiss' own example, in all six forms."""
    found = intraclass_correlation(Ratings.of(EXAMPLE), form, bootstrap=ONCE)  # type: ignore[arg-type]
    assert round(found.value, 2) == value


@pytest.mark.parametrize("form", FORMS)
def test_definition(form: str) -> None:
    """The formulas of means of squares."""
    rng = np.random.default_rng(2)
    for _ in range(20):
        matrix = rng.normal(size=(1, 4)) + rng.normal(size=(9, 1)) + rng.normal(size=(9, 4))
        found = intraclass_correlation(Ratings.of(matrix.tolist()), form, bootstrap=ONCE)  # type: ignore[arg-type]
        assert found.value == pytest.approx(oracle.icc(matrix, form), abs=1e-10)


def test_gaps() -> None:
    """The one-way forms take items of any two judges, the others those of all judges."""
    rows: list[list[float | None]] = [[*row] for row in EXAMPLE]
    rows[0][2] = None
    rows.append([5, None, None, None])
    assert intraclass_correlation(Ratings.of(rows), "1,1", bootstrap=ONCE).items == 6
    two_way = intraclass_correlation(Ratings.of(rows), "2,1", bootstrap=ONCE)
    assert two_way.items == 5
    assert two_way.value == pytest.approx(oracle.icc(np.array(EXAMPLE[1:], dtype=float), "2,1"))


def test_unbalanced_one_way_finds_the_truth() -> None:
    """With judges missing at random, ICC(1,1) still is the share of variance that is the items'."""
    rng = np.random.default_rng(5)
    values = []
    for _ in range(200):
        matrix = rng.normal(size=(80, 1)) + rng.normal(size=(80, 5))
        matrix[rng.random(matrix.shape) < 0.4] = np.nan
        values.append(intraclass_correlation(Ratings.of(matrix.tolist()), "1,1", bootstrap=ONCE).value)
    assert np.mean(values) == pytest.approx(0.5, abs=0.02)


def test_what_is_not_defined() -> None:
    """One item, one judge, and values that do not vary."""
    assert "two judges" in intraclass_correlation(Ratings.of([[1], [2]]), bootstrap=ONCE).reason
    assert "fewer than two items" in intraclass_correlation(Ratings.of([[1, 2]]), bootstrap=ONCE).reason
    apart = Ratings.of([[1, 2, None], [None, 2, 3], [2, None, 1]])
    assert "all judges" in intraclass_correlation(apart, "2,1", bootstrap=ONCE).reason
    for form in FORMS:
        found = intraclass_correlation(Ratings.of([[3, 3], [3, 3], [3, 3]]), form, bootstrap=ONCE)  # type: ignore[arg-type]
        assert isnan(found.value)
        assert "do not vary" in found.reason
    with pytest.raises(InvalidOption, match="1,1, 1,k"):
        intraclass_correlation(apart, "4,1")  # type: ignore[arg-type]
