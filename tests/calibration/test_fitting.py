"""From raters to a calibration, and through a file."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from tests.calibration.conftest import Raters

from karat.agreement import Rater
from karat.calibration import (
    Calibration,
    Setting,
    estimators,
    fit,
    read_calibrations,
    with_pooling,
    write_calibrations,
)
from karat.errors import InvalidFile, InvalidOption, UnknownName, UnreadableFile


def test_a_line_is_what_scipy_says(rater: Raters) -> None:
    """r, slope, intercept; r's interval by Fisher's z."""
    x, y = [30.0, 34, 31, 40, 37, 44], [3.0, 3.4, 3.3, 4.1, 3.6, 4.4]
    found = fit([rater(x)], rater(y, "human"))
    wanted = stats.linregress(x, y)
    line = found.map_of("least-squares")
    assert (found.correlation, line.slope, line.intercept) == pytest.approx(
        (wanted.rvalue, wanted.slope, wanted.intercept)
    )
    interval = stats.pearsonr(x, y).confidence_interval(0.95)
    assert found.correlation_interval == pytest.approx((interval.low, interval.high))
    assert found.ranges == ((30.0, 44.0),)


def test_the_fingerprint_is_that_of_the_data(rater: Raters) -> None:
    """A score that differs in the sixth digit makes another one; what processors differ by does not."""
    x, y = [30.0, 34, 31, 40, 37, 44], [3.0, 3.4, 3.3, 4.1, 3.6, 4.4]
    first, again, other = (
        fit([rater([30.0 + off, *x[1:]])], rater(y, "human")).fingerprint for off in (0.0, 1e-13, 1e-4)
    )
    assert first == again != other


def test_systems_without_a_score_are_left_out(rater: Raters) -> None:
    """What people did not judge, or a metric did not score, is no point."""
    found = fit([rater([1.0, 2, 3, 4, 5, np.nan])], rater([1.0, 2, np.nan, 4, 5.5, 6], "human"))
    assert found.systems == ("S1", "S2", "S4", "S5")


def test_steps_are_chosen_where_the_truth_has_steps(rater: Raters) -> None:
    """A jump in the middle: isotonic predicts systems left out much better than a line."""
    rng = np.random.default_rng(2)
    x = np.linspace(0, 10, 40)
    human = np.where(x < 5, 1.0, 4.0) + rng.normal(0, 0.1, 40)
    found = fit([rater(x.tolist())], rater(human.tolist(), "human"))
    assert found.chosen == "isotonic"
    assert found.errors["isotonic"] < 0.7 * found.errors["least-squares"]


def test_medians_are_chosen_where_one_system_is_far_off(rater: Raters) -> None:
    """Of many systems on a line, a few broken ones pull least squares away."""
    rng = np.random.default_rng(3)
    x = np.linspace(0, 10, 30)
    human = 1 + 0.3 * x + rng.normal(0, 0.02, 30)
    found = fit([rater(x.tolist())], rater(human.tolist(), "human"))
    assert found.chosen == "least-squares"


def test_errors_of_a_metric_that_falls(rater: Raters) -> None:
    """TER: the slope is negative, the steps go down."""
    x = [60.0, 55, 50, 45, 40, 35, 30]
    found = fit([rater(x, "TER", higher_is_better=False)], rater([1.0, 2, 2.1, 3, 3.2, 4, 4.4], "human"))
    assert found.map.slope < 0
    assert found.map_of("isotonic").value([35]) > found.map_of("isotonic").value([60])


def test_several_metrics_and_their_gain(rater: Raters) -> None:
    """What two metrics say together is held against the better of them alone, on systems left out."""
    rng = np.random.default_rng(4)
    first, second = rng.normal(size=(2, 20))
    human = first + second + rng.normal(0, 0.1, 20)
    found = fit([rater(first.tolist(), "A"), rater(second.tolist(), "B")], rater(human.tolist(), "human"))
    assert found.metrics == ("A", "B")
    assert found.errors[found.chosen] < 0.3 * min(found.singles.values())
    assert set(found.errors) == {"least-squares", "ridge"}


def test_levels_below_systems() -> None:
    """Segments are points; what is left out is always a whole system."""
    rng = np.random.default_rng(5)
    segments = rng.normal(30, 5, (4, 25))
    human = segments / 10 + rng.normal(0, 0.2, (4, 25))
    names = ("A", "B", "C", "D")
    metric = Rater("BLEU", "BLEU", names, segments.mean(axis=1), segments)
    people = Rater("human", "human", names, human.mean(axis=1), human)
    found = fit([metric], people, level="segment")
    assert (found.observations, found.points, len(found.systems)) == (100, (), 4)
    documents = [f"d{place // 5}" for place in range(25)]
    assert fit([metric], people, level="document", documents=documents).observations == 20


def test_too_few_systems_are_refused(rater: Raters) -> None:
    """Two points are always on a line."""
    with pytest.raises(InvalidOption, match="at least 3"):
        fit([rater([1.0, 2])], rater([1.0, 2], "human"))


def test_it_goes_through_a_file(calibration: Calibration, tmp_path: Path) -> None:
    """What is read is what was written, and a person can read it too."""
    path = tmp_path / "calibration.json"
    write_calibrations([calibration, calibration], path)
    again = read_calibrations(path)
    assert again == (calibration, calibration)
    plain = json.loads(path.read_text())["calibrations"][0]
    assert plain["line"]["slopes"][0] == pytest.approx(0.08, abs=0.02)
    assert (plain["scale"], plain["date"], plain["language_pair"]) == ("1-5", "2026-01-02", "en-de")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "not JSON"),
        ("[]", "format"),
        ('{"format": "karat calibration 2", "calibrations": []}', "no calibrations"),
        ('{"format": "karat calibration 2", "calibrations": [{"metrics": []}]}', "not as Karat wrote"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, words: str) -> None:
    """With what was expected."""
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InvalidFile, match=words):
        read_calibrations(path)
    with pytest.raises(UnreadableFile):
        read_calibrations(tmp_path / "none.json")


def test_a_damaged_file_is_refused(calibration: Calibration, tmp_path: Path) -> None:
    """Every value that is taken out is missed."""
    path = tmp_path / "x.json"
    write_calibrations([calibration], path)
    values = json.loads(path.read_text())
    for name in Calibration.__match_args__:
        broken = {key: value for key, value in values["calibrations"][0].items() if key != name}
        path.write_text(json.dumps({**values, "calibrations": [broken]}))
        with pytest.raises(InvalidFile):
            read_calibrations(path)


def test_a_file_that_was_changed_is_refused(calibration: Calibration, tmp_path: Path) -> None:
    """One value, in any place; but it may be laid out anew, and 8.0 written as 8."""
    path = tmp_path / "x.json"
    write_calibrations([calibration], path)
    values = json.loads(path.read_text())
    path.write_text(json.dumps(values, indent=1).replace("8.0,", "8,"))
    assert read_calibrations(path) == (calibration,)
    for name, value in (("scale", "0-100"), ("confidence", 2), ("ranges", [[1, 2]]), ("extra", 10**400)):
        changed = {**values["calibrations"][0], name: value}
        path.write_text(json.dumps({**values, "calibrations": [changed]}))
        with pytest.raises(InvalidFile, match="checksum"):
            read_calibrations(path)


def test_pooled_lines_stand_beside_separate_ones(rater: Raters) -> None:
    """From three cells of one metric, dimension and scale; a cell on another scale is not pooled."""
    rng = np.random.default_rng(6)
    cells = []
    for number in range(4):
        x = rng.normal(30, 5, 6)
        y = x / 10 + rng.normal(0, 0.3, 6)
        setting = Setting("en-de", f"type {number}", scale="1-5" if number < 3 else "0-100")
        cells.append(fit([rater(x.tolist())], rater(y.tolist(), "human"), setting=setting))
    found = with_pooling(cells)
    assert [each.pooled is not None for each in found] == [True, True, True, False]
    assert found[0].map_of("pooled").kind == "pooled"
    with pytest.raises(UnknownName, match="least-squares"):
        found[3].map_of("pooled")


def test_segments_of_a_system_are_not_independent() -> None:
    """Systems have scatter of their own; intervals for segments of a new system hold about what they promise."""
    rng = np.random.default_rng(7)
    inside = []
    groups = [system for system in range(8) for _ in range(20)]
    for _ in range(120):
        x = rng.normal(30, 5, (9, 20))
        human = x / 10 + rng.normal(0, 0.5, (9, 1)) + rng.normal(0, 0.5, (9, 20))
        points = x[:8].reshape(-1, 1), human[:8].ravel()
        errors = estimators.left_out_errors(estimators.least_squares, *points, groups)
        line = estimators.widened(estimators.least_squares(*points), errors, *points, groups)
        for score, value in zip(x[8], human[8], strict=True):
            low, high = line.interval([score], 0.9)
            inside.append(low <= value <= high)
    assert 0.87 < np.mean(inside) < 0.97
    names = tuple(f"S{number}" for number in range(8))
    metric = Rater("m", "m", names, x[:8].mean(axis=1), x[:8])
    people = Rater("h", "h", names, human[:8].mean(axis=1), human[:8])
    assert fit([metric], people, level="segment").map_of("least-squares") == line
