"""Human scores from few judgements: tables, the chart with both intervals, the section of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.remedies import option
from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made
from karat.report.tables import Column, Note, RecipeNote, Row, Section, Table, View, printable
from karat.report.words import arrow, listed, number, plural, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.dossier import Dossier
    from karat.estimation import HumanEstimate, JudgementPlan, PeopleEstimates
    from karat.report.charts.chart import Chart

_MOST_CHARTS = 3


def tables(found: Sequence[PeopleEstimates]) -> list[Table]:
    """Scores of systems, then differences, of each dimension and part of the text."""
    shown = []
    for one in found:
        title = _title(one)
        shown.append(_table(one.systems, ("system",), title))
        if one.differences:
            shown.append(_table(one.differences, ("system", "minus"), f"{title}, differences"))
    return shown


def long_table(found: Sequence[PeopleEstimates]) -> Table:
    """Systems and differences in one table, for other programs."""
    rows = [
        Row(
            (one.human, one.part, each.system, each.second or "", each.unit),
            (each.judged, each.segments, *_values(each)),
        )
        for one in found
        for each in (*one.systems, *one.differences)
    ]
    columns = (Column("judged", digits=0), Column("segments", digits=0), *_columns())
    return Table(("human", "part", "system", "minus", "unit"), columns, rows)


def _table(estimates: Sequence[HumanEstimate], labels: tuple[str, ...], title: str) -> Table:
    rows = [
        Row((one.system, *([] if one.second is None else [one.second])), (one.judged, *_values(one)))
        for one in estimates
    ]
    return Table(labels, (Column("judged", digits=0), *_columns()), rows, title=title)


def _columns() -> tuple[Column, ...]:
    return (
        Column("judgements"),
        Column("judgements low"),
        Column("judgements high"),
        Column("with metric"),
        Column("with metric low"),
        Column("with metric high"),
        Column("error"),
    )


def _values(one: HumanEstimate) -> tuple[float, ...]:
    alone, both = one.alone, one.with_metric
    return (alone.value, alone.low, alone.high, both.value, both.low, both.high, both.error)


def _title(one: PeopleEstimates) -> str:
    return f"{one.human}, {one.part}" if one.part else one.human


def notes(found: Sequence[PeopleEstimates]) -> list[Note]:
    """What the metric saved, for which text the scores are, and what they rest on."""
    shown = [Note(printable(_title(one)), text) for one in found for text in _said(one)]
    first = found[0]
    confidence = f"{100 * first.confidence:g} %"
    shown.append(
        Note(
            "judgements",
            f"mean of the judged segments with its {confidence} interval; with metric: corrected by "
            "how much better than the whole text the metric says the judged segments are",
        )
    )
    shown.append(Note("error", "standard error of the score with metric"))
    shown += [RecipeNote(printable(_title(one)), one.recipe) for one in found if not one.part]
    return shown


def _said(one: PeopleEstimates) -> list[str]:
    first = one.systems[0]
    of = f"{first.judged:,} of {first.segments:,} segments judged"
    drawn = f"{first.units:,} of {first.population:,}" if first.population else f"{first.units:,}"
    said = [f"{of} for {first.name}; drawn: {drawn} {first.unit}s{_strata(one)}; {_target(one)}", saved(one)]
    if one.saving_of_differences is not None:
        said.append(saved(one, of_differences=True))
    if (
        one.systems
        and all(each.judged == each.segments for each in one.systems)
        and one.target == "this-text"
    ):
        said.append("every segment is judged, so the scores are known; of texts like it they have an error")
    if first.units < _FEW_UNITS:
        said.append(f"intervals of so few {first.unit}s are rough: judge {_FEW_UNITS} or more")
    if one.uncovered:
        said.append(f"nobody judged {listed(list(one.uncovered))}, so the scores are of the other text types")
    return said


_FEW_UNITS = 10


def _strata(one: PeopleEstimates) -> str:
    return "" if one.strata == "nothing" else f", by {one.strata}"


def _target(one: PeopleEstimates) -> str:
    return "scores are of this text" if one.target == "this-text" else "scores are of texts like it"


def saved(one: PeopleEstimates, *, of_differences: bool = False) -> str:
    """How many judgements the metric saved, in words."""
    saving = one.saving_of_differences if of_differences else one.saving
    chosen = one.chosen_of_differences if of_differences else one.chosen
    what = "differences: " if of_differences else ""
    if saving is None or not one.metrics:
        return f"{what}no metric has a score of every segment, so judgements are alone"
    names = listed([printable(name) for name in (chosen or one.metrics)])
    left = f"variance × {number(saving.variance, 2)}, {number(saving.low, 2)} to {number(saving.high, 2)}"
    if not saving.is_some:
        return f"{what}{names} saved none ({left})"
    return (
        f"{what}{names} saved {round(saving.saved):,} judged segments of each system, "
        f"{100 * saving.share:.0f} %: as sure as {round(saving.equivalent):,} without it ({left}; of a small "
        f"part of a text it saves {100 * (1 - saving.variance):.0f} %)"
    )


def as_record(found: Sequence[PeopleEstimates]) -> list[dict[str, Any]]:
    """Everything in full precision."""
    return [one.to_dict() for one in found]


def plan_tables(plans: Sequence[JudgementPlan]) -> list[Table]:
    """What to judge next, by stratum."""
    columns = (
        Column("judged", digits=0),
        Column("of", digits=0),
        Column("spread"),
        Column("more", digits=0),
        Column("segments", digits=0),
    )
    return [
        Table(
            ("stratum",),
            columns,
            [
                Row(
                    (one.stratum or "(all)",),
                    (
                        one.judged,
                        float("nan") if one.population is None else one.population,
                        one.spread,
                        one.more,
                        len(one.segments),
                    ),
                )
                for one in plan.strata
            ],
            title=f"{plan.human}: {plan.unit}s to judge for intervals {plan.width:g} wide",
        )
        for plan in plans
    ]


def plan_notes(plans: Sequence[JudgementPlan]) -> list[Note]:
    """What the plan gives, and what it would take without the metric."""
    shown = []
    for plan in plans:
        each = "each system" if plan.of == "system" else "each difference of two systems"
        alone = "no number is enough" if plan.alone is None else f"{plan.alone:,}"
        shown.append(
            Note(
                printable(plan.human),
                f"{plural(plan.more, f'further {plan.unit}')} of {plural(plan.systems, 'system')}: on "
                f"average, intervals of {each} are {number(plan.now, 2)} wide now and "
                f"{number(plan.reached, 2)} then; without the metric it takes {alone}",
            )
        )
        first = plan.segments[:10]
        if first:
            more = len(plan.segments) - len(first)
            shown.append(
                Note(
                    "segments to judge",
                    f"{', '.join(map(str, first))}{f' and {more:,} more' if more else ''}, drawn at random",
                    hint=f"{option('plan_output', 'FILE')} writes them for the plan of a campaign",
                )
            )
    return shown


def chart(one: PeopleEstimates) -> Chart | None:
    """Each system with both intervals, judgements alone and with the metric; None where nothing varies."""
    if all(each.alone.width == 0 for each in one.systems):
        return None
    ranked = sorted(one.systems, key=lambda each: -each.with_metric.value)
    if not one.higher_is_better:
        ranked.reverse()
    estimates: list[PlottedInterval] = []
    breaks: list[int] = []
    for each in ranked:
        breaks.append(len(estimates))
        for name, figure in ((each.name, each.with_metric), (f"{each.name}, judgements alone", each.alone)):
            written = f"{number(figure.value, 2)} ({number(figure.low, 2)} to {number(figure.high, 2)})"
            estimates.append(
                PlottedInterval(
                    name,
                    figure.value,
                    figure.low,
                    figure.high,
                    written,
                    f"{printable(name)}: {written}",
                    number(figure.value, 2),
                    open=figure is each.alone,
                )
            )
    return made(
        stem("people", one.human, *([one.part] if one.part else [])),
        f"{printable(_title(one))}: human scores from few judgements",
        f"{printable(_title(one))}: {saved(one)}.",
        lambda size: forest(
            size, estimates, f"{printable(one.human)} {arrow(one.higher_is_better)}", breaks=breaks[1:]
        ),
        "Human scores of systems with intervals: filled with the metric, hollow from judgements alone.",
    )


def section(dossier: Dossier) -> Section | None:
    """Where people judged a part of the text, and metrics all of it."""
    found = dossier.estimates
    if not found:
        return None
    charts = [drawn for one in found if (drawn := chart(one)) is not None]
    lead = " ".join(f"{printable(_title(one))}: {saved(one)}." for one in found)
    return Section(
        "estimates",
        "What would people say of the whole text?",
        lead,
        (*charts[:_MOST_CHARTS], *tables(found), *notes(found)),
    )


def view(found: Sequence[PeopleEstimates]) -> View:
    """What `karat people` prints."""
    return View(tuple(tables(found)), tuple(notes(found)))
