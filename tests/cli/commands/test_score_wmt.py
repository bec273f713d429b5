"""Real data: the figures that WMT published."""

import csv
import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat


@pytest.mark.shared
@pytest.mark.parametrize(("name", "human"), [("wmt22.de-en", "refB"), ("wmt23.en-de", "refA")])
def test_published_figures(karat: Karat, shared_data: Path, name: str, human: str) -> None:
    """BLEU and chrF of every system are the published ones; a person who is a reference is left out."""
    code, out, err = karat("score", shared_data / name, "-m", "bleu", "chrf", "--format", "json")
    assert code == 0
    assert err == (
        f"karat: note: {human} is left out: it is one of the references, and perfect against itself. "
        "--systems keeps those that it names.\n"
    )
    values = {(score["system"], score["metric"]): score["value"] for score in json.loads(out)["scores"]}
    with (shared_data / name / "systems.tsv").open(encoding="utf-8") as file:
        machines = [row for row in csv.DictReader(file, delimiter="\t") if row["is_human"] == "0"]
    assert len(values) == 2 * len(machines)
    for row in machines:
        for metric, column in (("BLEU", "published_bleu-all"), ("chrF2", "published_chrf-all")):
            assert values[row["system"], metric] == pytest.approx(float(row[column]), abs=0.01)
