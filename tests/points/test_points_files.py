"""Fits in files: what was written is read, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from karat import Bleu, demo, evaluate, read, read_judgements
from karat.calibration.calibration_files import checksum
from karat.errors import InvalidFile
from karat.points import agreement_points, read_points, write_points

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the demo data, one fit for each dimension."""
    corpus = read(demo.segments_path())
    found = agreement_points(
        evaluate(corpus, Bleu()), read_judgements(demo.judgements_path(), corpus), samples=50
    )
    path = tmp_path_factory.mktemp("points") / "points.json"
    write_points(found, path)
    assert read_points(path) == tuple(found)
    return path


def test_a_changed_file_is_refused(written: Path, tmp_path: Path) -> None:
    """A figure that was changed by hand, a value of another type, no JSON, another format: told in words."""
    values = json.loads(written.read_text(encoding="utf-8"))
    other = tmp_path / "points.json"
    values["fits"][0]["slope"] += 1
    other.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InvalidFile, match="fit 1 is not as Karat wrote it"):
        read_points(other)
    values["fits"][0]["slope"] = "steep"
    values["fits"][0]["checksum"] = checksum(values["fits"][0])
    other.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InvalidFile, match=r"Expected `float`, got `str`"):
        read_points(other)
    other.write_text('{"format": "karat calibration 2"}', encoding="utf-8")
    with pytest.raises(InvalidFile, match="its format is not 'karat points 1'"):
        read_points(other)
    other.write_text("points", encoding="utf-8")
    with pytest.raises(InvalidFile, match="not JSON"):
        read_points(other)
    other.write_text('{"format": "karat points 1", "fits": []}', encoding="utf-8")
    with pytest.raises(InvalidFile, match="no fits"):
        read_points(other)
