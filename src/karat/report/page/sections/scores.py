"""Every system's score with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.metrics.naming import distinct_names
from karat.report import contents
from karat.report.charts import forest
from karat.report.charts.words import listed, number
from karat.report.comparisons import standings_table
from karat.report.page.section import Section
from karat.report.tables import Note, printable

if TYPE_CHECKING:
    from karat.comparison import MetricComparison
    from karat.dossier import Dossier
    from karat.report.page.section import Part

_CLUSTERS = Note(
    "cluster",
    "tests tell its systems from those of every other cluster; ranks are the places that they leave open",
)


def section(dossier: Dossier) -> Section:
    """The forest plot of each metric; of one system, its scores."""
    parts: list[Part] = []
    if dossier.comparison is None:
        parts.append(contents.score_table(dossier.evaluation.scores, dossier.evaluation.metrics))
        return Section("scores", "How do the systems score?", _alone(dossier), tuple(parts))
    for of_metric in dossier.comparison.metrics:
        parts += [forest.chart(of_metric), standings_table(of_metric)]
    first = dossier.comparison.metrics[0]
    unit = (
        f"{100 * dossier.scope.level:g} % intervals, from {dossier.comparison.procedure.samples:,} resampled"
    )
    parts += [Note("low, high", f"{unit} test sets of {first.units:,} {first.unit}s"), _CLUSTERS]
    return Section("scores", "How do the systems score?", _lead(dossier, first), tuple(parts))


def _lead(dossier: Dossier, first: MetricComparison) -> str:
    best, *others = first.standings
    digits, level = 1, f"{100 * dossier.scope.level:g} %"
    text = (
        f"{printable(best.system)} has the best {printable(first.metric)}, {number(best.value, digits)} "
        f"({level}: {number(best.interval.low, digits)} to {number(best.interval.high, digits)}); "
        f"{printable(others[0].system)} follows with {number(others[0].value, digits)}."
    )
    comparison = dossier.comparison
    rest = comparison.metrics[1:] if comparison is not None else ()
    alike = [one.metric for one in rest if one.standings[0].system == best.system]
    unlike = [one for one in rest if one.standings[0].system != best.system]
    if alike:
        text += f" {listed(alike)} {'agrees' if len(alike) == 1 else 'agree'} on who is first."
    for one in unlike:
        text += f" By {printable(one.metric)} it is {printable(one.standings[0].system)}."
    return text


def _alone(dossier: Dossier) -> str:
    (system,) = dossier.corpus.systems
    names = distinct_names(dossier.evaluation.metrics)
    scores = [
        f"{printable(name)} {number(score.value, 1)}"
        for name, score in zip(names, dossier.evaluation[system], strict=True)
    ]
    return f"{printable(system)} has {listed(scores)}. There is no second system to compare it with."
