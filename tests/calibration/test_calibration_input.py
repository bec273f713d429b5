"""Calibrations asked for what they cannot say, and what must not change what they say."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isnan, nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.api import OLS, add_constant
from tests.hypothesis_profile import examples

from karat import Corpus, calibrate
from karat.agreement import Rater
from karat.calibration import (
    HumanThreshold,
    NewText,
    Setting,
    acceptability,
    compare_versions,
    compare_with_judged,
    components,
    cut,
    fit,
    human_threshold,
    metric_threshold,
    needs,
    pooled_fit,
    predict,
    read_calibrations,
    reference_lines,
    rescaled,
    thresholds,
    transfer,
    write_calibrations,
)
from karat.errors import InvalidOption, KaratError, MisalignedCorpus, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEMS = ("A", "B", "C", "D", "E", "F")
SCORES = np.array([20.0, 24, 27, 30, 33, 38])
PEOPLE = np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1])
METRIC = Rater("BLEU", "made up", SYSTEMS, SCORES)
HUMAN = Rater("adequacy", "made up", SYSTEMS, PEOPLE)
CALIBRATION = fit([METRIC], HUMAN, setting=Setting(scale="1-5"))
OTHER = Rater("chrF2", "made up too", SYSTEMS, np.array([40.0, 41, 47, 46, 52, 51]))
MARKS = np.ones((1, 6, 3))
WORDS = np.ones((6, 3))


@pytest.mark.parametrize(
    ("asked", "error", "problem"),
    [
        (
            lambda: predict(CALIBRATION, []),
            InvalidOption,
            "There are 0 scores, and the calibration is of 1: BLEU",
        ),
        (lambda: predict(CALIBRATION, [1.0, 2.0]), InvalidOption, "There are 2 scores"),
        (lambda: predict(CALIBRATION, "30"), InvalidOption, "Scores are numbers"),  # type: ignore[arg-type]
        (lambda: predict(CALIBRATION, [30.0], threshold=9), InvalidOption, "adequacy goes from 1 to 5"),
        (lambda: predict(CALIBRATION, [30.0], threshold=nan), InvalidOption, "threshold is nan"),
        (lambda: predict(CALIBRATION, [30.0], threshold=inf), InvalidOption, "threshold is inf"),
        (lambda: predict(CALIBRATION, [30.0], confidence=95), InvalidOption, "confidence is 95"),
        (lambda: predict(CALIBRATION, [30.0], kind="spline"), UnknownName, "spline"),
        (
            lambda: predict(fit([METRIC, OTHER], HUMAN), [30.0]),
            InvalidOption,
            "calibration is of 2: BLEU, chrF2",
        ),
        (
            lambda: compare_versions(CALIBRATION, ("a", [30.0, 1.0]), ("b", [2.0])),
            InvalidOption,
            "not as many",
        ),
        (
            lambda: compare_versions(CALIBRATION, ("a", [1.0]), ("b", [2.0]), confidence=0),
            InvalidOption,
            "is 0",
        ),
        (lambda: compare_with_judged(CALIBRATION, NewText("n"), [30.0], "Z"), UnknownName, "system 'Z'"),
        (
            lambda: compare_with_judged(CALIBRATION, NewText("n"), [1.0, 2.0], "A"),
            InvalidOption,
            "There are 2 scores",
        ),
        (lambda: rescaled(CALIBRATION, "stars"), KaratError, "no scale 'stars'"),
        (lambda: rescaled(fit([METRIC], HUMAN), "0-100"), InvalidOption, "does not say its scale"),
        (lambda: acceptability(MARKS, np.ones((6, 2)), SYSTEMS), MisalignedCorpus, "6 × 3 .* 6 × 2"),
        (lambda: acceptability(MARKS, WORDS, SYSTEMS[:2]), MisalignedCorpus, "2 names"),
        (lambda: acceptability(7 * MARKS, WORDS, SYSTEMS), InvalidOption, "score is 7"),
        (lambda: acceptability(MARKS, WORDS, SYSTEMS, samples=0), InvalidOption, "samples is 0"),
        (lambda: acceptability(MARKS, WORDS, SYSTEMS, confidence=1), InvalidOption, "confidence is 1"),
        (lambda: human_threshold([]), InvalidOption, "0 outputs"),
        (lambda: metric_threshold(fit([METRIC, OTHER], HUMAN).map, 3), InvalidOption, "line of one metric"),
        (lambda: fit([], HUMAN), InvalidOption, "no metric"),
        (lambda: fit([METRIC], HUMAN, level="word"), InvalidOption, "level is 'word'"),  # type: ignore[arg-type]
        (lambda: fit([METRIC], HUMAN, level="document"), InvalidOption, "none of a document"),
        (lambda: fit([METRIC], HUMAN, confidence=2), InvalidOption, "confidence is 2"),
        (lambda: fit([METRIC.only(["A", "B"])], HUMAN), InvalidOption, "2 texts"),
        (lambda: transfer(CALIBRATION, CALIBRATION, samples=0), InvalidOption, "samples is 0"),
        (
            lambda: transfer(CALIBRATION, fit([OTHER], HUMAN, setting=Setting(scale="1-5"))),
            KaratError,
            "recipes",
        ),
        (lambda: pooled_fit([]), InvalidOption, "0 cells"),
        (lambda: cut(None, 10, 0), InvalidOption, "0"),
        (lambda: needs(components(np.ones((2, 6, 3)), 0.5), 0), InvalidOption, "0"),
        (lambda: read_calibrations("nowhere/at-all.json"), KaratError, "at-all.json"),
        (lambda: calibrate(Corpus.of(["a"], ["a"]), []), InvalidOption, "not yet scored"),  # type: ignore[arg-type]
    ],
)
def test_refusals(asked: Callable[[], object], error: type[Exception], problem: str) -> None:
    """A clear error, which says what came."""
    with pytest.raises(error, match=problem):
        asked()


@pytest.mark.parametrize("score", [nan, inf, -inf, 12.0, 45.4])
def test_scores_off_the_range_are_refused_as_data(score: float) -> None:
    """No figure, and a reason; forced, a finite one has figures all the same."""
    found = predict(CALIBRATION, [score], threshold=3.0)
    assert found.verdict == "refused"
    assert found.refusals
    assert isnan(found.value)
    assert isnan(found.probability)
    forced = predict(CALIBRATION, [score], threshold=3.0, force=True)
    # Nothing can be predicted from no score, not even by force.
    assert forced.verdict == "refused" if isnan(score) else forced.verdict.endswith("(forced)")
    if abs(score) < inf:
        assert 1 <= forced.low <= forced.value <= forced.high <= 5


def test_predictions_are_statsmodels() -> None:
    """Value, prediction interval and probability of being above a threshold."""
    model = OLS(PEOPLE, add_constant(SCORES)).fit()
    for score in (22.0, 29.0, 36.5):
        theirs = model.get_prediction([[1, score]])
        for confidence in (0.8, 0.95):
            found = predict(CALIBRATION, [score], threshold=3.2, confidence=confidence, kind="least-squares")
            low, high = theirs.conf_int(obs=True, alpha=1 - confidence)[0]
            assert found.value == pytest.approx(theirs.predicted_mean[0])
            assert (found.low, found.high) == pytest.approx((low, high))
            error = np.sqrt(theirs.var_pred_mean[0] + model.scale)
            assert found.probability == pytest.approx(
                stats.t.cdf((found.value - 3.2) / error, model.df_resid)
            )


@examples(1 / 2)
@given(order=st.permutations(range(6)))
def test_the_order_of_systems(order: list[int]) -> None:
    """Changes nothing that is predicted."""
    names = [SYSTEMS[place] for place in order]
    found = fit([METRIC], HUMAN.only(names), setting=Setting(scale="1-5"))
    one, other = (predict(each, [29.0], threshold=3.0) for each in (CALIBRATION, found))
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))
    assert one.probability == pytest.approx(other.probability)


@examples(1 / 2)
@given(factor=st.sampled_from([0.01, 0.5, 4.0]), shift=st.integers(-20, 20))
def test_the_unit_of_the_metric(factor: float, shift: int) -> None:
    """Scores as percent or as shares: the same predictions, verdicts and tests of versions."""
    moved = Rater("BLEU", "made up", SYSTEMS, factor * SCORES + shift)
    other = fit([moved], HUMAN, setting=Setting(scale="1-5"))
    assert other.correlation == pytest.approx(CALIBRATION.correlation)
    for score in (21.0, 29.0, 37.0):
        one = predict(CALIBRATION, [score], threshold=3.3)
        two = predict(other, [factor * score + shift], threshold=3.3)
        assert (two.value, two.low, two.high) == pytest.approx((one.value, one.low, one.high))
        assert two.probability == pytest.approx(one.probability)
        assert two.verdict == one.verdict
    first = compare_versions(CALIBRATION, ("new", [36.0]), ("old", [23.0]))
    second = compare_versions(other, ("new", [factor * 36 + shift]), ("old", [factor * 23 + shift]))
    assert (first.difference, first.low) == pytest.approx((second.difference, second.low))
    assert first.verdict == second.verdict


def test_two_versions_are_each_others_mirror() -> None:
    """Exchanged, the difference and its interval change their signs, and better is worse."""
    one = compare_versions(CALIBRATION, ("new", [36.0]), ("old", [23.0]))
    other = compare_versions(CALIBRATION, ("old", [23.0]), ("new", [36.0]))
    assert one.difference == -other.difference
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.probability_better == pytest.approx(1 - other.probability_better)
    same = compare_versions(CALIBRATION, ("a", [30.0]), ("b", [30.0]))
    assert same.probability_better == pytest.approx(0.5)
    assert (same.difference, same.verdict) == (0, "can't tell")


@pytest.mark.parametrize("verdict", ["acceptable", "not acceptable", "can't tell"])
def test_a_verdict_is_as_sure_as_it_says(verdict: str) -> None:
    """95 % on either side, and nothing between."""
    ranges = {"acceptable": (0.95, 1), "not acceptable": (0, 0.05), "can't tell": (0.05, 0.95)}
    found = [
        predict(CALIBRATION, [score], threshold=threshold)
        for score in np.linspace(20, 38, 25).tolist()
        for threshold in (2.8, 3.3, 3.8)
    ]
    kept = [one.probability for one in found if one.verdict == verdict]
    assert kept
    low, high = ranges[verdict]
    assert min(kept) >= low
    assert max(kept) <= high


def test_more_of_the_metric_is_never_less_likely_to_pass() -> None:
    """The probability rises with the score of a metric that rises, by every map."""
    for kind in ("least-squares", "theil-sen", "isotonic"):
        chances = [
            predict(CALIBRATION, [score], threshold=3.3, kind=kind).probability
            for score in np.linspace(21, 37, 30).tolist()
        ]
        assert all(after >= before - 1e-9 for before, after in pairwise(chances)), kind


def test_people_who_count_errors() -> None:
    """The same data turned round: the same verdicts on the other side of the threshold."""
    errors = Rater("errors", "made up", SYSTEMS, -PEOPLE, higher_is_better=False)
    turned = fit([METRIC], errors)
    plain = fit([METRIC], HUMAN)
    one = predict(plain, [34.0], threshold=3.0)
    two = predict(turned, [34.0], threshold=-3.0)
    assert two.value == pytest.approx(-one.value)
    assert two.probability == pytest.approx(one.probability)
    assert two.verdict == one.verdict
    better: list[Any] = [
        compare_versions(each, ("new", [36.0]), ("old", [22.0])).probability_better
        for each in (plain, turned)
    ]
    assert better[0] == pytest.approx(better[1])


def test_calibrations_in_the_place_of_others() -> None:
    """A calibration where its line, a list or outputs are meant is refused with the line to write."""
    made: Any = fit([METRIC], HUMAN)
    known = HumanThreshold.given(3.5)
    slips: list[tuple[Callable[[], object], str]] = [
        (lambda: metric_threshold(made, 3.5), r"Write: metric_threshold\(calibration\.map, 3\.5\)"),
        (lambda: metric_threshold([made], 3.5), "Map was expected, not a list"),  # type: ignore[arg-type]
        (lambda: thresholds(made, known), "not a Calibration. Write: thresholds"),
        (lambda: thresholds([made], 3.5), "HumanThreshold was expected, not a float"),  # type: ignore[arg-type]
        (lambda: human_threshold([made]), "Acceptability was expected, not a Calibration"),
        (lambda: human_threshold(made), "Write: human_threshold"),
        (lambda: reference_lines(made), "Write: reference_lines"),
        (lambda: write_calibrations("here.json", [made]), "not a str. Write: write_calibrations"),  # type: ignore[arg-type]
    ]
    for slip, words in slips:
        with pytest.raises(InvalidOption, match=words):
            slip()
