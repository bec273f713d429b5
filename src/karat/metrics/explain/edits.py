"""Paths through two sequences, for explanations: which units were paired, and what the others cost.

The kernel counts without keeping a path; these tables are filled plainly, for one segment at a time.

The limits of TER's shifts are tercom's and sacreBLEU's, as in the kernel: phrases of up to ten words, moved
by up to fifty, edit distances in a band of 25 on either side of the diagonal, and a thousand shifts tried for
a segment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.metrics.explain.explanation import MarkedText

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

Units: TypeAlias = "Sequence[str]"
Move: TypeAlias = Literal["match", "replace", "delete", "insert", "jump"]
EditKind: TypeAlias = Literal["keep", "replace", "insert", "delete"]
_Costs: TypeAlias = dict[tuple[int, int], int]

_LONGEST, _FARTHEST, _BAND, _MOST_TRIED = 10, 50, 25, 1000
_OUTSIDE = 10**9


@dataclass(frozen=True, slots=True)
class PathEdit:
    """One move: places in the hypothesis and in the reference, None where it passes one of them by."""

    move: Move
    hypothesis: int | None
    reference: int | None


def edit_path(hypothesis: Units, reference: Units) -> list[PathEdit]:
    """The fewest edits that make the hypothesis the reference; among equals, those that leave more matches.

    >>> [edit.move for edit in edit_path("a x c".split(), "a b c d".split())]
    ['match', 'replace', 'match', 'insert']
    """
    edited = len(hypothesis) + 1  # more than all matches together, each of which gives back 1
    costs = [[edited * j for j in range(len(reference) + 1)]]
    for i, word in enumerate(hypothesis, 1):
        above, row = costs[-1], [edited * i]
        for j, other in enumerate(reference):
            paired = above[j] + (-1 if word == other else edited)
            row.append(min(paired, above[j + 1] + edited, row[j] + edited))
        costs.append(row)
    path: list[PathEdit] = []
    i, j = len(hypothesis), len(reference)
    while i or j:
        same = bool(i and j) and hypothesis[i - 1] == reference[j - 1]
        if i and j and costs[i][j] == costs[i - 1][j - 1] + (-1 if same else edited):
            i, j = i - 1, j - 1
            path.append(PathEdit("match" if same else "replace", i, j))
        elif i and costs[i][j] == costs[i - 1][j] + edited:
            i -= 1
            path.append(PathEdit("delete", i, None))
        else:
            j -= 1
            path.append(PathEdit("insert", None, j))
    return path[::-1]


def common_subsequence(hypothesis: Units, reference: Units) -> list[tuple[int, int]]:
    """The places of a longest common subsequence in both.

    >>> common_subsequence("the gunman kill police".split(), "police killed the gunman".split())
    [(0, 2), (1, 3)]
    """
    lengths = [[0] * (len(reference) + 1)]
    for word in hypothesis:
        above, row = lengths[-1], [0]
        for j, other in enumerate(reference):
            row.append(above[j] + 1 if word == other else max(above[j + 1], row[j]))
        lengths.append(row)
    pairs: list[tuple[int, int]] = []
    i, j = len(hypothesis), len(reference)
    while i and j:
        if hypothesis[i - 1] == reference[j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif lengths[i - 1][j] >= lengths[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def weighted_pairs(hypothesis: Units, reference: Units, weight: float) -> list[tuple[int, int]]:
    """The places of the weighted common subsequence that ROUGE-W finds.

    >>> weighted_pairs("A H B C".split(), "A B C H".split(), 2)
    [(0, 0), (2, 1), (3, 2)]
    """
    worths = [[0.0] * (len(reference) + 1)]
    runs = [[0] * (len(reference) + 1)]
    for i, word in enumerate(hypothesis):
        row, run = [0.0], [0]
        for j, other in enumerate(reference):
            before = runs[i][j]
            if word == other:
                row.append(worths[i][j] + ((before + 1) ** weight - before**weight))
                run.append(before + 1)
            else:
                row.append(max(worths[i][j + 1], row[j]))
                run.append(0)
        worths.append(row)
        runs.append(run)
    pairs: list[tuple[int, int]] = []
    i, j = len(hypothesis), len(reference)
    while i and j:
        if runs[i][j]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif worths[i - 1][j] >= worths[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def runs_of(pairs: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Pairs in stretches that are unbroken in both sequences.

    >>> runs_of([(0, 0), (2, 1), (3, 2)])
    [[(0, 0)], [(2, 1), (3, 2)]]
    """
    runs: list[list[tuple[int, int]]] = []
    for i, j in pairs:
        if runs and runs[-1][-1] == (i - 1, j - 1):
            runs[-1].append((i, j))
        else:
            runs.append([(i, j)])
    return runs


