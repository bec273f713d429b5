"""NEE beside sacreBLEU's BLEU on the same text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks import peers
from benchmarks.corpora import pack
from benchmarks.timing import Row, cpu_seconds
from karat import Corpus, Nee
from karat.entities import Entity

if TYPE_CHECKING:
    from collections.abc import Iterator


NAME = re.compile(r"[A-Z]\w+|[ァ-ヶー]{2,}|\d+")


def marked(text: str) -> list[Entity]:
    """Every capitalised word, word in katakana and number."""
    return [Entity.of(text, found.start(), found.end(), "LOCATION") for found in NAME.finditer(text)]


def nee_rows() -> Iterator[Row]:
    """A language with spaces between words, and one without."""
    for name, language, tokenize in (("wmt22.de-en", "en", "13a"), ("wmt23.en-ja", "ja", "char")):
        yield nee_row(name, language, tokenize)


def nee_row(name: str, language: str, tokenize: str) -> Row:
    """More entities than people would mark, in their normal form within the time; BLEU as WMT has it."""
    systems, references = pack(name)
    hypotheses = next(iter(systems.values()))
    entities = [[marked(reference) for reference in references]]
    corpus = Corpus.of(hypotheses, references, entities=entities)
    nee, bleu = Nee(language=language), peers.bleu(tokenize)
    slow, _ = cpu_seconds(lambda: peers.statistics(bleu, hypotheses, references))
    fast, _ = cpu_seconds(lambda: nee.prepare(corpus).count(hypotheses, references), repeat=5)
    return Row(f"NEE, {name}, one system, to BLEU {tokenize}", slow, fast, 1, 3)
