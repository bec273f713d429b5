"""Exact matches."""

from __future__ import annotations

import pytest

from karat.errors import InvalidOption
from karat.metrics import Exact


def test_values() -> None:
    """The share of segments that are one of their references; white space does not matter."""
    exact = Exact()
    statistics = exact.count(["a  b ", "a b", "", "x"], [["a b"], ["b a", "a b"], [""], ["X"]])
    assert exact.values(statistics).tolist() == [100.0, 100.0, 100.0, 0.0]
    assert exact.value(statistics.total()) == 75.0
    assert exact.details(statistics.total()) == {"matches": 3, "segments": 4}


def test_options() -> None:
    """Case, Unicode form and tokens may be made alike first."""
    pair = ["Cafe\u0301."], ["café ."]
    assert Exact().count(*pair).total() == [0, 1]
    assert Exact(lowercase=True, normalization="NFC", tokenize="13a").count(*pair).total() == [1, 1]


def test_refused() -> None:
    """A form that does not exist is refused."""
    with pytest.raises(InvalidOption, match="normalization"):
        Exact(normalization="NFX")  # type: ignore[arg-type]


def test_explanation() -> None:
    """How far the hypothesis is the same as each reference."""
    explained = Exact().explain("the cat sat", ["the dog sat", "the cat sat", "the cat"])
    assert explained.value == 100.0
    assert explained.listings[0].rows == [("the dog sat", 1), ("the cat sat", 3), ("the cat", 2)]
