"""Sums of rows by group, and hashes of texts."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from tests.kernel.test_checksum import digest

from karat.errors import InvalidOption
from karat.kernel import Texts, add_rows, text_hashes


def test_rows_are_added_where_they_belong() -> None:
    """As numpy adds them, onto what was there."""
    rng = np.random.default_rng(1)
    rows, places = rng.integers(-(2**40), 2**40, (1000, 7)), rng.integers(0, 13, 1000)
    table = rng.integers(0, 9, (13, 7))
    expected = table.copy()
    np.add.at(expected, places, rows)
    assert add_rows(rows, places, table)
    assert np.array_equal(table, expected)


def test_a_sum_that_leaves_64_bits_is_noticed() -> None:
    """It must never come round as another number."""
    table = np.array([[0, 2**63 - 1]], dtype=np.int64)
    assert add_rows(np.array([[1, 0]]), np.array([0]), table)
    assert not add_rows(np.array([[0, 1]]), np.array([0]), table)


@pytest.mark.parametrize(("places", "width"), [([2], 3), ([-1], 3), ([0, 0], 3), ([0], 2)])
def test_places_outside_of_the_table_are_refused(places: list[int], width: int) -> None:
    """Nothing is written there."""
    with pytest.raises(InvalidOption):
        add_rows(np.zeros((1, 3), dtype=np.int64), np.array(places), np.zeros((2, width), dtype=np.int64))


def test_texts_are_hashed_alike_wherever_they_come_from() -> None:
    """A string of Python's in any width, and Arrow's bytes; what is missing is like an empty text."""
    strings = ["", "abc", "Größe", "且つ", "𝕏 and a text of more than thirty-two bytes", "\udc80"[:0]]
    expected = [int(digest(text.encode()), 16) for text in strings]
    assert text_hashes(Texts(strings)).tolist() == expected
    assert text_hashes(Texts(pa.array(strings))).tolist() == expected
    assert text_hashes(Texts([None, "a"]))[0] == expected[0]
