"""Metrics against people: whether a better score means a better translation here."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING

from karat.agreement.verdicts import tracks
from karat.report import agreements
from karat.report.agreement_details import outlier_table
from karat.report.charts import agreement
from karat.report.charts.words import listed, number
from karat.report.page.section import Section
from karat.report.tables import Note, printable

if TYPE_CHECKING:
    from karat.agreement import Agreement, Found, Verdict
    from karat.dossier import Dossier, Judged
    from karat.report.page.section import Part
    from karat.report.tables import Table
    from karat.resampling import Interval

# More scatter plots than these nobody compares; the table has the others.
_MOST_CHARTS = 6
# What an interval of a correlation lets one say.
_ANSWERS = {
    "yes": "tracks",
    "weakly": "tracks, though perhaps loosely,",
    "no, the other way round": "goes against",
}


def section(dossier: Dossier) -> Section | None:
    """A scatter plot of each metric and dimension, and the tables of agreement."""
    judged = dossier.judged
    if judged is None:
        return None
    found = judged.found
    parts: list[Part] = []
    overview = agreement.by_metric(list(found.agreements))
    if overview is not None and len(found.verdicts) > 1:
        parts.append(overview)
    for verdict in found.verdicts[:_MOST_CHARTS]:
        parts += _pictured(dossier, judged, verdict)
    parts += agreements.summary_tables([found], ("system", "segment"))
    if judged.by_part is not None:
        parts += [_renamed(table) for table in agreements.summary_tables([judged.by_part], ("system",))]
    if (apart := agreements.apart_table([found])) is not None:
        parts.append(apart)
    parts += agreements.verdict_notes([found])
    parts += _coverage(dossier, judged)
    return Section("people", "Do the metrics track people?", _lead(found), tuple(parts))


def _pictured(dossier: Dossier, judged: Judged, verdict: Verdict) -> list[Part]:
    """The systems as points, and what the line would be without each of them."""
    upward = {rater.name: rater.higher_is_better for rater in judged.material.metrics}
    human = {rater.name: rater.higher_is_better for rater in judged.material.humans}
    chart = agreement.chart(
        verdict.influence,
        metric_higher_is_better=upward[verdict.metric],
        human_higher_is_better=human[verdict.human],
        level=dossier.scope.level,
    )
    return [chart, *([outlier_table(verdict.influence)] if verdict.influence.outliers else [])]


def _renamed(table: Table) -> Table:
    return replace(table, title="system level, by text type")


def _coverage(dossier: Dossier, judged: Judged) -> list[Note]:
    total = len(dossier.corpus)
    notes = [
        Note(human.name, f"people judged {human.covered:,} of {total:,} segments; the metrics are of all")
        for human in judged.material.humans
        if human.segments is not None and human.covered < total
    ]
    if judged.unused:
        notes.append(Note("not looked at", f"{listed(judged.unused, 6)}; name them with --human"))
    return notes


def _lead(found: Found) -> str:
    """The closest metric of each dimension, and how the others do."""
    said = []
    for human in dict.fromkeys(verdict.human for verdict in found.verdicts):
        known = [one for one in found.verdicts if one.human == human and not isnan(one.influence.pearson)]
        if known:
            said.append(_of_human(found, known))
    return " ".join(said) or "No metric can be compared with people here: the scores do not vary."


def _of_human(found: Found, verdicts: list[Verdict]) -> str:
    best = max(verdicts, key=lambda one: one.influence.pearson)
    interval = _interval(found, best)
    said = "not known" if interval is None else tracks(interval.low, interval.high)
    ends = "" if interval is None else f" ({number(interval.low, 2)} to {number(interval.high, 2)})"
    text = (
        f"{printable(best.metric)} {_ANSWERS.get(said, 'is not shown to track')} {printable(best.human)} "
        f"over {best.systems} systems: r = {number(best.influence.pearson, 2)}{ends}. It puts "
        f"{best.right_pairs} of {best.pairs} pairs of systems in the order that people give them."
    )
    outliers = [one.system for one in best.influence.outliers]
    if outliers and not isnan(best.influence.without_outliers):
        text += f" Without {listed(outliers)}, r is {number(best.influence.without_outliers, 2)}."
    return text


def _interval(found: Found, verdict: Verdict) -> Interval | None:
    wanted = (verdict.metric, verdict.human, "pearson", "system", "")
    return next((each.interval for each in found.agreements if _key(each) == wanted), None)


def _key(each: Agreement) -> tuple[str, ...]:
    return each.metric, each.human, each.statistic, each.level, each.part
