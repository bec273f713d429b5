"""mt-metrics-eval's files of scores, and its folder of a test set."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from karat import read
from karat.agreement import Rater, ShiftedSegments
from karat.agreement.shift import warn_of_shift
from karat.corpus import Corpus
from karat.errors import InvalidFile, InvalidOption, KaratError, MisalignedCorpus, UnknownName
from karat.readers import read_evaluation_set, read_score_file
from karat.readers.files.lines import ByteOrderMark

Write = Callable[[str, bytes | str], Path]

CORPUS = Corpus.of(
    {"A": ["a", "b", "c"], "B": ["a", "b", "c"]},
    ["a", "b", "c"],
    documents=["d1", "d1", "d2"],
    text_types=["news", "news", "chat"],
)


@pytest.mark.parametrize(
    ("name", "text", "level", "values"),
    [
        ("x.seg.score", "A\t1\nA\tNone\nA\t3\nB\t4\nB\t5\nB\t6\n", "segment", [[1, None, 3], [4, 5, 6]]),
        ("x.seg.score", "B 4\nB 5\nB 6\n", "segment", [[None, None, None], [4, 5, 6]]),
        ("x.doc.score", "A\t1\nA\t2\nB\t3\nB\t4\n", "document", [[1, 2], [3, 4]]),
        ("x.domain.score", "news\tA\t1\nchat\tA\t2\nnews\tB\t3\n", "text_type", [[1, 2], [3, None]]),
        ("x.sys.score", "B\t-1.5\nA\t2e1\n", "system", [[20], [-1.5]]),
    ],
)
def test_levels(write: Write, name: str, text: str, level: str, values: list[list[float | None]]) -> None:
    """Scores stand in the order of the corpus; None is missing."""
    table = read_score_file(write(name, text), CORPUS)
    assert (table.metric, table.level, table.systems) == ("x", level, ("A", "B"))
    expected = np.array([[np.nan if value is None else value for value in row] for row in values])
    assert np.array_equal(table.values, expected, equal_nan=True)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.seg.score", "A\t1\nA\t2\n", "2 scores, and the corpus has 3 segments"),
        ("x.seg.score", "A\t1\nA\t2\nA\t3\nA\t4\n", "line 4.*one score too many"),
        ("x.sys.score", "C\t1\n", "line 1: 'C' is no system"),
        ("x.sys.score", "A\tnan\n", "line 1.*'nan'"),
        ("x.sys.score", "A\tgood\n", "line 1.*'good'"),
        ("x.sys.score", "A 1 2\n", "line 1.*a system and a score"),
        ("x.domain.score", "A\t1\n", "a text type, a system and a score"),
        ("x.domain.score", "poetry A 1\n", "one score too many"),
        ("x.sys.score", "", "nothing to read"),
        ("x.score", "A\t1\n", "LEVEL"),
        ("x.txt", "A\t1\n", "LEVEL"),
    ],
)
def test_what_is_refused(write: Write, name: str, text: str, words: str) -> None:
    """With the line."""
    with pytest.raises(KaratError, match=words):
        read_score_file(write(name, text), CORPUS)


def _rating(*errors: dict[str, object]) -> str:
    return json.dumps({"errors": list(errors)})


def test_ratings(write: Write) -> None:
    """A segment rated by its errors has minus their weight: their own score, or MQM's of their severity."""
    lines = (
        f"A\t{_rating({'start': 0, 'end': 1, 'score': -5})}\tanna",
        f"A\t{_rating({'severity': 'Major', 'category': 'Accuracy'}, {'severity': 'minor'})}\tanna",
        "A\tNone",
        *(f"B\t{_rating()}" for _ in range(3)),
    )
    table = read_score_file(write("mqm.seg.rating", "\n".join(lines) + "\n"), CORPUS)
    assert (table.metric, table.level) == ("mqm", "segment")
    assert np.array_equal(table.values, np.array([[-5, -6, np.nan], [0, 0, 0]]), equal_nan=True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("A\t[]", "line 1.*errors"),
        ("A\tgood\tanna", "line 1.*'good'"),
        ("A", "line 1: SYSTEM, ERRORS"),
        ('A\t{"errors": [{"severity": "critical"}]}', "line 1.*'critical'"),
    ],
)
def test_ratings_that_are_none(write: Write, line: str, words: str) -> None:
    """What is no rating is refused with its line."""
    with pytest.raises(InvalidFile, match=words):
        read_score_file(write("x.seg.rating", f"{line}\n"), CORPUS)


def test_systems_that_the_corpus_has_not(write: Write) -> None:
    """They are passed over on request, wherever they stand."""
    path = write("x.seg.score", "C\t7\nA\t1\nC\t8\nA\t2\nA\t3\n")
    table = read_score_file(path, CORPUS, unknown_systems="ignore")
    assert table["A"].tolist() == [1, 2, 3]
    with pytest.raises(UnknownName, match="line 1: 'C'"):
        read_score_file(path, CORPUS)


def test_blanks_and_tabs(write: Write) -> None:
    """Columns may stand apart by blanks, tabs or both; a name with a blank in it has tabs around it."""
    assert read_score_file(write("x.sys.score", "A  \t 1\nB 2\n"), CORPUS)["A"].tolist() == [1]
    corpus = Corpus.of({"ONLINE A": ["a"]}, ["a"])
    assert read_score_file(write("x.sys.score", "ONLINE A\t1\n"), corpus)["ONLINE A"].tolist() == [1]


def test_many_segments_take_no_time(write: Write) -> None:
    """The time of reading grows with the number of lines, not with its square."""
    corpus = Corpus.of({"A": ["a"] * 30_000}, ["a"] * 30_000)
    path = write("x.seg.score", "A\t0.5\n" * 30_000)
    start = process_time()
    assert len(read_score_file(path, corpus)["A"]) == 30_000
    assert process_time() - start < 1


