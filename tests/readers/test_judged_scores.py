"""Human scores of files without a column of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from karat import demo, read
from karat.readers.judged_scores import read_judged_scores

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
