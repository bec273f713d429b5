"""Cutting a hypothesis into the segments of a reference: as few edits as any cuts have, and nothing read out of range."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InvalidOption
from karat.kernel import cut_segments

if TYPE_CHECKING:
    from collections.abc import Sequence

UNITS = st.lists(st.integers(0, 3), max_size=5)
UNKNOWN = 2**32 - 1


def distance(one: Sequence[int], other: Sequence[int]) -> int:
    """Levenshtein's, row by row."""
    row = list(range(len(other) + 1))
    for i, unit in enumerate(one, 1):
        above, row = row, [i]
        for j, also in enumerate(other, 1):
            row.append(min(above[j - 1] + (unit != also), above[j] + 1, row[-1] + 1))
    return row[-1]


def cut(
    hypothesis: Sequence[int], segments: Sequence[Sequence[int]], prices: Sequence[int] | None = None
) -> tuple[list[int], list[int]]:
    """The kernel's cuts, and the edits of each segment."""
    numbers: dict[int, int] = {}
    reference = [numbers.setdefault(unit, len(numbers)) for segment in segments for unit in segment]
    places, edits = cut_segments(
        np.array([numbers.get(unit, UNKNOWN) for unit in hypothesis], np.uint32),
        np.array(reference, np.uint32),
        np.cumsum([len(segment) for segment in segments]),
        np.array(prices or [0] * (len(hypothesis) + 1), np.uint8),
    )
    return places.tolist(), edits.tolist()


@given(st.lists(st.integers(0, 4), max_size=8), st.lists(UNITS, min_size=1, max_size=4))
def test_no_other_cuts_have_fewer_edits(hypothesis: list[int], segments: list[list[int]]) -> None:
    """All ways to cut the hypothesis are tried; the edits add up to those of the whole texts."""
    places, edits = cut(hypothesis, segments)
    whole = [unit for segment in segments for unit in segment]
    ways = combinations_with_replacement(range(len(hypothesis) + 1), len(segments) - 1)
    best = min(sum(edits_of(hypothesis, (*way, len(hypothesis)), segments)) for way in ways)
    assert sum(edits) == best == distance(hypothesis, whole)
    assert edits == edits_of(hypothesis, places, segments)


def edits_of(hypothesis: list[int], places: Sequence[int], segments: Sequence[Sequence[int]]) -> list[int]:
    """The edits of each segment."""
    starts = (0, *places[:-1])
    return [
        distance(hypothesis[a:b], segment) for a, b, segment in zip(starts, places, segments, strict=True)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_long_texts(seed: int) -> None:
    """Texts of several stripes: the edits add up to the distance of the whole, and lie where the cuts say."""
    random = np.random.default_rng(seed)
    segments = [random.integers(0, 40, random.integers(0, 60)).tolist() for _ in range(25)]
    whole = [unit for segment in segments for unit in segment]
    kept = random.random(len(whole)) < 0.7
    hypothesis = [
        unit if keep else int(random.integers(0, 45)) for unit, keep in zip(whole, kept, strict=True)
    ]
    places, edits = cut(hypothesis, segments)
    assert sum(edits) == distance(hypothesis, whole)
    assert edits == edits_of(hypothesis, places, segments)


def test_a_price_moves_a_cut() -> None:
    """Of places as good the cheapest is taken; sixteen parts are worth an edit, and an edit more is accepted for them."""
    segments, hypothesis = [[1, 2], [3, 4]], [1, 2, 9, 9, 3, 4]
    assert cut(hypothesis, segments)[0] == [3, 6]  # the middle
    assert cut(hypothesis, segments, [9, 9, 9, 9, 1, 9, 9])[0] == [4, 6]
    assert cut(hypothesis, segments, [255, 255, 31, 31, 31, 0, 255])[0][0] < 5
    assert cut(hypothesis, segments, [255, 255, 33, 33, 33, 0, 255])[0] == [5, 6]


def test_what_is_empty() -> None:
    """Empty hypotheses, references and segments have cuts like any other."""
    assert cut([], [[1], [2, 3]]) == ([0, 0], [1, 2])
    assert cut([7, 7], [[]]) == ([2], [2])
    assert cut([1, 2], [[], [1, 2], []]) == ([0, 2, 2], [0, 0, 0])


@pytest.mark.parametrize(
    ("reference", "ends", "prices"),
    [
        ([0, 1], [1], 3),
        ([0, 1], [2, 1], 3),
        ([0, 1], [-1, 2], 3),
        ([0, 1], [], 3),
        ([0, 1], [1, 3], 3),
        ([0, 2], [2], 3),
        ([0, 1], [2], 2),
    ],
)
def test_what_does_not_fit_is_refused(reference: list[int], ends: list[int], prices: int) -> None:
    """Ends out of order or beyond the text, ids above its length, too few prices."""
    with pytest.raises(InvalidOption, match="do not fit"):
        cut_segments(
            np.array([0, 1], np.uint32),
            np.array(reference, np.uint32),
            np.array(ends, np.int64),
            np.zeros(prices, np.uint8),
        )
