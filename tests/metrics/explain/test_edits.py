"""The edits of one segment: as many as the kernel counts."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from tests.hypothesis_profile import examples
from tests.oracles import ter as oracle
from tests.strategies import sentences

from karat.metrics import Ter
from karat.metrics.explain.edits import WordEdit, shifted_path


def counted(hypothesis: str, reference: str) -> int:
    """The kernel's edits."""
    return Ter().count([hypothesis], [reference]).total()[0]


@given(hypothesis=sentences("a b c d e"), reference=sentences("a b c d e"))
def test_as_many_as_the_kernel_counts(hypothesis: str, reference: str) -> None:
    """Shifts and edits are those that the kernel counts, and turn one text into the other."""
    path = shifted_path(hypothesis.split(), reference.split())
    assert path.cost == counted(hypothesis, reference) == oracle.edits(hypothesis.split(), reference.split())
    assert [edit.reference for edit in path.edits if edit.reference is not None] == reference.split()
    words = hypothesis.split()
    for shift in path.shifts:
        assert tuple(words[shift.start : shift.start + len(shift.phrase)]) == shift.phrase
        del words[shift.start : shift.start + len(shift.phrase)]
        words[shift.end : shift.end] = shift.phrase
    assert [edit.hypothesis for edit in path.edits if edit.hypothesis is not None] == words


@examples(1 / 10)
@given(
    hypothesis=sentences("a b c d e f g h", max_words=40),
    reference=sentences("a b c d e f g h", max_words=40),
)
def test_longer_texts(hypothesis: str, reference: str) -> None:
    """Also where many shifts are tried."""
    assert shifted_path(hypothesis.split(), reference.split()).cost == counted(hypothesis, reference)


@pytest.mark.parametrize(("here", "there"), [(60, 3), (3, 90), (0, 4), (4, 0), (0, 0), (1, 80)])
def test_unequal_lengths(here: int, there: int) -> None:
    """The band around the diagonal is the kernel's."""
    rng = Random(here + there)
    hypothesis, reference = (
        " ".join(rng.choice("abcdefgh") for _ in range(length)) for length in (here, there)
    )
    assert shifted_path(hypothesis.split(), reference.split()).cost == counted(hypothesis, reference)


def test_kinds() -> None:
    """Each word is kept, replaced, inserted or deleted."""
    path = shifted_path(["a", "x", "c", "e"], ["a", "b", "c", "d"])
    assert path.edits[:2] == (WordEdit("keep", "a", "a"), WordEdit("replace", "x", "b"))
    assert shifted_path([], ["a"]).edits == (WordEdit("insert", None, "a"),)
    assert shifted_path(["a"], []).edits == (WordEdit("delete", "a", None),)
    path = shifted_path(["a", "b"], ["a", "b", "c"])
    assert (path.number("keep"), path.number("insert"), path.cost) == (2, 1, 1)
