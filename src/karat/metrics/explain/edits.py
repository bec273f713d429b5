"""The edits of one segment one by one, for TER's explanation: the kernel counts the same and keeps no record.

The limits are tercom's and sacreBLEU's, as in the kernel: phrases of up to ten words, moved by up to fifty,
edit distances in a band of 25 on either side of the diagonal, and a thousand shifts tried for a segment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


Kind: TypeAlias = Literal["keep", "replace", "insert", "delete"]
Table: TypeAlias = dict[tuple[int, int], int]

_LONGEST, _FARTHEST, _BAND, _MOST_TRIED = 10, 50, 25, 1000
_OUTSIDE = 10**9


@dataclass(frozen=True, slots=True)
class Shift:
    """A phrase, where it stood, and where it stands afterwards, in words counted from 0."""

    phrase: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Edit:
    """What becomes of one word: None where a side has none."""

    kind: Kind
    hypothesis: str | None
    reference: str | None


@dataclass(frozen=True, slots=True)
class EditPath:
    """Shifts in the order in which they are made, then an edit or none for each word."""

    shifts: tuple[Shift, ...]
    edits: tuple[Edit, ...]

    @property
    def cost(self) -> int:
        """Every shift and every edit is 1."""
        return len(self.shifts) + sum(edit.kind != "keep" for edit in self.edits)

    def number(self, kind: Kind) -> int:
        """How many words are treated so."""
        return sum(edit.kind == kind for edit in self.edits)


def edit_path(hypothesis: Sequence[str], reference: Sequence[str]) -> EditPath:
    """How TER turns a hypothesis into a reference.

    >>> edit_path("on the mat the cat sat".split(), "the cat sat on the mat".split()).shifts
    (Shift(phrase=('on', 'the', 'mat'), start=0, end=3),)
    """
    words, shifts, tried = list(hypothesis), [], 0
    while reference:
        shift, gain, tried = _best_shift(words, reference, tried)
        # Deliberate: the last shift found is not made once too many have been tried (sacreBLEU).
        if shift is None or gain <= 0 or tried >= _MOST_TRIED:
            break
        shifts.append(shift)
        words = _moved(words, shift.start, len(shift.phrase), shift.end)
    return EditPath(tuple(shifts), _edits(words, reference))


def _edits(words: Sequence[str], reference: Sequence[str]) -> tuple[Edit, ...]:
    if not reference:
        return tuple(Edit("delete", word, None) for word in words)
    found = []
    for i, j in _steps(words, reference):
        here, there = None if i is None else words[i], None if j is None else reference[j]
        kind: Kind = "insert" if here is None else "delete" if there is None else "replace"
        found.append(Edit("keep" if here == there else kind, here, there))
    return tuple(found)


def _band(row: int, hypothesis: int, reference: int) -> range:
    ratio = reference / hypothesis
    width = _BAND if ratio / 2 <= _BAND else -int(-(ratio / 2 + _BAND) // 1)
    middle = int(row * ratio)
    last = reference + 1 if row == hypothesis else min(reference + 1, middle + width)
    return range(max(0, middle - width), last)


def _table(words: Sequence[str], reference: Sequence[str]) -> Table:
    """The least cost of turning each beginning of the words into each of the reference."""
    table = {(0, j): j for j in range(len(reference) + 1)}
    get = table.get
    for i in range(1, len(words) + 1):
        for j in _band(i, len(words), len(reference)):
            # Before the first word of the reference there is nothing to pair with.
            pair = get((i - 1, j - 1), _OUTSIDE) + (words[i - 1] != reference[j - 1]) if j else _OUTSIDE
            table[i, j] = min(pair, get((i - 1, j), _OUTSIDE) + 1, get((i, j - 1), _OUTSIDE) + 1)
    return table


def _steps(words: Sequence[str], reference: Sequence[str]) -> list[tuple[int | None, int | None]]:
    """The cheapest way: of steps that cost the same, a pair goes before a deletion before an insertion."""
    table = _table(words, reference)
    i, j = len(words), len(reference)
    steps: list[tuple[int | None, int | None]] = []
    while i or j:
        wrong = not (i and j and words[i - 1] == reference[j - 1])
        paired = bool(i and j) and table.get((i - 1, j - 1)) == table[i, j] - wrong
        deleted = not paired and table.get((i - 1, j)) == table[i, j] - 1
        steps.append((i - 1 if paired or deleted else None, None if deleted else j - 1))
        i, j = i - (paired or deleted), j - (not deleted)
    return steps[::-1]


def _moved(words: Sequence[str], start: int, length: int, end: int) -> list[str]:
    phrase, rest = list(words[start : start + length]), [*words[:start], *words[start + length :]]
    return rest[:end] + phrase + rest[end:]


def _end(start: int, length: int, target: int, size: int) -> int:
    """Where a phrase stands that was put before the word `target`."""
    # Deliberate: a target inside the phrase counts the words after it, not those of the phrase (tercom).
    return min(target - length if target > start + length else target, size - length)


def _best_shift(words: Sequence[str], reference: Sequence[str], tried: int) -> tuple[Shift | None, int, int]:
    """The shift that helps most, by how much it does, and how many have been tried by then."""
    positions, wrong_here, wrong_there = _alignment(words, reference)
    before = _table(words, reference)[len(words), len(reference)]
    best: tuple[int, int, int, int] | None = None
    for start, there, length in _common_phrases(words, reference):
        right = not any(wrong_here[start : start + length]) or not any(wrong_there[there : there + length])
        if right or start <= positions[there] < start + length:
            continue
        for target in _targets(positions, there, length):
            changed = _moved(words, start, length, _end(start, length, target, len(words)))
            gain = before - _table(changed, reference)[len(words), len(reference)]
            shift = (gain, length, -start, -target)
            best = shift if best is None else max(best, shift)
            tried += 1
        if tried >= _MOST_TRIED:
            break
    if best is None:
        return None, 0, tried
    gain, length, start, target = best[0], best[1], -best[2], -best[3]
    end = _end(start, length, target, len(words))
    return Shift(tuple(words[start : start + length]), start, end), gain, tried


def _alignment(words: Sequence[str], reference: Sequence[str]) -> tuple[list[int], list[bool], list[bool]]:
    """Where each word of the reference stands, and which words of either side are wrong."""
    positions, wrong_there = [-1] * len(reference), [False] * len(reference)
    wrong_here = [False] * len(words)
    last = -1
    for i, j in _steps(words, reference):
        wrong = i is None or j is None or words[i] != reference[j]
        if i is not None:
            last, wrong_here[i] = i, wrong
        if j is not None:
            positions[j], wrong_there[j] = last, wrong
    return positions, wrong_here, wrong_there


def _common_phrases(words: Sequence[str], reference: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Where both sides have the same words, not too far apart: start in each, and length."""
    for start in range(len(words)):
        for there in range(max(0, start - _FARTHEST), min(len(reference), start + _FARTHEST + 1)):
            for length in range(1, min(_LONGEST, len(words) - start, len(reference) - there) + 1):
                if words[start + length - 1] != reference[there + length - 1]:
                    break
                yield start, there, length


def _targets(positions: Sequence[int], there: int, length: int) -> list[int]:
    """Where a phrase may go: before the first word of its place in the reference, and after each of them."""
    places = [positions[j - 1] + 1 if j else 0 for j in range(there, there + length + 1)]
    return [place for n, place in enumerate(places) if n == 0 or place != places[n - 1]]
