"""Predictions and refusals."""

from dataclasses import replace
from typing import Any

import pytest

from karat.calibration import Calibration, NewText, compare_versions, compare_with_judged, predict
from karat.errors import InvalidOption, RefusedPrediction, UnknownName

LIKE = ["the cat number 5 sat on a mat in the sun"] * 9


def test_a_prediction_lies_on_the_map(calibration: Calibration) -> None:
    """Value, interval and probability are those of the chosen map."""
    found = predict(calibration, [30.0], threshold=3.4)
    assert found.value == pytest.approx(calibration.map.value([30.0]))
    assert (found.low, found.high) == pytest.approx(calibration.map.interval([30.0], 0.95))
    assert found.probability == pytest.approx(calibration.map.probability_above(3.4, [30.0]))
    assert found.verdict == "can't tell"


@pytest.mark.parametrize(("threshold", "verdict"), [(2.5, "acceptable"), (4.5, "not acceptable")])
def test_verdicts(calibration: Calibration, threshold: float, verdict: str) -> None:
    """Far from the threshold it is told."""
    assert predict(calibration, [30.0], threshold=threshold).verdict == verdict


def test_where_people_count_errors_low_passes(calibration: Calibration) -> None:
    """The probability is that of the good side."""
    turned = replace(calibration, human_higher_is_better=False, higher_is_better=(False,))
    assert predict(turned, [30.0], threshold=4.5).verdict == "acceptable"


@pytest.mark.parametrize(
    ("score", "text", "reason", "words"),
    [
        (30, NewText(language_pair="en-fr"), "language pair", "'en-de', and this is 'en-fr'"),
        (30, NewText(text_type="e-mail"), "text type", "'news', and this is 'e-mail'"),
        (30, NewText(recipes=("chrF|x",)), "recipe", "chrF"),
        (61, NewText(), "range", "61.00, outside of "),
        (30, NewText(is_human=True), "unlike", "human translation"),
        (30, NewText(output=["Quite other words throughout!"] * 9, text="t1"), "unlike", "character n-grams"),
    ],
)
def test_refusals(calibration: Calibration, score: float, text: NewText, reason: str, words: str) -> None:
    """Each with its reason and what to do; nothing is predicted unless forced."""
    found = predict(calibration, [score], text=text)
    (refusal,) = found.refusals
    assert refusal.reason == reason
    assert words in str(refusal)
    assert refusal.next_step
    assert found.value != found.value
    forced = predict(calibration, [score], text=text, force=True)
    assert forced.forced
    assert forced.verdict.endswith("(forced)")
    assert forced.value == pytest.approx(min(calibration.map.value([score]), 5))


def test_what_is_the_same_is_not_refused(calibration: Calibration) -> None:
    """Same cell, recipe, range and kind of system."""
    text = NewText("new", "en-de", "news", calibration.recipes, LIKE, "t1")
    found = predict(calibration, [30.0], text=text)
    assert (found.refusals, found.unchecked) == ((), ())
    assert 0 <= found.distance <= (calibration.profile.farthest if calibration.profile else 0)


def test_what_is_not_known_is_said(calibration: Calibration) -> None:
    """A bare score, or an output of another text, whose profile cannot be compared."""
    assert predict(calibration, [30.0]).unchecked == (
        "language pair",
        "text type",
        "recipe",
        "likeness",
        "text",
    )
    other = NewText("new", "en-de", "news", calibration.recipes, ["?!"], "t2")
    assert predict(calibration, [30.0], text=other).unchecked == ("likeness", "text")


def test_intervals_stay_on_the_scale(calibration: Calibration) -> None:
    """No mean of judgements from 1 to 5 is 6."""
    found = predict(calibration, [200.0], force=True)
    assert (found.value, found.high) == (5, 5)


