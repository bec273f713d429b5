"""TER: options and values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import ter as oracle
from tests.strategies import ters

from karat.errors import InvalidOption, InvalidText
from karat.kernel import LENGTH_PARTS
from karat.metrics import Ter
from karat.statistics import Statistics


def edits(metric: Ter, hypothesis: str, *references: str) -> int:
    """The edits of one segment."""
    return metric.count([hypothesis], [list(references)]).total()[0]


def test_refused() -> None:
    """A normalization that does not exist is refused when the metric is made."""
    with pytest.raises(InvalidOption, match="normalization is 'NFX'"):
        Ter(normalization="NFX")  # type: ignore[arg-type]


def test_case() -> None:
    """Case does not matter unless it is asked to."""
    assert edits(Ter(), "The Cat", "the cat") == 0
    assert edits(Ter(case_sensitive=True), "The Cat", "the cat") == 2


def test_normalized() -> None:
    """Normalization takes punctuation apart from words."""
    assert edits(Ter(), "the cat .", "the cat.") > 0
    assert edits(Ter(normalized=True), "the cat .", "the cat.") == 0


def test_no_punctuation() -> None:
    """Punctuation can be left out, Asian marks too where they are known."""
    assert edits(Ter(no_punctuation=True), "the, cat!", "the cat") == 0
    assert edits(Ter(no_punctuation=True), "我、你", "我你") > 0
    assert edits(Ter(no_punctuation=True, asian_support=True), "我、你", "我你") == 0


def test_asian_support() -> None:
    """Chinese is edited character by character where it is asked to."""
    assert edits(Ter(normalized=True), "我有元", "我有角") == 1
    assert edits(Ter(normalized=True, asian_support=True), "我有元钱", "我无角钱") == 2
    assert Ter(normalized=True, asian_support=True).count(["我"], ["我有元"]).total() == [2, 3 * LENGTH_PARTS]


def test_unicode_normalization() -> None:
    """Two ways to write the same are made one where that is asked for."""
    assert edits(Ter(), "e\u0301", "é") == 1
    assert edits(Ter(normalization="NFC"), "e\u0301", "é") == 0


@pytest.mark.parametrize(
    ("edited", "length", "expected"), [(1, 4, 25.0), (0, 0, 0.0), (3, 0, 100.0), (9, 4, 225.0)]
)
def test_values_by_hand(edited: int, length: int, expected: float) -> None:
    """Edits per word in percent; words for nothing are all wrong, nothing for nothing is right."""
    assert Ter().value([edited, length * LENGTH_PARTS]) == expected
    assert oracle.value(edited, length) == expected


def test_corpus_value() -> None:
    """The corpus has the sum of edits over the sum of lengths, not the mean of rates."""
    metric = Ter()
    statistics = metric.count(["a b", "c"], ["a x", "c d e f"])
    assert statistics.total() == [4, 6 * LENGTH_PARTS]
    assert metric.value(statistics.total()) == pytest.approx(100 * 4 / 6)


@given(metric=ters(), seed=st.integers(0, 2**32))
def test_value_is_values(metric: Ter, seed: int) -> None:
    """One row scored alone has the value that it has among others, and the one that the definition gives."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 12, size=(40, 2)) * rng.integers(0, 2, size=(40, 2)) * [1, LENGTH_PARTS // 6]
    values = metric.values(Statistics(metric.columns, rows))
    assert values == pytest.approx([metric.value(row.tolist()) for row in rows], abs=1e-12)
    expected = [oracle.value(edited, length / LENGTH_PARTS) for edited, length in rows.tolist()]
    assert values == pytest.approx(expected, abs=1e-9)


def test_details() -> None:
    """The facts are edits and mean reference length."""
    assert Ter().details([3, 5 * LENGTH_PARTS // 2]) == {"edits": 3, "reference_length": 2.5}


def test_lower_is_better() -> None:
    """TER counts errors."""
    assert not Ter().higher_is_better


@pytest.mark.parametrize("value", [5, b"a", ["a"]])
def test_wrong_type(value: Any) -> None:
    """A segment that is no str is named."""
    with pytest.raises(InvalidText, match="Segment 2 is of type"):
        Ter().count(["a", value], ["a", "b"])
