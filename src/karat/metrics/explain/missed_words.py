"""The salient words that a system missed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.display import Results, Shown
from karat.equality import Equal
from karat.kernel import REAL_PARTS
from karat.metrics.kernel_texts import for_kernel, tokens_of_kernel_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.metrics.wnm import SalienceLearnt, Wnm


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MissedWord(Equal, Shown):
    """A word of the references: its weight times how often it is missing, how often that is, and where.

    `segments` counts from 1.
    """

    word: str
    weight: float
    missing: int
    segments: tuple[int, ...]


def missed_words(
    wnm: Wnm, knowledge: SalienceLearnt, corpus: Corpus, system: str, *, limit: int | None
) -> Results[MissedWord]:
    """Words with a weight above 0 that the output has less often than every reference, the heaviest first."""
    (hypotheses,) = for_kernel(wnm, [corpus.system(system)])
    streams = for_kernel(wnm, corpus.references.streams)
    documents = wnm.learn_places(knowledge, corpus).documents
    weights: dict[str, int] = {}
    places: dict[str, list[int]] = {}
    for index, (hypothesis, *references) in enumerate(zip(hypotheses, *streams, strict=True)):
        present = [text for text in references if text is not None]
        missing = _missing(
            tokens_of_kernel_text(wnm, hypothesis), [tokens_of_kernel_text(wnm, text) for text in present]
        )
        if not missing:
            continue
        document = documents[index] if documents else -1
        for word, _, weight in knowledge.weights.native.of_segment(present, document):
            if weight > 0 and word in missing:
                weights[word] = weights.get(word, 0) + weight * missing[word]
                places.setdefault(word, []).extend([index + 1] * missing[word])
    heaviest = sorted(weights, key=lambda word: (-weights[word], places[word][0], word))[:limit]
    return Results(
        MissedWord(word, weights[word] / REAL_PARTS, len(places[word]), tuple(dict.fromkeys(places[word])))
        for word in heaviest
    )


def _missing(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> Counter[str]:
    """A word that some reference does without is not missing."""
    fewest = Counter(references[0])
    for reference in references[1:]:
        fewest &= Counter(reference)
    return fewest - Counter(hypothesis)
