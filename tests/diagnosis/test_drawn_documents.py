"""Diagnosis draws documents where they are known: copies of a segment in its document tell nothing new."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from karat import Bleu, Corpus, evaluate
from karat.comparison import Partition
from karat.diagnosis.buckets import of_segments
from karat.diagnosis.equate import Criteria, equate
from karat.diagnosis.kinship import kinship
from karat.diagnosis.order_scores import Units
from karat.diagnosis.sensitivity import sensitivity
from karat.diagnosis.word_buckets import by_frequency

if TYPE_CHECKING:
    from karat.resampling import Interval

RNG = Random(5)
WORDS = ["a", "dog", "bark", "loudly", "house", "in", "with", "hours"]
TEXTS = [" ".join(RNG.choice(WORDS) for _ in range(RNG.randrange(8, 20))) for _ in range(12)]
COPIES = 5


def noisy(rate: float) -> list[str]:
    """The texts with some words exchanged."""
    return [" ".join(word if RNG.random() > rate else "x" for word in line.split()) for line in TEXTS]


SYSTEMS = {"first": noisy(0.1), "second": noisy(0.3), "third": noisy(0.3)}


def corpus_of(copies: int, *, documents: bool) -> Corpus:
    """Every segment so often, all copies in one document."""
    many = {name: [line for line in text for _ in range(copies)] for name, text in SYSTEMS.items()}
    labels = [f"d{place:02}" for place in range(len(TEXTS)) for _ in range(copies)] if documents else None
    return Corpus.of(many, [line for line in TEXTS for _ in range(copies)], documents=labels)


SINGLE, COPIED, UNKNOWN = (
    corpus_of(1, documents=False),
    corpus_of(COPIES, documents=True),
    corpus_of(COPIES, documents=False),
)


def width(interval: Interval | None) -> float:
    """From end to end."""
    assert interval is not None
    return interval.high - interval.low


def of_words(corpus: Corpus) -> Interval | None:
    """F of all words."""
    frequencies = dict.fromkeys(WORDS, 5)
    (bucket,) = [
        bucket
        for bucket in by_frequency(corpus, frequencies=frequencies, edges=[1], tokenize="none").buckets
        if bucket.label != "never"
    ]
    return bucket.systems["second"].interval


def of_a_part(corpus: Corpus) -> Interval | None:
    """BLEU of all segments."""
    parts = Partition.of("all", ["all"] * len(corpus))
    (bucket,) = of_segments(evaluate(corpus, Bleu()), Bleu(), parts).buckets
    return bucket.systems["second"].interval


def of_an_order(corpus: Corpus) -> Interval | None:
    """Correlation of scores in words and in characters."""
    return equate(corpus, Units(order=2), criteria=Criteria(samples=200)).of(2)["pearson"].interval


def of_kin(corpus: Corpus) -> Interval | None:
    """How far apart a system is."""
    references = [corpus.references.of_segment(row) for row in range(len(corpus))]
    texts = {name: list(text) for name, text in corpus.systems.items()}
    return kinship(texts, references, corpus.documents).apart_intervals()["second"]


@pytest.mark.parametrize("interval_of", [of_words, of_a_part, of_an_order, of_kin])
def test_copies_do_not_narrow_intervals(interval_of: object) -> None:
    """With documents the interval is that of the segments without copies; without, it is narrower."""
    assert callable(interval_of)
    single, copied, unknown = (interval_of(corpus) for corpus in (SINGLE, COPIED, UNKNOWN))
    assert [copied.low, copied.high] == pytest.approx([single.low, single.high], abs=1e-6)
    assert width(unknown) < 0.7 * width(copied)


def test_damage_is_judged_by_documents() -> None:
    """The noise of the undamaged score is that of documents."""
    single, copied, unknown = (
        sensitivity(corpus, "second", [Bleu()], damages=["shuffle"], strengths=[0.5], samples=300)[0]
        for corpus in (SINGLE, COPIED, UNKNOWN)
    )
    assert (copied.unit, copied.units, unknown.unit) == ("document", len(TEXTS), "segment")
    assert width(copied.interval) == pytest.approx(width(single.interval))
    assert width(unknown.interval) < 0.7 * width(copied.interval)
