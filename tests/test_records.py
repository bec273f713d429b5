"""Records are dataclasses to everyone who asks."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle

import pytest

from karat import Bleu, Chrf, Corpus, Score, Ter
from karat.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Point:
    """A record for the tests."""

    x: int
    y: int = 2

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("x is negative")


def test_values_are_given_by_position_or_by_name() -> None:
    """Either way gives the same record, and what is left out has its default."""
    assert Point(1) == Point(x=1, y=2) == Point(y=2, x=1)
    assert repr(Point(1)) == "Point(x=1, y=2)"
    assert hash(Point(1)) == hash(Point(1, 2))
    assert Point(1) != Point(2)


def test_wrong_calls_are_type_errors() -> None:
    """Too many values, none where one is needed, an unknown name and one given twice."""
    for call in ("Point()", "Point(1, 2, 3)", "Point(1, z=3)", "Point(1, x=1)"):
        with pytest.raises(TypeError, match="Point"):
            eval(call)


def test_records_cannot_be_changed() -> None:
    """Neither by setting nor by deleting."""
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match=r"Point\.x"):
        point.x = 5  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match=r"Point\.y"):
        del point.y


def test_replace_checks_anew() -> None:
    """Ours and the library's give a new record, and neither goes round the checks."""
    assert replace(Point(1), y=7) == dataclasses.replace(Point(1), y=7) == Point(1, 7)
    with pytest.raises(ValueError, match="negative"):
        replace(Point(1), x=-1)


def test_records_are_copied_and_pickled() -> None:
    """A copy equals the original."""
    for record in (Point(1, 3), Bleu(order=2), Chrf(beta=3), Ter(normalized=True)):
        assert copy.copy(record) == copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize("cls", [Bleu, Chrf, Ter, Corpus, Score])
def test_the_library_knows_them(cls: type) -> None:
    """Fields and signature are those of the annotations, in their order."""
    names = list(inspect.get_annotations(cls))
    assert dataclasses.is_dataclass(cls)
    assert [field.name for field in dataclasses.fields(cls)] == names
    assert list(inspect.signature(cls).parameters) == names


def test_a_class_without_fields_of_its_own() -> None:
    """It has those of the record that it is made from, to the library too."""

    class Derived(Point):
        """A record of another name."""

        __slots__ = ()

    assert Derived.__match_args__ == Point.__match_args__
    assert inspect.signature(Derived) == inspect.signature(Point)
    assert [field.name for field in dataclasses.fields(Derived)] == ["x", "y"]
    assert Derived(1) != Point(1)
