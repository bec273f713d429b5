"""Where a calibration must not predict: every reason, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan, sqrt
from statistics import median
from typing import TYPE_CHECKING

from karat.calibration.usual_range import usual_range
from karat.errors import KaratError
from karat.metrics.catalogue import parse
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.calibration.calibration import Calibration


# Fewer systems that are known from the calibration say too little of how hard a new text is.
_LEAST_OTHERS = 3
# How recipes say that each document is one segment.
_BY_DOCUMENT = "|align:document"


@dataclass(frozen=True, slots=True)
class NewText:
    """The facts about an output whose human score is to be predicted; what is None is not known, and not
    checked.

    `text` is the fingerprint of its references, `references` how many a segment has, `segments` how many
    segments there are, `text_types` of which types; `system_label` is the kind of its system. `documents` has
    the document of each segment, and `others` the scores of other systems on this text, by which it is known
    how much easier or harder it is than the judged one.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import NewText, Setting, fit, predict
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human, setting=Setting("de-en", "news"))
    >>> predict(calibration, [29.0], text=NewText("G", "de-en", "chat")).refusals[0].text
    "The calibration is for the text type 'news', and this is 'chat'."
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
    system_label: str | None = None
    documents: Sequence[str] | None = None
    others: Mapping[str, Sequence[float]] | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a prediction would not hold, and what to do.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, predict
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> refusal = predict(calibration, [50.0]).refusals[0]
    >>> refusal.reason, refusal.next_step
    ('range', 'Have systems of such a score judged, and calibrate anew.')
    """

    reason: str
    text: str
    next_step: str

    @property
    def is_of_cell(self) -> bool:
        """Whether another calibration might do, one of this language pair, text type and kind of system."""
        return self.reason in ("language pair", "text type", "system label")

    def __str__(self) -> str:
        return f"{self.text} {self.next_step}"


def is_same_text(calibration: Calibration, text: NewText) -> bool:
    """Whether an output is of the text that people judged.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import NewText, Setting, fit, fingerprint
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> outputs = {name: [f"what {name} wrote"] for name in systems}
    >>> setting = Setting(outputs=outputs, text=fingerprint(["a reference"]))
    >>> calibration = fit([metric], human, setting=setting)
    >>> is_same_text(calibration, NewText(text=fingerprint(["a reference"])))
    True
    """
    return calibration.profile is not None and text.text == calibration.profile.text


def refusals(
    calibration: Calibration, scores: Sequence[float], text: NewText
) -> tuple[tuple[Refusal, ...], float]:
    """Every reason why the calibration does not hold for an output, and the output's distance, if known."""
    unlike, distance = _unlike(calibration, text)
    found = (
        *_of_cell(calibration, text),
        *_of_mixture(calibration, text),
        *_of_recipe(calibration, text),
        *_of_range(calibration, scores, text),
        *_of_direction(calibration),
        *unlike,
    )
    return found, distance


def unchecked(calibration: Calibration, text: NewText) -> tuple[str, ...]:
    """What is not known of an output, so that nothing could be refused for it."""
    same = is_same_text(calibration, text)
    compared = same and text.output is not None
    sized = calibration.text_error is not None and text.segments is not None
    return tuple(
        what
        for what, known in (
            ("language pair", calibration.language_pair is None or text.language_pair is not None),
            ("text type", calibration.text_type is None or text.text_type is not None),
            ("system label", calibration.system_label is None or text.system_label is not None),
            ("recipe", text.recipes is not None),
            ("likeness", compared or text.is_human),
            ("text", same or sized or calibration.level != "system"),
        )
        if not known
    )


def _of_cell(calibration: Calibration, text: NewText) -> Iterator[Refusal]:
    for what, own, theirs in (
        ("language pair", calibration.language_pair, text.language_pair),
        ("text type", calibration.text_type, text.text_type),
        ("system label", calibration.system_label, text.system_label),
    ):
        if own is not None and theirs is not None and not _covers(own, theirs):
            yield Refusal(
                what,
                f"The calibration is for the {what} {own!r}, and this is {theirs!r}.",
                "People judge differently there: calibrate with judgements of it, or test the transfer.",
            )


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
    return [Refusal("text type", problem, "Calibrate each text type by itself.")]


