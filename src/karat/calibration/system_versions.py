"""A new version beside an earlier one: will people find it better?"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from karat.calibration.refusals import is_same_text
from karat.calibration.standard_errors import StandardError
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, RefusedPrediction, UnknownName
from karat.ordered_sums import added
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration.calibration import Calibration
    from karat.calibration.refusals import NewText


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Versions(Equal, Shown):
    """A new version beside an earlier one: what difference people will see, and how sure that is.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import compare_versions, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> found = compare_versions(calibration, ("new", [36.0]), ("old", [22.0]))
    >>> round(found.difference, 2), found.verdict
    (1.22, 'better')
    """

    new: str
    old: str
    difference: float
    low: float
    high: float
    confidence: float
    probability_better: float
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


def compare_versions(
    calibration: Calibration,
    new: tuple[str, Sequence[float]],
    old: tuple[str, Sequence[float]],
    *,
    confidence: float | None = None,
    segments: int | None = None,
    kind: str | None = None,
) -> Versions:
    """Whether people will find the new version better than the old one, by name and scores of each.

    Both scatter around the line on their own: versions of one system are probably nearer to each other, so
    the interval is wide rather than narrow. `segments` is the size of the text of both, where it is not the
    one that people judged; `kind` names another map than the chosen one.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> compare_versions(calibration, ("new", [30.5]), ("old", [30.0])).verdict
    "can't tell"
    """
    fitted = calibration.map_of(kind or calibration.chosen)
    if len(new[1]) != len(old[1]):
        raise InvalidOption(f"{new[0]} has {len(new[1])} scores, {old[0]} {len(old[1])}: not as many.")
    difference = fitted.value(new[1]) - fitted.value(old[1])
    step = (0.0, *(a - b for a, b in zip(new[1], old[1], strict=True)))
    of_line = added(
        a * b * cell
        for a, row in zip(step, fitted.spread, strict=False)
        for b, cell in zip(step, row, strict=True)
    )
    variance = fitted.deviation**2 * (2 + max(of_line, 0.0))
    other = calibration.text_error if segments is not None else None
    # How hard the text is, both versions feel alike.
    of_text = (2 * other.of_each(segments), other.freedom) if other and segments else (0.0, inf)
    errors = StandardError((variance, fitted.freedom), of_text)
    return _versions(calibration, (new[0], old[0]), difference, errors, confidence)


def compare_with_judged(
    calibration: Calibration,
    new: NewText,
    scores: Sequence[float],
    old: str,
    *,
    confidence: float | None = None,
    kind: str | None = None,
) -> Versions:
    """Whether people will find an output better than a system of the calibration, whom they judged.

    What they said of the old one is known, so only the new one scatters. It must be of the same text.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import NewText, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> found = compare_with_judged(calibration, NewText("new"), [37.0], "A")
    >>> round(found.difference, 2), found.verdict
    (1.5, 'better')
    """
    judged = {point.system: point.human for point in calibration.points}
    if calibration.level != "system" or old not in judged:
        raise UnknownName.among("system", old, judged if calibration.level == "system" else ())
    is_other = new.segments is not None if new.text is None else not is_same_text(calibration, new)
    if is_other:
        raise RefusedPrediction(
            f"{old} was judged on another text than that of {new.system}, so a difference would be one of "
            "texts too. Score both on one text, and name the files of both."
        )
    fitted = calibration.map_of(kind or calibration.chosen)
    difference = fitted.value(scores) - judged[old]
    errors = StandardError((fitted.error(scores) ** 2, fitted.freedom))
    return _versions(calibration, (new.system, old), difference, errors, confidence)


def _versions(
    calibration: Calibration,
    names: tuple[str, str],
    difference: float,
    errors: StandardError,
    confidence: float | None,
) -> Versions:
    confidence = calibration.confidence if confidence is None else confidence
    check_confidence(confidence)
    width = errors.width(confidence)
    sign = 1 if calibration.human_higher_is_better else -1
    better = errors.share_below(sign * difference)
    tail = (1 - confidence) / 2
    verdict = "better" if better >= 1 - tail else "worse" if better <= tail else "can't tell"
    return Versions(*names, difference, difference - width, difference + width, confidence, better, verdict)
