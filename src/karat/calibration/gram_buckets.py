"""Character n-grams of a text in buckets: its trigrams, and the edges of neighbouring words.

A gram's bucket is the remainder of its CRC-32, which calibrations keep. The checksum of characters in a row
follows from those of the characters, so a gram is never put together: a text has some hundred different
characters, and the rest is arithmetic on whole arrays.
"""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from karat.spacing import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Booleans = NDArray[np.bool_]

ORDER = 3
BUCKETS = 2048
_UNSPACED = re.compile(f"[{UNSPACED}]")
# Beside the characters of a text: the edge of a segment, what stands between two words, and none.
_SEGMENT_EDGE, _BETWEEN, _NONE = -3, -2, -1
_SPECIAL = ("\n", "\t", "")
# After the first letter of a gram come three more of at most four bytes, and what stands between words.
_MOST_BYTES = 13
_ONES = 0xFFFFFFFF
# What a byte adds to a checksum, without the ones that CRC-32 begins and ends with.
_OF_BYTE = np.array([crc32(bytes([byte]), _ONES) ^ _ONES for byte in range(256)], dtype=np.int64)


class _Text:
    """Segments as numbers of their characters, and what each character adds to a checksum."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.sizes = np.array([len(line) for line in lines], dtype=np.int64)
        text = "".join(lines)
        self.alphabet = [*sorted(set(text)), *_SPECIAL]
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        number = np.zeros(codes.max(initial=0) + 1, dtype=np.int64)
        number[[ord(character) for character in self.alphabet[:_SEGMENT_EDGE]]] = range(
            len(self.alphabet) - 3
        )
        self.characters = number[codes]

        encoded = [character.encode("utf-8", "surrogatepass") for character in self.alphabet]
        self.bytes = np.array([len(character) for character in encoded], dtype=np.int64)
        self._sums = np.empty((_MOST_BYTES + 1, len(encoded)), dtype=np.int64)
        self._sums[0] = [crc32(character) for character in encoded]
        for before, after in zip(self._sums, self._sums[1:], strict=False):
            after[:] = _OF_BYTE[before & 0xFF] ^ (before >> 8)

    def buckets(self, *letters: Integers | int) -> Integers:
        """The buckets of grams whose first letters are the first array, and so on."""
        *others, last = letters
        sums, follow = self._sums[0, last], self.bytes[last]
        for letter in reversed(others):
            sums = sums ^ self._sums[follow, letter]
            follow = follow + self.bytes[letter]
        found: Integers = sums % BUCKETS
        return found


def trigram_buckets(output: Sequence[str]) -> tuple[Integers, Integers]:
    """The bucket of every character trigram, and where the segments start in them.

    >>> [part.tolist() for part in trigram_buckets(["abcd", "ab", "bcd"])]
    [[450, 889, 889], [0, 2, 2, 3]]
    """
    text = _Text([line.casefold() for line in output])
    counts = np.maximum(text.sizes - ORDER + 1, 0)
    starts = np.concatenate([[0], np.cumsum(counts)])
    places = np.arange(starts[-1]) + np.repeat(np.cumsum(text.sizes) - text.sizes - starts[:-1], counts)
    return text.buckets(*(text.characters[places + place] for place in range(ORDER))), starts


def neighbour_buckets(output: Sequence[str]) -> tuple[Integers, Integers, Integers]:
    """The buckets of neighbouring words, of words shuffled in their segment, and where the segments start.

    The gram is where one word ends and the next begins, in two letters each. The edges of a segment count as
    words, so that it has one pair more than words; one without words has none. Where words are not written
    apart, each character is one.

    >>> [part.tolist() for part in neighbour_buckets(["the cat", " ", "sat"])]
    [[367, 1669, 1441, 1804, 1441], [1373, 60, 876, 1804, 1441], [0, 3, 3, 5]]
    """
    text = _Text(output)
    first, last = _words(text)
    single = first == last
    second, last_but_one = np.where(single, 0, first + 1), np.where(single, 0, last - 1)
    # Word 0 is the edge of a segment.
    begin = np.append(_SEGMENT_EDGE, text.characters[first])
    begin_2 = np.append(_NONE, np.where(single, _NONE, text.characters[second]))
    end_2 = np.append(_NONE, np.where(single, _NONE, text.characters[last_but_one]))
    end = np.append(_SEGMENT_EDGE, text.characters[last])

    segment_of = np.repeat(np.arange(len(output)), text.sizes)[first]
    sizes = np.bincount(segment_of, minlength=len(output))
    filled = sizes > 0
    place = np.arange(len(first)) + (np.cumsum(filled) - 1)[segment_of]

    def pairs(order: Integers) -> Integers:
        left, right = np.zeros((2, len(first) + np.count_nonzero(filled)), dtype=np.int64)
        left[place + 1] = right[place] = order + 1
        return text.buckets(end_2[left], end[left], _BETWEEN, begin[right], begin_2[right])

    luck = Random(0)
    shuffled = np.lexsort((np.array([luck.random() for _ in range(len(first))]), segment_of))
    return pairs(np.arange(len(first))), pairs(shuffled), np.concatenate([[0], np.cumsum(sizes + filled)])


def _words(text: _Text) -> tuple[Integers, Integers]:
    """The places of each word's first and last character."""
    written = np.array([not character.isspace() for character in text.alphabet])
    unspaced = np.array([_UNSPACED.match(character) is not None for character in text.alphabet])
    inside = written[text.characters]
    # By the script, as some systems put spaces between words that are not written apart.
    if 2 * np.count_nonzero(unspaced[text.characters]) > np.count_nonzero(inside):
        places = np.flatnonzero(inside)
        return places, places
    segment_of = np.repeat(np.arange(len(text.sizes)), text.sizes)
    joined = inside[1:] & inside[:-1] & (segment_of[1:] == segment_of[:-1])
    return np.flatnonzero(inside & ~np.append(False, joined)), np.flatnonzero(
        inside & ~np.append(joined, False)
    )
