"""A calibration on another human scale is the calibration of converted scores."""

from dataclasses import replace

import numpy as np
import pytest
from tests.calibration.conftest import Raters

from karat.calibration import Calibration, Setting, fit, predict, rescaled, transfer, with_pooling
from karat.errors import InvalidOption

SCORES = [21.0, 24.5, 26.0, 30.0, 31.5, 36.0, 38.0, 41.0]
PEOPLE = [2.1, 2.0, 2.9, 2.7, 3.5, 3.4, 4.2, 4.1]


def fitted(rater: Raters, people: list[float], scale: str, *, higher: bool = True) -> Calibration:
    """The calibration of these human scores."""
    human = rater(people, "adequacy", higher_is_better=higher)
    return fit([rater(SCORES)], human, setting=Setting("en-de", "news", scale=scale))


@pytest.mark.parametrize("target", ["0-100", "0..1:interval", "0..25:errors:lower"])
def test_it_is_the_fit_of_converted_scores(rater: Raters, target: str) -> None:
    """Every figure, also where the good end changes."""
    low, high = {"0-100": (0, 100), "0..1:interval": (0, 1), "0..25:errors:lower": (25, 0)}[target]
    people = [low + (value - 1) / 4 * (high - low) for value in PEOPLE]
    wanted = fitted(rater, people, target, higher=low < high)
    found = rescaled(fitted(rater, PEOPLE, "1-5"), target)
    assert found.human_higher_is_better == (low < high)
    assert found.correlation == pytest.approx(wanted.correlation)
    assert found.correlation_interval == pytest.approx(wanted.correlation_interval)
    assert found.errors == pytest.approx(dict(wanted.errors))
    assert found.human_range == pytest.approx(wanted.human_range)
    for kind in ("least-squares", "theil-sen", "isotonic"):
        for score in (22.0, 33.3, 40.0):
            ours, theirs = found.map_of(kind), wanted.map_of(kind)
            assert ours.interval([score], 0.9) == pytest.approx(theirs.interval([score], 0.9))
    assert [point.human for point in found.points] == pytest.approx(people)
    assert "converted:" in found.human_recipe


def test_pooled_maps_are_converted_too(rater: Raters) -> None:
    """The line that leans on other cells is on the new scale."""
    cells = with_pooling([replace(fitted(rater, PEOPLE, "1-5"), text_type=name) for name in "abc"])
    before, after = cells[0].map_of("pooled"), rescaled(cells[0], "0-100").map_of("pooled")
    assert after.value([30.0]) == pytest.approx(25 * before.value([30.0]) - 25)


def test_the_verdict_does_not_depend_on_the_scale(rater: Raters) -> None:
    """The same threshold on both scales is passed with the same probability."""
    made = fitted(rater, PEOPLE, "1-5")
    for score in (25.0, 33.0, 40.0):
        ours = predict(made, [score], threshold=3.0)
        theirs = predict(rescaled(made, "0..25:errors:lower"), [score], threshold=12.5)
        assert ours.verdict == theirs.verdict
        assert ours.probability == pytest.approx(theirs.probability)


def test_two_scales_are_compared_once_they_are_one(rater: Raters) -> None:
    """Human scores from 0 to 100 and the same from 1 to 5: nothing differs."""
    percent = fitted(rater, [25 * (value - 1) for value in PEOPLE], "0-100")
    found = transfer(fitted(rater, PEOPLE, "1-5"), rescaled(percent, "1-5"), samples=99)
    assert found.slopes.difference == pytest.approx(0, abs=1e-9)
    assert found.intercepts.difference == pytest.approx(0, abs=1e-9)


def test_the_same_scale_changes_nothing(rater: Raters) -> None:
    """1..5 is 1-5, whatever it is called."""
    made = fitted(rater, PEOPLE, "1-5")
    assert replace(rescaled(made, "1..5"), scale="1-5") == made


def test_what_cannot_be_converted(rater: Raters) -> None:
    """An unknown scale, and one without an end; and a scale that the scores are not on."""
    made = fitted(rater, PEOPLE, "1-5")
    with pytest.raises(InvalidOption, match="does not say its scale"):
        rescaled(replace(made, scale=None), "0-100")
    with pytest.raises(InvalidOption, match="one of its ends"):
        rescaled(made, "MQM")
    with pytest.raises(InvalidOption, match=r"adequacy of S1 is 2\.1.*0 to 1"):
        fitted(rater, PEOPLE, "0-1")
    assert np.isfinite(made.bounds).all()
