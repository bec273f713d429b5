"""NIST and WNM, preparation included, beside Karat's own BLEU and beside NLTK."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benchmarks.corpora import pack, pairs
from benchmarks.timing import Row, cpu_seconds
from karat import Bleu, Nist, Wnm
from karat.kernel import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator


def weight_rows(*, quick: bool) -> Iterator[Row]:
    """At most three times the CPU time of BLEU; at least fifty times as fast as NLTK.

    With the tokens of BLEU: those of WNM's script are made in Python, and would be most of the time.
    """
    systems, references = pack("wmt22.de-en")
    texts = {"wmt22.de-en, one system": (next(iter(systems.values())), references)}
    if not quick:
        texts["100,000 segments"] = pairs(100_000)
    for name, (hypotheses, reference) in texts.items():
        for metric in (Nist(), Wnm(tokenize="13a")):
            yield _beside_bleu(f"BLEU beside {metric.name}, {name}", metric, hypotheses, reference)
    yield _nltk(*texts["wmt22.de-en, one system"])


def _beside_bleu(job: str, metric: Nist | Wnm, hypotheses: list[str], references: list[str]) -> Row:
    repeat = 5 if len(hypotheses) > 20_000 else 40
    bleu = Bleu()
    slow = fast = float("inf")
    for _ in range(repeat):  # in turns, so that both meet the same machine
        slow = min(slow, cpu_seconds(lambda: bleu.count(hypotheses, references, threads=1))[0])
        fast = min(fast, cpu_seconds(lambda: metric.count(hypotheses, references, threads=1))[0])
    return Row(job, slow, fast, 1 / 3, 1 / 2)


def _nltk(hypotheses: list[str], references: list[str]) -> Row:
    from nltk.translate.nist_score import corpus_nist

    nested = [[tokenize(text, "13a")] for text in references]
    tokens = [tokenize(text, "13a") for text in hypotheses]
    slow, expected = cpu_seconds(lambda: corpus_nist(nested, tokens, 5))
    nist = Nist(perl_zero=False)
    fast, got = cpu_seconds(
        lambda: nist.value(nist.count(hypotheses, references, threads=1).total()), repeat=15
    )
    if abs(expected - got) > 1e-6:
        sys.exit("NIST differs from NLTK's")
    return Row("NIST, wmt22.de-en, one system (NLTK)", slow, fast, 50, 100)
