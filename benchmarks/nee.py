"""NEE beside sacreBLEU's BLEU on the same text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import peers
from benchmarks.corpora import pack
from benchmarks.timing import Row, cpu_seconds
from karat import Corpus, Nee
from karat.entities.rules import suggest

if TYPE_CHECKING:
    from collections.abc import Iterator


def nee_rows() -> Iterator[Row]:
    """A language with spaces between words, and one without."""
    for name, language in (("wmt22.de-en", "en"), ("wmt23.en-ja", "ja")):
        yield nee_row(name, language)


def nee_row(name: str, language: str) -> Row:
    """Entities that the rules suggest: brought into normal form and searched for, all within the time."""
    systems, references = pack(name)
    hypotheses = next(iter(systems.values()))
    entities = [[suggest(reference, language) for reference in references]]
    corpus = Corpus.of(hypotheses, references, entities=entities)
    nee, bleu = Nee(language=language, suggestions="count"), peers.bleu("13a")
    slow, _ = cpu_seconds(lambda: peers.statistics(bleu, hypotheses, references))
    fast, _ = cpu_seconds(lambda: nee.prepare(corpus).count(hypotheses, references), repeat=5)
    return Row(f"NEE, {name}, one system, to BLEU", slow, fast, 1, 3)
