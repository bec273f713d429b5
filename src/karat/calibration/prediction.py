"""What people will say of a new system: predicted from its scores, or refused."""

from __future__ import annotations

from math import inf, nan, sqrt

from karat.errors import InvalidOption
from karat.records import Shown, dataclass
from karat.resampling.intervals import check_level
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration.calibration import Calibration

# A pass or a fail is said when it is as sure as this.
SURE = 0.95


@dataclass(frozen=True, slots=True)
class NewText:
    """What is known of an output that is to be predicted; None is not known, and not checked.

    `text` is the fingerprint of its references, `references` how many a segment has, `segments` how many
    segments there are, `text_types` of which types.
    """

    system: str = "score"
    language_pair: str | None = None
    text_type: str | None = None
    recipes: tuple[str, ...] | None = None
    output: Sequence[str] | None = None
    text: str | None = None
    is_human: bool = False
    segments: int | None = None
    references: int | None = None
    text_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a prediction would not hold, and what to do."""

    reason: str
    text: str
    next_step: str

    @property
    def is_of_cell(self) -> bool:
        """Whether another calibration might do, one of this language pair and text type."""
        return self.reason in ("language pair", "text type")

    def __str__(self) -> str:
        return f"{self.text} {self.next_step}"


@dataclass(frozen=True, slots=True)
class Prediction(Shown):
    """The human score that is predicted for one output, with its prediction interval.

    `probability` is that of a mean human score on the good side of `threshold`. A refused prediction has
    no figures, unless it was forced. `text_error` is the part of the standard error that another text than
    the judged one brings, 0 for the same. `unchecked` names what could not be compared with the calibration.
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


def predict(
    calibration: Calibration,
    scores: Sequence[float],
    text: NewText | None = None,
    *,
    threshold: float | None = None,
    confidence: float | None = None,
    kind: str | None = None,
    force: bool = False,
) -> Prediction:
    """The human score of an output with these scores, one of each metric of the calibration.

    `kind` names another map than the chosen one; `force` predicts what would be refused, and marks it.
    """
    text, confidence = text or NewText(), calibration.confidence if confidence is None else confidence
    check_level(confidence)
    if threshold is not None:
        check_threshold(calibration, threshold)
    found, distance = refusals(calibration, scores, text)
    of_text = _of_text(calibration, text)
    value = low = high = probability = nan
    verdict = "refused"
    if force or not found:
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
        bool(found) and force,
        _unchecked(calibration, text),
        distance,
        sqrt(of_text[0]),
    )


def check_threshold(calibration: Calibration, threshold: float) -> None:
    """Refuse a threshold that no mean of judgements can reach."""
    low, high = calibration.bounds
    if not (low <= threshold <= high and abs(threshold) < inf):
        raise InvalidOption(
            f"The threshold is {threshold:g}, and {calibration.human} goes from {low:g} to {high:g}. Give a "
            "human score: --threshold."
        )


def refusals(
    calibration: Calibration, scores: Sequence[float], text: NewText
) -> tuple[tuple[Refusal, ...], float]:
    """Every reason why the calibration does not hold for an output, and the output's distance, if known."""
    found = [
        Refusal(
            what,
            f"The calibration is for the {what} {own!r}, and this is {theirs!r}.",
            "People judge differently there: calibrate with judgements of it, or ask karat transfer.",
        )
        for what, own, theirs in (
            ("language pair", calibration.language_pair, text.language_pair),
            ("text type", calibration.text_type, text.text_type),
        )
        if own is not None and theirs is not None and not _covers(own, theirs)
    ]
    found += _of_mixture(calibration, text)
    if text.recipes is not None and text.recipes != calibration.recipes:
        found.append(
            Refusal(
                "recipe",
                f"The calibration is of {', '.join(calibration.recipes)}, and the scores are of "
                f"{', '.join(text.recipes)}.",
                "Score with the calibration's recipe: karat score --recipe, or name the output.",
            )
        )
    if text.references and calibration.references and text.references != calibration.references:
        found.append(
            Refusal(
                "recipe",
                f"The calibration is of scores with {_references(calibration.references)}, and this is one "
                f"with {_references(text.references)}, which is another scale.",
                "Score with as many references, or calibrate with as many.",
            )
        )
    found += [
        Refusal(
            "range",
            f"{metric} is {score:.2f}, outside of {low:.2f} to {high:.2f}, on which the calibration "
            "was fitted.",
            "Have systems of such a score judged, and calibrate anew.",
        )
        for metric, score, (low, high) in zip(calibration.metrics, scores, calibration.ranges, strict=True)
        if not low <= score <= high
    ]
    if calibration.is_turned:
        found.append(
            Refusal(
                "direction",
                f"Better {calibration.metrics[0]} goes with worse {calibration.human} in the calibration.",
                "If people counted errors, calibrate with --fewer-is-better; otherwise use another metric.",
            )
        )
    unlike, distance = _unlike(calibration, text)
    return (*found, *unlike), distance


