"""MQM's errors: weights, counts, other names of columns, and texts that are not those of the corpus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.corpus import Corpus
from karat.errors import InvalidFile, InvalidJudgement, InvalidOption
from karat.readers import read_judgements, read_mqm

Write = Callable[[str, bytes | str], Path]

NEW = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\n"
OLD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
ROWS = """\
A\td1\t1\t1\tr1\tquelle\tone <v>two</v> three\tAccuracy/Mistranslation\tMajor
A\td1\t1\t1\tr1\tquelle\tone two<v>,</v> three\tFluency/Punctuation\tMinor
A\td1\t1\t1\tr2\tquelle\tone two three\tNo-error\tNo-error
A\td1\t2\t2\tr1\tquelle\t<v>four</v>\tNon-translation!\tMajor
A\td1\t2\t2\tr1\tquelle\tfour\tStyle/Awkward\tNeutral
B\td1\t1\t1\tr1\tquelle\tone <v>too</v>\tFluency/Spelling\tMinor
"""


@pytest.mark.parametrize("header", [NEW, OLD])
def test_googles_weights(write: Write, header: str) -> None:
    """Major 5, minor 1, minor punctuation 0.1, non-translation 25, no error 0: minus their sum."""
    found = read_mqm(write("m.tsv", header + ROWS))
    values = {(row.judge, row.system, row.segment): row.value for row in found.judgements}
    assert values == {
        ("r1", "A", "1"): pytest.approx(-5.1),
        ("r2", "A", "1"): 0,
        ("r1", "A", "2"): -25,
        ("r1", "B", "1"): -1,
    }
    assert found.judgements.documents == {"1": "d1", "2": "d1"}
    assert read_judgements(write("m.tsv", header + ROWS)).dimensions == ("MQM",)


def test_errors_are_kept(write: Write) -> None:
    """Each with its category, severity and marked text; counts by system."""
    found = read_mqm(write("m.tsv", NEW + ROWS))
    assert [error.span for error in found.errors] == ["two", ",", "four", "", "too"]
    assert found.counts()["A", "Accuracy/Mistranslation", "Major"] == 1
    assert sum(found.counts().values()) == 5


def test_other_weights(write: Write) -> None:
    """The longest name that fits counts; capitals do not."""
    weights = {"major": 10, "Minor": 2, "Minor/Fluency": 3, "Neutral": 0.5, "no-error": 0}
    found = read_mqm(write("m.tsv", NEW + ROWS), weights=weights)
    assert found.judgements.value.tolist() == [-13, 0, -10.5, -3]
    with pytest.raises(InvalidOption, match="at least 0"):
        read_mqm(write("m.tsv", NEW + ROWS), weights={"Major": -5})
    with pytest.raises(InvalidFile, match="line 3: the severity 'Minor' has no weight"):
        read_mqm(write("m.tsv", NEW + ROWS), weights={"Major": 5})


def test_texts_must_be_those_of_the_corpus(write: Write) -> None:
    """Where most targets are other texts, the numbers are wrong."""
    path = write("m.tsv", NEW + ROWS)
    texts = {"A": ["one two three", "four", "five"], "B": ["one too", "four", "five"]}
    corpus = Corpus.of(texts, ["x", "y", "z"], documents=["d1", "d1", "d1"])
    assert read_mqm(path, corpus).judgements.segments == ("1", "2")
    with pytest.raises(InvalidJudgement, match="target is not what system 'A' has in segment 2"):
        read_mqm(path, corpus, first_segment=0)
