"""WER and ROUGE-L of long texts, of which only a band along the diagonal is computed, against the whole table."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from karat.kernel import count_rouge_l, count_wer


def edits(one: list[int], other: list[int], replacing: int) -> int:
    """The fewest edits, diagonal by diagonal; a replacement costs 1, or as much as a deletion and an insertion."""
    first, second = np.array(one), np.array(other)
    far = len(one) + len(other) + 1
    # costs[i] is that of cell (i, diagonal - i).
    before, last = np.full(len(one) + 1, far), np.full(len(one) + 1, far)
    for diagonal in range(len(one) + len(other) + 1):
        rows = np.arange(max(0, diagonal - len(other)), min(len(one), diagonal) + 1)
        columns = diagonal - rows
        costs = np.full(len(one) + 1, far)
        inside = rows[(rows > 0) & (columns > 0)]
        differ = np.where(first[inside - 1] == second[diagonal - inside - 1], 0, replacing)
        costs[inside] = np.minimum(
            before[inside - 1] + differ, np.minimum(last[inside - 1], last[inside]) + 1
        )
        edge = rows[(rows == 0) | (columns == 0)]
        costs[edge] = diagonal
        before, last = last, costs
    return int(last[len(one)])


def pair(kind: str, rng: Random, vocabulary: int) -> tuple[list[int], list[int]]:
    """A reference of some three thousand words, and a hypothesis."""
    reference = [rng.randrange(vocabulary) for _ in range(3000)]
    if kind == "close":
        kept = [word for word in reference if rng.random() > 0.02]
        return reference, [word if rng.random() > 0.03 else rng.randrange(vocabulary) for word in kept]
    if kind == "moved":  # the same words, so that nothing tells beforehand how wide the band must be
        cut = rng.choice([200, 320, 420, 700, 1500])
        return reference, reference[cut:] + reference[:cut]
    if kind == "cut":
        start = rng.randrange(1200)
        return reference, reference[start : start + 1700]
    return reference, [rng.randrange(vocabulary) for _ in range(rng.choice([2500, 3000, 3700]))]


@pytest.mark.parametrize("kind", ["close", "moved", "cut", "other"])
@pytest.mark.parametrize("vocabulary", [3, 1000])
def test_bands(kind: str, vocabulary: int) -> None:
    """A band gives what the whole table gives, whichever text is the reference."""
    rng = Random(f"{kind} {vocabulary}")
    for _ in range(3 if kind == "moved" else 1):
        one, other = pair(kind, rng, vocabulary)
        texts = [" ".join(map(str, text)) for text in (one, other)]
        replaced, both = edits(one, other, 1), len(one) + len(other)
        common = (both - edits(one, other, 2)) // 2
        for hypothesis, reference in (texts, texts[::-1]):
            assert count_wer([[hypothesis]], [[reference]], "none", 1)[0].total()[0] == replaced
            assert count_rouge_l([[hypothesis]], [[reference]], "none", 1)[0].total()[0] == common
