"""Tables of scores that were computed elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from karat import Bleu, Corpus, evaluate, read, read_scores
from karat.errors import InvalidFile, InvalidOption, KaratError, MisalignedCorpus, UnknownName

CORPUS = Corpus.of(
    {"A": ["a b", "c", "d"], "B": ["x", "y", "z"]},
    ["a b", "c", "d"],
    documents=["one", "one", "two"],
)
ALONE = Corpus.of(["a b", "c", "d"], ["a b", "c", "d"])
LONG = "system\tsegment\tCOMET\nA\t1\t0.1\nA\t2\t0.2\nA\t3\t0.3\nB\t1\t0.4\nB\t2\t0.5\nB\t3\t0.6\n"


def written(folder: Path, text: str, name: str = "comet.tsv") -> Path:
    """A file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def scores(path: Path, corpus: Corpus = CORPUS, **options: Any) -> dict[str, dict[str, list[float]]]:
    """The scores of each metric and system, as an evaluation has them."""
    metrics = read_scores(path, corpus, **options)
    result = evaluate(corpus, *metrics)
    return {
        metric.name: {
            system: [round(value, 6) for value in result.table(metric, "segment")[system].tolist()]
            for system in corpus.systems
        }
        for metric in metrics
    }


EXPECTED = {"COMET": {"A": [0.1, 0.2, 0.3], "B": [0.4, 0.5, 0.6]}}


def test_long(tmp_path: Path) -> None:
    """One row per system and segment, in any order."""
    assert scores(written(tmp_path, LONG)) == EXPECTED
    header, *rows = LONG.splitlines()
    assert scores(written(tmp_path, "\n".join([header, *rows[::-1]]) + "\n")) == EXPECTED


def test_from_nought(tmp_path: Path) -> None:
    """Segments may be numbered from 0."""
    text = LONG.replace("\t1\t", "\t0\t").replace("\t2\t", "\t1\t").replace("\t3\t", "\t2\t")
    assert scores(written(tmp_path, text)) == EXPECTED


def test_without_numbers(tmp_path: Path) -> None:
    """Without numbers, the rows of a system are its segments in order."""
    text = "".join(f"{a}\t{c}\n" for a, _, c in (line.split("\t") for line in LONG.splitlines()))
    assert scores(written(tmp_path, text)) == EXPECTED
    with pytest.raises(MisalignedCorpus, match="scores of 2 segments where the corpus has 3"):
        read_scores(written(tmp_path, text.rpartition("B")[0]), CORPUS)


def test_names(tmp_path: Path) -> None:
    """Segments may have names, in the order of the corpus."""
    text = LONG.replace("\t1\t", "\tp\t").replace("\t2\t", "\tq\t").replace("\t3\t", "\tr\t")
    assert scores(written(tmp_path, text)) == EXPECTED
    with pytest.raises(MisalignedCorpus, match="names 4 segments, the corpus has 3"):
        read_scores(written(tmp_path, text + "B\ts\t1\n"), CORPUS)


def test_within_documents(tmp_path: Path) -> None:
    """Numbers may start again in each document of the corpus."""
    rows = [("A", "two", 1, 0.3), ("A", "one", 1, 0.1), ("A", "one", 2, 0.2)]
    rows += [("B", "one", 1, 0.4), ("B", "one", 2, 0.5), ("B", "two", 1, 0.6)]
    text = "system\tdocument\tsegment\tCOMET\n" + "".join("\t".join(map(str, row)) + "\n" for row in rows)
    assert scores(written(tmp_path, text)) == EXPECTED
    with pytest.raises(InvalidFile, match="line 2: the corpus has no document 'six'"):
        read_scores(written(tmp_path, text.replace("two", "six")), CORPUS)
    with pytest.raises(
        InvalidFile, match="document 'one' has 2 segments in the corpus, and this is number 3"
    ):
        read_scores(written(tmp_path, text.replace("one\t2", "one\t3")), CORPUS)
    plain = Corpus(CORPUS.systems, CORPUS.references)
    with pytest.raises(InvalidFile, match="the corpus has no documents"):
        read_scores(written(tmp_path, text), plain)


def test_documents_are_checked(tmp_path: Path) -> None:
    """Where table and corpus name documents, they must agree."""
    text = "system\tdocument\tsegment\tm\n" + "".join(
        f"{system}\t{document}\t{segment}\t0.5\n"
        for system in "AB"
        for segment, document in enumerate(("one", "two", "two"), 1)
    )
    with pytest.raises(
        InvalidFile, match="line 3: segment 2 is of document 'one' in the corpus, here of 'two'"
    ):
        read_scores(written(tmp_path, text), CORPUS)


