"""The scope of a dossier, and the even samples that slow analyses look at."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import Corpus, References
from karat.dossier import Scope
from karat.dossier.dossier import evenly
from karat.errors import InvalidOption


def numbered(size: int) -> Corpus:
    """Segments that are their own numbers, of two systems and two references."""
    texts = [str(row) for row in range(size)]
    return Corpus(
        {"a": texts, "b": [f"b{text}" for text in texts]},
        References((tuple(texts), (None, *texts[1:]))),
        sources=[f"s{text}" for text in texts],
        source_language="de",
        target_language="en",
        human_systems=frozenset({"b"}),
    )


@given(st.integers(1, 60), st.integers(1, 70))
def test_a_sample_is_spread_evenly(size: int, most: int) -> None:
    """As many segments as asked for, from the first on, each once, in steps that differ by one at most."""
    rows = [int(text) for text in evenly(numbered(size), most).systems["a"]]
    assert len(rows) == min(size, most)
    assert rows[0] == 0
    steps = [after - before for before, after in pairwise(rows)]
    assert all(step >= 1 for step in steps)
    assert max(steps, default=1) - min(steps, default=1) <= 1


@given(st.integers(2, 30), st.integers(1, 30))
def test_what_belongs_to_a_segment_comes_along(size: int, most: int) -> None:
    """Outputs, sources and references of a sample are those of the same segments; gaps stay gaps."""
    part = evenly(numbered(size), most)
    rows = list(part.systems["a"])
    assert part.sources is not None
    assert list(part.systems["b"]) == [f"b{row}" for row in rows]
    assert list(part.sources) == [f"s{row}" for row in rows]
    assert list(part.references.streams[0]) == rows
    assert list(part.references.streams[1]) == [None, *rows[1:]]


def test_a_sample_of_some_systems() -> None:
    """Only the named ones, in this order; who is no system here is no person here either."""
    part = evenly(numbered(4), 2, systems=["a"])
    assert list(part.systems) == ["a"]
    assert part.human_systems == frozenset()
    assert list(evenly(numbered(4), 2, systems=["b", "a"]).systems) == ["b", "a"]
    assert evenly(numbered(4), 2).human_systems == {"b"}


def test_languages_stay() -> None:
    """A part of a text is of the same languages; without sources it has none."""
    part = evenly(numbered(9), 3)
    assert (part.source_language, part.target_language) == ("de", "en")
    assert evenly(Corpus.of(["a"], ["a"]), 5).sources is None


def test_the_same_segments_every_time() -> None:
    """Nothing is drawn at random."""
    first, again = (list(evenly(numbered(50), 7).systems["a"]) for _ in range(2))
    assert first == again == ["0", "7", "14", "21", "28", "35", "42"]


CHANGES: dict[str, Any] = {
    "samples": 7,
    "seed": 8,
    "confidence": 0.9,
    "threshold": 3.5,
    "dimensions": 2,
    "damaged": 11,
    "arranged": 12,
    "arranging": 13,
    "equated": 14,
}


@pytest.mark.parametrize("name", [field.name for field in fields(Scope)])
def test_every_choice_is_in_the_recipe(name: str) -> None:
    """Two scopes that differ in one choice have different recipes, which say it."""
    changed = replace(Scope(), **{name: CHANGES[name]})
    assert changed.recipe != Scope().recipe
    assert f"{name}:{CHANGES[name]}" in changed.recipe.split("|")


def test_a_threshold_that_is_not_given_is_named() -> None:
    """A recipe says that the threshold is to be found."""
    assert "threshold:none" in Scope().recipe.split("|")


@pytest.mark.parametrize("name", ["samples", "dimensions", "damaged", "arranged", "arranging", "equated"])
@pytest.mark.parametrize("value", [0, -1])
def test_counts_are_one_or_more(name: str, value: int) -> None:
    """The message names the choice, and what it was."""
    with pytest.raises(InvalidOption, match=f"{name}.* is {value}"):
        Scope(**{name: value})


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"confidence": 0.0}, {"confidence": 1.5}])
def test_seeds_and_confidences_are_checked(wrong: dict[str, Any]) -> None:
    """A seed is not negative, and a confidence lies between 0 and 1."""
    with pytest.raises(InvalidOption, match=next(iter(wrong))):
        Scope(**wrong)
