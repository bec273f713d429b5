"""Results are frozen dataclasses with slots; where they are only represented, long values are cut short."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass

import numpy as np
import pytest

from karat import Bleu, Chrf, Corpus, Score, Ter
from karat.display import Shown


@dataclass(frozen=True, slots=True, repr=False)
class Findings(Shown):
    """A result for the tests."""

    name: str
    values: object = ()


def test_a_short_value_is_shown_whole() -> None:
    """What fits is what the standard library would show."""
    assert repr(Findings("a", (1,))) == "Findings(name='a', values=(1,))"
    assert repr(Findings("a", [1, [2]])) == "Findings(name='a', values=[1, [2]])"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (tuple(range(9)), "(0, 1, 2, 3, 4, 5, … 9 in all)"),
        (list(range(9)), "[0, 1, 2, 3, 4, 5, … 9 in all]"),
        ({n: n for n in range(7)}, "{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, … 7 in all}"),
        (np.zeros((2, 30)), "<array of 2 × 30>"),
        ("x" * 400, "'" + "x" * 299 + "…'"),
    ],
)
def test_a_long_value_is_shown_by_its_beginning(value: object, shown: str) -> None:
    """Nobody wants a whole corpus in a traceback."""
    assert repr(Findings("a", value)) == f"Findings(name='a', values={shown})"


@pytest.mark.parametrize("record", [Bleu(order=2), Chrf(beta=3), Ter(normalized=True), Findings("a")])
def test_copies_and_pickles_are_equal(record: object) -> None:
    """Metrics and results travel to other processes."""
    assert copy.copy(record) == copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize("cls", [Bleu, Chrf, Ter, Corpus, Score])
def test_no_attribute_can_be_added(cls: type) -> None:
    """A misspelt option is an error, not a new attribute: the classes have slots and no dictionary."""
    assert cls.__match_args__  # type: ignore[attr-defined]
    assert "__dict__" not in dir(cls)