def test_texts_are_checked(tmp_path: Path) -> None:
    """Where the table has the outputs too, they must be those of the corpus."""
    rows = [("A", 1, "a b"), ("A", 2, "c "), ("A", 3, "d"), ("B", 1, "x"), ("B", 2, "y"), ("B", 3, "z")]
    text = "system\tsegment\tmt\tCOMET\n" + "".join(f"{a}\t{b}\t{c}\t0.5\n" for a, b, c in rows)
    assert set(scores(written(tmp_path, text))) == {"COMET"}
    with pytest.raises(InvalidFile, match="line 7: mt is not what system 'B' has in segment 3"):
        read_scores(written(tmp_path, text.replace("\tz\t", "\ty\t")), CORPUS)


def test_wide(tmp_path: Path) -> None:
    """One row per segment and a column for each system; the metric is called as the file."""
    text = "segment\tA\tB\n2\t0.2\t0.5\n1\t0.1\t0.4\n3\t0.3\t0.6\n"
    assert scores(written(tmp_path, text, "COMET.tsv")) == EXPECTED
    assert set(scores(written(tmp_path, text, "x.tsv"), metrics=["COMET"])) == {"COMET"}
    with pytest.raises(InvalidOption, match="it holds one metric; 2 were named"):
        read_scores(written(tmp_path, text), CORPUS, metrics=["COMET", "MetricX"])
    with pytest.raises(InvalidFile, match="segment is 4, and the corpus has 3"):
        read_scores(written(tmp_path, text + "4\t1\t1\n"), CORPUS)
    with pytest.raises(
        MisalignedCorpus,
        match=r"2 of 3 segments; segment 3 is missing\..*, or allow missing scores: missing='allow'\.",
    ):
        read_scores(written(tmp_path, text.partition("3\t0.3")[0]), CORPUS)


def test_metrics_of_one_system(tmp_path: Path) -> None:
    """Where the corpus has one system, columns are metrics."""
    path = written(tmp_path, "COMET\tMetricX\n0.5\t3\n0.25\t4\n0.75\t5\n")
    assert scores(path, ALONE) == {
        "COMET": {"hypothesis": [0.5, 0.25, 0.75]},
        "MetricX": {"hypothesis": [3.0, 4.0, 5.0]},
    }
    with pytest.raises(InvalidFile, match="no column is called as a system"):
        read_scores(path, CORPUS)


def test_formats(tmp_path: Path) -> None:
    """JSON lines, CSV and Parquet give what TSV gives."""
    names, *rows = (line.split("\t") for line in LONG.splitlines())
    values = [{"system": a, "segment": int(b), "COMET": float(c)} for a, b, c in rows]
    assert names == list(values[0])
    lines = written(tmp_path, "".join(json.dumps(row) + "\n" for row in values), "s.jsonl")
    assert scores(lines) == EXPECTED
    assert scores(written(tmp_path, LONG.replace("\t", ","), "s.csv")) == EXPECTED
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(values), tmp_path / "s.parquet")
    assert scores(tmp_path / "s.parquet") == EXPECTED
    with pytest.raises(InvalidFile, match="a table of scores was expected"):
        read_scores(written(tmp_path, LONG, "s.txt"), CORPUS)


def test_chosen_columns(tmp_path: Path) -> None:
    """Some columns may be named; all must be numbers otherwise."""
    text = "\n".join(
        line + ("\tmodel\tX" if number == 0 else "\twmt22\t1")
        for number, line in enumerate(LONG.splitlines())
    )
    path = written(tmp_path, text)
    assert set(scores(path, metrics=["X", "COMET"])) == {"X", "COMET"}
    with pytest.raises(InvalidFile, match="line 2: model is 'wmt22'; a number was expected"):
        read_scores(path, CORPUS)
    with pytest.raises(UnknownName, match=r"no column 'commet'\. Known: COMET, model, X"):
        read_scores(path, CORPUS, metrics=["commet"])