def test_set(write: Write, tmp_path: Path) -> None:
    """One call gives the corpus, what people said, and what metrics did."""
    _write_set(write, segments=3)
    found = read_evaluation_set(tmp_path)
    assert list(found.corpus.systems) == ["refA", "sysA", "sysB"]
    assert found.corpus.human_systems == {"refA"}
    assert found.corpus.references.names == ("refA", "refB")
    assert (found.corpus.source_language, found.corpus.target_language) == ("en", "de")
    assert found.corpus.labels("document") == ["doc 0", "doc 0", "doc 0"]
    assert [(table.metric, table.level) for table in found.human] == [("mqm", "segment"), ("mqm", "system")]
    assert [table.metric for table in found.metrics] == ["BLEU-refA", "COMET-refA"]
    assert np.isnan(found.human[0]["refA"]).all()
    assert found.human[0].recipe.startswith("human|name:mqm|level:segment|file:en-de.mqm.seg.score[sha256-")
    assert read_evaluation_set(tmp_path, references=["refB"]).corpus.references.names == ("refB",)
    assert list(read(tmp_path).systems) == ["refA", "sysA", "sysB"]
    assert list(read(tmp_path, systems=["sysB"]).systems) == ["sysB"]


def test_sets_that_are_none(write: Write, tmp_path: Path) -> None:
    """Language pairs, references and lines that are not there."""
    with pytest.raises(InvalidFile, match="system-outputs"):
        read_evaluation_set(tmp_path)
    _write_set(write, segments=3)
    with pytest.raises(UnknownName, match="de-en"):
        read_evaluation_set(tmp_path, "de-en")
    with pytest.raises(UnknownName, match="refC"):
        read_evaluation_set(tmp_path, references=["refC"])
    write("system-outputs/en-ja/x.txt", "x\n")
    with pytest.raises(InvalidOption, match="2 language pairs: en-de, en-ja"):
        read_evaluation_set(tmp_path)
    assert len(read_evaluation_set(tmp_path, "en-de").corpus) == 3
    assert read(tmp_path / "system-outputs" / "en-de").references.names == ("refA", "refB")
    write("documents/en-de.docs", "news\nnews\nnews\n")
    with pytest.raises(MisalignedCorpus, match=r"en-de.docs, line 1"):
        read_evaluation_set(tmp_path, "en-de")


def test_moved_scores_are_noticed(write: Write, tmp_path: Path) -> None:
    """Human scores that fit the neighbouring segments are warned of; those in their place are not."""
    _write_set(write, segments=80)
    _look_for_shift(tmp_path)
    _write_set(write, segments=80, moved=1)
    with pytest.warns(ShiftedSegments, match=r"mqm would fit .* one segment earlier"):
        _look_for_shift(tmp_path)
    _write_set(write, segments=80, moved=-1)
    with pytest.warns(ShiftedSegments, match="later"):
        _look_for_shift(tmp_path)


def _look_for_shift(folder: Path) -> None:
    found = read_evaluation_set(folder)
    metrics, humans = (
        [Rater.of_tables(table) for table in tables if table.level == "segment"]
        for tables in (found.metrics, found.human)
    )
    warn_of_shift(metrics, humans)


def _write_set(write: Write, *, segments: int, moved: int = 0) -> None:
    rng = np.random.default_rng(3)
    quality = rng.normal(size=(2, segments))
    lines = "".join(f"segment {number}\n" for number in range(segments))
    for path in ("sources/en-de.txt", "references/en-de.refA.txt", "references/en-de.refB.txt"):
        write(path, lines)
    for name in ("sysA", "sysB", "refA"):
        write(f"system-outputs/en-de/{name}.txt", lines)
    write("documents/en-de.docs", "".join(f"news\tdoc {number // 4}\n" for number in range(segments)))
    human = np.roll(quality + rng.normal(size=quality.shape), moved, axis=1)
    write("human-scores/en-de.mqm.seg.score", _scores(human))
    write("human-scores/en-de.mqm.sys.score", "sysA\t1\nsysB\tNone\n")
    write("metric-scores/en-de/BLEU-refA.sys.score", "sysA\t1\nsysB\t2\n")
    write("metric-scores/en-de/COMET-refA.seg.score", _scores(quality))


def _scores(values: np.ndarray) -> str:
    return "".join(
        f"{name}\t{value}\n"
        for name, row in zip(("sysA", "sysB"), values.tolist(), strict=True)
        for value in row
    )


@pytest.mark.shared
def test_real_scores_in_the_layout(shared_data: Path, tmp_path: Path, write: Write) -> None:
    """wmt23.en-de, written in the layout, comes back as it was."""
    pack = shared_data / "wmt23.en-de"
    corpus = read(pack)
    import gzip

    with gzip.open(pack / "segments.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for name, text in corpus.systems.items():
        write(f"system-outputs/en-de/{name}.txt", "".join(f"{line}\n" for line in text))
    write("references/en-de.refA.txt", "".join(f"{line}\n" for line in corpus.references.streams[0]))
    by_system: dict[str, list[float | None]] = {}
    for row in rows:
        by_system.setdefault(row["system"], []).append(row["human_mqm"])
    write(
        "human-scores/en-de.mqm.seg.score",
        "".join(f"{name}\t{value}\n" for name, values in by_system.items() for value in values),
    )
    with pytest.warns(ByteOrderMark, match="AIRC"):
        (table,) = read_evaluation_set(tmp_path).human
    for name, values in by_system.items():
        wanted = [np.nan if value is None else value for value in values]
        assert np.array_equal(table[name], wanted, equal_nan=True)
