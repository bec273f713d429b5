"""`karat compare` and `karat power` on what is hardly there: one segment, no words, nothing that differs."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Small files: a reference, copies of it, one that differs, empty lines, one line each."""
    reference = "a b c d e\nf g h i j\nk l m n o\n"
    for name, text in {
        "reference": reference,
        "same": reference,
        "copy": reference,
        "other": reference.replace("e\n", "x\n").replace("j\n", "y\n").replace("o\n", "z\n"),
        "empty": "\n\n\n",
        "blank": "\n\n\n",
        "documents": "d\nd\nd\n",
        "first": "a b c d x\n",
        "second": "a b c d e\n",
        "line": "a b c d e\n",
    }.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


def _files(folder: Path, *names: str) -> list[object]:
    *hypotheses, reference = (folder / f"{name}.txt" for name in names)
    return [*hypotheses, "-r", reference]


def test_one_segment(karat: Karat, texts: Path) -> None:
    """It has no interval and no spread, and p is 1."""
    shown = karat("compare", *_files(texts, "first", "second", "line"), "--format", "tsv").out.splitlines()
    row = dict(zip(shown[0].split("\t"), shown[1].split("\t"), strict=True))
    assert (row["better"], row["p"]) == ("n.s.", "1.0000")
    assert row["low"] == row["high"] == row["bootstrap"] == row["detectable"] == "nan"
    table = karat("compare", *_files(texts, "first", "second", "line"), "--format", "table").out
    assert "1 segment cannot show more" in table
    power = karat("power", *_files(texts, "first", "second", "line"), "--format", "tsv").out.splitlines()
    found = dict(zip(*(line.split("\t") for line in power[:2]), strict=True))
    known = {"metric", "first", "second", "unit", "units", "difference"}
    assert {name for name, value in found.items() if value != "nan"} == known


def test_one_document(karat: Karat, texts: Path) -> None:
    """The same where one document is all there is; `--unit document` means `--draw document`."""
    documents = ("--documents", texts / "documents.txt", "--format", "table")
    drawn = karat("compare", *_files(texts, "other", "same", "reference"), "--draw", "document", *documents)
    assert "1 document cannot show more" in drawn.out
    named = karat("compare", *_files(texts, "other", "same", "reference"), "--unit", "document", *documents)
    assert named.out == drawn.out


def test_equal_systems(karat: Karat, texts: Path) -> None:
    """Nothing is made of no difference."""
    shown = karat("compare", *_files(texts, "same", "copy", "reference"), "--format", "table").out
    assert "same and copy have the same score" in shown
    assert "same counts in every segment" in shown


def test_empty_outputs(karat: Karat, texts: Path) -> None:
    """Systems that said nothing are compared like others."""
    arguments = _files(texts, "empty", "blank", "other", "reference")
    outcome = karat("compare", *arguments, "-m", "bleu", "chrf", "ter", "meteor", "--format", "table")
    assert outcome.code == 0
    assert "nan" not in outcome.out


def test_few_samples(karat: Karat, texts: Path) -> None:
    """One resampled corpus gives no interval, and that is said."""
    arguments = _files(texts, "other", "same", "reference")
    shown = karat("compare", *arguments, "--samples", 1, "--format", "table").out
    assert "needs at least 40 samples. (--samples)" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--samples", "99999999999999999999"), ("samples is 99,999", "at most 1,000,000")),
        (("--shuffles", "10000001"), ("shuffles is 10,000,001",)),
        (
            ("--confidence", "0.999999999"),
            ("differ at 1e-09 takes 4,000,000,000 shuffles", "Lower the level"),
        ),
        (("--shuffles", "1"), ("shuffles is 1", "at least 20")),
        (("--confidence", "0"), ("confidence",)),
        (("--confidence", "1"), ("confidence",)),
        (("--confidence", "nan"), ("confidence",)),
        (("--draw", "document"), ("--documents FILE",)),
        (("--stratify",), ("--text-types FILE",)),
        (("--slices", "text-type"), ("--text-types FILE",)),
        (("--slices", "reference-length=nan"), ("finite",)),
        (("--draw", "segment", "--unit", "document"), ("contradict each other",)),
    ],
)
def test_what_is_refused(
    karat: Karat, texts: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """One line that says what was expected."""
    refused(karat("compare", *_files(texts, "other", "same", "reference"), *arguments), *words)


@pytest.mark.parametrize("difference", ["nan", "inf", "0", "-1"])
def test_differences_that_nothing_finds(karat: Karat, texts: Path, difference: str) -> None:
    """They are refused."""
    arguments = _files(texts, "other", "same", "reference")
    refused(karat("power", *arguments, "--difference", difference), "--difference")
