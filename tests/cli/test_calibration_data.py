"""Human scores on two scales: converted where that was asked for, or refused."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo

DEMO = demo.path()


@pytest.fixture
def two_scales(tmp_path: Path) -> tuple[Path, Path]:
    """The demo data judged from 1 to 5, and the same judgements from 0 to 100, out of French."""
    made = []
    for name, pair, factor, scale in (("five", "de-en", 0, "1-5"), ("percent", "fr-en", 25, "0-100")):
        folder = tmp_path / name
        folder.mkdir()
        segments = demo.segments_path().read_text().replace('"de-en"', f'"{pair}"')
        (folder / "segments.jsonl").write_text(segments)
        rows = [json.loads(line) for line in demo.judgements_path().read_text().splitlines()]
        for row in rows:
            row["scale"] = scale
            row["value"] = factor * (row["value"] - 1) if factor else row["value"]
        (folder / "judgements.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        made.append(folder)
    return made[0], made[1]


def test_two_scales_in_one_cell(karat: Karat, two_scales: tuple[Path, Path]) -> None:
    """Refused, or converted to one."""
    arguments = ("calibrate", *two_scales, "--human", "adequacy", "-m", "bleu", "--by", "target-language")
    refused(karat(*arguments), "1-5 in five", "0-100 in percent", "--scale")
    (found,) = json.loads(karat(*arguments, "--scale", "1-5", "--format", "json").out)["calibrations"]
    assert found["observations"] == 10
    assert found["human_range"][1] <= 5


def test_two_scales_to_compare(karat: Karat, two_scales: tuple[Path, Path]) -> None:
    """Their lines are not compared, and the same once they are on one scale."""
    arguments = ("transfer", *two_scales, "--human", "adequacy", "-m", "bleu", "--by", "language-pair")
    refused(karat(*arguments, "--format", "tsv"), "different human scales")
    some = ("--scale", "0-100", "--samples", 50, "--format", "json")
    for one in json.loads(karat(*arguments, *some).out)["transfers"]:
        assert one["slopes"]["difference"] == pytest.approx(0, abs=1e-9)


def test_weights_for_five_points_on_a_hundred(karat: Karat, two_scales: tuple[Path, Path]) -> None:
    """The same judgements have the same sums, whatever scale they were given on."""
    sums = []
    for data in two_scales:
        arguments = (data, "--human", "adequacy", "-m", "bleu", "--scale", "1-5", "--samples", 20)
        (found,) = json.loads(karat("accept", *arguments, "--format", "json").out)["dimensions"]
        sums.append([one["sum"] for one in found["outputs"]])
    assert sums[0] == pytest.approx(sums[1])


def test_scales_are_converted_or_refused(karat: Karat) -> None:
    """From 1-5 to 0-100 by a line that is said; not to a scale without ends."""
    arguments = ("calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "--format", "json")
    outcome = karat(*arguments, "--scale", "0-100")
    (own, *_), (found, *_) = (json.loads(one.out)["calibrations"] for one in (karat(*arguments), outcome))
    assert "1-5 → 0-100: -25 + 25 · score" in outcome.err
    assert found["scale"] == "0-100"
    assert found["human_recipe"].endswith("|converted:-25+25x")
    assert found["line"]["slopes"][0] == pytest.approx(25 * own["line"]["slopes"][0])
    refused(karat(*arguments, "--scale", "MQM"), "one of its ends")
    refused(karat(*arguments, "--scale", "stars"), "no scale")
