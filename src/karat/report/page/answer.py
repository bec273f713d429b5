"""The answer before the evidence: who is best, is it real, what do people say, is it enough, what to mind."""

from __future__ import annotations

from karat.report.charts.words import listed, number, p_value
from karat.report.page.goodness import good_enough
from karat.report.page.statement import Statement
from karat.report.tables import printable
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.agreement import Rater
    from karat.comparison import Contrast, MetricComparison
    from karat.dossier import Dossier


def answer(dossier: Dossier) -> tuple[Statement, ...]:
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
            f"{printable(best)} has a {printable(metric)} of {value}. It is the only machine translation: "
            "there is nothing to compare it with.",
            "doubtful",
            "scores",
        )
        return
    first = dossier.comparison.metrics[0]
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


def _lead(dossier: Dossier, of_metric: MetricComparison, names: list[str]) -> Statement:
    """Whether the distance to the next system may be chance."""
    best, second = names[:2]
    pair = of_metric.contrast(best, second)
    by, interval = _difference(pair, dossier.scope.level)
    metric = printable(of_metric.metric)
    if pair.winner == best:
        return Statement(
            f"Its lead over {printable(second)} is real: {by} {metric} ({interval}), "
            f"{p_value(pair.corrected)} after correction for {len(of_metric.contrasts)} pairs.",
            "good",
            "pairs",
        )
    level = [other for other in names[1:] if of_metric.contrast(best, other).winner is None]
    text = (
        f"Its lead over {printable(second)} may be chance: {by} {metric} ({interval}), "
        f"{p_value(pair.corrected)} after correction for {len(of_metric.contrasts)} pairs."
    )
    if len(level) > 1:
        text += f" Nor can it be told from {listed(level[1:])}."
    return Statement(text, "doubtful", "pairs")


def _difference(pair: Contrast, level: float) -> tuple[str, str]:
    """By how much the better is ahead, as a size: whichever way round the pair was made."""
    sign = 1 if pair.difference >= 0 else -1
    low, high = sorted((sign * pair.interval.low, sign * pair.interval.high))
    return number(abs(pair.difference), 1), f"{100 * level:g} %: {number(low, 1)} to {number(high, 1)}"


def _people(dossier: Dossier) -> Iterator[Statement]:
    """Who is best by people, and whether the metric may be believed."""
    if dossier.judged is None:
        yield Statement(
            "Nobody judged these translations: a better score need not be a better translation.",
            "doubtful",
            "absent",
        )
        return
    best = (dossier.machines or dossier.ranking)[0]
    humans = dossier.judged.material.humans
    firsts = {human.name: _first(human) for human in humans}
    if all(system == best for system, _ in firsts.values()):
        said = [f"{printable(name)} {number(value, 2)}" for name, (_, value) in firsts.items()]
        yield Statement(f"People put {printable(best)} first too: {listed(said)}.", "good", "people")
        return
    said = [
        f"{printable(system)} by {printable(name)} ({number(value, 2)})"
        for name, (system, value) in firsts.items()
    ]
    agrees = any(system == best for system, _ in firsts.values())
    opening = "People agree only in part" if agrees else "People see it otherwise"
    yield Statement(f"{opening}: they put {listed(said)} first.", "doubtful" if agrees else "bad", "people")


def _first(human: Rater) -> tuple[str, float]:
    judged = [
        (name, float(value))
        for name, value in zip(human.systems, human.whole, strict=True)
        if value == value  # noqa: PLR0124 (only NaN is not itself)
    ]
    return max(judged, key=lambda pair: human.sign * pair[1])


def _distrust(dossier: Dossier) -> Statement:
    found = dossier.findings
    unfit = [one for one in found if one.verdict == "unfit"]
    doubtful = [one for one in found if one.verdict == "doubtful"]
    if unfit:
        more = f" {len(doubtful)} more are doubtful." if doubtful else ""
        return Statement(f"Distrust this: {_joined([one.summary for one in unfit])}{more}", "bad", "checks")
    if doubtful:
        summaries = _joined([one.summary for one in doubtful[:2]])
        more = f" ({len(doubtful)} of {len(found)} checks are doubtful.)" if len(doubtful) > 2 else ""
        return Statement(f"Mind this: {summaries}{more}", "doubtful", "checks")
    return Statement(f"{len(found)} checks of texts and scores found nothing to distrust.", "good", "checks")


def _joined(summaries: list[str]) -> str:
    return printable(" ".join(summaries))
