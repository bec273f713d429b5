"""`karat spans`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cli.conftest import Karat, refused
from tests.reliability.marked import MQM, span_lines

if TYPE_CHECKING:
    from pathlib import Path


def test_judges_and_a_detector(karat: Karat, tmp_path: Path) -> None:
    """F1 of judges and of a detector with them, by severity and category."""
    judges, detector = tmp_path / "esa.jsonl", tmp_path / "xcomet.jsonl"
    judges.write_text(span_lines())
    detector.write_text(span_lines("xcomet"))
    outcome = karat("spans", judges, "--detector", detector, "--format", "table")
    assert outcome.code == 0
    for word in (
        "F1 of error spans",
        "Precision and recall",
        "By severity",
        "By category",
        "xcomet",
        "fluency",
    ):
        assert word in outcome.out
    document = json.loads(karat("spans", judges, "--detector", detector, "--format", "json").out)
    pair, beside = document["span_agreement"]
    assert (pair["first"], pair["second"], pair["outputs"], pair["unit"]) == ("anna", "ben", 6, "document")
    assert beside["difference_to_judges"]["value"] > 0


def test_an_mqm_table(karat: Karat, tmp_path: Path) -> None:
    """A table as Google gives it out; what is missing in the output is told."""
    path = tmp_path / "mqm.tsv"
    path.write_text(MQM)
    outcome = karat("spans", path, "--format", "table")
    assert outcome.code == 0
    assert "1 mark without characters" in outcome.out
    assert karat("spans", path, "--format", "tsv").out.startswith("first\tsecond\tof\tlabel\tcriterion")


def test_what_is_refused(karat: Karat, tmp_path: Path) -> None:
    """No file, one judge, and two of one name."""
    path = tmp_path / "esa.jsonl"
    path.write_text(span_lines("anna"))
    refused(karat("spans"), "There are no judges")
    refused(karat("spans", path), "two judges")
    refused(karat("spans", path, path), "Two files have marks of 'anna'")
