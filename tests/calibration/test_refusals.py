"""Where a calibration has no right to predict: every reason by itself and together, and what a prediction keeps."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import inf, isnan, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.regression.linear_model import OLS
from statsmodels.tools import add_constant

from karat.agreement import Rater
from karat.calibration import Calibration, NewText, Setting, TextError, check_threshold, fit, predict
from karat.calibration.refusals import refusals, score_range, unchecked
from karat.calibration.usual_range import usual_range
from karat.errors import InvalidOption

OUTPUTS = {f"S{number}": [f"the cat number {number} sat on a mat"] * 5 for number in range(1, 11)}
SCORES = np.linspace(20, 40, 10)
NOISE = np.array([0.1, -0.1, 0.05, 0.1, -0.15, 0.1, -0.05, -0.05, 0.1, -0.1])


def made() -> Calibration:
    """Ten systems of German news, judged from 1 to 5."""
    names = tuple(OUTPUTS)
    setting = Setting("en-de", "news", scale="1-5", outputs=OUTPUTS, text="t1", segments=5, references=1)
    metric = Rater("BLEU", "bleu|made-up", names, SCORES)
    return fit(
        [metric], Rater("adequacy", "people|made-up", names, 1 + 0.08 * SCORES + NOISE), setting=setting
    )


CALIBRATION = made()
SAME = NewText(
    "new",
    "en-de",
    "news",
    ("bleu|made-up",),
    ["the cat number 3 sat on a mat"] * 5,
    "t1",
    segments=5,
    references=1,
)
# What makes a text another than the one that was fitted on, and the reason for which it is refused.
CHANGES: dict[str, dict[str, Any]] = {
    "language pair": {"language_pair": "en-fr"},
    "text type": {"text_type": "chat"},
    "recipe": {"recipes": ("bleu|lowercase",)},
    "unlike": {"output": ["zzz qqq vvv"] * 5},
}


def test_a_text_like_those_fitted_on_is_predicted() -> None:
    """Nothing is refused, and nothing was left unchecked."""
    found = predict(CALIBRATION, [30.0], text=SAME)
    assert found.refusals == ()
    assert found.unchecked == ()
    assert found.verdict == "predicted"
    assert found.distance <= CALIBRATION.profile.farthest  # type: ignore[union-attr]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_reason_is_given(count: int) -> None:
    """One for each thing that differs, however many there are; each with what to do."""
    for reasons in combinations(CHANGES, count):
        text = replace(SAME, **{key: value for name in reasons for key, value in CHANGES[name].items()})
        found, _ = refusals(CALIBRATION, [30.0], text)
        assert {refusal.reason for refusal in found} == set(reasons)
        assert all(refusal.text.endswith(".") and refusal.next_step.endswith(".") for refusal in found)
        assert [refusal.is_of_cell for refusal in found] == [
            refusal.reason in ("language pair", "text type") for refusal in found
        ]


@pytest.mark.parametrize("reason", sorted(CHANGES))
def test_a_refused_prediction_has_no_figures_unless_it_is_forced(reason: str) -> None:
    """Forced, it has those of the map, and says so."""
    text = replace(SAME, **CHANGES[reason])
    plain, forced = (
        predict(CALIBRATION, [30.0], text=text, threshold=3, force=force) for force in (False, True)
    )
    assert (plain.verdict, plain.forced) == ("refused", False)
    assert all(isnan(figure) for figure in (plain.value, plain.low, plain.high, plain.probability))
    assert forced.forced
    assert forced.verdict.endswith("(forced)")
    assert forced.value == predict(CALIBRATION, [30.0], text=SAME).value
    assert forced.to_dict()["refusals"][0]["reason"] == reason


@given(st.floats(0, 60))
def test_scores_outside_the_range_are_refused(score: float) -> None:
    """And only those."""
    found = predict(CALIBRATION, [score], text=SAME)
    low, high = score_range(CALIBRATION, 0, SAME)
    inside = low <= score <= high
    assert [refusal.reason for refusal in found.refusals] == ([] if inside else ["range"])


@given(st.sets(st.sampled_from(["language_pair", "text_type", "recipes", "output", "segments"])))
def test_what_is_not_known_is_unchecked_and_not_refused(missing: set[str]) -> None:
    """A text that says less is refused for less."""
    nothing: dict[str, Any] = dict.fromkeys(missing)
    text = replace(SAME, **nothing)
    names = {
        "language_pair": "language pair",
        "text_type": "text type",
        "recipes": "recipe",
        "output": "likeness",
    }
    assert set(unchecked(CALIBRATION, text)) == {names[name] for name in missing if name in names}
    assert refusals(CALIBRATION, [30.0], text)[0] == ()


@given(
    st.sampled_from(["BLEU|order:4|tok:13a", "chrF|beta:2", "TER|case:lc", "made up"]),
    st.lists(st.integers(0, 100), min_size=4, max_size=20, unique=True),
)
def test_no_range_goes_beyond_what_the_metric_can_say(recipe: str, scores: list[int]) -> None:
    """From 0 to 100, from 0 on for error rates, and without ends where the metric is not known."""
    names = tuple(f"S{number}" for number in range(len(scores)))
    metric = Rater("m", recipe, names, np.array(scores, dtype=float))
    found = fit([metric], Rater("h", "h", names, np.linspace(1, 5, len(scores))))
    low, high = score_range(found, 0, NewText("new"))
    free_low, free_high = usual_range(scores)
    least, most = {"made up": (-inf, inf), "TER|case:lc": (0, inf)}.get(recipe, (0, 100))
    assert (low, high) == (max(free_low, least), min(free_high, most))
    assert low <= min(scores) <= max(scores) <= high


@given(st.integers(0, 10_000))
def test_a_wrong_sign_refuses_only_where_it_is_significant(seed: int) -> None:
    """The t test of statsmodels decides; a slope of the right sign never refuses."""
    rng = np.random.default_rng(seed)
    names = tuple(OUTPUTS)
    human = rng.normal(3, 1, len(names)) + rng.choice([-0.1, 0.0, 0.1]) * SCORES
    found = fit([Rater("BLEU", "bleu", names, SCORES)], Rater("adequacy", "people", names, human))
    line = OLS(human, add_constant(SCORES)).fit()
    wanted = line.params[1] < 0 and line.pvalues[1] < 0.05
    reasons = {one.reason for one in predict(found, [30.0]).refusals}
    assert ("direction" in reasons) == wanted


def test_a_person_is_refused_whatever_he_wrote() -> None:
    """Human translations are off the line of machines; a system that was fitted on never is."""
    assert [
        one.reason for one in predict(CALIBRATION, [30.0], text=replace(SAME, is_human=True)).refusals
    ] == ["unlike"]
    odd = replace(SAME, system="S3", output=["zzz qqq vvv"] * 5)
    assert predict(CALIBRATION, [30.0], text=odd).refusals == ()


@given(st.floats(20, 40), st.floats(1, 5), st.floats(0.5, 0.99))
def test_a_prediction_keeps_its_promises(score: float, threshold: float, confidence: float) -> None:
    """Within its interval, on the scale, with a probability that goes with the threshold and the score."""
    found = predict(CALIBRATION, [score], text=SAME, threshold=threshold, confidence=confidence)
    assert 1 <= found.low <= found.value <= found.high <= 5
    assert (found.probability >= 0.5) == (CALIBRATION.map.value([score]) >= threshold)
    lower = predict(CALIBRATION, [score], text=SAME, threshold=max(threshold - 0.5, 1))
    assert lower.probability >= found.probability
    wanted = "acceptable" if found.probability >= 0.95 else "can't tell"
    assert found.verdict == ("not acceptable" if found.probability <= 0.05 else wanted)
    wider = predict(CALIBRATION, [score], text=SAME, confidence=(1 + confidence) / 2)
    assert wider.low <= found.low
    assert found.high <= wider.high


@given(st.integers(1, 300))
def test_another_text_widens_and_a_longer_one_less(segments: int) -> None:
    """By the variance that texts of that length add, with its degrees of freedom."""
    calibration = replace(CALIBRATION, text_error=TextError(0.5, 1.0, 100.0, 9.0), scale=None)
    other = replace(SAME, text="t2", output=None, segments=segments)
    found, same = predict(calibration, [30.0], text=other), predict(calibration, [30.0], text=SAME)
    assert found.text_error == pytest.approx(sqrt(calibration.text_error.of_one(segments)))  # type: ignore[union-attr]
    assert same.text_error == 0
    assert found.high - found.low > same.high - same.low
    longer = predict(calibration, [30.0], text=replace(other, segments=segments + 50))
    assert longer.high - longer.low <= found.high - found.low


@pytest.mark.parametrize("threshold", [0.9, 5.1, float("inf"), float("nan")])
def test_a_threshold_that_nobody_reaches_is_refused(threshold: float) -> None:
    """Ends of the scale are still on it."""
    check_threshold(CALIBRATION, 1.0)
    check_threshold(CALIBRATION, 5.0)
    with pytest.raises(InvalidOption, match="goes from 1 to 5"):
        check_threshold(CALIBRATION, threshold)


def test_lower_is_better_turns_the_probability_round() -> None:
    """Where people count errors, a pass is below the threshold."""
    names = tuple(OUTPUTS)
    metric = Rater("BLEU", "bleu", names, SCORES)
    errors = Rater("mqm", "people", names, 6 - (1 + 0.08 * SCORES + NOISE), higher_is_better=False)
    found = fit([metric], errors)
    assert not found.is_turned
    assert predict(found, [39.0], threshold=3.0).verdict == "acceptable"
    assert predict(found, [21.0], threshold=3.0).verdict == "not acceptable"
