"""Whether the best machine translation is good enough, in a sentence of the first screen."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.remedies import option
from karat.report.page.statement import Statement, Tone
from karat.report.tables import printable
from karat.report.words import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Acceptability, Acceptance, JudgedOutput, Prediction
    from karat.dossier import Dossier
    from karat.dossier.first_places import FirstPlaces


def good_enough(dossier: Dossier, firsts: FirstPlaces) -> Statement:
    """The answer for the best machine translation: by judgements where it was judged, else as predicted.

    The best is the first by people, and where nothing is known of that, the first by the main metric.
    """
    prospects = dossier.prospects
    for best in dict.fromkeys((*firsts.of_first_dimension, firsts.of_first_metric[0])):
        if prospects is None:
            break
        said = [found for one in prospects.accepted if (found := _by_judgements(best, one)) is not None]
        if said:
            text = " ".join(each for each, _ in said)
            return Statement(f"Good enough? {text}", _worst([tone for _, tone in said]), "calibration")
        predicted = [each for each in prospects.predictions if _is_of(each, best)]
        if predicted:
            return _by_prediction(best, predicted)
    if firsts.judged:
        return Statement(
            "Good enough? That depends on your readers: set the score that they need, and this page says who "
            "reaches it.",
            "doubtful",
            "calibration" if prospects is not None else "absent",
            option("threshold"),
        )
    return Statement(
        "Good enough? Scores alone cannot say. Have people judge these outputs, or give a calibration for "
        "this language pair and text type.",
        "doubtful",
        "absent",
    )


def _is_of(prediction: Prediction, system: str) -> bool:
    """A prediction within a text type is called `system (text type)`."""
    return prediction.system == system or prediction.system.startswith((f"{system} (", f"{system}, "))


def _worst(tones: Sequence[Tone]) -> Tone:
    order: tuple[Tone, ...] = ("good", "doubtful", "bad")
    return max(tones, key=order.index)


def _by_judgements(best: str, accepted: Acceptance) -> tuple[str, Tone] | None:
    """What people's scores say in one dimension; None where they did not judge the system."""
    judged = [each for each in accepted.outputs if each.system == best]
    if judged:
        return _by_sums(best, accepted.human, judged)
    whole = next((each for each in accepted.judged if each.system == best), None)
    return None if whole is None else _by_mean(accepted, whole)


def _by_sums(best: str, human: str, judged: Sequence[Acceptability]) -> tuple[str, Tone]:
    """What weighted judgements add up to in each cell."""
    cells = {
        verdict: [each.cell.rpartition(", ")[2] for each in judged if each.verdict == verdict]
        for verdict in ("pass", "fail", "can't tell")
    }
    spoken = {
        "pass": "is acceptable",
        "fail": "is not acceptable",
        "can't tell": ("may or may not be acceptable"),
    }
    said = [
        f"{spoken[verdict]}{f' in {listed(of_verdict)}' if len(judged) > 1 else ''}"
        for verdict, of_verdict in cells.items()
        if of_verdict
    ]
    tone: Tone = "bad" if cells["fail"] else "doubtful" if cells["can't tell"] else "good"
    return f"By {printable(human)}, {printable(best)} {', '.join(said)}.", tone


def _by_mean(accepted: Acceptance, whole: JudgedOutput) -> tuple[str, Tone]:
    """People's mean, with its interval where there is one, beside the score that was asked for."""
    known: dict[str, tuple[str, Tone]] = {
        "pass": ("which is above", "good"),
        "fail": ("which falls short of", "bad"),
    }
    said, tone = known.get(whole.verdict, ("which may or may not reach", "doubtful"))
    ends = "" if isnan(whole.low) else f" ({number(whole.low, 2)} to {number(whole.high, 2)})"
    text = (
        f"People give {printable(whole.system)} {number(whole.mean, 2)}{ends} in "
        f"{printable(accepted.human)}, {said} the {number(accepted.threshold.value, 2)} that you set."
    )
    return text, tone


def _by_prediction(best: str, predicted: Sequence[Prediction]) -> Statement:
    held = [each for each in predicted if not each.refusals]
    if not held:
        reason = predicted[0].refusals[0]
        return Statement(
            f"No prediction of whether it is good enough: {printable(str(reason))}", "doubtful", "calibration"
        )
    lowest = min(held, key=lambda each: each.value if each.threshold is None else each.probability)
    where = f" ({printable(lowest.calibration)})" if len(predicted) > 1 else ""
    text = (
        f"Good enough? People are predicted to give {printable(best)} {number(lowest.value, 2)} "
        f"({number(lowest.low, 2)} to {number(lowest.high, 2)}){where}"
    )
    if lowest.threshold is None:
        return Statement(
            f"{text}. To find out whether that is enough, set the score your readers need.",
            "doubtful",
            "calibration",
            option("threshold"),
        )
    tones: dict[str, Tone] = {"acceptable": "good", "not acceptable": "bad"}
    return Statement(
        f"{text}: it passes {lowest.threshold:.2f} with a probability of {100 * lowest.probability:.0f} %.",
        tones.get(lowest.verdict, "doubtful"),
        "calibration",
    )
