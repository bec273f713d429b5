"""`karat points`: how many points matter, from judged systems."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo
from karat.points import read_points

if TYPE_CHECKING:
    from pathlib import Path

QUICK = ("-m", "bleu", "--samples", "100")


def test_table_and_json_say_the_same(karat: Karat, tmp_path: Path) -> None:
    """The probability at a difference, the one for 90 %, and the file that has the fit."""
    file = tmp_path / "points.json"
    called = ("points", demo.path(), *QUICK, "--human", "fluency", "--at", "3,300")
    shown = karat(*called, "--format", "table", "-o", file)
    (fit,) = read_points(file)
    (found,) = json.loads(karat(*called, "--format", "json").out)["fits"]
    assert found["difference_for_90"]["logistic"] == fit.difference_for(0.9)
    assert [one["within_data"] for one in found["probabilities"]] == [True, False]
    assert f"{100 * fit.probability(3):.1f}" in shown.out
    assert "people prefer, of two systems, the one that the metric prefers" in shown.out
    refused(karat(*called, "-o", demo.segments_path()), "segments.jsonl")


def test_text_types_have_fits_of_their_own(karat: Karat) -> None:
    """With --by text-type, pairs are of one text type."""
    done = karat("points", demo.path(), *QUICK, "--by", "text-type", "--human", "adequacy")
    rows = [line.split("\t") for line in done.out.splitlines()[1:] if line.startswith("BLEU\t")]
    assert {row[2].rpartition(", ")[2] for row in rows} == {"news", "email", "manual"}


def test_what_cannot_be_is_refused(karat: Karat) -> None:
    """Differences below 0, too few systems, data that nobody judged."""
    refused(karat("points", demo.path(), *QUICK, "--at", "-1"), "--at")
    refused(karat("points", demo.path(), *QUICK, "--systems", "aurora", "birch", "dune"), "3 systems")
    refused(karat("points", demo.path(), *QUICK, "--human", "beauty"), "beauty")


def test_figures(karat: Karat, tmp_path: Path) -> None:
    """A chart for each fit."""
    pytest.importorskip("vl_convert")
    assert karat("points", demo.path(), *QUICK, "--figures", tmp_path / "f").code == 0
    assert len(list((tmp_path / "f").glob("points-bleu-*.svg"))) == 4


def test_compare_shows_it_beside_differences(karat: Karat, tmp_path: Path) -> None:
    """Every pair has the probability of its difference; other recipes, and tsv, are refused."""
    file = tmp_path / "points.json"
    karat("points", demo.path(), *QUICK, "--human", "fluency", "-o", file)
    (fit,) = read_points(file)
    called = ("compare", demo.segments_path(), "--samples", "100", "--shuffles", "400", "--points", file)
    (one, *_) = rows = json.loads(karat(*called, "--format", "json").out)["points"]
    assert len(rows) == 15
    assert one["probability"] == fit.probability(one["difference"])
    table = karat(*called, "--format", "table")
    assert "people prefer the system that the metric prefers; BLEU: 10 judged pairs of demo" in table.out
    refused(karat(*called, "-m", "bleu:lowercase=true"), "no fit of these metrics", "case:lc")
    refused(karat(*called, "--format", "tsv"), "--points")
    both = karat(*called, "-m", "bleu", "chrf", "--format", "json")
    assert "has no fit of chrF2" in both.err


def test_gate_says_it_of_the_baseline(karat: Karat, tmp_path: Path) -> None:
    """The table, CI's summary, JUnit and JSON have the probability; without a baseline there is no difference."""
    file = tmp_path / "points.json"
    karat("points", demo.path(), *QUICK, "--human", "fluency", "-o", file)
    (fit,) = read_points(file)
    quick = ("--points", file, "--samples", "200", "--no-check")
    asked = ("--system", "aurora", "--baseline", "birch", "--margin", "1")
    called = ("gate", demo.segments_path(), *asked, *quick)
    found = json.loads(karat(*called, "--format", "json").out)
    (one,) = found["points"]
    assert one["difference"] == found["beside_baseline"][0]["difference"]
    assert one["probability"] == fit.probability(one["difference"])
    for form in ("table", "markdown", "junit"):
        said = f"{100 * one['probability']:.0f} % probability that people agree"
        assert said in karat(*called, "--format", form).out
    alone = ("gate", demo.segments_path(), "--at-least", "1", *quick)
    refused(karat(*alone), "--points is about differences from a --baseline")


def test_the_page_says_it_with_the_pairs(karat: Karat, tmp_path: Path) -> None:
    """The section of pairs has a table of probabilities; the figures have them, and the file is an input."""
    file, page = tmp_path / "points.json", tmp_path / "report.html"
    karat("points", demo.path(), *QUICK, "--human", "fluency", "-o", file)
    called = ("report", demo.segments_path(), "-m", "bleu", "--samples", "100", "--points", file)
    found = json.loads(karat(*called, "-o", page, "--format", "json").out)
    assert len(found["points"]) == 15
    text = page.read_text(encoding="utf-8")
    assert "people prefer the system that the metric prefers; BLEU: 10 judged pairs of demo" in text
    assert "points.json" in text
