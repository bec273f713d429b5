"""Numbers cut into ranges with names, beside loops written from the definition."""

from __future__ import annotations

from itertools import pairwise
from math import nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import Corpus
from karat.comparison import Partition, partition
from karat.errors import InvalidOption

WHOLE = st.lists(st.integers(-50, 50), min_size=9, max_size=60).filter(lambda sizes: len(set(sizes)) > 8)


@given(sizes=WHOLE)
def test_quarters(sizes: list[int]) -> None:
    """Parts do not overlap, are in order, say their ends, and no cut falls between equal sizes."""
    found = Partition.of_values("x", sizes)
    assert len(found.parts) <= 4
    held = {
        part: [size for size, label in zip(sizes, found.labels, strict=True) if label == part]
        for part in found.parts
    }
    ends = []
    for part in found.parts:
        low, high = min(held[part]), max(held[part])
        assert part == (f"{low}" if low == high else f"{low}–{high}")
        ends.append((low, high))
    assert all(before[1] < after[0] for before, after in pairwise(ends))
    # A part ends at the value that stands at a quarter of the sorted sizes.
    ordered = sorted(sizes)
    marks = {ordered[max(len(sizes) * quarter // 4, 1) - 1] for quarter in (1, 2, 3, 4)}
    assert {high for _, high in ends} == marks


@given(
    sizes=st.lists(st.integers(-20, 20), min_size=1, max_size=30),
    edges=st.lists(st.integers(-20, 20), min_size=1, max_size=4),
)
def test_edges(sizes: list[int], edges: list[int]) -> None:
    """A size that is an edge is above it; edges may come in any order, and twice."""
    found = Partition.of_values("x", sizes, edges=edges)
    cuts = sorted(set(edges))
    for size, label in zip(sizes, found.labels, strict=True):
        if size < cuts[0]:
            expected = f"below {cuts[0]}"
        elif size >= cuts[-1]:
            expected = f"{cuts[-1]} or above"
        else:
            low = max(cut for cut in cuts if cut <= size)
            expected = f"{low} to {min(cut for cut in cuts if cut > size)}"
        assert label == expected
    assert set(found.parts) == set(found.labels)


def test_eight_numbers_are_labels_and_nine_are_ranges() -> None:
    """Few different numbers are named one by one, in their own order."""
    assert Partition.of_values("x", [3, 1, 2, 8, 7, 6, 5, 4]).parts == tuple("12345678")
    assert Partition.of_values("x", list(range(9))).parts == ("0–1", "2–3", "4–5", "6–8")
    assert Partition.of_values("x", ["10", "9"]).parts == ("9", "10")


@pytest.mark.parametrize("nothing", [None, "", nan])
def test_nothing_known(nothing: object) -> None:
    """Such segments have a part of their own, the last."""
    found = Partition.of_values("year", [nothing, 1990, 1980])
    assert found.labels == ("no year", "1990", "1980")
    assert found.parts == ("1980", "1990", "no year")


@pytest.mark.parametrize(
    ("values", "parts"),
    [
        ([1.5, 2.25], ("1.5", "2.25")),
        ([True, 1, False], ("true", "1", "false")),
        (["2", "b"], ("2", "b")),
        ([float("inf"), 1.0], ("inf", "1")),
        (["nan", "1"], ("nan", "1")),
        ([(1, 2), (1, 2)], ("(1, 2)",)),
    ],
)
def test_labels(values: list[object], parts: tuple[str, ...]) -> None:
    """What is not a finite number makes every value a label."""
    assert Partition.of_values("x", values).parts == parts


def test_edges_need_numbers_everywhere() -> None:
    """A truth value and infinity are none; edges that are none are refused too."""
    for value in (True, float("inf"), "warm", [1]):
        with pytest.raises(InvalidOption, match="no number"):
            Partition.of_values("x", [value], edges=[1])
    for edges in ([], [nan], [1, float("-inf")]):
        with pytest.raises(InvalidOption, match="finite numbers"):
            Partition.of_values("x", [1, 2], edges=edges)


def corpus(references: list[str], systems: dict[str, list[str]] | None = None) -> Corpus:
    """A corpus of references; without systems, one that says nothing."""
    return Corpus.of(systems or {"a": ["x"] * len(references)}, references)


def test_length_ratio() -> None:
    """The mean over systems of characters, beside those of the reference; an empty one counts as one."""
    systems = {"a": ["x" * 10, "x" * 10, "x" * 10, "x"], "b": ["x" * 8, "x" * 12, "x" * 14, "x"]}
    found = partition(corpus(["r" * 10, "r" * 10, "r" * 10, ""], systems), "length-ratio")
    assert found.labels == (
        "0.9 to 1.1 times the reference",
        "1.1 times the reference or above",
        "1.1 times the reference or above",
        "0.9 to 1.1 times the reference",
    )
    edges = partition(corpus(["r" * 10], {"a": ["x" * 30]}), "length-ratio", edges=[2, 3])
    assert edges.labels == ("3 times the reference or above",)


def test_frequency() -> None:
    """The share of words that no other segment has; an empty reference has none."""
    found = partition(corpus(["a b", "a c d", "", "E e"]), "frequency", edges=[1, 60, 100])
    assert found.labels == (
        "1 to 60 % rare words",
        "60 to 100 % rare words",
        "below 1 % rare words",
        "100 % rare words or above",
    )


def test_lengths_are_of_the_first_reference() -> None:
    """And those of sources of the source; writing without spaces is measured in characters."""
    several = Corpus.of(["x", "x"], [["a b c", "a"], ["b", "b c d e"]], sources=["s t", "s t u v"])
    assert partition(several, "reference-length").labels == ("3 words", "1 words")
    assert partition(several, "source-length").labels == ("2 words", "4 words")
    assert partition(several, "source-length", edges=[4]).labels == ("below 4 words", "4 words or above")


@pytest.mark.parametrize(("name", "column"), [("text-type", "text_types"), ("document", "documents")])
def test_levels(name: str, column: str) -> None:
    """Labels of the corpus are parts in the order of the text."""
    labelled: dict[str, Any] = {column: ["b", "a", "b"]}
    found = partition(Corpus.of(["x"] * 3, ["x"] * 3, **labelled), name)
    assert found.parts == ("b", "a")
    assert found.labels == ("b", "a", "b")
