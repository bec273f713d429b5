"""WER, PER, CDER and ROUGE beside jiwer where it has the metric, and beside Karat's own BLEU."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import jiwer

from benchmarks.corpora import pack
from benchmarks.timing import Row, cpu_seconds
from karat import Bleu, Cder, Per, RougeL, RougeN, RougeS, RougeW, Wer

if TYPE_CHECKING:
    from collections.abc import Iterator

REPEAT = 15


def sequence_rows() -> Iterator[Row]:
    """One system of wmt22.de-en, one thread."""
    systems, references = pack("wmt22.de-en")
    hypotheses = next(iter(systems.values()))

    def seconds(metric: Any) -> tuple[float, Any]:
        return cpu_seconds(lambda: metric.count(hypotheses, references, threads=1), repeat=REPEAT)

    words, theirs = cpu_seconds(lambda: jiwer.process_words(references, hypotheses), repeat=3)
    characters, their_characters = cpu_seconds(
        lambda: jiwer.process_characters(references, hypotheses), repeat=3
    )
    for metric, slow, expected in (
        (Wer(), words, theirs),
        (Wer(unit="char", spaces="keep"), characters, their_characters),
    ):
        fast, counted = seconds(metric)
        if counted.total()[0] != expected.substitutions + expected.deletions + expected.insertions:
            sys.exit(f"{metric.name}: the edits differ from jiwer's")
        yield Row(f"{metric.name}, wmt22.de-en, to jiwer", slow, fast, 1, 10)
    for other in (Per(), Cder(), RougeL(), RougeW(), RougeS()):
        yield Row(f"{other.name}, wmt22.de-en, to jiwer's WER", words, seconds(other)[0], 1, 10)
    bleu, _ = seconds(Bleu())
    for order in (1, 2, 4):
        rouge = RougeN(order=order)
        yield Row(f"{rouge.name}, wmt22.de-en, to Karat's BLEU", bleu, seconds(rouge)[0], 1 / 3, 1)
