"""`karat inspect`: what is in files of calibrations, and where they differ."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo

ADEQUACY = (demo.path(), "--human", "adequacy", "-m", "bleu")


@pytest.fixture
def files(karat: Karat, tmp_path: Path) -> tuple[Path, Path]:
    """Five systems judged from 1 to 5, and four of them from 0 to 100."""
    first, second = tmp_path / "five.json", tmp_path / "percent.json"
    karat("calibrate", *ADEQUACY, "-o", first)
    some = ("--systems", "aurora", "birch", "cobalt", "dune")
    karat("calibrate", *ADEQUACY, *some, "--scale", "0-100", "-o", second)
    return first, second


def test_one_file(karat: Karat, files: tuple[Path, Path]) -> None:
    """Where it comes from, its lines, its recipes."""
    outcome = karat("inspect", files[0], "--format", "table")
    for word in ("fingerprint", "Lines by least squares", "Partially pooled", "BLEU|order:4", "scale:1-5"):
        assert word in outcome.out
    assert "What differs" not in outcome.out


def test_scales_apart_are_not_compared(karat: Karat, files: tuple[Path, Path]) -> None:
    """What differs is said, and why lines are not tested."""
    document = json.loads(karat("inspect", *files, "--format", "json").out)
    assert len(document["pairs"]) == 3
    for pair in document["pairs"]:
        assert pair["differences"]["scale"] == ["1-5", "0-100"]
        assert pair["tests"] is None
        assert "Bring both to one scale" in pair["refusal"]


def test_on_one_scale_they_are(karat: Karat, files: tuple[Path, Path]) -> None:
    """The lines of both files, tested."""
    outcome = karat("inspect", *files, "--scale", "0-100", "--format", "table")
    assert "Lines side by side" in outcome.out
    assert "no difference found" in outcome.out
    document = json.loads(karat("inspect", *files, "--scale", "0-100", "--format", "json").out)
    assert {"systems", "fingerprint"} <= set(document["pairs"][0]["differences"])
    assert "scale" not in document["pairs"][0]["differences"]


def test_cells_that_are_not_the_same(karat: Karat, files: tuple[Path, Path], tmp_path: Path) -> None:
    """Nothing to put side by side."""
    other = tmp_path / "pair.json"
    karat("calibrate", *ADEQUACY, "--by", "language-pair", "-o", other)
    assert "karat transfer compares cells" in karat("inspect", files[0], other, "--format", "table").out


def test_what_is_refused(karat: Karat, files: tuple[Path, Path], tmp_path: Path) -> None:
    """No file, another dimension, a scale that has no end, and a file that was changed."""
    refused(karat("inspect"), "no calibration")
    refused(karat("inspect", files[0], "--human", "mqm"), "mqm", "adequacy")
    refused(karat("inspect", files[0], "--scale", "MQM"), "one of its ends")
    changed = tmp_path / "changed.json"
    changed.write_text(files[0].read_text().replace('"1-5"', '"1-7"'))
    refused(karat("inspect", changed), "changed.json", "checksum")