def _covers(own: str, theirs: str) -> bool:
    """Whether a cell holds for a language pair or text type; *-en is that of any language into English."""
    return own == theirs or (own.startswith("*-") and theirs.rpartition("-")[2] == own[2:])


def _of_mixture(calibration: Calibration, text: NewText) -> list[Refusal]:
    """Text types that were fitted together hold together: one alone is off their common line."""
    fitted = calibration.text_types
    new = text.text_types or ((text.text_type,) if text.text_type is not None else ())
    if len(fitted) < 2 or not new or set(new) == set(fitted):
        return []
    problem = f"The calibration is for {', '.join(fitted)} together, and this is {', '.join(new)}."
    return [Refusal("text type", problem, "Calibrate by text type, as karat calibrate does by itself.")]


def _references(count: int) -> str:
    return f"{count} reference{'s' if count > 1 else ''}"


def is_same_text(calibration: Calibration, text: NewText) -> bool:
    """Whether an output is of the text that people judged."""
    return calibration.profile is not None and text.text == calibration.profile.text


def _of_text(calibration: Calibration, text: NewText) -> tuple[float, float]:
    """The variance that another text adds, with its degrees of freedom; none where it is not known."""
    error = calibration.text_error
    if error is None or text.segments is None or is_same_text(calibration, text):
        return 0.0, inf
    return error.of_one(text.segments), error.freedom


def _unlike(calibration: Calibration, text: NewText) -> tuple[list[Refusal], float]:
    step = "Have this kind of output judged, and calibrate with it."
    if text.is_human:
        problem = "It is a human translation, and the calibration is of machines, whose line people are off."
        return [Refusal("unlike", problem, step)], nan
    profile = calibration.profile
    if profile is None or text.output is None or not is_same_text(calibration, text):
        return [], nan
    distance = profile.distance(text.output)
    # Of a system that was fitted on, the distance from the others is known, and is no reason to refuse.
    if distance <= profile.farthest or text.system in calibration.systems:
        return [], distance
    problem = (
        f"It is unlike the systems of the calibration: its character n-grams are {distance:.3f} from theirs, "
        f"which are at most {profile.farthest:.3f} from each other."
    )
    return [Refusal("unlike", problem, step)], distance


def _unchecked(calibration: Calibration, text: NewText) -> tuple[str, ...]:
    same = is_same_text(calibration, text)
    compared = same and text.output is not None
    sized = calibration.text_error is not None and text.segments is not None
    return tuple(
        what
        for what, known in (
            ("language pair", calibration.language_pair is None or text.language_pair is not None),
            ("text type", calibration.text_type is None or text.text_type is not None),
            ("recipe", text.recipes is not None),
            ("likeness", compared or text.is_human),
            ("text", same or sized or calibration.level != "system"),
        )
        if not known
    )


def _verdict(probability: float, threshold: float | None) -> str:
    if threshold is None:
        return "predicted"
    if probability >= SURE:
        return "acceptable"
    return "not acceptable" if probability <= 1 - SURE else "can't tell"