def test_versions(calibration: Calibration) -> None:
    """Far apart is told, close together is not, and turning them round turns the answer."""
    better = compare_versions(calibration, ("new", [38.0]), ("old", [22.0]))
    assert better.verdict == "better"
    worse = compare_versions(calibration, ("new", [22.0]), ("old", [38.0]))
    assert worse.verdict == "worse"
    assert worse.difference == pytest.approx(-better.difference)
    assert compare_versions(calibration, ("new", [30.5]), ("old", [30.0])).verdict == "can't tell"
    assert compare_versions(calibration, ("a", [30.0]), ("b", [30.0])).probability_better == pytest.approx(
        0.5
    )


def test_bad_confidence_is_refused(calibration: Calibration) -> None:
    """95 is no probability."""
    with pytest.raises(InvalidOption, match="between 0 and 1"):
        predict(calibration, [30.0], confidence=95)


def test_beside_a_system_that_was_judged(calibration: Calibration) -> None:
    """The old one's score is what people said, and only the new one scatters."""
    old = calibration.points[2]
    new = NewText("new", text="t1")
    found = compare_with_judged(calibration, new, [38.0], old.system)
    low, high = calibration.map.interval([38.0], 0.95)
    assert (found.new, found.old, found.verdict) == ("new", old.system, "better")
    assert (found.low, found.high) == pytest.approx((low - old.human, high - old.human))
    both = compare_versions(calibration, ("new", [38.0]), (old.system, old.scores))
    assert found.high - found.low < both.high - both.low
    assert compare_with_judged(calibration, NewText("new"), [24.0], old.system).verdict == "can't tell"


def test_not_beside_a_system_of_another_text(calibration: Calibration) -> None:
    """A difference would be one of texts too; and a system must be known."""
    with pytest.raises(RefusedPrediction, match="another text"):
        compare_with_judged(calibration, NewText("new", text="t2"), [30.0], "S1")
    with pytest.raises(UnknownName, match="S1"):
        compare_with_judged(calibration, NewText("new"), [30.0], "zebra")


@pytest.mark.parametrize(
    ("changes", "text", "reason", "words"),
    [
        (
            {"references": 2},
            NewText(references=1),
            "recipe",
            "2 references, and this is one with 1 reference",
        ),
        (
            {"text_type": None, "text_types": ("news", "speech")},
            NewText(text_types=("speech",)),
            "text type",
            "news, speech together, and this is speech",
        ),
        (
            {"text_type": None, "text_types": ("news", "speech")},
            NewText(text_type="news"),
            "text type",
            "and this is news",
        ),
        ({"human_higher_is_better": False}, NewText(), "direction", "fewer as better"),
    ],
)
def test_more_refusals(
    calibration: Calibration, changes: dict[str, Any], text: NewText, reason: str, words: str
) -> None:
    """Another number of references, one of several text types, a line that is turned."""
    (refusal,) = predict(replace(calibration, **changes), [30.0], text=text).refusals
    assert refusal.reason == reason
    assert words in str(refusal)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"references": 2}, NewText(references=2)),
        ({"references": 2}, NewText()),
        ({"text_type": None, "text_types": ("news", "speech")}, NewText(text_types=("speech", "news"))),
        ({"language_pair": "*-de"}, NewText(language_pair="en-de")),
    ],
)
def test_what_is_covered_is_not_refused(
    calibration: Calibration, changes: dict[str, Any], text: NewText
) -> None:
    """The same number of references, all text types, any language into the target language."""
    assert predict(replace(calibration, **changes), [30.0], text=text).refusals == ()


def test_versions_by_another_map(calibration: Calibration) -> None:
    """The difference is that of the map that was named."""
    steps = calibration.map_of("isotonic")
    found = compare_versions(calibration, ("new", [38.0]), ("old", [22.0]), kind="isotonic")
    assert found.difference == pytest.approx(steps.value([38.0]) - steps.value([22.0]))


def test_a_judged_system_is_of_the_judged_text(calibration: Calibration) -> None:
    """A score of another text is not set beside what people said of the judged one."""
    with pytest.raises(RefusedPrediction, match="another text"):
        compare_with_judged(calibration, NewText(segments=50), [30.0], calibration.systems[0])
