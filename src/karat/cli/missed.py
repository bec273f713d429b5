"""The salient words that systems missed, for every WNM that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from karat.metrics import Wnm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.metrics import Metric
    from karat.metrics.explain.missed_words import MissedWord

MOST = 20


def is_wnm(metric: Metric) -> TypeGuard[Wnm]:
    """Whether the metric knows which words are salient."""
    return isinstance(metric, Wnm)


def missed_words(corpus: Corpus, metrics: Sequence[Metric]) -> dict[str, dict[str, list[MissedWord]]]:
    """By recipe and system, the heaviest first."""
    return {
        wnm.recipe: {system: wnm.missed(corpus, system, limit=MOST) for system in corpus.systems}
        for wnm in filter(is_wnm, metrics)
    }


def as_records(missed: Mapping[str, Mapping[str, Sequence[MissedWord]]]) -> list[dict[str, Any]]:
    """The same as plain values."""
    return [
        {
            "system": system,
            "recipe": recipe,
            "words": [
                {
                    "word": word.word,
                    "weight": word.weight,
                    "missing": word.missing,
                    "segments": list(word.segments),
                }
                for word in words
            ],
        }
        for recipe, by_system in missed.items()
        for system, words in by_system.items()
    ]
