"""Which spans of two raters are the same error: one to one, with the most characters in common.

Rankings of detectors change with the rule. Were every overlap to count, one long span would find all errors
in it, and marking everything would be perfect recall at no cost. One to one, a span finds one error. Of all
such pairings the one with the most common characters is taken, and among equal ones that with the largest
shares of both spans, so that the order of spans does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np
from scipy.optimize import linear_sum_assignment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats
    from karat.judgements.error_spans import ErrorSpan

# exact: the same ends; overlap: a character in common; partial: the share of characters in common; character:
# every character on its own; output: whether anything is marked in it.
SpanCriterion: TypeAlias = Literal["exact", "partial", "overlap", "character", "output"]
SPAN_CRITERIA: tuple[SpanCriterion, ...] = get_args(SpanCriterion)


def span_credits(ours: Sequence[ErrorSpan], theirs: Sequence[ErrorSpan]) -> Floats:
    """For each criterion: our credit, what we marked, their credit, what they marked.

    >>> from karat.judgements import ErrorSpan
    >>> found = span_credits([ErrorSpan(0, 4)], [ErrorSpan(2, 4), ErrorSpan(8, 9)])
    >>> dict(zip(SPAN_CRITERIA, found.tolist()))["partial"]
    [0.5, 1.0, 1.0, 2.0]
    """
    found = np.zeros((len(SPAN_CRITERIA), 4))
    found[:3, 1], found[:3, 3] = len(ours), len(theirs)
    found[3, 1], found[3, 3] = (len(_covered(spans)) for spans in (ours, theirs))
    found[4, 1], found[4, 3] = bool(ours), bool(theirs)
    if not ours or not theirs:
        return found
    same = len(_covered(ours) & _covered(theirs))
    found[3, 0] = found[3, 2] = same
    found[4, 0] = found[4, 2] = 1
    found[0, 0] = found[0, 2] = _same_ends(ours, theirs)
    for one, other, common in matched_spans(ours, theirs):
        found[1, 0] += common / one.length
        found[1, 2] += common / other.length
        found[2, 0] += 1
        found[2, 2] += 1
    return found


def matched_spans(
    ours: Sequence[ErrorSpan], theirs: Sequence[ErrorSpan]
) -> list[tuple[ErrorSpan, ErrorSpan, int]]:
    """Pairs of spans, one to one, that have the most characters in common; and how many each pair has.

    >>> from karat.judgements import ErrorSpan
    >>> ours, theirs = [ErrorSpan(0, 10)], [ErrorSpan(0, 3), ErrorSpan(4, 10)]
    >>> [(one.end, other.start, common) for one, other, common in matched_spans(ours, theirs)]
    [(10, 4, 6)]
    """
    common = np.array(
        [[max(min(a.end, b.end) - max(a.start, b.start), 0) for b in theirs] for a in ours], dtype=np.int64
    )
    lengths = [np.array([span.length for span in side]) for side in (ours, theirs)]
    shares = common / lengths[0][:, None] + common / lengths[1]
    # Shares add up to two for each pair at most: together they weigh less than one character.
    tie_break = shares / (2 * min(len(ours), len(theirs)) + 1)
    rows, columns = linear_sum_assignment(common + tie_break, maximize=True)
    return [
        (ours[row], theirs[column], int(common[row, column]))
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        if common[row, column]
    ]


def _same_ends(ours: Sequence[ErrorSpan], theirs: Sequence[ErrorSpan]) -> int:
    left = [(span.start, span.end) for span in theirs]
    found = 0
    for span in ours:
        if (span.start, span.end) in left:
            left.remove((span.start, span.end))
            found += 1
    return found


def _covered(spans: Sequence[ErrorSpan]) -> set[int]:
    return {place for span in spans for place in range(span.start, span.end)}
