"""Sections about metrics and people that are made on request: as tables, notes and plain values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.agreement import (
    Plan,
    StudyLayout,
    between,
    equal_segments,
    equal_systems,
    partial_correlations,
    rank_metrics,
    sweeps,
    verdict,
)
from karat.agreement.between import SYMMETRIC
from karat.agreement.judge_groups import GROUP_PLAN, compared_groups
from karat.agreement.material import HIGHEST_ORDER
from karat.cli.notes import note
from karat.errors import InvalidOption
from karat.report.formats.json_document import document
from karat.report.topics import agreement_details, between_metrics, judge_groups, order_sweep, outliers
from karat.report.topics.agreement_notes import undefined_notes
from karat.resampling import TextUnits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Material, Measurements
    from karat.agreement.correlation import PartialCorrelation
    from karat.cli.commands.agree import AgreeOptions
    from karat.cli.progress import Progress
    from karat.report.charts.chart import Chart
    from karat.report.tables import Note, Table

# What the WMT Metrics task ranks metrics by.
_RANKED_BY = {"system": ("accuracy", "soft-accuracy"), "segment": ("calibrated-accuracy",)}


class Sections:
    """What was asked for beside the summary."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.charts: list[Chart] = []
        self.notes: list[Note] = []
        self.values: dict[str, list[Any]] = {}

    def add(self, name: str, values: Any, *tables: Table, notes: Sequence[Note] = ()) -> None:
        """A result as plain values, with the tables and notes that show it."""
        self.values.setdefault(name, []).append(values)
        self.tables += tables
        self.notes += notes

    @staticmethod
    def as_json(found: Sequence[Measurements], more: Sequence[Sections], plan: Plan) -> str:
        """Everything as a JSON document."""
        return document(
            {
                "plan": plan.recipe,
                "agreements": [
                    {"data": one.data, **each.to_dict()} for one in found for each in one.agreements
                ],
                "verdicts": [{"data": one.data, **each.to_dict()} for one in found for each in one.verdicts],
                "human_translations": [
                    {"data": one.data, **each.to_dict()} for one in found for each in one.apart
                ],
                "ceilings": [{"data": one.data, **each.to_dict()} for one in found for each in one.ceilings],
                **{
                    name: [
                        {"data": one.data, **value}
                        for one, sections in zip(found, more, strict=True)
                        for value in sections.values.get(name, ())
                    ]
                    for name in dict.fromkeys(name for sections in more for name in sections.values)
                },
            }
        )


def sections(material: Material, plan: Plan, options: AgreeOptions, progress: Progress) -> Sections:
    """The sections that were asked for, of one data set."""
    made = Sections()
    if options.by_group:
        _groups(made, material, plan, options)
    if options.between_metrics:
        _between(made, material, plan, progress)
    if options.ranking:
        _rankings(made, material, plan, options, progress)
    if options.outliers:
        for metric, human in material.pairs:
            found = verdict(metric, human).influence
            made.add("outliers", found.to_dict(), outliers.table(found), notes=outliers.notes(found))
    if options.order_sweep:
        _sweeps(made, material, plan, options, progress)
    if options.partial:
        _partials(made, material, plan)
    if options.equal_scores:
        progress.stage("looking for equal scores")
        _equals(made, material, plan, options.equal_scores)
    return made


def _groups(made: Sections, material: Material, plan: Plan, options: AgreeOptions) -> None:
    levels = plan.levels if options.level else GROUP_PLAN.levels
    wanted = replace(plan, levels=levels, statistics=_symmetric(plan) or GROUP_PLAN.statistics)
    asked = {human.name for human in material.humans}
    found = compared_groups(
        [group for group in material.groups if group.dimension in asked],
        material.metrics,
        plan=wanted,
        layout=_layout(material, levels),
        ungrouped=material.ungrouped,
    )
    for one in found:
        made.add("judge_groups", judge_groups.record(one))
    made.tables += judge_groups.tables(found)
    made.notes += judge_groups.notes(found)
    made.charts += [chart for one in found for chart in judge_groups.charts(one)]


def _between(made: Sections, material: Material, plan: Plan, progress: Progress) -> None:
    pairs = len(material.metrics) * (len(material.metrics) - 1) // 2
    if not pairs:
        raise InvalidOption(
            "--between-metrics takes at least two metrics, and there is one. Add some with -m."
        )
    progress.stage("metric against metric", pairs)
    found = between(
        material.metrics,
        plan=replace(plan, statistics=_symmetric(plan)),
        layout=_layout(material, plan.levels),
        progress=progress.advance,
    )
    for one in found:
        made.add("between_metrics", between_metrics.record(one))
    made.tables += between_metrics.tables(found)
    made.notes += undefined_notes(found)
    made.charts += between_metrics.charts(material.metrics, found, confidence=plan.confidence)