def test_direction_and_recipe(tmp_path: Path) -> None:
    """The direction is said, and the recipe names file and checksum."""
    path = written(tmp_path, LONG)
    (metric,) = read_scores(path, CORPUS, lower_is_better=["COMET"])
    assert not metric.higher_is_better
    assert "|better:lower|file:comet.tsv[sha256-" in metric.recipe
    (same,) = read_scores(path, CORPUS, lower_is_better=["COMET"])
    assert same == metric
    (other,) = read_scores(written(tmp_path, LONG.replace("0.6", "0.7")), CORPUS, lower_is_better=["COMET"])
    assert other.recipe != metric.recipe
    with pytest.raises(UnknownName, match="no score 'comet'"):
        read_scores(path, CORPUS, lower_is_better=["comet"])


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("0.5", "", InvalidFile, "line 6: COMET is empty"),
        ("0.5", "nan", InvalidFile, "line 6: COMET is 'nan'; a finite number"),
        ("0.5", "NaN", InvalidFile, "a finite number"),
        ("0.5", "-inf", InvalidFile, "a finite number"),
        ("0.5", "1e9", InvalidFile, "COMET is '1e9'; the largest score that is kept exactly is 1048576"),
        ("0.5", "good", InvalidFile, "COMET is 'good'; a number was expected"),
        ("0.5", "0,5", InvalidFile, "Write decimals with a point"),
        ("B\t2\t0.5\n", "", MisalignedCorpus, "system 'B' has 2 of 3 segments; segment 2 is missing"),
        ("B\t2\t", "B\t1\t", InvalidFile, "line 6: system 'B' has segment 1 a second time"),
        ("B\t2\t", "B\t7\t", InvalidFile, "line 6: segment is 7, and the corpus has 3 segments"),
        ("B\t2\t", "\t2\t", UnknownName, "'' is no system of the corpus"),
        ("B\t", "C\t", UnknownName, "no scores of the system 'B'. The scores are of: A, C"),
        ("A\t1\t", "C\t1\t9\nA\t1\t", UnknownName, "'C' is no system of the corpus; these are: A, B"),
        ("COMET", "", InvalidFile, "a column has no name"),
        ("COMET", "source", InvalidFile, "no column holds scores"),
        ("COMET", "a|b", InvalidOption, "cannot be written in a recipe"),
    ],
)
def test_refused(tmp_path: Path, old: str, new: str, error: type[KaratError], message: str) -> None:
    """Everything that is not one number for each segment of each system is refused, with its place."""
    assert old in LONG
    with pytest.raises(error) as caught:
        read_scores(written(tmp_path, LONG.replace(old, new)), CORPUS)
    assert message in str(caught.value)


def test_json_values_that_are_no_numbers(tmp_path: Path) -> None:
    """Truth values, lists and NaN are no scores."""
    for bad in ("true", "[1]", "NaN", "1" * 400):
        text = "".join(f'{{"A": 0.5, "B": {bad}}}\n' for _ in range(3))
        with pytest.raises(InvalidFile, match="line 1: B is"):
            read_scores(written(tmp_path, text, "m.jsonl"), CORPUS)


def test_missing_scores_if_told(tmp_path: Path) -> None:
    """Missing scores are allowed where that is said, as empty cells or as missing rows."""
    path = written(tmp_path, LONG.replace("0.5", "").replace("A\t1\t0.1\n", ""))
    (metric,) = read_scores(path, CORPUS, missing="allow")
    assert [score.value for score in evaluate(CORPUS, metric).scores] == [0.25, 0.5]
    nothing = written(tmp_path, LONG.replace("0.4", "").replace("0.5", "").replace("0.6", ""))
    with pytest.raises(MisalignedCorpus, match="system 'B' has no scores at all"):
        read_scores(nothing, CORPUS, missing="allow")
    vague = written(tmp_path, "segment\tA\tB\n1\t0.5\t0.5\n2\t0.5\t0.5\n")
    with pytest.raises(InvalidFile, match="neither 0 nor 3"):
        read_scores(vague, CORPUS, missing="allow")


def test_unknown_systems_if_told(tmp_path: Path) -> None:
    """Systems that the corpus does not have may be passed over."""
    path = written(tmp_path, LONG + "C\t1\t9\n")
    assert scores(path, unknown_systems="ignore") == EXPECTED


def test_two_scales(tmp_path: Path) -> None:
    """Parts of one and percent in one column are refused, unless it is said that they are one scale."""
    percent = LONG.replace("0.4", "40").replace("0.5", "50").replace("0.6", "60")
    with pytest.raises(
        InvalidFile, match=r"COMET seems to be on two scales: 0\.1 \(system 'A', segment 1\) and 40"
    ):
        read_scores(written(tmp_path, percent), CORPUS)
    read_scores(written(tmp_path, percent), CORPUS, mixed_scales=True)
    read_scores(written(tmp_path, percent.replace("0.3", "3")), CORPUS)  # something lies between
    read_scores(written(tmp_path, LONG.replace("0.1", "0")), CORPUS)


@pytest.mark.parametrize("options", [{"missing": "yes"}, {"unknown_systems": True}])
def test_choices(tmp_path: Path, options: dict[str, Any]) -> None:
    """Words that are not known are refused."""
    with pytest.raises(InvalidOption, match="must be one of"):
        read_scores(written(tmp_path, LONG), CORPUS, **options)


def test_beside_a_metric(tmp_path: Path) -> None:
    """What the module promises."""
    evaluation = evaluate(CORPUS, Bleu(), *read_scores(written(tmp_path, LONG), CORPUS))
    assert [score.metric for score in evaluation["B"]] == ["BLEU", "COMET"]


