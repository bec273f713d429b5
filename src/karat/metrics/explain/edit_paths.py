"""Paths through two sequences, for explanations: which units were paired, and what the others cost.

The kernel counts without keeping a path; these tables are filled plainly, for one segment at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.metrics.explain.explanation import MarkedText

if TYPE_CHECKING:
    from collections.abc import Container, Sequence


Units: TypeAlias = "Sequence[str]"
Move: TypeAlias = Literal["match", "replace", "delete", "insert", "jump"]


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