def _symmetric(plan: Plan) -> tuple[str, ...]:
    """The statistics that were asked for and do not ask which of two is right."""
    return tuple(name for name in plan.statistics if name.partition("/")[0] in SYMMETRIC)


def _rankings(
    made: Sections, material: Material, plan: Plan, options: AgreeOptions, progress: Progress
) -> None:
    ranked = 0
    asked = sum(len(options.rank_by or _RANKED_BY[level]) for level in plan.levels if level in _RANKED_BY)
    progress.stage("ranking metrics", len(material.humans) * asked)
    for human in material.humans:
        for level in (level for level in plan.levels if level in _RANKED_BY):
            for statistic in options.rank_by or _RANKED_BY[level]:
                needs_segments = level == "segment" or statistic == "soft-accuracy"
                metrics = [
                    metric
                    for metric in material.metrics
                    if not needs_segments or (metric.segments is not None and human.segments is not None)
                ]
                if len(metrics) < 2:
                    progress.advance()
                    continue
                ranked_metrics = rank_metrics(
                    metrics,
                    human,
                    level=level,  # type: ignore[arg-type]
                    statistic=statistic,
                    design=options.design,  # type: ignore[arg-type]
                    samples=plan.samples,
                    seed=plan.seed,
                    correction=options.correction or "bh",  # type: ignore[arg-type]
                    alpha=round(1 - plan.confidence, 12),
                    documents=material.documents,
                )
                ranked += 1
                progress.advance()
                made.add(
                    "rankings",
                    ranked_metrics.to_dict(),
                    agreement_details.ranking_table(ranked_metrics),
                    notes=[agreement_details.ranking_note(ranked_metrics)],
                )
    if not ranked:
        raise InvalidOption(
            "--ranking compares metrics at system or segment level, and there are not two with such scores. "
            "Add some with -m or --scores."
        )


def _sweeps(
    made: Sections, material: Material, plan: Plan, options: AgreeOptions, progress: Progress
) -> None:
    progress.stage("sweeping orders", 2)
    for sweep in sweeps(material, plan, highest=options.up_to or HIGHEST_ORDER, threads=options.threads):
        table, notes = order_sweep.table(sweep), order_sweep.notes(sweep)
        made.add("order_sweeps", sweep.to_dict(), table, notes=notes)
        progress.advance()


def _partials(made: Sections, material: Material, plan: Plan) -> None:
    if len(material.humans) < 2:
        raise InvalidOption("--partial takes at least two dimensions of human scores, and there is one.")
    for level in plan.levels:
        found: list[PartialCorrelation] = []
        for metric in material.metrics:
            try:
                values = metric.table(level, _labels(material, level)).values
                dimensions = {
                    human.name: human.sign * human.table(level, _labels(material, level)).values
                    for human in material.humans
                }
            except InvalidOption as missing:
                note(f"No partial correlations of {metric.name}: {missing}")
                continue
            found += partial_correlations(metric.sign * values, dimensions, metric_name=metric.name)
        made.add(
            "partial_correlations",
            {"level": level, "correlations": [one.to_dict() for one in found]},
            agreement_details.partial_table(level, found),
        )


def _layout(material: Material, levels: Sequence[str]) -> StudyLayout:
    """The documents, which must be known where they are a level."""
    return StudyLayout(_labels(material, "document") if "document" in levels else material.documents)


def _labels(material: Material, level: str) -> list[str] | None:
    return list(material.corpus.labels("document")) if level == "document" else None


def _equals(made: Sections, material: Material, plan: Plan, limit: int) -> None:
    alpha = round(1 - plan.confidence, 12)
    for metric, human in material.pairs:
        if metric.segments is None or human.segments is None:
            continue
        documents = None if plan.draw == "segment" else material.documents
        units = TextUnits.of(len(material.corpus), documents)
        systems = equal_systems(metric, human, documents=documents, alpha=alpha, seed=plan.seed)
        segments = equal_segments(metric, human, material.corpus, alpha=alpha, limit=limit)
        made.add(
            "equal_scores",
            {
                "metric": metric.name,
                "human": human.name,
                "unit": units.unit,
                "units": units.number,
                "systems": [one.to_dict() for one in systems],
                "segments": [one.to_dict() for one in segments],
            },
            *([agreement_details.equal_systems_table(metric.name, human.name, systems)] if systems else []),
            notes=[
                *([agreement_details.equal_systems_note(metric.name, human.name, units)] if systems else []),
                *agreement_details.equal_segments_notes(metric.name, human.name, segments),
            ],
        )