LONGEST = "metric\tsystem\tseg_id\tscore\n" + "".join(
    f"{metric}\t{system}\t{segment}\t{place + segment / 10}\n"
    for place, metric in enumerate(("COMET", "chrF"))
    for system in ("A", "B", "C")
    for segment in range(3)
)


def test_longest(tmp_path: Path) -> None:
    """mt-metrics-eval's rows: metric, system, segment and score; several metrics in one file, or some of them."""
    path = written(tmp_path, LONGEST)
    found = scores(path, unknown_systems="ignore")
    assert list(found) == ["COMET", "chrF"]
    assert found["chrF"] == {"A": [1.0, 1.1, 1.2], "B": [1.0, 1.1, 1.2]}
    assert list(scores(path, metrics=["chrF"], unknown_systems="ignore")) == ["chrF"]
    with pytest.raises(UnknownName, match="score 'BLEU'"):
        read_scores(path, CORPUS, metrics=["BLEU"], unknown_systems="ignore")
    with pytest.raises(UnknownName, match="'C' is no system"):
        read_scores(path, CORPUS)


def test_longest_with_a_system_missing(tmp_path: Path) -> None:
    """The message says of which metric."""
    text = "".join(line for line in LONGEST.splitlines(keepends=True) if "chrF\tB" not in line)
    with pytest.raises(UnknownName, match="no chrF scores of the system 'B'"):
        read_scores(written(tmp_path, text), CORPUS, unknown_systems="ignore")
    assert list(scores(written(tmp_path, text), metrics=["COMET"], unknown_systems="ignore")) == ["COMET"]
    text = LONGEST.replace("chrF\tB\t1\t1.1\n", "")
    with pytest.raises(MisalignedCorpus, match="chrF of system 'B' has 2 of 3 segments"):
        read_scores(written(tmp_path, text), CORPUS, unknown_systems="ignore")


def test_seg_score(tmp_path: Path) -> None:
    """mt-metrics-eval's files: no header, the segments of each system in order, None where one is missing."""
    path = written(tmp_path, "A\t0.1\nA\t0.2\nA\t0.3\nB\t0.4\nB\tNone\nB\t0.6\n", "COMET-refA.seg.score")
    (metric,) = read_scores(path, CORPUS, missing="allow")
    assert metric.name == "COMET-refA"
    assert evaluate(CORPUS, metric)["B"][0].value == pytest.approx(0.5)
    with pytest.raises(InvalidFile, match="line 2: a system and a score were expected, not '2'"):
        read_scores(written(tmp_path, "A\t1\n2\n", "x.seg.score"), CORPUS)


def test_sys_score(tmp_path: Path) -> None:
    """Scores of whole systems are told from those of segments, with the name of the file that has these."""
    with pytest.raises(InvalidFile, match=r"scores of a whole system.*COMET-refA\.seg\.score"):
        read_scores(written(tmp_path, "A\t1\nB\t2\n", "COMET-refA.sys.score"), CORPUS)


@pytest.mark.parametrize(("name", "text"), [("x.tsv", "0.5\n0.25\n0.75\n"), ("x.csv", "0.5,1\n2,3\n")])
def test_bare_numbers(tmp_path: Path, name: str, text: str) -> None:
    """Numbers without a header are refused with what to write above them."""
    with pytest.raises(InvalidFile, match=r"the first line is '0\.5.*', a score and no header"):
        read_scores(written(tmp_path, text, name), ALONE)
    with pytest.raises(InvalidFile, match="Give it that ending, and a header"):
        read_scores(written(tmp_path, text, "x.txt"), ALONE)


@pytest.mark.shared
def test_the_metrics_task(shared_data: Path) -> None:
    """All 16 metrics of WMT23's file come with one call; their means are those published for systems."""
    folder = shared_data / "wmt23.en-de"
    pytest.importorskip("pyarrow")
    corpus = read(folder / "segments.jsonl.gz", systems=["GPT4-5shot", "ONLINE-W", "AIRC"])
    metrics = read_scores(folder / "metric_scores_seg.parquet", corpus, unknown_systems="ignore")
    assert len(metrics) == 16
    header, *rows = (line.split("\t") for line in (folder / "metric_scores_sys.tsv").read_text().splitlines())
    published = {row[0]: dict(zip(header, row, strict=True)) for row in rows}
    compared = 0
    for score in evaluate(corpus, *metrics).scores:
        if score.metric.startswith(("BLEU-", "chrF", "f200spBLEU")):  # their system scores are not means
            continue
        if score.metric in published:
            assert score.value == pytest.approx(float(published[score.metric][score.system]), abs=2e-3)
            compared += 1
    assert compared >= 20