def block_path(hypothesis: Units, reference: Units) -> list[PathEdit]:
    """The cheapest path of edits and jumps, as CDER has it; a jump has the place that it goes to.

    Among equals it is one with the most matches.

    >>> [edit.move for edit in block_path("c d a b".split(), "a b c d".split())]
    ['jump', 'match', 'match', 'jump', 'match', 'match', 'jump']
    """
    edited = len(reference) + 1  # more than all matches together, each of which gives back 1
    rows = [[0] + [edited] * len(hypothesis)]
    for other in reference:
        above, row = rows[-1], [rows[-1][0] + edited]
        for i, word in enumerate(hypothesis):
            paired = above[i] + (-1 if word == other else edited)
            row.append(min(paired, above[i + 1] + edited, row[i] + edited))
        jump = min(row) + edited
        rows.append([min(cost, jump) for cost in row])
    path: list[PathEdit] = []
    i, j = len(hypothesis), len(reference)
    while i or j:
        edit, i, j = _step_back(rows, hypothesis, reference, i, j)
        path.append(edit)
    return path[::-1]


def _step_back(
    rows: list[list[int]], hypothesis: Units, reference: Units, i: int, j: int
) -> tuple[PathEdit, int, int]:
    cost, edited = rows[j][i], len(reference) + 1
    if i and j:
        same = hypothesis[i - 1] == reference[j - 1]
        if cost == rows[j - 1][i - 1] + (-1 if same else edited):
            return PathEdit("match" if same else "replace", i - 1, j - 1), i - 1, j - 1
    if j and cost == rows[j - 1][i] + edited:
        return PathEdit("insert", None, j - 1), i, j - 1
    if i and cost == rows[j][i - 1] + edited:
        return PathEdit("delete", i - 1, None), i - 1, j
    return PathEdit("jump", i, None), rows[j].index(cost - edited), j


def marked(title: str, units: Units, matched: Container[int | None]) -> MarkedText:
    """A text in which the units at those places have found their match."""
    return MarkedText(
        title,
        tuple((unit, "matched" if place in matched else "missed") for place, unit in enumerate(units)),
    )


@dataclass(frozen=True, slots=True)
class Shift:
    """A phrase, where it stood, and where it stands afterwards, in words counted from 0."""

    phrase: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WordEdit:
    """What becomes of one word: None where a side has none."""

    kind: EditKind
    hypothesis: str | None
    reference: str | None


@dataclass(frozen=True, slots=True)
class ShiftedPath:
    """Shifts in the order in which they are made, then an edit or none for each word."""

    shifts: tuple[Shift, ...]
    edits: tuple[WordEdit, ...]

    @property
    def cost(self) -> int:
        """Every shift and every edit is 1."""
        return len(self.shifts) + sum(edit.kind != "keep" for edit in self.edits)

    def number(self, kind: EditKind) -> int:
        """How many words are treated so."""
        return sum(edit.kind == kind for edit in self.edits)


def shifted_path(hypothesis: Sequence[str], reference: Sequence[str]) -> ShiftedPath:
    """How TER turns a hypothesis into a reference.

    >>> shifted_path("on the mat the cat sat".split(), "the cat sat on the mat".split()).shifts
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
    return ShiftedPath(tuple(shifts), _edits(words, reference))


def _edits(words: Sequence[str], reference: Sequence[str]) -> tuple[WordEdit, ...]:
    if not reference:
        return tuple(WordEdit("delete", word, None) for word in words)
    found = []
    for i, j in _steps(words, reference):
        here, there = None if i is None else words[i], None if j is None else reference[j]
        kind: EditKind = "insert" if here is None else "delete" if there is None else "replace"
        found.append(WordEdit("keep" if here == there else kind, here, there))
    return tuple(found)


def _band(row: int, hypothesis: int, reference: int) -> range:
    ratio = reference / hypothesis
    width = _BAND if ratio / 2 <= _BAND else -int(-(ratio / 2 + _BAND) // 1)
    middle = int(row * ratio)
    last = reference + 1 if row == hypothesis else min(reference + 1, middle + width)
    return range(max(0, middle - width), last)


def _table(words: Sequence[str], reference: Sequence[str]) -> _Costs:
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
