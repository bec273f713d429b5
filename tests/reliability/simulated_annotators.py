"""Annotators with known error: each misses, shifts, mistypes and invents marks at a known rate."""

from __future__ import annotations

from random import Random

from karat.entities import TYPES, Entity
from karat.reliability import AnnotatedText

TEXT = " ".join(f"word{place:02}" for place in range(30))
_WORD = len("word00 ")


def true_marks(random: Random) -> list[tuple[int, int, str]]:
    """Marks of whole words, none over another: first word, last word, type."""
    starts = sorted(random.sample(range(0, 28, 3), random.randint(0, 6)))
    return [(start, start + random.randint(0, 1), random.choice(TYPES[:4])) for start in starts]


def annotator(
    name: str, truth: list[list[tuple[int, int, str]]], random: Random, *, error: float, per_document: int = 4
) -> AnnotatedText:
    """The truth with errors: each mark is missed, shifted or mistyped with probability `error`."""
    marked = []
    for marks in truth:
        kept = []
        for first, last, kind in marks:
            if random.random() < error:
                continue
            shifted = first + 1 if last > first and random.random() < error else first
            said = random.choice(TYPES[:4]) if random.random() < error else kind
            kept.append(Entity.of(TEXT, shifted * _WORD, (last + 1) * _WORD - 1, said))
        marked.append(tuple(kept))
    documents = tuple(f"document {place // per_document}" for place in range(len(truth)))
    return AnnotatedText(name, (TEXT,) * len(truth), tuple(marked), documents)


def two_annotators(segments: int = 40, error: float = 0.2, seed: int = 5) -> list[AnnotatedText]:
    """Two of them, independent of each other."""
    random = Random(seed)
    truth = [true_marks(random) for _ in range(segments)]
    return [annotator(name, truth, random, error=error) for name in ("anna", "ben")]
