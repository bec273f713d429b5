"""Judges: how far they agree, each of them, and the systems that they judged; charts and section."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.judgements import protocol_of
from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.formats import json_document
from karat.report.tables import Column, Row, Section, Table, View, ends, printable
from karat.report.topics.judge_notes import counted, notes, suitable
from karat.report.words import listed, number, signed, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.dossier import Dossier
    from karat.judgements import Protocol, Scale
    from karat.reliability import Reliability
    from karat.reliability.judge_profiles import JudgeProfile
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part


SHOWN = ("summary", "agreement", "judges", "repeats", "systems")
# Of the statistics of agreement people see those that suit the scale first.
USUAL = ("summary", "judges", "repeats", "systems")
_R_DIGITS = 3


def tables(found: Sequence[Reliability], shown: Sequence[str]) -> list[Table]:
    """The tables that were asked for: one of all dimensions, and of each dimension those of its parts.

    A part that is shown alone is one table, with a column for the dimension.
    """
    made = [summary_table(found)] if "summary" in shown else []
    for part in SHOWN[1:]:
        if part not in shown:
            continue
        drawn = {item: _part(part, item) for item in found if part != "repeats" or item.repeats}
        if len(shown) == 1:
            made += [_together(drawn, part)] if drawn else []
        else:
            made += [table.changed(title=f"{item.dimension}: {part}") for item, table in drawn.items()]
    return made


def _part(part: str, found: Reliability) -> Table:
    if part == "agreement":
        return agreement_table(found)
    if part == "judges":
        return judge_table(found)
    return repeat_table(found) if part == "repeats" else system_table(found)


def _together(drawn: dict[Reliability, Table], part: str) -> Table:
    """Tables with the same columns as one, each row with the dimension before it and its units after it."""
    first = next(iter(drawn.values()))
    counts = {
        "judges": lambda item: [one.units for one in item.judges],
        "systems": lambda item: [one.units for one in item.systems],
        "repeats": lambda item: [one.alpha.units for one in item.repeats],
    }
    if part not in counts:  # the table has them already
        rows = [
            Row((item.dimension, *row.labels), row.values)
            for item, table in drawn.items()
            for row in table.rows
        ]
        return Table(("dimension", *first.labels), first.columns, rows)
    rows = [
        Row((item.dimension, *row.labels, item.unit, str(units)), row.values)
        for item, table in drawn.items()
        for row, units in zip(table.rows, counts[part](item), strict=True)
    ]
    return Table(("dimension", *first.labels, "unit", "units"), first.columns, rows)


def summary_table(found: Sequence[Reliability]) -> Table:
    """Every dimension: how much was judged, and κ, α and ICC as they suit its scale."""
    rows = []
    for of_dimension in found:
        covered = of_dimension.coverage
        chosen = [of_dimension.estimate(name) for name in suitable(of_dimension)]
        rows.append(
            Row(
                (
                    *(of_dimension.dimension, of_dimension.scale.name),
                    *(str(covered.judged), str(covered.judges), counted(of_dimension)),
                ),
                (
                    100 * covered.share,
                    *(end for item in chosen for end in (item.value, *ends(item.interval))),
                ),
            )
        )
    columns = [
        Column(f"{name}{end}", digits=_R_DIGITS)
        for name in ("κ", "α", "ICC")
        for end in ("", " low", " high")
    ]
    labels = ("dimension", "scale", "items", "judges", "units")
    return Table(labels, (Column("% judged", digits=0), *columns), rows)


def within_groups(found: Sequence[tuple[str, Reliability]]) -> Table:
    """The same within each group of judges, whose name stands before each dimension."""
    table = summary_table([one for _, one in found])
    rows = [Row((group, *row.labels), row.values) for (group, _), row in zip(found, table.rows, strict=True)]
    return table.changed(labels=("group", *table.labels), rows=rows, title="Agreement within each group")


def agreement_table(found: Reliability) -> Table:
    """Each statistic with its interval, and over how many items it is."""
    rows = [
        Row(
            (estimate.name, str(estimate.items), estimate.unit, str(estimate.units)),
            (estimate.value, *ends(estimate.interval), estimate.design_effect),
        )
        for estimate in found.estimates
    ]
    columns = (
        *(Column(name, digits=_R_DIGITS) for name in ("value", "low", "high")),
        Column("design effect"),
    )
    return Table(("statistic", "items", "unit", "units"), columns, rows)


def judge_table(found: Reliability) -> Table:
    """Each judge beside the others."""
    rows = [
        Row(
            (profile.judge, str(profile.items), "careless?" if profile.suspicion.careless else ""),
            (
                *(profile.mean, profile.spread),
                profile.bias,
                *ends(profile.bias_interval),
                profile.agreement,
                *ends(profile.agreement_interval),
                profile.suspicion.p,
            ),
        )
        for profile in found.judges
    ]
    columns = (
        *(Column(name) for name in ("mean", "spread", "bias", "low", "high")),
        *(Column(name, digits=_R_DIGITS) for name in ("r with rest", "r low", "r high")),
        Column("p", digits=_R_DIGITS, is_p=True),
    )
    return Table(("judge", "items", "flag"), columns, rows)


def repeat_table(found: Reliability) -> Table:
    """Judges beside themselves."""
    rows = [
        Row(
            (item.judge or "all", str(item.repeats)),
            (item.same, item.distance, item.alpha.value, *ends(item.alpha.interval)),
        )
        for item in found.repeats
    ]
    columns = tuple(Column(name, digits=_R_DIGITS) for name in ("same", "distance", "α", "low", "high"))
    return Table(("judge", "repeats"), columns, rows)


def system_table(found: Reliability) -> Table:
    """Systems, the best first, by raw mean and by z-scores."""
    rows = [
        Row(
            (str(standing.raw_rank), str(standing.z_rank), standing.system, str(standing.segments)),
            (standing.raw, *ends(standing.raw_interval), standing.z, *ends(standing.z_interval)),
        )
        for standing in found.systems
    ]
    better: Any = found.scale.better
    columns = (
        *(Column("mean", better), Column("low"), Column("high")),
        *(Column("z", better), Column("z low"), Column("z high")),
    )
    labels = ("rank", "rank z", "system", "segments")
    return Table(labels, columns, rows)


def as_json(found: Sequence[Reliability], **parts: Any) -> str:
    """Everything in full precision; `parts` are what was asked for beside it."""
    return json_document.render([], parts={"dimensions": [record(item) for item in found], **parts})


def record(found: Reliability) -> dict[str, Any]:
    """One dimension in full precision."""
    return {
        "dimension": found.dimension,
        "scale": _scale_record(found.scale),
        "coverage": found.coverage.to_dict(),
        "intervals": found.recipe,
        "unit": found.unit,
        "units": found.units,
        "documents": found.documents,
        "judges_by_document": found.judges_by_document,
        "careless_power": found.power,
        "suitable": list(suitable(found)),
        "agreement": [estimate.to_dict() for estimate in found.estimates],
        "repeats": [item.to_dict() for item in found.repeats],
        "judges": [profile.to_dict() for profile in found.judges],
        "systems": [standing.to_dict() for standing in found.systems],
    }


def _scale_record(scale: Scale) -> dict[str, Any]:
    """A scale, and the wording of its protocol where it is of one."""
    found = protocol_of(scale)
    wording = {} if found is None else {"protocol": found.to_dict()}
    return {"name": scale.name, "recipe": scale.recipe, **wording}


def protocol_table(found: Sequence[Protocol]) -> Table:
    """The protocols that can be named as a scale."""
    rows = [Row((one.name, one.dimension, one.legend or "–", one.question, one.source), ()) for one in found]
    return Table(("scale", "dimension", "marks", "question", "source"), (), rows)


def chart(found: Reliability) -> Chart | None:
    """How far each judge is above or below the others; None where no item has two judges."""
    judges = sorted((one for one in found.judges if not isnan(one.bias)), key=lambda one: -one.bias)
    if not judges:
        return None
    estimates = [_leaning(one) for one in judges]
    sure = [one for one in judges if one.bias_interval.low > 0 or one.bias_interval.high < 0]
    lead = (
        f"{len(sure)} of {len(judges)} judges are significantly strict or lenient: "
        f"{listed([one.judge for one in sure])}."
        if sure
        else "No judge is significantly strict or lenient."
    )
    return made(
        stem("judges", found.dimension),
        f"Judges of {printable(found.dimension)}: strict and lenient",
        lead,
        lambda size: forest(
            size, estimates, "above the other judges (lenient →)", behind=rule_at(0, "as the others", size)
        ),
        "Values are mean differences from the other judges of the same items; hollow points are not "
        "significant.",
    )


def agreement(found: Reliability) -> Chart | None:
    """How far each judge agrees with the mean of the others; None where no item has two judges."""
    judges = sorted((one for one in found.judges if not isnan(one.agreement)), key=lambda one: -one.agreement)
    if not judges:
        return None
    estimates = [_agreeing(one) for one in judges]
    crosses = any(one.agreement_interval.low <= 0 for one in judges)
    careless = [one.judge for one in judges if one.suspicion.careless]
    lead = f"{listed(careless)} may have judged carelessly." if careless else "No judge looks careless."
    return made(
        stem("judges-agreement", found.dimension),
        f"Judges of {printable(found.dimension)}: agreement with the others",
        lead,
        lambda size: forest(
            size,
            estimates,
            "Pearson's r with the other judges ↑",
            behind=rule_at(0, "no agreement", size) if crosses else [],
        ),
        "Values are Pearson's r with the mean of the other judges.",
    )


def _leaning(one: JudgeProfile) -> PlottedInterval:
    low, high = one.bias_interval.low, one.bias_interval.high
    ends = f"[{signed(low, 2)}, {signed(high, 2)}]"
    return PlottedInterval(
        one.judge,
        one.bias,
        low,
        high,
        f"{signed(one.bias, 2)} {ends}",
        f"{printable(one.judge)}: {signed(one.bias, 2)} {ends} over {one.shared} shared items",
        brief=signed(one.bias, 2),
        open=low <= 0 <= high,
    )


def _agreeing(one: JudgeProfile) -> PlottedInterval:
    low, high = one.agreement_interval.low, one.agreement_interval.high
    ends = f"[{number(low, 2)}, {number(high, 2)}]"
    return PlottedInterval(
        one.judge,
        one.agreement,
        low,
        high,
        f"{number(one.agreement, 2)} {ends}",
        f"{printable(one.judge)}: r {number(one.agreement, 2)} {ends} over {one.shared} shared items",
        brief=number(one.agreement, 2),
        open=one.suspicion.careless,
    )


def section(dossier: Dossier) -> Section | None:
    """Agreement, each judge, and what judges say of the systems."""
    if not dossier.judges:
        return None
    found = list(dossier.judges)
    parts: list[Part] = [summary_table(found)]
    for one in found:
        parts += [chart for chart in (agreement(one), chart(one)) if chart is not None]
    parts += tables(found, USUAL[1:])
    parts += notes(found, USUAL)
    lead = " ".join(_lead(one) for one in found)
    return Section("judges", "Do the judges agree?", lead, tuple(parts))


def _lead(found: Reliability) -> str:
    alpha = found.estimate(f"Krippendorff’s α {found.difference}")
    name = printable(found.dimension)
    count = found.coverage.judges
    if isnan(alpha.value):
        return f"For {name}, agreement between judges is unknown: {alpha.reason or 'it is not defined'}."
    low, high = number(alpha.interval.low, 2), number(alpha.interval.high, 2)
    text = (
        f"On {name}, {count} judges agree {_strength(alpha.interval.low, alpha.interval.high)}: "
        f"Krippendorff's α is {number(alpha.value, 2)} ({low} to {high}; 1 is full agreement, 0 "
        "is chance)."
    )
    careless = [one.judge for one in found.judges if one.suspicion.careless]
    return text + (f" {listed(careless)} may have been careless." if careless else "")


def _strength(low: float, high: float) -> str:
    """Krippendorff's marks: .8 for firm conclusions, .667 for tentative ones."""
    if low >= 0.8:
        return "well enough for firm conclusions"
    if low >= 0.667:
        return "well enough for tentative conclusions"
    return "too little to draw conclusions from single judgements" if high < 0.667 else "moderately"


def view(found: Sequence[Reliability]) -> View:
    """What `karat judges` prints."""
    return View(tuple(tables(found, USUAL)), tuple(notes(found, USUAL)))
