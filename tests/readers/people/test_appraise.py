"""Appraise's CSV: which rows are judgements, repeats, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat import Corpus
from karat.errors import InvalidFile, InvalidJudgement, UnknownName
from karat.readers import read_judgements
from karat.readers.files.lines import ByteOrderMark
from karat.readers.people.appraise import RowsLeftOut, is_appraise, read_appraise
from karat.readers.people.judgement_rows import UnknownSystemsLeftOut

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
    with pytest.warns(RowsLeftOut, match="1 scores of whole documents, 1 of type BAD, 1 of type REF"):
        judgements = read_judgements(path, dimension="DA+SQM")
    assert judgements.value.tolist() == [77, 70]
    assert judgements.documents == {"1": "doc-1", "2": "doc-1"}


def test_spans(write: Write) -> None:
    """Twelve fields have marked spans, in quotation marks, before the times."""
    assert read_judgements(write("e.csv", SPANS), dimension="ESA").value.tolist() == [77]


def test_byte_order_marks(write: Write) -> None:
    """A byte order mark is no part of the first judge's name, and the user hears of it."""
    with pytest.warns(ByteOrderMark, match=r"m\.csv: .* no part of a segment"):
        assert read_judgements(write("m.csv", f"\ufeff{PLAIN}")).judges == ("eng01", "eng02")


def test_header(write: Write) -> None:
    """WMT keeps the header in another file; it may have been put above."""
    header = "username,system,itemId,itemType,srcLang,trgLang,score,timeStart,timeEnd\n"
    assert read_judgements(write("h.csv", header + PLAIN)).value.tolist() == [77, 73, 50]
    with pytest.raises(InvalidFile, match="no row below the header"):
        read_judgements(write("h.csv", header))


CROWD = """\
HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time
3IK\tM1\tcs\ten\tad\t4\tFast-AI.7\t10\tSYSTEM\t1\t0.62\t931.0
3IK\tM1\tcs\ten\tad\t4\tFast-AI.7\t10\tREPEAT\t1\t-0.5\t931.0
3IK\tM1\tcs\ten\tad\t4\tFast-AI.7\t10\tBAD_REF\t2\t-1.9\t931.0
3IK\tM2\tcs\ten\tad\t4\tOnline-A.0\t10\tSYSTEM\t2\t1.2\t931.0
"""


def test_tables_of_the_crowd(write: Write) -> None:
    """WMT's own tables: z-scores or raw ones; a repeat is a second occasion."""
    with pytest.warns(RowsLeftOut, match="1 of type BAD_REF"):
        judgements = read_judgements(write("ad-csen-good-stnd.csv", CROWD))
    assert judgements.value.tolist() == [0.62, -0.5, 1.2]
    assert judgements.occasion.tolist() == [0, 1, 0]
    assert judgements.systems == ("Fast-AI", "Online-A")
    assert judgements.scales["DA"].name == "z"

    raw = CROWD.replace("0.62", "62").replace("-0.5", "50").replace("-1.9", "5").replace("1.2", "88")
    two = raw.replace("Online-A.0", "Fast-AI.0")
    with pytest.warns(RowsLeftOut):
        found = read_judgements(write("ad-good-raw.csv", two))
    assert found.scales["DA"].name == "DA"
    assert found.systems == ("Fast-AI.7", "Fast-AI.0")

    corpus = Corpus.of(
        {"Fast-AI": ["a", "b"], "Online-A": ["a", "c"]}, ["a", "b"], documents=["second", "first"]
    )
    with pytest.warns(RowsLeftOut), pytest.warns(UserWarning, match="after sorting documents"):
        read_judgements(write("ad.csv", raw), corpus)
    with pytest.raises(InvalidFile, match="line 2: the row has 11 fields, the header 12"):
        read_judgements(write("short.csv", raw.replace("\t931.0", "", 1)))
    with pytest.raises(InvalidFile, match="no column sid"):
        read_judgements(write("short.csv", raw.replace("sid", "segment")))


def test_other_csv_is_not_taken_for_it(write: Write) -> None:
    """A table with a header is none."""
    assert not is_appraise(write("t.csv", "judge,system,segment,adequacy,a,b,c\na,A,1,4,1,1,1\n"))
    assert is_appraise(write("a.csv", PLAIN))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,s,1,TGT,eng,deu,101,1,2\n", "line 1.*101"),
        ("a,s,1,TGT,eng,deu,77,1,2\na,s,2,TGT,eng,deu,high,1,2\n", "line 2.*'high'"),
        ("a,s,1,TGT,eng,deu,77,1,2\na,s,1,TGT,eng,deu,78,1,2\n", "line 2.*before"),
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


def _row(
    *, system: str = "A", segment: int = 1, target: str = "eng", document: str = "d", at: int = 1
) -> str:
    return f"judge,{system},{segment},TGT,deu,{target},70,{document},False,[],{at},{at + 5}\n"


def test_rows_that_are_no_judgements_of_this_text(tmp_path: Path) -> None:
    """Rows there twice, of tutorials, of other languages and of other systems are left out and told."""
    path = tmp_path / "export.csv"
    rows = [
        *(
            _row(system=system, segment=segment, at=10 * segment)
            for system in ("A", "HUMAN-C")
            for segment in (0, 1)
        ),
        _row(segment=1, at=10),
        _row(segment=1, document="d#tutorial", at=90),
        _row(segment=1, target="fra", at=91),
        _row(system="demo", at=92),
    ]
    path.write_text("".join(rows))
    corpus = Corpus.of({"A": ["a", "b"], "refC": ["c", "d"]}, ["x", "y"])
    with pytest.warns((RowsLeftOut, UnknownSystemsLeftOut)) as told:
        found = read_appraise(
            path, corpus, language_pair="deu-eng", aliases={"HUMAN-C": "refC"}, unknown_systems="tell"
        )
    assert [str(one.message).partition(": ")[2] for one in told] == [
        "rows were left out: 1 that are there twice, 1 of a tutorial, 1 of deu-fra.",
        "rows of systems that the corpus does not have were left out: demo (1).",
    ]
    assert [(one.system, one.segment) for one in found] == [
        ("A", "1"),
        ("A", "2"),
        ("refC", "1"),
        ("refC", "2"),
    ]
    with pytest.raises(UnknownName, match="deu-rus"):
        read_appraise(path, corpus, language_pair="deu-rus")
    with pytest.warns(RowsLeftOut), pytest.raises(InvalidJudgement, match=r"'HUMAN-C' is no system.*aliases"):
        read_appraise(path, corpus)
