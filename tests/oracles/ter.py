"""TER from its definition: a plain table of edit distances, and every shift tried on a copy of the words.

The limits are tercom's (phrases of up to ten words, moved by up to fifty, a band of 25 on either side of the
diagonal) and sacreBLEU's (a thousand shifts tried per segment); where the paper is silent, sacreBLEU decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from tests.oracles.tokenizers import tercom

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.oracles.ngrams import Tokens

LONGEST_PHRASE = 10
FARTHEST = 50
BAND = 25
MOST_TRIED = 1000
OUTSIDE = 10**9

Table: TypeAlias = dict[tuple[int, int], int]


@dataclass(frozen=True, order=True)
class Shift:
    """A phrase moved; the greatest is the one to make."""

    gain: int
    length: int
    minus_start: int
    minus_target: int


def band(row: int, hypothesis: int, reference: int) -> range:
    """The columns of a row of the table that are looked at."""
    ratio = reference / hypothesis
    width = BAND if ratio / 2 <= BAND else math.ceil(ratio / 2 + BAND)
    middle = math.floor(row * ratio)
    last = reference + 1 if row == hypothesis else min(reference + 1, middle + width)
    return range(max(0, middle - width), last)


def edit_table(hypothesis: Tokens, reference: Tokens) -> Table:
    """The least cost of turning each beginning of the hypothesis into each of the reference."""
    table = {(0, j): j for j in range(len(reference) + 1)}
    for i in range(1, len(hypothesis) + 1):
        for j in band(i, len(hypothesis), len(reference)):
            pair = table.get((i - 1, j - 1), OUTSIDE) + (hypothesis[i - 1] != reference[j - 1])
            table[i, j] = min(pair, table.get((i - 1, j), OUTSIDE) + 1, table.get((i, j - 1), OUTSIDE) + 1)
    return table


def distance(hypothesis: Tokens, reference: Tokens) -> int:
    """Insertions, deletions and substitutions.

    >>> distance("a b c".split(), "a x c d".split())
    2
    """
    return _distance(tuple(hypothesis), tuple(reference))


# Different shifts often lead to the same words.
@lru_cache(maxsize=5000)
def _distance(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> int:
    return edit_table(hypothesis, reference)[len(hypothesis), len(reference)]


@dataclass(frozen=True)
class Alignment:
    """The cheapest way through the table: where each reference word stands, and which words are wrong."""

    positions: list[int]
    wrong_in_hypothesis: list[bool]
    wrong_in_reference: list[bool]


def align(hypothesis: Tokens, reference: Tokens) -> Alignment:
    """The way back through the table; of steps that cost the same, a pair goes before a deletion before an insertion."""
    table = edit_table(hypothesis, reference)
    alignment = Alignment([-1] * len(reference), [False] * len(hypothesis), [False] * len(reference))
    i, j = len(hypothesis), len(reference)
    while i or j:
        wrong = not (i and j and hypothesis[i - 1] == reference[j - 1])
        paired = table.get((i - 1, j - 1)) == table[i, j] - wrong
        deleted = not paired and table.get((i - 1, j)) == table[i, j] - 1
        wrong = wrong or not paired
        if not deleted:
            alignment.positions[j - 1] = i - 1
            alignment.wrong_in_reference[j - 1] = wrong
        if paired or deleted:
            alignment.wrong_in_hypothesis[i - 1] = wrong
        i, j = i - (paired or deleted), j - (not deleted)
    return alignment


def moved(words: Sequence[str], start: int, length: int, target: int) -> list[str]:
    """The words with a phrase of them put before `target`.

    >>> "".join(moved("abcdef", 1, 2, 5))
    'adebcf'
    """
    phrase, rest = list(words[start : start + length]), [*words[:start], *words[start + length :]]
    if target > start + length:
        target -= length
    # Deliberate: a target inside the phrase counts the words after it, not those of the phrase (tercom).
    return rest[:target] + phrase + rest[target:]


def common_phrases(hypothesis: Tokens, reference: Tokens) -> Iterator[tuple[int, int, int]]:
    """Where both have the same words, not too far apart: start in each, and length."""
    for start in range(len(hypothesis)):
        for there in range(len(reference)):
            if abs(start - there) > FARTHEST:
                continue
            most = min(LONGEST_PHRASE, len(hypothesis) - start, len(reference) - there)
            for length in range(1, most + 1):
                if hypothesis[start + length - 1] != reference[there + length - 1]:
                    break
                yield start, there, length


def targets(alignment: Alignment, there: int, length: int) -> list[int]:
    """Where a phrase may go: before the first word of its place in the reference, and after each of them."""
    places = [alignment.positions[j - 1] + 1 if j else 0 for j in range(there, there + length + 1)]
    return [place for n, place in enumerate(places) if n == 0 or place != places[n - 1]]


def best_shift(hypothesis: Tokens, reference: Tokens, tried: int) -> tuple[Shift | None, int]:
    """The shift that helps most, and how many have been tried by then."""
    alignment = align(hypothesis, reference)
    before = distance(hypothesis, reference)
    best = None
    for start, there, length in common_phrases(hypothesis, reference):
        if not any(alignment.wrong_in_hypothesis[start : start + length]):
            continue
        if not any(alignment.wrong_in_reference[there : there + length]):
            continue
        if start <= alignment.positions[there] < start + length:
            continue
        for target in targets(alignment, there, length):
            gain = before - distance(moved(hypothesis, start, length, target), reference)
            shift = Shift(gain, length, -start, -target)
            best = shift if best is None else max(best, shift)
            tried += 1
        if tried >= MOST_TRIED:
            break
    return best, tried


def edits(hypothesis: Tokens, reference: Tokens) -> int:
    """Shifts, as long as one helps, and then the words that are still wrong.

    >>> edits("on the mat the cat sat".split(), "the cat sat on the mat".split())
    1
    """
    words = list(hypothesis)
    if not reference:
        return len(words)
    tried = 0
    for shifts in count():
        shift, tried = best_shift(words, reference, tried)
        # Deliberate: the last shift found is not made once too many have been tried (sacreBLEU).
        if shift is None or shift.gain <= 0 or tried >= MOST_TRIED:
            return shifts + distance(words, reference)
        words = moved(words, -shift.minus_start, shift.length, -shift.minus_target)
    raise AssertionError


def row(
    hypothesis: str, references: Sequence[str], *, normalized: bool, no_punctuation: bool, asian: bool
) -> tuple[int, Fraction]:
    """The fewest edits to any reference, and the references' mean length."""

    def words(text: str) -> list[str]:
        return tercom(text, normalized=normalized, no_punctuation=no_punctuation, asian=asian)

    # Deliberate: references, and only they, go through the normalization twice (sacreBLEU).
    wanted = [words(" ".join(words(reference))) for reference in references]
    fewest = min(edits(words(hypothesis), reference) for reference in wanted)
    return fewest, Fraction(sum(map(len, wanted)), len(wanted))


def value(edited: float, length: float) -> float:
    """TER in percent."""
    if length > 0:
        return 100 * edited / length
    return 100.0 if edited else 0.0
