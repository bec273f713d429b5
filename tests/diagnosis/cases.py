"""Small texts on which a check says fine, and texts on which it does not."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from karat import Bleu, Chrf, Corpus, evaluate
from karat.diagnosis.suitability import Case

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WORDS = [
    "river",
    "stone",
    "house",
    "garden",
    "winter",
    "morning",
    "letter",
    "window",
    "city",
    "market",
    "teacher",
    "bridge",
    "song",
    "table",
    "road",
]


def sentences(count: int, *, seed: int = 1, length: int = 12) -> list[str]:
    """Sentences of random words, each another, with a capital letter and a full stop."""
    random = Random(seed)
    texts = []
    for number in range(count):
        words = [random.choice(WORDS) for _ in range(length - 1)]
        texts.append(f"Number{number} {' '.join(words)}.")
    return texts


def varied(texts: Sequence[str], *, share: float, seed: int, words: Sequence[str] = WORDS) -> list[str]:
    """The texts with a share of their words replaced, as another system might have put them."""
    random = Random(seed)
    return [
        " ".join(
            word if place == 0 or random.random() >= share else random.choice(words)
            for place, word in enumerate(text.split())
        )
        for text in texts
    ]


def case_of(
    systems: Mapping[str, Sequence[str]],
    references: Any,
    *,
    metrics: Sequence[Any] = (),
    people: Sequence[str] = (),
    sources: Sequence[str] | None = None,
    **claims: Any,
) -> Case:
    """Everything about a small corpus."""
    corpus = Corpus.of(dict(systems), references, sources=sources)
    corpus = replace(corpus, human_systems=frozenset(people))
    return Case.of(evaluate(corpus, *(metrics or (Bleu(), Chrf()))), **claims)
