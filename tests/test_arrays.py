"""What is equal on paper is equal, and nothing else changes."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.arrays import rounded

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


def test_sums_in_any_order_are_equal() -> None:
    """As they are on paper."""
    sums = np.array([a + b + c + d for a, b, c, d in permutations([0.1, 14 / 3, 2.7, 10 / 3])])
    assert len(set(sums.tolist())) > 1
    assert len(set(rounded(sums).tolist())) == 1


@given(st.lists(NUMBERS, min_size=1, max_size=8))
def test_thirteen_digits_of_the_largest_stay(values: list[float]) -> None:
    """At least."""
    found = rounded(np.array(values))
    assert np.abs(found - values).max() <= 5.1e-13 * np.abs(values).max() + 1e-300


@pytest.mark.parametrize("number", [0.0, 0.7, 1.0, -1.0, 4.75, 100.0, 1e6, 1e-9])
def test_numbers_of_few_digits_stay_as_they_are(number: float) -> None:
    """To the last bit."""
    assert rounded(np.array([number])).tolist() == [number]


def test_noise_is_0() -> None:
    """Not −0, and not by its own size, but by that of what it comes from."""
    scores = np.array([33.4, 0.1 + 0.2 - 0.3, -1e-15])
    assert [repr(value) for value in rounded(scores).tolist()] == ["33.4", "0.0", "0.0"]
    assert rounded(np.array([1e-15]), of=1.0).tolist() == [0.0]
    assert rounded(np.array([1e-15, 1e-16])) == pytest.approx([1e-15, 1e-16], rel=1e-12)


def test_each_row_has_its_own_step() -> None:
    """Unless all are taken together."""
    values = np.array([[1e-14, 2e-14], [1.0, 2.0]])
    assert rounded(values) == pytest.approx(values, rel=1e-12)
    assert rounded(values, axis=None).tolist() == [[0.0, 0.0], [1.0, 2.0]]


def test_what_is_no_number_stays() -> None:
    """It does not count as the largest, either."""
    found = rounded(np.array([np.nan, np.inf, -np.inf, 1 / 3]))
    assert np.isnan(found[0])
    assert found[1:].tolist() == [np.inf, -np.inf, 0.33333333333333]


@pytest.mark.parametrize("size", [5e-324, 1e-300, 1e300, 1.7e308])
def test_numbers_of_any_size(size: float) -> None:
    """Nothing overflows."""
    assert rounded(np.array([size])) == pytest.approx([size], rel=1e-12, abs=1e-300)
    assert rounded(np.empty(0)).shape == (0,)
