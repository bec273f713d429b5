"""`karat compare --human`: what people think of systems, beside metrics."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused, rows_of

from karat import demo

FEW = ("--samples", 200, "--shuffles", 500)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three systems with the same output; people judged not all of it, and liked the second best."""
    rows = []
    for segment in range(40):
        for system, score in (("one", 60), ("two", 80), ("three", 55)):
            judged = None if system == "three" and segment % 4 == 0 else score + segment % 7
            rows.append(
                {
                    "system": system,
                    "seg_id": segment,
                    "hypothesis": "a cat sat here",
                    "references": ["a cat sat there"],
                    "year": 2000 + segment,
                    "human_da": judged,
                    "human_errors": None if judged is None else 100 - judged,
                }
            )
    path = tmp_path / "segments.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_human_scores_are_rows(karat: Karat, corpus: Path) -> None:
    """They are compared as metrics are, each pair on the segments judged for both, and that is said."""
    arguments = ("compare", corpus, *FEW, "--human", "da")
    bleu, human = json.loads(karat(*arguments, "--format", "json").out)["comparisons"]
    assert all(pair["better"] is None for pair in bleu["pairs"])
    assert human["metric"] == "human da"
    assert [(one["system"], one["units"]) for one in human["systems"]] == [
        ("two", 40),
        ("one", 40),
        ("three", 30),
    ]
    assert {pair["better"] for pair in human["pairs"]} == {"two", "one"}
    assert sorted(pair["units"] for pair in human["pairs"]) == [30, 30, 40]
    shown = karat(*arguments, "--format", "table").out
    assert "30 to 40 of 40 segments have a score, depending on the system" in shown
    assert "same counts in every segment" in shown  # BLEU's


def test_lower_is_better(karat: Karat, corpus: Path) -> None:
    """Errors that people counted."""
    arguments = ("compare", corpus, *FEW, "--human", "errors", "--lower-is-better", "errors")
    human = json.loads(karat(*arguments, "--format", "json").out)["comparisons"][1]
    assert human["systems"][0]["system"] == "two"
    assert not human["higher_is_better"]


def test_power_and_slices(karat: Karat, corpus: Path) -> None:
    """A column of the table cuts the corpus; power takes human scores too."""
    arguments = ("compare", corpus, *FEW, "--human", "da", "--slices", "year=2010,2030", "year")
    document = json.loads(karat(*arguments, "--format", "json").out)
    parts = [part["part"] for part in document["slices"] if part["metric"] == "human da"]
    assert parts[:3] == ["below 2010", "2010 to 2030", "2030 or above"]
    assert parts[3:] == ["2000–2009", "2010–2019", "2020–2029", "2030–2039"]
    power = json.loads(karat("power", corpus, "--human", "da", "--format", "json").out)
    assert {pair["metric"] for pair in power["pairs"]} == {"BLEU", "human da"}


def test_slices_for_programs(karat: Karat, corpus: Path) -> None:
    """One row for each part and system, with its interval and what was measured in it."""
    arguments = ("compare", corpus, *FEW, "--slices", "year", "--show", "slices", "--format", "tsv")
    rows = rows_of(karat(*arguments).out)
    assert list(rows[0]) == [
        *("metric", "partition", "part", "system", "overtakes", "unit", "units"),
        *("segments", "score", "low", "high", "recipe"),
    ]
    assert len(rows) == 4 * 3
    assert {(row["metric"], row["recipe"].partition("|")[0]) for row in rows} == {("BLEU", "BLEU")}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--human", "mqm"), ("mqm", "da, errors")),
        (("--human", "da", "--lower-is-better", "mqm"), ("mqm",)),
        (("--slices", "human_da"), ("human_da", "segment")),
        (("--slices", "years"), ("years", "year")),
        (("--slices", "year=new"), ("year=new", "numbers")),
        (("--slices", "year="), ("year=", "numbers")),
        (("--slices", "entities"), ("No named entities",)),
        (("--show", "slices"), ("--slices",)),
        (("--labels", "absent.txt"), ("absent.txt",)),
    ],
)
def test_what_is_refused(
    karat: Karat, corpus: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """One line that says what was expected."""
    refused(karat("compare", corpus, *FEW, *arguments), *words)


def test_texts_have_no_columns(karat: Karat, tmp_path: Path) -> None:
    """Human scores and columns are of tables; labels of any number of lines but one per segment do not fit."""
    for name in ("a", "b", "reference"):
        (tmp_path / f"{name}.txt").write_text("x y\nz\n")
    texts = (tmp_path / "a.txt", tmp_path / "b.txt", "-r", tmp_path / "reference.txt")
    refused(karat("compare", *texts, "--human", "da"), "--scores")
    refused(karat("compare", *texts, "--slices", "year"), "year", "source-length")
    labels = tmp_path / "labels.txt"
    labels.write_text("one\n")
    refused(karat("compare", *texts, "--labels", labels), "labels is 1", "segments 2")


def test_the_demo_has_human_scores_or_says_so(karat: Karat) -> None:
    """A name that is not there is refused with those that are."""
    refused(karat("compare", demo.segments_path(), "--human", "none-such"), "none-such")


def test_compares_by_judgements(karat: Karat) -> None:
    """Scores that are made of single judgements are compared like a column of them."""
    folder = demo.segments_path().parent
    code, out, err = karat("compare", folder, "--systems", "aurora", "birch", "--human", "adequacy")
    assert code == 0, err
    assert "human adequacy" in out
