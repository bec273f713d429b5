"""WNM as its papers print it: n-grams match anywhere in a text, and the score is the mean over texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import InvalidOption
from karat.kernel import REAL_PARTS
from karat.metrics.arithmetic import Scalars
from karat.metrics.explain.wnm import gathered
from karat.metrics.kernel_texts import check_texts, for_kernel, tokens_of_kernel_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.metrics.explain.wnm import Gram
    from karat.metrics.wnm import SalienceLearnt, Side, Wnm

COLUMNS = ("precision_parts", "recall_parts", "f_parts", "texts", "light_hypotheses", "light_references")
_SIDES: tuple[Side, ...] = ("precision", "recall", "f")
# Weights below 0 may add up to almost 0, and a share of that to any number: bounded, sums of 2,000 texts fit.
_FARTHEST = 2**52


def text_rows(
    wnm: Wnm, knowledge: SalienceLearnt, systems: Sequence[Text], streams: Sequence[OptionalText]
) -> list[Any]:
    """Precision, recall, F and 1 of each text, in the row of its first segment; the others are noughts.

    The last two are 1 where the words of the output, or of the reference, weigh too little to divide by.
    """
    check_texts(systems, streams)
    texts = _texts(knowledge, len(streams[0]))
    references = [_Reference(wnm, knowledge, segments, document, streams) for document, segments in texts]
    rows = []
    for system in for_kernel(wnm, systems):
        of_system = np.zeros((len(streams[0]), len(COLUMNS)), dtype=np.int64)
        for (_, segments), reference in zip(texts, references, strict=True):
            of_system[segments[0]] = reference.row([system[segment] for segment in segments])
        rows.append(of_system)
    return rows


def _texts(knowledge: SalienceLearnt, segments: int) -> list[tuple[int, list[int]]]:
    """The number of each text and its segments; without documents, each segment is a text."""
    if not knowledge.documents or segments == 1:
        return [(-1, [segment]) for segment in range(segments)]
    if len(knowledge.documents) != segments:
        raise InvalidOption(
            "WNM-mean counts whole texts, and these segments are not all that it was prepared on. Count "
            "all of them, or use texts='segment'."
        )
    found: dict[int, list[int]] = {}
    for segment, document in enumerate(knowledge.documents):
        found.setdefault(document, []).append(segment)
    return list(found.items())


class _Reference:
    """The references of one text, with the weight that each n-gram gathers in them."""

    def __init__(
        self,
        wnm: Wnm,
        knowledge: SalienceLearnt,
        segments: Sequence[int],
        document: int,
        streams: Sequence[OptionalText],
    ) -> None:
        self._wnm = wnm
        by_segment = [
            for_kernel(wnm, [[stream[segment] for stream in streams if stream[segment] is not None]])[0]
            for segment in segments
        ]
        self._weights = {
            word: weight
            for present in by_segment
            for word, _, weight in knowledge.weights.native.of_segment(present, document)
        }
        # Where references are of unequal number, those that are there in every segment make whole texts.
        count = min(map(len, by_segment))
        self._wanted = [self._gathered([present[index] for present in by_segment]) for index in range(count)]

    def row(self, hypothesis: Sequence[str]) -> tuple[int, ...]:
        """The columns against the reference with the best F in the range of percent, the first of equals."""
        found = self._gathered(hypothesis)
        return max((self._against(found, wanted) for wanted in self._wanted), key=_f_in_range)

    def _against(self, found: dict[Gram, int], wanted: dict[Gram, int]) -> tuple[int, ...]:
        matched = sum(min(found[gram], wanted[gram]) for gram in found.keys() & wanted.keys())
        weights = sum(found.values()), sum(wanted.values())
        values = (round(self._wnm.side(side, Scalars, (matched, *weights)) * REAL_PARTS) for side in _SIDES)
        bounded = (max(-_FARTHEST, min(value, _FARTHEST)) for value in values)
        light = (int(weight < self._wnm.light_weight) for weight in weights)
        return (*bounded, 1, *light)

    def _gathered(self, lines: Sequence[str]) -> dict[Gram, int]:
        return gathered(self._wnm, [tokens_of_kernel_text(self._wnm, line) for line in lines], self._weights)


def _f_in_range(row: Sequence[int]) -> int:
    """F, or less than any where weights below 0 have put it outside of 0 to 100."""
    f = row[COLUMNS.index("f_parts")]
    return f if 0 <= f <= 100 * REAL_PARTS else -1
