"""CDER: values and explanations."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.strategies import segments, sentences

from karat.metrics import Cder
from karat.metrics.explain.edits import block_path


def errors(hypothesis: str, *references: str) -> int:
    """The edits and jumps of one segment."""
    return Cder().count([hypothesis], [list(references)]).total()[0]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("a b c", "a b c", 0),
        ("a b x y z c d", "a b c d", 1),  # one jump over three words
        ("x y z a b", "a b", 1),  # a jump from the beginning
        ("a b x y z", "a b", 1),  # and one to the end
        ("c d a b", "a b c d", 3),  # to the second block, back to the first, to the end
        ("a b c d e", "a b x d e", 1),
        ("a b", "a b a b", 1),  # a block may be read twice
        ("", "a b", 2),
        ("a b", "", 1),
        ("", "", 0),
    ],
)
def test_errors_by_hand(hypothesis: str, reference: str, expected: int) -> None:
    """Edits and jumps, each 1."""
    assert errors(hypothesis, reference) == expected


def test_values() -> None:
    """Per word of the references; several as in TER."""
    assert Cder().value(Cder().count(["c d a b"], ["a b c d"]).total()) == 75.0
    assert Cder().value(Cder().count(["c d a b"], [["a b c d", "c d a b b b"]]).total()) == 100 * 2 / 5
    assert Cder().value(Cder().count(["a b"], [""]).total()) == 100.0
    assert Cder(unit="char").name == "CDER-c"


@given(hypothesis=sentences(max_words=10), reference=sentences(max_words=10))
def test_path(hypothesis: str, reference: str) -> None:
    """The path costs what is counted, reads the reference once and goes on where it is."""
    spoken, wanted = hypothesis.split(), reference.split()
    path = block_path(spoken, wanted)
    assert sum(edit.move != "match" for edit in path) == errors(hypothesis, reference)
    assert [edit.reference for edit in path if edit.reference is not None] == list(range(len(wanted)))
    place = 0
    for edit in path:
        if edit.move == "jump":
            assert edit.hypothesis is not None
            place = edit.hypothesis
        elif edit.hypothesis is not None:
            assert edit.hypothesis == place
            place += 1
        if edit.hypothesis is not None and edit.reference is not None:
            assert (spoken[edit.hypothesis] == wanted[edit.reference]) == (edit.move == "match")
    assert place == len(spoken)


@given(hypothesis=segments(), first=segments(), second=segments())
def test_explanation(hypothesis: str, first: str, second: str) -> None:
    """Jumps and edits of the explanation are the errors that are counted."""
    of = Cder(tokenize="13a")
    explained = of.explain(hypothesis, [first, second])
    row = of.count([hypothesis], [[first, second]]).total()
    assert explained.value == of.value(row)
    steps = {step.label: step.value for step in explained.steps}
    assert steps["jumps"] + steps["edits"] == steps["errors"] == row[0]  # type: ignore[operator]


def test_explanation_by_hand() -> None:
    """The blocks are listed in the order of the reference."""
    explained = Cder().explain("on the mat the cat sat", ["the cat sat on the mat"])
    assert explained.listings[0].rows == [("the cat sat", "the cat sat", 0), ("on the mat", "on the mat", 0)]
    assert explained.steps[0].value == 3
