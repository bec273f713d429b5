"""What the kernel refuses, and in whose words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from karat.errors import InvalidText, MisalignedCorpus, MissingReference
from karat.kernel import (
    Texts,
    count_bleu,
    count_chrf,
    count_nist,
    count_ter,
    count_wnm,
    learn_information,
    learn_salience,
)

if TYPE_CHECKING:
    from collections.abc import Callable

COUNT: dict[str, Callable[[list[Any], list[Any]], Any]] = {
    "BLEU": lambda systems, references: count_bleu(systems, references, "13a", 4, "closest", 1),
    "chrF": lambda systems, references: count_chrf(systems, references, 6, 0, 2.0, False, False, 1),
    "NIST": lambda systems, references: count_nist(
        systems, references, learn_information(references, "13a", 5, True), 1
    ),
    "WNM": lambda systems, references: count_wnm(
        systems, references, learn_salience(references, "13a", "s-clipped", (), 0, 0, ()), 4, "last", (), 1
    ),
    "TER": lambda systems, references: count_ter(systems, references, "tercom", False, False, False, 1),
}

every_metric = pytest.mark.parametrize("name", COUNT)


@every_metric
@pytest.mark.parametrize("value", [5, b"a", ["a"], 1.5, object()])
def test_wrong_type(name: str, value: object) -> None:
    """A segment that is no str is named, in hypotheses and in references."""
    message = rf"Segment 2 is of type {type(value).__name__}; it must be a str"
    with pytest.raises(InvalidText, match=message):
        COUNT[name]([["a", value]], [["a", "b"]])
    with pytest.raises(InvalidText, match=message):
        COUNT[name]([["a", "b"]], [["a", value]])


@every_metric
def test_hypothesis_is_none(name: str) -> None:
    """A hypothesis cannot be missing."""
    with pytest.raises(InvalidText, match="Segment 2 of the hypothesis is None"):
        COUNT[name]([["a", None]], [["a", "b"]])
    with pytest.raises(InvalidText, match="Segment 1 of the hypothesis is None"):
        COUNT[name]([["a", "b"], Texts([None, "b"])], [["a", "b"]])


@every_metric
def test_no_reference(name: str) -> None:
    """There is at least one reference for every segment."""
    with pytest.raises(MissingReference, match="There is no reference"):
        COUNT[name]([["a"]], [])
    with pytest.raises(MissingReference, match="Segment 2 has no reference"):
        COUNT[name]([["a", "b"]], [["a", None], ["a", None]])


@every_metric
@pytest.mark.parametrize("length", [0, 1, 3])
def test_unequal_lengths(name: str, length: int) -> None:
    """Columns of unequal lengths are refused, whichever is longer."""
    with pytest.raises(MisalignedCorpus, match=f"hypothesis has {length} segments?, the references have 2"):
        COUNT[name]([["a"] * length], [["a", "b"]])
    with pytest.raises(MisalignedCorpus, match=f"reference has {length} segments?, the references have 2"):
        COUNT[name]([["a", "b"]], [["a", "b"], ["a"] * length])


@every_metric
def test_single_string(name: str) -> None:
    """A str is not taken for a column of characters."""
    with pytest.raises(InvalidText, match="single string"):
        COUNT[name](["ab"], [["a", "b"]])
    with pytest.raises(InvalidText, match="single string"):
        COUNT[name]([["a", "b"]], [b"ab"])


@every_metric
def test_not_a_column(name: str) -> None:
    """Something that has no segments at all is a TypeError."""
    with pytest.raises(TypeError):
        COUNT[name]([5], [["a"]])
    with pytest.raises(TypeError):
        COUNT[name]([None], [["a"]])


def test_error_does_not_stick() -> None:
    """After an error the next call is counted as if nothing had been."""
    with pytest.raises(InvalidText):
        COUNT["BLEU"]([["a", 5]], [["a", "b"]])
    assert COUNT["BLEU"]([["a"]], [["a"]])[0].total()[:3] == [1, 1, 1]
