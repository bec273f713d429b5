"""Calibrations of real data: the lines that other programs compute, and what carrying them over costs."""

import json
from pathlib import Path

import pytest

from karat.calibration import predict, read_calibrations, transfer
from karat.cli.main import main

pytestmark = [pytest.mark.shared, pytest.mark.usefixtures("read_once")]


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    """The pack with 12 systems into German."""
    return shared_data / "wmt23.en-de"


def calibrated(folder: Path, target: Path, *arguments: str) -> Path:
    """The file that the command writes."""
    assert (
        main(["calibrate", str(folder), "--human", "mqm", "-m", "bleu", "-o", str(target), *arguments]) == 0
    )
    return target


@pytest.fixture
def by_text_type(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The calibrations of each text type, made once."""
    file = tmp_path_factory.getbasetemp() / "calibrations-by-text-type.json"
    return file if file.exists() else calibrated(folder, file)


def test_the_line_of_a_language_pair(folder: Path, tmp_path: Path) -> None:
    """r, slope, intercept and scatter, to the digits that scipy gave; of the judged segments, or of all."""
    (judged,) = read_calibrations(calibrated(folder, tmp_path / "judged.json", "--by", "language-pair"))
    assert judged.correlation == pytest.approx(0.927, abs=5e-4)
    options = ("--by", "language-pair", "--all-segments")
    (found,) = read_calibrations(calibrated(folder, tmp_path / "pair.json", *options))
    line = found.map_of("least-squares")
    assert found.correlation == pytest.approx(0.917, abs=5e-4)
    assert (line.slope, line.intercept, line.deviation) == pytest.approx((0.431, -24.45, 1.31), abs=6e-3)


def test_text_types_differ_by_ten_points(by_text_type: Path) -> None:
    """At BLEU 39 people give speech −14.8, and the others about −5; transfer says so."""
    found = {each.text_type: each for each in read_calibrations(by_text_type)}
    wanted = {"news": -5.3, "social": -5.4, "speech": -14.8, "user_review": -4.7}
    at = {name: each.map_of("least-squares").value([39.0]) for name, each in found.items()}
    assert at == pytest.approx(wanted, abs=0.8)
    carried = transfer(found["news"], found["speech"], samples=199)
    assert carried.verdict == "no: intercepts differ"
    assert carried.error > 3 * carried.own_error


def test_a_file_made_here_is_read_there(by_text_type: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command and the library predict the same."""
    capsys.readouterr()
    assert (
        main(["predict", str(by_text_type), "--score", "38", "--text-type", "news", "--format", "json"]) == 0
    )
    shown = json.loads(capsys.readouterr().out)["predictions"][0]
    news = read_calibrations(by_text_type)[0]
    assert shown["value"] == pytest.approx(predict(news, [38.0]).value)


def test_another_language_is_refused(
    by_text_type: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Outputs into English are not predicted by a calibration into German."""
    capsys.readouterr()
    assert main(["predict", str(by_text_type), str(shared_data / "wmt22.de-en"), "--systems", "PROMT"]) == 2
    assert "'en-de', and this is 'de-en'" in capsys.readouterr().err
