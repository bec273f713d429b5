"""Buckets of trigrams and of neighbouring words, against grams that are cut out one by one."""

from itertools import pairwise
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.calibration.character_profiles import shares
from karat.calibration.gram_buckets import BUCKETS, neighbour_buckets, trigram_buckets

HOSTILE = "aB \u00df\u0130\u8a9e\U0001f600\ud800\n"


def bucket(gram: str) -> int:
    """The bucket of a gram that is put together."""
    return crc32(gram.encode("utf-8", "surrogatepass")) % BUCKETS


@given(st.lists(st.text(HOSTILE, max_size=8), max_size=6))
def test_trigrams_are_those_of_each_segment(output: list[str]) -> None:
    """Cut out one by one, after case folding; none goes across the end of a segment."""
    cut = [
        [line[place : place + 3] for place in range(len(line) - 2)]
        for line in (segment.casefold() for segment in output)
    ]
    buckets, starts = trigram_buckets(output)
    assert buckets.tolist() == [bucket(gram) for grams in cut for gram in grams]
    assert np.diff(starts).tolist() == [len(grams) for grams in cut]
    counted = np.bincount(buckets, minlength=BUCKETS) if len(buckets) else np.ones(BUCKETS)
    assert shares(output) == pytest.approx(counted / counted.sum())


def pairs_of(segment: list[str]) -> list[int]:
    """Two letters on either side of each edge."""
    words = ["\n", *segment, "\n"] if segment else []
    return [bucket(f"{left[-2:]}\t{right[:2]}") for left, right in pairwise(words)]


@given(st.lists(st.text(f"{HOSTILE} \u3000\u001f", max_size=12), max_size=5))
def test_neighbours_are_those_of_each_segment(output: list[str]) -> None:
    """None goes across the end of a segment, and a segment without words has none."""
    segments = [line.split() for line in output]
    characters = "".join(map("".join, segments))
    if 2 * characters.count("\u8a9e") > len(characters):
        segments = [list("".join(words)) for words in segments]
    buckets, _, starts = neighbour_buckets(output)
    assert buckets.tolist() == [number for segment in segments for number in pairs_of(segment)]
    assert np.diff(starts).tolist() == [len(pairs_of(segment)) for segment in segments]


def test_words_are_shuffled_within_their_segment() -> None:
    """Each segment keeps its words, in all their orders, each as often as the others."""
    segments = ["a b c"] * 3000
    _, shuffled, starts = neighbour_buckets([*segments, "d", ""])
    assert shuffled[starts[-3] : starts[-2]].tolist() == pairs_of(["d"])
    rows = shuffled[: starts[-3]].reshape(-1, 4)
    orders = [pairs_of(list(order)) for order in ("abc", "acb", "bac", "bca", "cab", "cba")]
    counts = [int((rows == order).all(axis=1).sum()) for order in orders]
    assert sum(counts) == len(segments)
    # Five standard deviations of a count of 500.
    assert max(abs(count - 500) for count in counts) < 5 * (3000 * 5 / 36) ** 0.5
