"""One sentence of the answer that the page begins with."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.errors import InvalidOption
from karat.remedies import option
from karat.report.tables import printable
from karat.report.words import listed, number, p_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Rater
    from karat.calibration import Acceptability, Acceptance, JudgedOutput, Prediction
    from karat.comparison import Contrast, MetricComparison
    from karat.dossier import AgreementAnswer, Dossier

Tone: TypeAlias = Literal["good", "doubtful", "bad"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What was found, whether that is good news, and the name of the section that has the evidence.

    `hint` is for the command line, as with a note.
    """

    text: str
    tone: Tone
    section: str | None = None
    hint: str = ""

    def __post_init__(self) -> None:
        tones: tuple[str, ...] = ("good", "doubtful", "bad")
        if self.tone not in tones:
            raise InvalidOption.choice("tone", self.tone, tones)

    @property
    def with_hint(self) -> str:
        """The text as the command line shows it."""
        return f"{self.text} ({self.hint})" if self.hint else self.text


def statements_of(dossier: Dossier) -> tuple[Statement, ...]:
    """The statements of the first screen, each with the section that has its evidence."""
    return (
        *_best(dossier),
        *_people(dossier),
        good_enough(dossier),
        _distrust(dossier),
    )


def _best(dossier: Dossier) -> Iterator[Statement]:
    names = dossier.machines or dossier.ranking
    best = names[0]
    metric = dossier.evaluation.metrics[0].name
    value = number(dossier.evaluation[best][0].value, 1)
    if dossier.comparison is None or len(names) < 2:
        yield Statement(
            f"{printable(best)} has a {printable(metric)} of {value}. It is the only machine "
            "translation here, so there is nothing to compare it with.",
            "doubtful",
            "scores",
        )
        return
    first = dossier.comparison.metrics[0]
    exact = {name: dossier.evaluation[name][0].value for name in names}
    if len(tied := [name for name in names if exact[name] == exact[best]]) > 1:
        yield from _shared(dossier, first, names, tied)
        return
    winners = {
        of_metric.metric: next(one.system for one in of_metric.standings if one.system in names)
        for of_metric in dossier.comparison.metrics
    }
    others = {name: winner for name, winner in winners.items() if winner != best}
    text = f"{printable(best)} scores best of {len(names)} systems: {printable(first.metric)} {value}"
    agreeing = [name for name in winners if name not in others and name != first.metric]
    text += f", and {listed(agreeing)} {'agrees' if len(agreeing) == 1 else 'agree'}." if agreeing else "."
    for name, winner in others.items():
        text += f" By {printable(name)} it is {printable(winner)}."
    yield Statement(text, "doubtful" if others else "good", "scores")
    yield _lead(dossier, first, names)


def _shared(
    dossier: Dossier, first: MetricComparison, names: list[str], tied: list[str]
) -> Iterator[Statement]:
    """Systems with the very same score: none of them is the best."""
    value = number(dossier.evaluation[tied[0]][0].value, 1)
    text = f"{listed(tied)} share the first place of {len(names)} systems: {printable(first.metric)} {value}."
    yield Statement(text, "doubtful", "scores")
    if rest := [name for name in names if name not in tied]:
        yield _lead(dossier, first, [tied[0], *rest], whose=f"The lead of {printable(tied[0])}")


def _lead(
    dossier: Dossier, of_metric: MetricComparison, names: list[str], *, whose: str = "Its lead"
) -> Statement:
    """Whether the distance to the next system may be chance."""
    best, second = names[:2]
    pair = of_metric.contrast(best, second)
    by, interval = _difference(pair, dossier.scope.confidence)
    if len(of_metric.contrasts) > 1:
        interval += " before correction"
    metric = printable(of_metric.metric)
    if pair.winner == best:
        return Statement(
            f"{whose} over {printable(second)} is significant: {by} {metric} ({interval}), "
            f"{p_value(pair.corrected)}{_corrected(of_metric)}.",
            "good",
            "pairs",
        )
    level = [other for other in names[1:] if of_metric.contrast(best, other).winner is None]
    text = (
        f"{whose} over {printable(second)} is not significant: {by} {metric} ({interval}), "
        f"{p_value(pair.corrected)}{_corrected(of_metric)}."
    )
    if len(level) > 1:
        text += f" Nor is that over {listed(level[1:])}."
    return Statement(text, "doubtful", "pairs")


def _corrected(of_metric: MetricComparison) -> str:
    pairs = len(of_metric.contrasts)
    return f" after correction for {pairs} pairs" if pairs > 1 else ""


