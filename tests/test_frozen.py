"""Values that are written out behave as frozen dataclasses do."""

import copy
import pickle
import sys
from dataclasses import FrozenInstanceError
from inspect import signature

import pytest

from karat.frozen import Frozen
from karat.metrics import Bleu
from karat.metrics.recipe import Entry
from karat.remedies import Remedy
from karat.report.tables import Column, Note, Row, Section, Table, View
from karat.scores import Score

VALUES = [
    Bleu(order=2, weights=(0.5, 0.25)),
    Score("BLEU", 31.5, "BLEU|order:4", "A", 1, 3),
    Entry("order", "order"),
    Remedy("order=2", "--order 2"),
    Column("BLEU", "higher"),
    Row(("A",), (31.5,)),
    Table(("system",), (Column("BLEU"),), [Row(("A",), (31.5,))], title="scores"),
    Note("segments", "3"),
    View((), (Note("segments", "3"),)),
    Section("scores", "Scores", "A is best.", ()),
]
every_value = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)


def test_every_class_is_here() -> None:
    """A class that is written out joins the list."""
    written = {
        one for one in Frozen.__subclasses__() if getattr(sys.modules[one.__module__], one.__name__, 0) is one
    }
    assert {
        type(value) for value in VALUES
    } == written  # a module that a test imports anew leaves classes behind


@every_value
def test_attributes_are_the_parameters(value: Frozen) -> None:
    """The attributes that are compared are what the class is made with, in that order."""
    names = type(value).__match_args__  # type: ignore[attr-defined]
    assert tuple(signature(type(value)).parameters) == names == type(value).__slots__
    assert not hasattr(value, "__dict__")


@every_value
def test_frozen(value: Frozen) -> None:
    """No attribute is changed, deleted or added."""
    name = type(value).__match_args__[0]  # type: ignore[attr-defined]
    before = getattr(value, name)
    with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
        setattr(value, name, before)
    with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
        delattr(value, name)
    with pytest.raises(AttributeError):
        value.unheard_of = 1
    assert getattr(value, name) == before


@every_value
def test_equal_by_its_attributes(value: Frozen) -> None:
    """Copies and pickles are equal; what differs in an attribute or in its class is not."""
    copies = [copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)), value.changed()]
    assert all(each == value for each in copies)
    assert [each for each in VALUES if each == value] == [value]
    assert value != value._values()


def test_changed() -> None:
    """The other attributes stay, and what cannot be is refused as when the value is made."""
    assert Bleu(order=2, lowercase=True).changed(order=3) == Bleu(order=3, lowercase=True)
    assert Row(("A",), (1.0,)).changed(labels=("B",)) == Row(("B",), (1.0,))
    # What `copy.replace` of Python 3.13 calls.
    assert Bleu().__replace__(order=2) == Bleu(order=2)
    with pytest.raises(ValueError, match="order is 0"):
        Bleu().changed(order=0)
    with pytest.raises(TypeError, match="ordre"):
        Bleu().changed(ordre=2)


def test_hash_and_representation() -> None:
    """Equal values hash alike; one is shown as it is made."""
    assert len({Remedy("a", "b"), Remedy("a", "b"), Remedy("a", "c")}) == 2
    assert repr(Remedy("a", "b")) == "Remedy(python='a', command='b')"
