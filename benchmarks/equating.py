"""Equating words and characters, beside one run of chrF over the same text."""

from __future__ import annotations

from benchmarks.corpora import pack
from benchmarks.timing import Row, wall_seconds
from karat import Chrf, Corpus
from karat.diagnosis.equate import equate

SYSTEMS, SEGMENTS = 10, 1000


def equating_row() -> Row:
    """Ten systems, 1,000 segments, orders up to 4 words and 40 characters; at most ten runs of chrF."""
    systems, references = pack("wmt23.zh-en")
    texts = {name: text[:SEGMENTS] for name, text in list(systems.items())[:SYSTEMS]}
    corpus = Corpus.of(texts, references[:SEGMENTS])
    chrf = Chrf()

    def score() -> None:
        for counted in chrf.count_systems(list(corpus.systems.values()), corpus.references, threads=1):
            chrf.value(counted.total())

    one = wall_seconds(score, repeat=15)
    all_orders = wall_seconds(lambda: equate(corpus, threads=1), repeat=5)
    return Row(f"equate, {len(texts)} × {len(corpus)}, in runs of chrF (wall)", 10 * one, all_orders, 1, 1.5)