def _difference(pair: Contrast, confidence: float) -> tuple[str, str]:
    """By how much the better is ahead, as a size: whichever way round the pair was made."""
    sign = 1 if pair.difference >= 0 else -1
    low, high = sorted((sign * pair.interval.low, sign * pair.interval.high))
    return number(abs(pair.difference), 1), f"{100 * confidence:g} %: {number(low, 1)} to {number(high, 1)}"


def _people(dossier: Dossier) -> Iterator[Statement]:
    """Who is best by people, and whether the metric may be believed."""
    if dossier.agreement is None:
        yield Statement(
            "Nobody judged these translations, and a better score need not mean a better translation.",
            "doubtful",
            "absent",
        )
        return
    yield _by_people(dossier.agreement, (dossier.machines or dossier.ranking)[0])


def _by_people(judged: AgreementAnswer, best: str) -> Statement:
    """Whom people put first, and whether they tell that system from the one that the metric prefers."""
    firsts = {human.name: _first(human) for human in judged.material.humans}
    section = "human" if judged.comparison else "people" if judged.found else "absent"
    unlike = {name: first for name, first in firsts.items() if first[0] != best}
    if len(judged.material.corpus.systems) == 1:
        said = [f"{printable(name)} {number(value, 2)}" for name, (_, value) in firsts.items()]
        return Statement(f"People judged {printable(best)}: {listed(said)}.", "doubtful", section)
    if not unlike:
        said = [f"{printable(name)} {number(value, 2)}" for name, (_, value) in firsts.items()]
        return Statement(f"People put {printable(best)} first too: {listed(said)}.", "good", section)
    surely = {name: first for name, first in unlike.items() if _prefer(judged, name, first[0], best)}
    said = [
        f"{printable(system)} by {listed(names)}" for system, names in _together(surely or unlike).items()
    ]
    alike = [name for name in firsts if name not in unlike]
    agreed = f" By {listed(alike)}, {printable(best)} is first." if alike else ""
    if surely:
        text = f"People significantly prefer another system: {listed(said)}.{agreed}"
        return Statement(text, "doubtful" if alike else "bad", section)
    text = f"People put another system first: {listed(said)}.{agreed}"
    if judged.comparison is not None:
        text += f" But its lead over {printable(best)} is not significant."
    return Statement(text, "doubtful", section)


def _together(firsts: dict[str, tuple[str, float]]) -> dict[str, list[str]]:
    """The dimensions in which each system is first, with its scores."""
    found: dict[str, list[str]] = {}
    for name, (system, value) in firsts.items():
        found.setdefault(system, []).append(f"{name} ({number(value, 2)})")
    return found


def _prefer(judged: AgreementAnswer, human: str, first: str, best: str) -> bool:
    """Whether people find one system better than another beyond chance."""
    compared = () if judged.comparison is None else judged.comparison.metrics
    return any(one.metric == human and one.contrast(first, best).winner == first for one in compared)


def _first(human: Rater) -> tuple[str, float]:
    known = [
        (name, float(value))
        for name, value in zip(human.systems, human.whole, strict=True)
        if value == value  # noqa: PLR0124 (only NaN is not itself)
    ]
    return max(known, key=lambda pair: human.sign * pair[1])


def _distrust(dossier: Dossier) -> Statement:
    found = dossier.findings
    unfit = [one for one in found if one.verdict == "unfit"]
    doubtful = [one for one in found if one.verdict == "doubtful"]
    if unfit:
        more = f" {_count(len(doubtful))} a warning." if doubtful else ""
        return Statement(
            f"Do not rely on these scores: {printable(' '.join(one.summary for one in unfit))}{more}",
            "bad",
            "checks",
        )
    if doubtful:
        names = listed([one.check for one in doubtful], 5)
        return Statement(
            f"{len(doubtful)} of {len(found)} checks raised a warning: {names}.", "doubtful", "checks"
        )
    return Statement(f"{len(found)} checks of texts and scores raised no warning.", "good", "checks")


def _count(number: int) -> str:
    return "One more check raised" if number == 1 else f"{number} more checks raised"


def good_enough(dossier: Dossier) -> Statement:
    """The answer for the best machine translation: by judgements where it was judged, else as predicted."""
    best = (dossier.machines or dossier.ranking)[0]
    prospects = dossier.prospects
    if prospects is not None:
        said = [found for one in prospects.accepted if (found := _by_judgements(best, one)) is not None]
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
