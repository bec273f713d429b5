"""Scores that people gave, from tables with one for each system and segment, or each system."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from karat import Corpus, demo, read
from karat.errors import (
    InvalidFile,
    InvalidJudgement,
    InvalidOption,
    KaratError,
    MisalignedCorpus,
    UnknownName,
)
from karat.readers.people.human_scores import read_human_scores, read_judged_scores

Write = Callable[[str, bytes | str], Path]

CORPUS = Corpus.of({"A": ["a", "b"], "B": ["x", "y"]}, ["a", "b"])
OF_CORPUS = (
    "system\tseg_id\thypothesis\treference\thuman_mqm\thuman_da\n"
    "A\t7\ta\ta\t-1\t90\nB\t7\tx\ta\t-2.5\t\nA\t9\tb\tb\t0\t80\nB\t9\ty\tb\t-5\t70\n"
)
SCORES = "system\tsegment\thuman_mqm\nA\t1\t-1\nA\t2\t0\nB\t1\t-2.5\nB\t2\t-5\n"


def test_the_table_of_the_corpus(write: Write) -> None:
    """Scores beside the texts come in the order that the reader gives the corpus, missing ones as NaN."""
    path = write("data.tsv", OF_CORPUS)
    mqm, da = read_human_scores(path, read(path))

    assert (mqm.metric, mqm.level, mqm.systems, mqm.rows) == ("mqm", "segment", ("A", "B"), ("1", "2"))
    assert mqm.values.tolist() == [[-1, 0], [-2.5, -5]]
    np.testing.assert_array_equal(da.values, [[90, 80], [np.nan, 70]])
    assert da.recipe.startswith("human|name:da|file:data.tsv[sha256-")


def test_another_table(write: Write) -> None:
    """A table without texts is aligned by the numbers of its segments, in any order."""
    header, *rows = SCORES.splitlines()
    for text in (SCORES, "\n".join([header, *rows[::-1]]) + "\n"):
        (mqm,) = read_human_scores(write("mqm.tsv", text), CORPUS)
        assert mqm.values.tolist() == [[-1, 0], [-2.5, -5]]


def test_systems(write: Write) -> None:
    """A row for each system gives a table of systems; one that is not there has no score."""
    (mqm,) = read_human_scores(write("systems.tsv", "system\thuman_mqm\nB\t-3\n"), CORPUS)

    assert (mqm.level, mqm.rows) == ("system", ("all",))
    np.testing.assert_array_equal(mqm.values, [[np.nan], [-3]])


def test_one_system_in_columns(write: Write) -> None:
    """With one system, a row for each segment is enough."""
    path = write("data.tsv", "hypothesis\treference\thuman_da\na\ta\t1\nb\tb\t2\n")
    (da,) = read_human_scores(path, read(path))

    assert da.values.tolist() == [[1, 2]]


def test_a_folder(write: Write) -> None:
    """A folder has scores of segments and of systems."""
    write("pack/segments.tsv", OF_CORPUS)
    folder = write("pack/systems.tsv", "system\thuman_official\nA\t1\nB\t2\n").parent

    found = read_human_scores(folder, read(folder))
    assert [(table.metric, table.level) for table in found] == [
        ("mqm", "segment"),
        ("da", "segment"),
        ("official", "system"),
    ]


def test_chosen_dimensions(write: Write) -> None:
    """Only what was asked for is read; what is not there is named."""
    path = write("data.tsv", OF_CORPUS)

    assert [table.metric for table in read_human_scores(path, read(path), dimensions=["da"])] == ["da"]
    with pytest.raises(UnknownName, match="no human score 'esa'"):
        read_human_scores(path, read(path), dimensions=["da", "esa"])


def test_binary_has_no_empty_cells(tmp_path: Path) -> None:
    """NaN in Parquet is a score that is missing."""
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    path = tmp_path / "mqm.parquet"
    table = {
        "system": ["A", "A", "B", "B"],
        "segment": [1, 2, 1, 2],
        "human_mqm": [1.0, float("nan"), None, 2],
    }
    pq.write_table(pa.table(table), path)

    np.testing.assert_array_equal(read_human_scores(path, CORPUS)[0].values, [[1, np.nan], [np.nan, 2]])


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        (SCORES.replace("-2.5", "NaN"), InvalidFile, "line 4: human_mqm is 'NaN'; a finite number"),
        (SCORES.replace("-2.5", "inf"), InvalidFile, "a finite number was expected"),
        (SCORES.replace("-2.5", "good"), InvalidFile, "human_mqm is 'good'; a number was expected"),
        (SCORES.replace("-2.5", "-2,5"), InvalidFile, "Write decimals with a point"),
        (SCORES.replace("B\t1", "C\t1"), UnknownName, "line 4: 'C' is no system of the corpus"),
        (SCORES.replace("B\t1", "B\t2"), InvalidFile, "system 'B', segment 2, is there a second time"),
        (SCORES.replace("B\t1", "B\t3"), InvalidFile, "the corpus has 2 segments"),
        (SCORES.replace("system", "engine"), InvalidFile, "no column for the name of the system"),
        (SCORES.replace("human_mqm", "human_"), InvalidFile, "what was judged must follow"),
        (OF_CORPUS.replace("\tx\t", "\tz\t"), InvalidFile, "not what system 'B' has in segment 1"),
        (OF_CORPUS + "A\t10\tb\tb\t0\t80\n", InvalidFile, "not what system 'A' has in segment 3"),
    ],
)
def test_refused(write: Write, text: str, error: type[KaratError], words: str) -> None:
    """What is wrong is said with its place."""
    with pytest.raises(error, match=words):
        read_human_scores(write("mqm.tsv", text), CORPUS)


def test_ignored_systems(write: Write) -> None:
    """Systems that were left out of the corpus may have scores."""
    path = write("mqm.tsv", SCORES + "C\t1\t5\nC\t2\t5\n")

    (mqm,) = read_human_scores(path, CORPUS, unknown_systems="ignore")
    assert mqm.values.tolist() == [[-1, 0], [-2.5, -5]]
    with pytest.raises(InvalidOption, match="unknown_systems is 'skip'"):
        read_human_scores(path, CORPUS, unknown_systems="skip")  # type: ignore[arg-type]


def test_too_few_segments(write: Write) -> None:
    """One row per segment must be one for each segment."""
    alone = Corpus.of(["a", "b"], ["a", "b"])

    with pytest.raises(MisalignedCorpus, match="there are 1 segments, the corpus has 2"):
        read_human_scores(write("da.tsv", "human_da\n1\n"), alone)


def test_an_empty_folder(tmp_path: Path) -> None:
    """A folder without tables has no scores."""
    with pytest.raises(InvalidFile, match="no human scores"):
        read_human_scores(tmp_path, CORPUS)


@pytest.mark.shared
@pytest.mark.parametrize("file", ["segments.parquet", "segments.jsonl.gz"])
def test_the_packs(shared_data: Path, file: str) -> None:
    """The mean of the segments' scores is the system's score."""
    folder = shared_data / "wmt23.en-de"
    corpus = read(folder / file)
    segments = {table.metric: table for table in read_human_scores(folder / file, corpus)}
    systems = {table.metric: table for table in read_human_scores(folder / "systems.tsv", corpus)}

    assert list(segments) == ["mqm", "da_sqm", "esa_1", "esa_2", "mqm_1"]
    assert np.isfinite(segments["mqm"].values).sum() == 460 * 13
    for name, table in segments.items():
        means = np.nanmean(table.values, axis=1)
        np.testing.assert_allclose(means, systems[name].values[:, 0], rtol=1e-8)


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
