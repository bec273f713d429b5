"""Appraise's CSV: which rows are judgements, repeats, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.errors import InvalidFile, InvalidJudgement
from karat.readers import read_judgements
from karat.readers.appraise import LeftOut, is_appraise

Write = Callable[[str, bytes | str], Path]

PLAIN = """\
eng01,sysA,1,TGT,eng,deu,77,1600000000.5,1600000009.25
eng01,sysA,1,CHK,eng,deu,73,1600000100.0,1600000110.0
eng02,sysB,1,TGT,eng,deu,50,1600000000.0,1600000010.0
"""
DOCUMENTS = """\
eng01,sysA,1,TGT,eng,deu,77,doc-1,False,1600000000.5,1600000009.25
eng01,sysA,2,TGT,eng,deu,70,doc-1,False,1600000010.5,1600000019.25
eng01,sysA,2,TGT,eng,deu,75,doc-1,True,1600000020.5,1600000029.25
eng01,sysA,9,BAD,eng,deu,5,doc-1#bad,False,1600000030.5,1600000039.25
eng01,ref,1,REF,eng,deu,99,doc-1,False,1600000030.5,1600000039.25
"""
SPANS = 'eng01,sysA,1,TGT,eng,deu,77,doc-1,False,"[{""start_i"": 1, ""severity"": ""minor""}]",1.5,9.25\n'


def test_scores_of_segments(write: Write) -> None:
    """Nine fields; a second score of the same item is a repeat."""
    judgements = read_judgements(write("a.csv", PLAIN))
    assert judgements.judges == ("eng01", "eng02")
    assert judgements.value.tolist() == [77, 73, 50]
    assert judgements.occasion.tolist() == [0, 1, 0]
    assert judgements.scales["DA"].high == 100
    assert judgements.time[0] == 1600000009.25


def test_scores_in_documents(write: Write) -> None:
    """Eleven fields; spoilt items, references and scores of whole documents are left out, and counted."""
    path = write("d.csv", DOCUMENTS)
    with pytest.warns(LeftOut, match="1 scores of whole documents, 1 of type BAD, 1 of type REF"):
        judgements = read_judgements(path, dimension="DA+SQM")
    assert judgements.value.tolist() == [77, 70]
    assert judgements.documents == {"1": "doc-1", "2": "doc-1"}


def test_spans(write: Write) -> None:
    """Twelve fields have marked spans, in quotation marks, before the times."""
    assert read_judgements(write("e.csv", SPANS), dimension="ESA").value.tolist() == [77]


def test_other_csv_is_not_taken_for_it(write: Write) -> None:
    """A table with a header is none."""
    assert not is_appraise(write("t.csv", "judge,system,segment,adequacy,a,b,c\na,A,1,4,1,1,1\n"))
    assert is_appraise(write("a.csv", PLAIN))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,s,1,TGT,eng,deu,101,1,2\n", "line 1.*101"),
        ("a,s,1,TGT,eng,deu,77,1,2\na,s,2,TGT,eng,deu,high,1,2\n", "line 2.*'high'"),
        ("a,s,1,TGT,eng,deu,77,1,2\na,s,1,TGT,eng,deu,77,1,2\n", "line 2.*before"),
        ("a,s,1,TGT,eng,deu,77,1,2\na,s,2,TGT,eng,deu,77\n", "line 2.*7 fields"),
        ("a,s,1,TGT,eng,deu,77,1\n", "9, 11, 12"),
        ("a,s,1,BAD,eng,deu,77,1,2\n", "nothing was judged"),
        ("a,s,1,TGT,eng,deu,,1,2\n", "line 1.*empty"),
    ],
)
def test_what_is_refused(write: Write, text: str, words: str) -> None:
    """With the line."""
    with pytest.raises((InvalidFile, InvalidJudgement), match=words):
        read_judgements(write("a.csv", text))
