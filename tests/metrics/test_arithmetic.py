"""The arithmetic of one row is that of many."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.metrics.arithmetic import Arrays, Scalars
from karat.metrics.contract import Arithmetic

NUMBERS = st.floats(-700, 700)
COUNTS = st.integers(0, 20).map(float)
ROWS: Arithmetic = Arrays()


@given(x=NUMBERS)
def test_exp(x: float) -> None:
    """e to the power x."""
    assert Scalars.exp(x) == pytest.approx(math.exp(x), rel=1e-15)
    assert ROWS.exp(np.array([x])) == pytest.approx([math.exp(x)], rel=1e-15)


@given(
    terms=st.lists(st.tuples(COUNTS, COUNTS, st.integers(0, 3).map(float)), min_size=1, max_size=6),
    present=st.booleans(),
)
def test_geometric_mean(terms: list[tuple[float, float, float]], present: bool) -> None:
    """The weighted product of the ratios, to the power of one over all weights."""
    counted = [(x, y, w) for x, y, w in terms if w and (y or not present)]
    weights = sum(w for *_, w in counted)
    product = math.prod((x / y if y else 0.0) ** (w / weights) for x, y, w in counted)
    expected = product if counted else 0.0
    parts, wholes, shares = zip(*terms, strict=True)
    assert Scalars.geometric_mean(parts, wholes, shares, present) == pytest.approx(expected, rel=1e-12)
    columns = [[np.array([x, 1.0]) for x in side] for side in (parts, wholes)]
    of_many = ROWS.geometric_mean(columns[0], columns[1], shares, present)
    assert of_many[0] == pytest.approx(expected, rel=1e-12)
    assert of_many[1] == (1.0 if any(shares) else 0.0)


@pytest.mark.parametrize(("present", "expected"), [(False, 2 / 7), (True, 2 / 3)])
def test_arithmetic_mean(present: bool, expected: float) -> None:
    """Each ratio counts by its weight; one of nothing counts as 0, or not at all."""
    parts, wholes, weights = (1.0, 3.0, 0.0), (4.0, 4.0, 0.0), (0.5, 2.5, 4.0)
    assert Scalars.arithmetic_mean(parts, wholes, weights, present) == pytest.approx(expected)
    columns = [np.array([part]) for part in parts], [np.array([whole]) for whole in wholes]
    assert Arrays.arithmetic_mean(*columns, weights, present) == pytest.approx(expected)


def test_geometric_mean_of_what_is_smaller_than_any_number() -> None:
    """A ratio that underflows is 0, and no error."""
    assert Scalars.geometric_mean([5e-324], [10.0], [1.0], False) == 0.0
    assert ROWS.geometric_mean([np.array([5e-324])], [np.array([10.0])], [1.0], False).tolist() == [0.0]


@given(conditions=st.lists(st.booleans(), min_size=1))
def test_all(conditions: list[bool]) -> None:
    """Whether all are true, of every row."""
    assert Scalars.all(conditions) == all(conditions)
    assert ROWS.all([np.array([True, condition]) for condition in conditions]) == all(conditions)


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
