"""WER and CER beside jiwer: the same edits in every segment."""

from __future__ import annotations

from random import Random

import jiwer
import pytest
from tests.strategies import random_segment

from karat import demo, read
from karat.kernel import LENGTH_PARTS
from karat.metrics import Wer


def texts() -> tuple[list[str], list[str]]:
    """The demo's first system and reference, and random sentences of any length."""
    corpus = read(demo.segments_path())
    hypotheses = list(next(iter(corpus.systems.values())))
    references = [text or "x" for text in corpus.references.streams[0]]
    rng = Random(4)
    vocabulary = ("a", "b", "c", "d", "e", "the", "cat", "é", "中")
    for _ in range(300):
        reference = " ".join(rng.choice(vocabulary) for _ in range(rng.choice([1, 5, 20, 64, 65, 200])))
        kept = [word for word in reference.split() if rng.random() < 0.9]
        references.append(reference)
        hypotheses.append(" ".join([*kept, *random_segment(rng, rng.randrange(4), vocabulary).split()]))
    return hypotheses, references


@pytest.mark.parametrize("unit", ["word", "char"])
def test_edits(unit: str) -> None:
    """Edits, length and rate are jiwer's; in characters it counts spaces."""
    hypotheses, references = texts()
    process = jiwer.process_words if unit == "word" else jiwer.process_characters
    theirs = process(references, hypotheses)
    ours = Wer() if unit == "word" else Wer(unit="char", spaces="keep")
    total = ours.count(hypotheses, references).total()
    edits = theirs.substitutions + theirs.deletions + theirs.insertions
    length = theirs.hits + theirs.substitutions + theirs.deletions
    assert total == [edits, length * LENGTH_PARTS]
    rate = theirs.wer if isinstance(theirs, jiwer.WordOutput) else theirs.cer
    assert ours.value(total) == pytest.approx(100 * rate, abs=1e-9)
