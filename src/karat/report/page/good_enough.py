"""Is it good enough? What judgements and predictions say of the best system, or why it cannot be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.remedies import option
from karat.report.page.statement import Statement
from karat.report.tables import printable
from karat.report.words import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Acceptability, Acceptance, Prediction
    from karat.dossier import Dossier
    from karat.report.page.statement import Tone
    from karat.resampling import Interval


def good_enough(dossier: Dossier) -> Statement:
    """The answer for the best machine translation: by judgements where it was judged, else as predicted."""
    best = (dossier.machines or dossier.ranking)[0]
    prospects = dossier.prospects
    if prospects is not None:
        said = [found for one in prospects.accepted if (found := _by_people(dossier, best, one)) is not None]
        if said:
            text = " ".join(each for each, _ in said)
            return Statement(f"Good enough? {text}", _worst([tone for _, tone in said]), "calibration")
        predicted = [each for each in prospects.predictions if _is_of(each, best)]
        if predicted:
            return _by_prediction(best, predicted)
    if dossier.agreement is not None:
        return Statement(
            "People scored it. To find out whether that is good enough, set the score your readers need.",
            "doubtful",
            "calibration" if prospects is not None else "absent",
            option("threshold"),
        )
    return Statement(
        "To find out whether that is good enough, have people judge these outputs, or give a calibration "
        "for this language pair and text type.",
        "doubtful",
        "absent",
    )


def _is_of(prediction: Prediction, system: str) -> bool:
    """A prediction within a text type is called `system (text type)`."""
    return prediction.system == system or prediction.system.startswith((f"{system} (", f"{system}, "))


def _worst(tones: Sequence[Tone]) -> Tone:
    order: tuple[Tone, ...] = ("good", "doubtful", "bad")
    return max(tones, key=order.index)


def _by_people(dossier: Dossier, best: str, accepted: Acceptance) -> tuple[str, Tone] | None:
    """What people's scores say in one dimension; None where they did not judge the system."""
    judged = [each for each in accepted.outputs if each.system == best]
    if judged:
        return _by_sums(best, accepted.human, judged)
    value = _mean(dossier, accepted.human, best)
    return None if value is None else _by_mean(dossier, best, accepted, value)


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


def _mean(dossier: Dossier, human: str, system: str) -> float | None:
    """People's score of a system, where there is one."""
    if dossier.agreement is None:
        return None
    for rater in dossier.agreement.material.humans:
        if rater.name == human and system in rater.systems:
            value = float(rater.whole[rater.systems.index(system)])
            return None if value != value else value  # noqa: PLR0124 (only NaN is not itself)
    return None


def _by_mean(dossier: Dossier, best: str, accepted: Acceptance, value: float) -> tuple[str, Tone]:
    """People's mean, with its interval where there is one, beside the score that was asked for."""
    assert dossier.agreement is not None
    upward = next(
        rater.higher_is_better for rater in dossier.agreement.material.humans if rater.name == accepted.human
    )
    interval = _interval(dossier, accepted.human, best)
    low, high = (value, value) if interval is None else (interval.low, interval.high)
    worst, at_best = (low, high) if upward else (high, low)
    sign = 1 if upward else -1
    tone: Tone = "doubtful"
    said = "which may or may not reach"
    if sign * worst >= sign * accepted.threshold.value:
        tone, said = "good", "which is above"
    elif sign * at_best < sign * accepted.threshold.value:
        tone, said = "bad", "which falls short of"
    ends = "" if interval is None else f" ({number(low, 2)} to {number(high, 2)})"
    text = (
        f"People give {printable(best)} {number(value, 2)}{ends} in {printable(accepted.human)}, "
        f"{said} the {number(accepted.threshold.value, 2)} that you set."
    )
    return text, tone


def _interval(dossier: Dossier, human: str, system: str) -> Interval | None:
    """Where people's mean of a system lies, by resampled segments."""
    compared = dossier.agreement and dossier.agreement.comparison
    found = (one for one in (compared.metrics if compared else ()) if one.metric == human)
    standings = (each for one in found for each in one.standings if each.system == system)
    return next((each.interval for each in standings), None)


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
        f"{text}: it passes {lowest.threshold:.2f} with a probability of {lowest.probability:.0%}.",
        tones.get(lowest.verdict, "doubtful"),
        "calibration",
    )
