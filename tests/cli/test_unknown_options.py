"""Options under other names: sacreBLEU's are understood or translated, others are found by their meaning."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo


@pytest.fixture
def texts(write: Write) -> tuple[Path, Path]:
    """An output and its reference."""
    return write("output.txt", "The cat sat down.\n"), write("reference.txt", "the cat sat, down!\n")


def test_sacrebleus_short_names(karat: Karat, texts: tuple[Path, Path]) -> None:
    """-tok, -lc, -b and -w mean the same as there."""
    output, reference = texts
    asked = karat("score", output, "-r", reference, "-tok", "intl", "-lc", "-b", "-w", "4")
    meant = karat("score", output, "-r", reference, "--tokenize", "intl", "--lowercase", "-q", "-w", "4")
    assert asked == meant
    assert asked.code == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("-i", "x"), "karat score OUTPUT… -r REFERENCE…"),
        (("-t", "wmt14", "-l", "en-de"), "Karat has no test sets"),
        (("-l", "en-de"), "--tokenize"),
        (("--paired-bs",), "karat compare OUTPUT…"),
        (("--confidence",), "karat compare OUTPUT…"),
        (("--baseline", "x"), "karat compare OUTPUT… -r REFERENCE… --baseline SYSTEM"),
        (("--human-scores", "x"), "karat report OUTPUT… -r REFERENCE… --human-scores FILE"),
        (("--threshold", "4"), "karat gate --at-least X"),
        (("--smooth-method", "exp"), "Did you mean --smoothing?"),
        (("--sentence-level",), "Did you mean --segments?"),
        (("--score-only",), "Did you mean --quiet?"),
        (("--refs", "x"), "Did you mean --references?"),
        (("--chrf-word-order", "2"), "Did you mean --word-order?"),
        (("--tokenzie", "intl"), "Did you mean --tokenize?"),
        (("-m", "comet"), "--scores comet.tsv"),
        (("-m", "BERTScore"), "--scores BERTScore.tsv"),
        (("-m", "XCOMET-XL"), "does not run XCOMET-XL"),
    ],
)
def test_what_is_meant(karat: Karat, texts: tuple[Path, Path], options: tuple[str, ...], words: str) -> None:
    """The message says what to type here."""
    output, reference = texts
    refused(karat("score", output, "-r", reference, *options), words)


def test_no_far_fetched_names(karat: Karat, texts: tuple[Path, Path]) -> None:
    """A name that resembles another a little is no slip: --baseline is not --asian."""
    output, reference = texts
    for name in ("--baseline", "--base", "--gate", "--nonsense"):
        assert "--asian" not in karat("score", output, "-r", reference, name, "x").err
    assert "Did you mean" not in karat("score", output, "-r", reference, "--nonsense").err


@pytest.mark.parametrize("column", ["mt", "hyp", "tgt", "hypothesis"])
def test_names_of_columns(karat: Karat, write: Write, column: str) -> None:
    """Tables as learned metrics have them are read as they are."""
    table = write("table.tsv", f"src\t{column}\tref\na\tthe cat sat\tthe cat sat\n")
    assert karat("score", table, "-m", "chrf", "-q").out == "100.00\n"


def test_a_baseline(karat: Karat) -> None:
    """Only its pairs are tested, and p-values are corrected for these alone."""
    import json

    few = ("--samples", "20", "--no-check", "--format", "json")
    (found,) = json.loads(karat("compare", demo.path(), *few, "--baseline", "birch").out)["comparisons"]
    (whole,) = json.loads(karat("compare", demo.path(), *few).out)["comparisons"]
    assert len(found["pairs"]) == 5
    assert len(whole["pairs"]) == 15
    assert all("birch" in (pair["first"], pair["second"]) for pair in found["pairs"])
    by_names = {(pair["first"], pair["second"]): pair for pair in whole["pairs"]}
    least = min(found["pairs"], key=lambda pair: pair["p"])
    assert least["p_corrected"] == pytest.approx(5 * least["p"])
    for pair in found["pairs"]:
        same = by_names[pair["first"], pair["second"]]
        assert pair["p"] == same["p"]
        assert pair["p_corrected"] <= same["p_corrected"]
    assert found["recipe"].endswith("|baseline:birch")


def test_baselines_that_cannot_be(karat: Karat) -> None:
    """An unknown system is refused, and so is what compares all pairs anyway."""
    refused(karat("compare", demo.path(), "--baseline", "brich"), "Did you mean 'birch'?")
    refused(karat("compare", demo.path(), "--baseline", "birch", "--slices", "document"), "--slices")
    refused(karat("compare", "a.jsonl", "b.jsonl", "--baseline", "birch"), "not for shards")
