"""What people will say of a new system: predicted from its scores, or refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isnan, nan, sqrt
from typing import TYPE_CHECKING, Any

from karat.arguments import require, require_option
from karat.calibration.calibration import Calibration
from karat.calibration.refusals import NewText, is_same_text, refusals, unchecked
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.option_checks import plain_number
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration.refusals import Refusal

# A pass or a fail is said when it is as sure as this.
SURE = 0.95


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prediction(Equal, Shown):
    """The human score that is predicted for one output, with its prediction interval.

    `probability` is that of a mean human score on the good side of `threshold`. A refused prediction has
    no figures, unless it was forced. `text_error` is the part of the standard error that another text than
    the judged one brings, 0 for the same. `unchecked` names what could not be compared with the calibration.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, predict
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> found = predict(calibration, [29.0], threshold=3.0)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2), found.verdict
    (3.4, 3.07, 3.72, 'acceptable')
    """

    system: str
    calibration: str
    scores: tuple[float, ...]
    value: float
    low: float
    high: float
    confidence: float
    threshold: float | None
    probability: float
    verdict: str
    refusals: tuple[Refusal, ...]
    forced: bool
    unchecked: tuple[str, ...]
    distance: float
    text_error: float

    def to_dict(self) -> dict[str, Any]:
        """The prediction as plain values, in a stable order."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        refusals = [
            {"reason": each.reason, "text": each.text, "next_step": each.next_step} for each in self.refusals
        ]
        return {**plain, "refusals": refusals}

    def _row(self) -> dict[str, Any]:
        return {**Shown._row(self), "refusals": [str(refusal) for refusal in self.refusals]}


def predict(
    calibration: Calibration,
    scores: Sequence[float],
    *,
    text: NewText | None = None,
    threshold: float | None = None,
    confidence: float | None = None,
    kind: str | None = None,
    force: bool = False,
) -> Prediction:
    """The human score of an output with these scores, one of each metric of the calibration.

    `kind` names another map than the chosen one; `force` predicts what would be refused, and marks it.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, predict
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> predict(calibration, [29.0]).verdict, predict(calibration, [50.0]).verdict
    ('predicted', 'refused')
    >>> predict(calibration, [50.0]).refusals[0].text
    'BLEU is 50.00, outside of 12.04 to 45.29, where systems like those of the calibration lie.'
    """
    _check_arguments(calibration, scores, text)
    text, confidence = text or NewText(), calibration.confidence if confidence is None else confidence
    check_confidence(confidence)
    _check_scores(calibration, scores)
    if threshold is not None:
        check_threshold(calibration, threshold)
    found, distance = refusals(calibration, scores, text)
    of_text = _of_text(calibration, text)
    value = low = high = probability = nan
    verdict = "refused"
    is_forced = force and bool(found) and not any(map(isnan, scores))  # nothing comes of no score
    if is_forced or not found:
        fitted = calibration.map if kind is None else calibration.map_of(kind)
        # No mean of judgements lies outside of their scale.
        value, low, high = (
            min(max(end, calibration.bounds[0]), calibration.bounds[1])
            for end in (fitted.value(scores), *fitted.interval(scores, confidence, of_text))
        )
        if threshold is not None:
            above = fitted.probability_above(threshold, scores, of_text)
            probability = above if calibration.human_higher_is_better else 1 - above
        verdict = _verdict(probability, threshold) + (" (forced)" if found else "")
    return Prediction(
        text.system,
        calibration.name,
        tuple(scores),
        value,
        low,
        high,
        confidence,
        threshold,
        probability,
        verdict,
        found,
        is_forced,
        unchecked(calibration, text),
        distance,
        sqrt(of_text[0]),
    )


def _check_arguments(calibration: Calibration, scores: Sequence[float], text: NewText | None) -> None:
    """Refuse slips with the line to write instead."""
    if isinstance(calibration, list | tuple | Results) and len(calibration) > 0:
        raise InvalidOption("Calibrations are asked one by one. Write: predict(calibrations[0], scores)")
    require(calibration, Calibration, "predict(calibrate(evaluation, judgements)[0], scores)")
    given = list(scores) if isinstance(scores, Iterable) else [None]
    if not all(isinstance(plain_number(score), int | float) for score in given):
        raise InvalidOption("Scores are numbers, one of each metric. Write: predict(calibration, [30.0])")
    if len(scores) != len(calibration.metrics):
        raise InvalidOption(
            f"There are {len(scores)} scores, and the calibration is of {len(calibration.metrics)}: "
            f"{', '.join(calibration.metrics)}. Give one of each."
        )
    require_option(text, NewText, "predict(calibration, scores, text=NewText('system'))")


def check_threshold(calibration: Calibration, threshold: float) -> None:
    """Refuse a threshold that no mean of judgements can reach.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human, setting=Setting(scale="1-5"))
    >>> check_threshold(calibration, 3.5)
    >>> check_threshold(calibration, 80)
    Traceback (most recent call last):
        ...
    karat.errors.InvalidOption: The threshold is 80, and adequacy goes from 1 to 5. Take one on it.
    """
    check_on_scale(threshold, calibration.human, calibration.bounds)


def check_on_scale(threshold: float, human: str, bounds: tuple[float, float]) -> None:
    """Refuse a threshold that is no number, or not between the ends of the scale.

    >>> check_on_scale(3.5, "adequacy", (1.0, 5.0))
    """
    if not isinstance(plain_number(threshold), int | float):
        raise InvalidOption(f"The threshold is {threshold!r}; a human score was expected, such as 3.5.")
    low, high = bounds
    if not (low <= threshold <= high and abs(threshold) < inf):
        raise InvalidOption(
            f"The threshold is {threshold:g}, and {human} goes from {low:g} to {high:g}. Take one on it."
        )


def _check_scores(calibration: Calibration, scores: Sequence[float]) -> None:
    """A number for each metric of the calibration."""
    if isinstance(scores, str) or len(scores) != len(calibration.metrics):
        given = (
            f"{scores!r} is"
            if isinstance(scores, str)
            else f"{len(scores)} {'score is' if len(scores) == 1 else 'scores are'}"
        )
        raise InvalidOption(
            f"{given} given, but {calibration.name} takes a list of {len(calibration.metrics)}: "
            f"{', '.join(calibration.metrics)}."
        )


def _of_text(calibration: Calibration, text: NewText) -> tuple[float, float]:
    """The variance that another text adds, with its degrees of freedom; none where it is not known."""
    error = calibration.text_error
    if error is None or text.segments is None or is_same_text(calibration, text):
        return 0.0, inf
    return error.of_one(text.segments, text.documents), error.freedom


def _verdict(probability: float, threshold: float | None) -> str:
    if threshold is None:
        return "predicted"
    if probability >= SURE:
        return "acceptable"
    return "not acceptable" if probability <= 1 - SURE else "can't tell"
