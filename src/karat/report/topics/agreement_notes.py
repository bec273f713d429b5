"""Metrics against people in sentences: whether each tracks them, and what the figures rest on."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.agreement.verdicts import tracks
from karat.remedies import either
from karat.report.tables import Note, printable
from karat.report.topics import outliers
from karat.report.words import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Agreement, Material, Measurements, Plan, Verdict
    from karat.resampling import Interval


MOST_VERDICTS = 24


def verdict_notes(found: Sequence[Measurements]) -> list[Note]:
    """Whether each metric tracks people, in a line; where there are many, the tables must do."""
    if sum(len(one.verdicts) for one in found) > MOST_VERDICTS:
        return [
            Note(
                "verdicts",
                "there are too many to list",
                hint=either("to_dict() has them", "--format json has them"),
            )
        ]
    notes = []
    for one in found:
        data = f"{printable(one.data)}, " if len(found) > 1 else ""
        for verdict in one.verdicts:
            label = f"{data}{printable(verdict.metric)} and {printable(verdict.human)}"
            notes.append(Note(label, verdict_text(verdict, pearson_interval(one, verdict))))
    return notes


def units_notes(found: Sequence[Measurements]) -> list[Note]:
    """What intervals were drawn from at each level, and how many of them there are."""
    drawn: dict[str, list[str]] = {}
    for one in found:
        for each in one.agreements:
            if each.drawn and not each.part and each.units not in drawn.setdefault(each.level, []):
                drawn[each.level].append(each.units)
    said = [f"{level} level: {' or '.join(units)}{_effects(found, level)}" for level, units in drawn.items()]
    by_segment = any(unit == "segment" for one in found for each in one.agreements for unit, _ in each.drawn)
    as_if = "; segments are resampled as if independent; documents would be better" if by_segment else ""
    return [Note("resampled", f"{'; '.join(said)}{as_if}")] if said else []


def interval_notes(materials: Sequence[Material], plan: Plan) -> list[Note]:
    """Why there is no interval where texts are drawn and the scores of systems came from elsewhere."""
    if plan.draw == "system" or "system" not in plan.levels:
        return []
    raters = [rater for one in materials for rater in (*one.metrics, *one.humans)]
    apart = [one for one in raters if one.segments is not None and not one.follows_from_segments]
    names = list(dict.fromkeys(printable(one.name) for one in apart))
    if not names:
        return []
    text = (
        f"{listed(names)}: scores of systems are not the means of the segments, so resampling the text does "
        "not show how they vary"
    )
    return [Note("no interval", text, hint=either("Plan(draw='system')", "--draw system has one"))]


def _effects(found: Sequence[Measurements], level: str) -> str:
    """The design effect of documents on the statistics of a level, where it is known."""
    effects = [
        each.design_effect
        for one in found
        for each in one.agreements
        if each.level == level and not each.part
    ]
    known = sorted(effect for effect in effects if not isnan(effect))
    if not known:
        return ""
    low, high = f"{known[0]:.1f}", f"{known[-1]:.1f}"
    return f" (design effect {low if low == high else f'{low} to {high}'})"


def undefined_notes(found: Sequence[Agreement]) -> list[Note]:
    """Why a metric has no correlation with people, or with another metric: nothing is a dash in silence."""
    reasons: dict[str, list[str]] = {}
    for each in found:
        if (each.statistic, each.grouping, each.part) == ("pearson", "none", "") and isnan(each.value):
            pair = f"{printable(each.metric)} with {printable(each.human)}"
            reasons.setdefault(_undefined(each), []).append(pair)
    return [Note("undefined", f"{listed(pairs)}: {reason}") for reason, pairs in reasons.items()]


def _undefined(each: Agreement) -> str:
    scored = len(each.systems) if each.level == "system" else each.observations
    if scored > 1:
        return f"the scores of the {each.level}s do not vary"
    return f"{scored or 'no'} {each.level} has both scores, and a correlation takes at least two"


# What the interval of a correlation lets one say of a metric and people.
_ANSWERS = {
    "yes": "tracks",
    "weakly": "tracks, though perhaps weakly,",
    "no, the other way round": "goes against",
}


def verdict_text(verdict: Verdict, interval: Interval | None) -> str:
    """Whether a metric tracks people, in sentences; `interval` is that of Pearson's correlation, if known."""
    influence = verdict.influence
    if not outliers.has_correlation(influence):
        return outliers.strength(influence)
    subject = printable(verdict.metric)
    if interval is not None:
        answer = _ANSWERS.get(tracks(interval.low, interval.high), "is not shown to track")
        subject = f"{subject} {answer} {printable(verdict.human)}: it"
    text = (
        f"{subject} {outliers.explained(influence, interval)}, and ranks {verdict.right_pairs} of "
        f"{verdict.pairs} pairs of systems as people do.{outliers.without_outliers(influence)}"
    )
    if verdict.worst is None:
        return text
    better, worse = printable(verdict.worst.better), printable(verdict.worst.worse)
    apart = number(verdict.worst.human_difference, 2)
    return f"{text} Worst reversal: people put {better} {apart} above {worse}."


def brief_verdict(verdict: Verdict, interval: Interval | None) -> str:
    """The same in a sentence: the answer, the correlation and the pairs of systems."""
    influence = verdict.influence
    if not outliers.has_correlation(influence):
        return outliers.strength(influence)
    metric, human = printable(verdict.metric), printable(verdict.human)
    answer, where = "beside", ""
    if interval is not None:
        answer = _ANSWERS.get(tracks(interval.low, interval.high), "is not shown to track")
        where = f" ({number(interval.low, 2)} to {number(interval.high, 2)})"
    return (
        f"{metric} {answer} {human}: r = {number(influence.pearson, 2)}{where} over "
        f"{len(influence.systems)} systems, and {verdict.right_pairs} of {verdict.pairs} pairs of systems "
        "ranked as people do."
    )


def pearson_interval(found: Measurements, verdict: Verdict) -> Interval | None:
    """Where the correlation of systems lies that a verdict is about."""
    wanted = (verdict.metric, verdict.human, "pearson", "system", "")
    for each in found.agreements:
        if (each.metric, each.human, each.statistic, each.level, each.part) == wanted:
            return each.interval
    return None