def _aligned(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether recipes differ in how texts are aligned, and in nothing else."""
    plain = [[recipe.replace(_BY_DOCUMENT, "") for recipe in recipes] for recipes in (ours, theirs)]
    return plain[0] == plain[1] and list(ours) != list(theirs)


def _of_recipe(calibration: Calibration, text: NewText) -> Iterator[Refusal]:
    if text.recipes is not None and _aligned(text.recipes, calibration.recipes):
        ways = ("document", "segment") if _BY_DOCUMENT in calibration.recipes[0] else ("segment", "document")
        yield Refusal(
            "recipe",
            f"The calibration is of texts aligned by {ways[0]}, and the scores are of texts aligned by "
            f"{ways[1]}.",
            f"Align by {ways[0]}: {option('align', ways[0])}.",
        )
    elif text.recipes is not None and text.recipes != calibration.recipes:
        yield Refusal(
            "recipe",
            f"The calibration is of {', '.join(calibration.recipes)}, and the scores are of "
            f"{', '.join(text.recipes)}.",
            "Score with the calibration's recipe, or give the output itself.",
        )
    if text.references and calibration.references and text.references != calibration.references:
        yield Refusal(
            "recipe",
            f"The calibration is of scores with {_references(calibration.references)}, and this is one "
            f"with {_references(text.references)}, which is another scale.",
            "Score with as many references, or calibrate with as many.",
        )


def _references(count: int) -> str:
    return f"{count} reference{'s' if count > 1 else ''}"


def _of_range(calibration: Calibration, scores: Sequence[float], text: NewText) -> Iterator[Refusal]:
    for place, (metric, score) in enumerate(zip(calibration.metrics, scores, strict=True)):
        low, high = score_range(calibration, place, text)
        if score != score:  # noqa: PLR0124 (only NaN is not itself)
            yield Refusal(
                "range",
                f"{metric} has no score of this output, so there is nothing to predict from.",
                "Score an output with text that the metric can count.",
            )
        elif not low <= score <= high:
            where = "" if _is_judged_text(calibration, text) else " on such a text"
            yield Refusal(
                "range",
                f"{metric} is {score:.2f}, outside of {low:.2f} to {high:.2f}, where systems like those of "
                f"the calibration lie{where}.",
                "Have systems of such a score judged, and calibrate anew.",
            )


def score_range(calibration: Calibration, place: int, text: NewText) -> tuple[float, float]:
    """The scores of one metric, the first being 0, that are no reason to refuse an output of a text.

    On another text than the judged one, all scores are higher or lower. How much so is known from systems of
    the calibration that translated it too; if there are fewer than three, from how far texts differ.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import NewText, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> others = {"A": [30.0], "B": [34.0], "C": [37.0]}
    >>> text = NewText("G", text="another", segments=100, others=others)
    >>> [round(end, 1) for end in score_range(fit([metric], human), 0, text)]
    [22.0, 55.3]
    """
    low, high = _unbounded_range(calibration, place, text)
    least, most = _metric_bounds(calibration.recipes[place])
    return max(low, least), min(high, most)


def _metric_bounds(recipe: str) -> tuple[float, float]:
    """The ends of a metric's scale; infinite where they are not known, as for scores computed elsewhere."""
    try:
        metric = parse(recipe)
    except KaratError:
        return -inf, inf
    least = -inf if metric.signed else 0.0
    most = metric.perfect if metric.higher_is_better and not metric.signed else None
    return least, inf if most is None else most


def _unbounded_range(calibration: Calibration, place: int, text: NewText) -> tuple[float, float]:
    far = {one.system for one in calibration.left_out}
    judged = {point.system: point.scores[place] for point in calibration.points if point.system not in far}
    if not judged:
        return calibration.ranges[place]
    fitted = list(judged.values()) if calibration.level == "system" else _of_texts(calibration, place)
    if _is_judged_text(calibration, text):
        return usual_range(fitted)
    common = own = 0.0
    if calibration.score_errors and text.segments:
        common, own = calibration.score_errors[place].of_scores(text.segments, text.documents)
    moved = [
        scores[place] - judged[name]
        for name, scores in (text.others or {}).items()
        if name in judged and name != text.system
    ]
    if len(moved) < _LEAST_OTHERS:
        return usual_range(fitted, sqrt(common + own))
    shift = median(moved)
    low, high = usual_range(fitted, sqrt(own * (1 + 1 / len(moved))))
    return low + shift, high + shift


def _of_texts(calibration: Calibration, place: int) -> list[float]:
    return [point.scores[place] for point in calibration.points]


def _is_judged_text(calibration: Calibration, text: NewText) -> bool:
    """Whether nothing says that the text is another one."""
    return (text.text is None and text.segments is None) or is_same_text(calibration, text)


def _of_direction(calibration: Calibration) -> Iterator[Refusal]:
    """A wrong sign that may be chance refuses nothing: prediction intervals include the slope's error."""
    if not calibration.is_turned:
        return
    low, high = calibration.map_of("least-squares").coefficient_interval(1, calibration.confidence)
    if not low <= 0 <= high:
        yield Refusal(
            "direction",
            f"In the calibration, {calibration.human} gets significantly worse as {calibration.metrics[0]} "
            "improves.",
            "If the human scores count errors, calibrate with fewer as better; otherwise use another metric.",
        )


def _unlike(calibration: Calibration, text: NewText) -> tuple[list[Refusal], float]:
    step = "Have this kind of output judged, and calibrate with it."
    if text.is_human:
        problem = "It is a human translation. The calibration is of machines, and people lie off their line."
        return [Refusal("unlike", problem, step)], nan
    profile = calibration.profile
    if profile is None or text.output is None:
        return [], nan
    found = []
    if faults := profile.faults(text.output):
        mend = "Repair it, and score it again."
        found.append(Refusal("broken", f"It is broken: {' and '.join(faults)}.", mend))
    if not is_same_text(calibration, text):
        return found, nan
    distance = profile.distance(text.output)
    # Of a system that was fitted on, the distance from the others is known, and is no reason to refuse.
    if distance > profile.limit and text.system not in calibration.systems:
        problem = (
            f"It is unlike the systems of the calibration: its character n-grams are {distance:.3f} from "
            f"theirs, and systems like these are at most {profile.limit:.3f} apart."
        )
        found.append(Refusal("unlike", problem, step))
    return found, distance
