"""The arithmetic of one row is that of many."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.metrics.arithmetic import Arithmetic, Arrays, Scalars

NUMBERS = st.floats(-700, 700)
COUNTS = st.integers(0, 20).map(float)
ROWS: Arithmetic = Arrays()


@given(x=NUMBERS)
def test_exp(x: float) -> None:
    """e to the power x."""
    assert Scalars.exp(x) == pytest.approx(math.exp(x), rel=1e-15)
    assert ROWS.exp(np.array([x])) == pytest.approx([math.exp(x)], rel=1e-15)


@given(x=st.floats(0, 1e300))
def test_log(x: float) -> None:
    """The natural logarithm; that of 0 is minus infinity, and no warning."""
    expected = math.log(x) if x else -math.inf
    assert Scalars.log_ratio(x, 1) == pytest.approx(expected, rel=1e-15, abs=1e-15)
    assert ROWS.log_ratio(np.array([x]), np.ones(1)) == pytest.approx([expected], rel=1e-15, abs=1e-15)
    assert Scalars.log_ratio(1, 0) == ROWS.log_ratio(np.ones(1), np.zeros(1)) == -math.inf


@given(x=COUNTS, y=COUNTS)
def test_ratio(x: float, y: float) -> None:
    """A quotient; nothing of nothing is 0, and no warning."""
    expected = x / y if y else 0.0
    assert Scalars.ratio(x, y) == expected
    assert ROWS.ratio(np.array([x]), np.array([y])).tolist() == [expected]


def test_ratio_of_one_number_and_many() -> None:
    """A row of numbers can be divided by one, and one by a row."""
    assert ROWS.ratio(np.array([1.0, 2.0]), 2.0).tolist() == [0.5, 1.0]
    assert ROWS.ratio(2.0, np.array([0.0, 4.0])).tolist() == [0.0, 0.5]


@given(conditions=st.lists(st.booleans(), min_size=1))
def test_any(conditions: list[bool]) -> None:
    """Whether it is true of some row."""
    assert [Scalars.any(condition) for condition in conditions] == conditions
    assert ROWS.any(np.array(conditions)) == any(conditions)


@given(condition=st.booleans(), x=NUMBERS, y=NUMBERS)
def test_where(condition: bool, x: float, y: float) -> None:
    """One of two values."""
    expected = x if condition else y
    assert Scalars.where(condition, x, y) == expected
    assert ROWS.where(np.array([condition]), x, y).tolist() == [expected]


@given(x=NUMBERS, y=NUMBERS)
def test_minimum(x: float, y: float) -> None:
    """The smaller of two values."""
    assert Scalars.minimum(x, y) == min(x, y)
    assert ROWS.minimum(np.array([x]), y).tolist() == [min(x, y)]


def test_both_have_every_function() -> None:
    """One row and many rows have the functions that formulas ask for, and no others."""
    wanted = {name for name in vars(Arithmetic) if not name.startswith("_")}
    assert {name for name in dir(Scalars) if not name.startswith("_")} == wanted
    assert {name for name in dir(ROWS) if not name.startswith("_")} == wanted
