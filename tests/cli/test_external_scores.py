"""`karat score --scores`: scores from elsewhere beside the metrics."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, figures, refused, rows_of

from karat import demo, read

SYSTEMS = tuple(read(demo.segments_path()).systems)


@pytest.fixture
def table(write: Write) -> Path:
    """Two metrics of every system and segment of the demo data."""
    rows = [
        f"{system}\t{segment}\t{(place + 1) / 8}\t{20 - place - segment % 2}\n"
        for place, system in enumerate(SYSTEMS)
        for segment in range(1, 49)
    ]
    return write("scores.tsv", "system\tsegment\tCOMET\tMetricX\n" + "".join(rows))


def test_beside_the_metrics(karat: Karat, table: Path) -> None:
    """Every score is a column, with its direction, and has a recipe."""
    code, out, err = karat(
        "score", demo.path(), "-m", "ter", "--scores", table, "--lower-is-better", "MetricX"
    )
    assert (code, err) == (0, "")
    rows = {row["system"]: row for row in rows_of(out)}
    names = ["TER", "COMET", "MetricX"]
    assert list(rows["aurora"]) == ["system", *names, *(f"{name} recipe" for name in names)]
    assert (rows["aurora"]["COMET"], rows["aurora"]["MetricX"]) == ("0.12", "19.50")
    assert rows["aurora"]["MetricX recipe"].startswith("external|name:MetricX|better:lower|file:scores.tsv[")
    shown = karat(
        "score", demo.path(), "--scores", table, "--lower-is-better", "MetricX", "--format", "table"
    ).out
    assert "MetricX ↓" in shown
    assert "external|name:MetricX|better:lower|file:scores.tsv[sha256-" in shown


def test_by_part_and_segment(karat: Karat, table: Path) -> None:
    """Groups and segments have them too."""
    out = karat("score", demo.path(), "--scores", table, "--by", "text-type", "--systems", "elm").out
    assert "COMET\tnews\t16\t0.62" in out
    rows = figures(karat("score", demo.path(), "--scores", table, "--segments", "--effective-order").out)
    assert list(rows[0]) == ["system", "segment", "document", "BLEU", "COMET", "MetricX"]
    assert (rows[0]["COMET"], rows[0]["MetricX"]) == ("0.12", "19.00")
    assert len(rows) == 48 * len(SYSTEMS)


@pytest.mark.parametrize("form", ["json", "latex", "tsv", "table"])
def test_formats(karat: Karat, table: Path, form: str) -> None:
    """Every format shows them."""
    code, out, _ = karat("score", demo.path(), "--scores", table, "--format", form)
    assert code == 0
    assert "COMET" in out
    if form == "json":
        values = {(score["system"], score["metric"]): score["value"] for score in json.loads(out)["scores"]}
        assert values["birch", "COMET"] == 0.25


def test_plain_texts(karat: Karat, output: Path, reference: Path, write: Write) -> None:
    """A text file has scores by column, and several tables may be named."""
    one, two = write("one.tsv", "COMET\n0.5\n0.25\n"), write("two.jsonl", '{"X": 3}\n{"X": 4}\n')
    code, out, _ = karat("score", output, "-r", reference, "--scores", one, two, "-w", "3")
    assert code == 0
    (row,) = figures(out)
    assert list(row) == ["system", "BLEU", "COMET", "X"]
    assert (row["COMET"], row["X"]) == ("0.375", "3.500")


def test_missing_scores(karat: Karat, output: Path, reference: Path, write: Write) -> None:
    """A missing score is refused in the words of the command line, and allowed where that is said."""
    path = write("one.tsv", "segment\tCOMET\n1\t0.5\n2\t\n")
    refused(karat("score", output, "-r", reference, "--scores", path), "line 3", "--missing-scores")
    code, out, _ = karat("score", output, "-r", reference, "--scores", path, "--missing-scores")
    assert code == 0
    assert [row["COMET"] for row in figures(out)] == ["0.50"]
    out = karat(
        "score", output, "-r", reference, "--scores", path, "--missing-scores", "--segments", "-m", "ter"
    ).out
    assert [row["COMET"] for row in figures(out)] == ["0.50", "nan"]


def test_refused(karat: Karat, output: Path, reference: Path, write: Write, table: Path) -> None:
    """Options without scores, and scores without a system, are refused."""
    plain = ["score", output, "-r", reference]
    refused(karat(*plain, "--lower-is-better", "X"), "--lower-is-better is for --scores")
    refused(karat(*plain, "--missing-scores"), "--missing-scores is for --scores")
    refused(karat(*plain, "--scores", table), "no scores of the system 'output'")
    more = write("more.tsv", "system\tm\noutput\t1\noutput\t2\nx\t3\nx\t4\n")
    refused(karat(*plain, "--scores", more), "'x' is no system", "name the systems to score: --systems")
    (row,) = figures(karat(*plain, "--scores", more, "--systems", "x").out)
    assert (row["system"], row["m"]) == ("x", "3.50")
    one = write("one.tsv", "COMET\n0.5\n0.25\n")
    refused(karat(*plain, "--scores", one, "--lower-is-better", "comet"), "no score 'comet'")
    mixed = write("mixed.tsv", "m\n0.5\n0.5\n")
    assert karat(*plain, "--scores", mixed).code == 0
    refused(karat(*plain, "--scores", "absent.tsv"), "absent.tsv")


def test_mixed_scales(karat: Karat, write: Write) -> None:
    """Two scales in a column are refused until they are allowed."""
    text = write("four.txt", "a\nb\nc\nd\n")
    mixed = write("mixed.tsv", "m\n0.5\n0.6\n50\n60\n")
    refused(
        karat("score", text, "-r", text, "--systems", "x", "--scores", mixed), "two scales", "--mixed-scales"
    )
    assert karat("score", text, "-r", text, "--scores", mixed, "--mixed-scales").code == 0


def test_some_of_several(karat: Karat, table: Path, write: Write) -> None:
    """--score-names takes some of what the files have."""
    other = write("BLEURT.tsv", "\t".join(SYSTEMS) + "\n" + ("\t".join("1" * len(SYSTEMS)) + "\n") * 48)
    arguments = ("score", demo.path(), "-m", "ter", "--scores", table, other)
    out = karat(*arguments, "--score-names", "BLEURT", "COMET").out
    assert list(figures(out)[0]) == ["system", "TER", "COMET", "BLEURT"]
    out = karat(*arguments, "--score-names", "MetricX").out
    assert list(figures(out)[0]) == ["system", "TER", "MetricX"]
    refused(
        karat(*arguments, "--score-names", "Comet"),
        "There is no score 'Comet'. Known: COMET, MetricX, BLEURT.",
    )
    refused(karat("score", demo.path(), "--score-names", "COMET"), "--score-names is for --scores")
