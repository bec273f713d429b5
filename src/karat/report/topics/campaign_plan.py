"""What reports of a campaign's plan show."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from karat.campaigns.planning.plan_sizes import plan_sizes
from karat.remedies import option
from karat.report.charts.curves import Curve, CurvePlace, Titles, curves
from karat.report.charts.layers import made
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Section, Table, View, printable
from karat.report.topics.campaign_work import work_notes, work_table
from karat.report.words import digits_for, number, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.campaigns.planning.plan_sizes import PlanSize
    from karat.campaigns.planning.plan_summary import PlanSummary
    from karat.campaigns.planning.precision import DesignPrecision
    from karat.campaigns.planning.variance_parts import VarianceParts
    from karat.report.charts.chart import Chart

NAN = float("nan")


def tables(found: PlanSummary) -> list[Table]:
    """Texts, work, balance, precision, and what it follows from."""
    made = [text_table(found), work_table(found), balance_table(found)]
    if found.precision:
        made += [precision_table(found), part_table(found)]
    return made


def text_table(found: PlanSummary) -> Table:
    """What is judged, by text type."""
    columns = tuple(
        Column(name, digits=0) for name in ("documents", "segments", "source words", "judgements per system")
    )
    rows = [
        Row(
            (printable(one.text_type) or "all",),
            (one.documents, one.segments, one.words, one.judgements),
        )
        for one in found.texts
    ]
    total = None
    if len(rows) > 1:
        total = Row(("all",), tuple(sum(row.values[place] for row in rows) for place in range(4)))
    return Table(("text type",), columns, rows, title="Texts", total=total)


def balance_table(found: PlanSummary) -> Table:
    """How even the plan is."""
    columns = tuple(Column(name, digits=0) for name in ("least", "most", "difference", "promised"))
    rows = [
        Row((one.what,), (one.least, one.most, one.difference, NAN if one.promised is None else one.promised))
        for one in found.balance.evenness
    ]
    return Table(("balance",), columns, rows, title="Balance")


def precision_table(found: PlanSummary) -> Table:
    """What each design can show."""
    columns = (
        Column("standard error"),
        Column("detectable"),
        Column("significant %", digits=0),
        Column("again %", digits=0),
        Column("same order %", digits=0),
    )
    rows = [
        Row(
            (names, f"{one.design} (this plan)" if one.chosen else one.design),
            (one.error, _within_reach(one), 100 * one.significant, 100 * one.again, 100 * one.same_order),
        )
        for names, first in _alike(found)
        for one in found.precision
        if one.dimension == first.dimension
    ]
    breaks = {place for place, row in enumerate(rows) if place and row.labels[0] != rows[place - 1].labels[0]}
    title = "Precision: the difference between two systems"
    return Table(("dimension", "design"), columns, rows, title=title, breaks=frozenset(breaks))


def _within_reach(one: DesignPrecision) -> float:
    """The detectable difference, if the scale allows one that large."""
    return one.detectable if one.is_within_reach else NAN


def part_table(found: PlanSummary) -> Table:
    """What judgements vary by."""
    shown = _alike(found)
    columns = tuple(Column(names) for names, _ in shown)
    rows = [Row((name,), tuple(one.parts[name] ** 0.5 for _, one in shown)) for name in shown[0][1].parts]
    rows.append(Row(("systems' true means",), tuple(one.systems**0.5 for _, one in shown)))
    origin = "assumed" if found.parts[0].is_assumed else "from the pilot"
    return Table(("effect",), columns, rows, title=f"Standard deviations, {origin}")


def _alike(found: PlanSummary) -> list[tuple[str, VarianceParts]]:
    """Dimensions that vary alike, as assumed ones on equal scales do, by their names."""
    groups: list[list[VarianceParts]] = []
    for one in found.parts:
        same = next((group for group in groups if group[0].parts == one.parts), None)
        if same is None:
            groups.append([one])
        else:
            same.append(one)
    return [(", ".join(printable(one.dimension) for one in group), group[0]) for group in groups]


def notes(found: PlanSummary) -> list[Note]:
    """What the plan is, what it assumes, and what its figures mean."""
    made = [_design(found), *_extras(found), *work_notes(found)]
    if found.precision:
        made += _precision(found)
    return made


_DESIGNS = {
    "square": "each judge reads a document in one translation only; no judge sees a source twice",
    "together": "each judge reads all translations of a document, one after the other",
    "contrast": "each judge sees translations of a document side by side",
}


def _design(found: PlanSummary) -> Note:
    plan = found.plan
    text = _DESIGNS[plan.design]
    if plan.design == "contrast":
        text += f", {' or '.join(map(str, found.sizes))} at a time"
    systems = len(plan.systems)
    return Note(
        plan.design,
        f"{text}; {systems} {_plural('system', systems)}, {plan.judges_per_output} "
        f"{_plural('judge', plan.judges_per_output)} per output, seed {plan.seed}",
    )


def _extras(found: PlanSummary) -> Iterator[Note]:
    counts, plan = found.purposes, found.plan
    if counts["anchor"]:
        yield Note(
            "anchors",
            f"{counts['anchor']:,} items in all: documents that every judge judges, so that their severity "
            "can be compared",
        )
    if counts["repeat"]:
        yield Note(
            "repeats",
            f"{counts['repeat']:,} items are shown to the same judge again, with at least half of the "
            "judge's "
            "documents between, or a third beside a spoilt output; documents come in whole",
        )
    if counts["spoilt"]:
        kinds = ", ".join(f"{name} {count}" for name, count in sorted(found.damages.items()))
        yield Note("spoilt", f"{counts['spoilt']:,} outputs are damaged on purpose: {kinds}")
        # Here, since only a plan with spoilt outputs needs it, and importing it takes long.
        from karat.campaigns.watch.spoilt_outputs import planned_power

        each = counts["spoilt"] // len(plan.judges)
        yield Note(
            "careless judges",
            f"with {each} spoilt {_plural('output', each)} for each judge, one who answers at random is "
            f"found with {100 * planned_power(len(plan.judges), each):.0f} % power, if the others notice "
            "9 of 10",
        )
    if checks := counts["repeat"] + counts["spoilt"]:
        share = 100 * checks / sum(counts[purpose] for purpose in ("plan", "anchor", "repeat", "spoilt"))
        yield Note(
            "checks",
            f"{share:.0f} % of all items only check judges: repeats and spoilt outputs, which are in no "
            "standings",
        )
    if plan.no_back:
        yield Note("no way back", "judges cannot correct what they have answered")
    if plan.masked:
        yield Note("masked", "the lead sees the names of the systems when the campaign is closed")
    if plan.training:
        count = len(plan.training)
        yield Note("training", f"{count} {_plural('item', count)}, with feedback, before the work begins")


def _precision(found: PlanSummary) -> Iterator[Note]:
    yield Note("standard error", "of the difference between the means of two systems")
    yield Note(
        "detectable",
        f"the true difference that is found significant at {found.alpha:g} with power {found.power:g}; each "
        "pair counts as the only test",
    )
    beyond = {
        one.dimension: one.largest for one in found.precision if not (one.refused or one.is_within_reach)
    }
    if beyond:
        most = ", ".join(f"{largest:g} on {printable(name)}" for name, largest in beyond.items())
        yield Note(
            "too little",
            f"a dash under detectable: no difference that the scale allows, at most {most}, is found with "
            "that power; plan more documents",
        )
    yield Note("significant %", "share of all pairs of systems that are expected to be significant")
    yield Note(
        "again %",
        "chance that a significant pair is significant again, in the same direction, if other judges repeat "
        "the campaign on the same texts",
    )
    count = len(found.plan.systems)
    yield Note(
        "same order %",
        f"chance that all {count * (count - 1) // 2} pairs get the same verdict in both campaigns",
    )
    refused = {one.design: one.refused for one in found.precision if one.refused}
    for design, why in refused.items():
        yield Note(design, f"not possible here: {why}")
    if any(one.wins for one in found.parts):
        names = ", ".join(printable(one.dimension) for one in found.parts if one.wins)
        yield Note(names, "systems are compared by the share of comparisons that they win, from 0 to 1")
    origin = found.parts[0].origin
    if found.parts[0].is_assumed:
        for text in dict.fromkeys(one.origin for one in found.parts):
            yield Note("assumed", text.removeprefix("assumed: "))
        yield Note(
            "pilot", "none; one of your texts and judges replaces what is assumed", hint=option("pilot")
        )
    else:
        yield Note("pilot", f"{origin}; variances by the method of moments")
    merged = list(dict.fromkeys(name for one in found.parts for name in one.merged))
    if merged:
        yield Note(
            "not separated",
            f"{', '.join(merged)}: the pilot cannot tell them from other effects, which include them",
        )


def chart(sizes: Sequence[PlanSize], power: float, *, names: str = "") -> Chart | None:
    """The difference that can be detected on one dimension, by hours of a judge; a line for each design."""
    drawn = [one for one in sizes if isfinite(one.detectable) and one.detectable <= one.largest]
    if len({one.hours for one in drawn}) < 2:
        return None
    dimension = names or printable(drawn[0].dimension)
    digits = digits_for([one.detectable for one in drawn])
    lines = [
        Curve(
            design,
            tuple(
                CurvePlace(
                    one.hours,
                    one.detectable,
                    NAN,
                    NAN,
                    f"{design}, {one.hours:.1f} hours for each judge, {one.judgements:,} judgements per "
                    f"system: {number(one.detectable, digits)}",
                    marked=one.chosen,
                )
                for one in drawn
                if one.design == design
            ),
        )
        for design in dict.fromkeys(one.design for one in drawn)
    ]
    titles = Titles("hours for each judge", f"detectable difference of {dimension} ↓")
    return made(
        stem("plan-precision", drawn[0].dimension),
        f"{dimension}: what more hours would show",
        f"{_found_by_plan(drawn, digits)}A difference that large is found with {100 * power:.0f} % power. "
        "The ring is this plan; other points have fewer or more such documents, and the same judges.",
        lambda size: curves(size, lines, titles),
    )


def _found_by_plan(sizes: Sequence[PlanSize], digits: int) -> str:
    own = next((one for one in sizes if one.chosen), None)
    if own is None:
        return ""
    larger = max((one for one in sizes if one.design == own.design), key=lambda one: one.hours)
    more = (
        "" if larger is own else f", and one of {larger.hours:.1f} hours {number(larger.detectable, digits)}"
    )
    return (
        f"With {own.hours:.1f} hours for each judge and {own.judgements:,} judgements per system, the plan "
        f"detects a difference of {number(own.detectable, digits)}{more}. "
    )


def charts(found: PlanSummary) -> list[Chart]:
    """One for each dimension, or for several that vary alike."""
    sizes = plan_sizes(found)
    drawn = (
        chart([size for size in sizes if size.dimension == one.dimension], found.power, names=names)
        for names, one in _alike(found)
    )
    return [one for one in drawn if one is not None]


def figures(found: PlanSummary) -> Section:
    """The charts and the tables."""
    drawn = charts(found)
    lead = drawn[0].description if drawn else ""
    title = "What will the campaign show, and what does it cost?"
    return Section("plan", title, lead, (*drawn, *tables(found)))


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def record(found: PlanSummary) -> dict[str, Any]:
    """The facts as plain values."""
    return found.to_dict()


def as_json(found: PlanSummary) -> str:
    """Everything in full precision."""
    return document(record(found))


def view(found: Sequence[PlanSummary]) -> View:
    """What `karat campaign plan` prints; of several plans, one after the other."""
    return View(
        tuple(table for one in found for table in tables(one)),
        tuple(note for one in found for note in notes(one)),
    )
