"""Human scores of files without a column of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat import Corpus, demo, read
from karat.errors import InvalidJudgement, InvalidOption
from karat.readers.people.judged_scores import read_judged_scores

Write = Callable[[str, bytes | str], Path]


def test_judgements_become_scores() -> None:
    """By segment and by system, for each dimension."""
    corpus = read(demo.segments_path())
    tables = read_judged_scores(demo.judgements_path(), corpus)
    assert tables is not None
    assert [(table.metric, table.level) for table in tables] == [
        ("adequacy", "segment"),
        ("adequacy", "system"),
        ("fluency", "segment"),
        ("fluency", "system"),
    ]
    assert tables[0].values.shape == (6, 48)
    assert tables[1]["human"].round(2).tolist() == [4.85]


JUDGED = {
    "judged.tsv": "judge\tsystem\tseg_id\tdimension\tvalue\na\tA\t0\tDA\t50\na\tB\t0\tDA\t60\n",
    "appraise.csv": "a,B,1,TGT,en,de,60,1.5,2.5\na,A,1,TGT,en,de,50,3.5,4.5\na,A,2,TGT,en,de,50,5.5,6.5\n",
    "mqm.tsv": "system\tseg_id\trater\tcategory\tseverity\nB\t1\ta\tx\tMinor\nA\t1\ta\tx\tMajor\n",
}


@pytest.mark.parametrize("name", JUDGED)
def test_systems_that_are_not_asked_for(write: Write, name: str) -> None:
    """Judgements of other systems are refused, or passed over."""
    corpus = Corpus.of({"A": ["a", "b"]}, ["a", "b"])
    path = write(name, JUDGED[name])
    with pytest.raises(InvalidJudgement, match="'B' is no system of the corpus"):
        read_judged_scores(path, corpus)
    tables = read_judged_scores(path, corpus, unknown_systems="ignore") or ()
    assert [table.systems for table in tables] == [("A",), ("A",)]
    assert tables[1].values.tolist() in ([[50]], [[-5]])
    with pytest.raises(InvalidOption, match="unknown_systems is 'keep'"):
        read_judged_scores(path, corpus, unknown_systems="keep")  # type: ignore[arg-type]


def test_files_and_sets_of_scores(write: Write, tmp_path: Path) -> None:
    """A file of scores is one table, a test set has those of its people."""
    for path in ("references/en-de.refA.txt", "system-outputs/en-de/A.txt"):
        write(path, "a\nb\n")
    scores = write("human-scores/en-de.mqm.seg.score", "A\t-1\nA\tNone\n")
    corpus = read(tmp_path)
    (of_file,) = read_judged_scores(scores, corpus) or ()
    (of_set,) = read_judged_scores(tmp_path, corpus) or ()
    assert (of_file.level, of_set.metric) == ("segment", "mqm")
    assert of_set.values[0, 0] == of_file.values[0, 0] == -1


def test_other_files(write: Write) -> None:
    """A table without judges, and a text, are something else."""
    corpus = read(demo.segments_path())
    assert read_judged_scores(write("s.tsv", "system\tsegment\thuman_mqm\nA\t1\t2\n"), corpus) is None
    assert read_judged_scores(write("s.txt", "a\n"), corpus) is None
