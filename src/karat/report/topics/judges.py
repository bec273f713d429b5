"""Judges: how far they agree, each of them, and the systems that they judged; charts and section."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.judgements import protocol_of
from karat.reliability.careless import FEWEST_ITEMS
from karat.report.charts.intervals import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Section, Table, View, ends, printable
from karat.report.words import listed, number, signed, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.dossier import Dossier
    from karat.judgements import Protocol, Scale
    from karat.reliability import Estimate, Reliability
    from karat.reliability.judge_profiles import JudgeProfile
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part


SHOWN = ("summary", "agreement", "judges", "repeats", "systems")
# Of the statistics of agreement people see those that suit the scale first.
USUAL = ("summary", "judges", "repeats", "systems")
_R_DIGITS = 3
# Above this skewness, as of MQM, samples of fewer units often lack the values that decide.
SKEWED = 2.0
FEW_SKEWED_SEGMENTS, FEW_SKEWED_DOCUMENTS = 200, 50
# Above this skewness, as of ESA, single segments must be so many; documents hold theirs.
SOMEWHAT_SKEWED, FEW_SEGMENTS = 1.0, 50
# Powers that differ by less are the same, as far as a simulation can tell.
_SAME_POWER = 0.1


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
                    *(str(covered.judged), str(covered.judges), _counted(of_dimension)),
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


def suitable(found: Reliability) -> tuple[str, str, str]:
    """The names of κ, α and ICC that suit a scale best."""
    return "Light’s κ quadratic", f"Krippendorff’s α {found.difference}", "ICC(2,1)"


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
        *(Column(name, digits=_R_DIGITS) for name in ("r with rest", "r low", "r high", "p")),
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


def notes(found: Sequence[Reliability], shown: Sequence[str]) -> list[Note]:
    """What the figures rest on, and what to look at."""
    names = ", ".join(dict.fromkeys(name for of_dimension in found for name in suitable(of_dimension)))
    lines = [Note("agreement", names), Note("intervals", found[0].recipe)]
    for of_dimension in found:
        lines.append(Note(of_dimension.dimension, _covered(of_dimension)))
        lines += [Note("", text) for text in protocol_text(of_dimension.scale)]
        lines += [Note("", text) for text in (*_about_units(of_dimension), *_remarks(of_dimension))]
        seen = [
            estimate
            for estimate in of_dimension.estimates
            if "agreement" in shown or estimate.name in suitable(of_dimension)
        ]
        lines += [Note("", text) for text in _reasons(seen)]
    return lines


def _covered(found: Reliability) -> str:
    covered = found.coverage
    fewest, _, most = covered.judges_per_item
    each = f"{most}" if fewest == most else f"{fewest} to {most}"
    judges = "judge" if each == "1" else "judges"
    return (
        f"scale {found.scale.name} ({found.scale.recipe}); {covered.judged:,} of {covered.items:,} items "
        f"judged ({100 * covered.share:.0f} %) by {each} {judges} each, {covered.judges:,} in all"
    )


def _counted(found: Reliability) -> str:
    """How many units of which kind the intervals rest on."""
    return f"{found.units:,} {found.unit}{'' if found.units == 1 else 's'}"


def _about_units(found: Reliability) -> Iterator[str]:
    """What chance draws, what that does to intervals, and where they cannot be relied on."""
    if found.unit == "document":
        effects = [one.design_effect for one in found.estimates if one.name in suitable(found)]
        known = [f"{effect:.1f}" for effect in effects if not isnan(effect)]
        effect = (
            f" Their design effect on agreement is {listed(list(dict.fromkeys(known)))}." if known else ""
        )
        yield f"Intervals rest on {_counted(found)}, each taken as a whole.{effect}"
    else:
        why = {
            "known": ". Segments of a document are not independent, so the intervals may be too narrow",
            "unknown": ", as if independent: their documents are not known",
            "one": ", all of one document",
            "single segments": ", each a document of its own",
        }
        yield f"Intervals rest on {_counted(found)}{why[found.documents]}."
    if found.judges_by_document:
        yield (
            "Judges rated whole documents, and not all the same ones, so judge and document cannot be told "
            "apart: the intervals include differences between judges only as far as documents differ."
        )
    few = FEW_SKEWED_DOCUMENTS if found.unit == "document" else FEW_SKEWED_SEGMENTS
    if abs(found.skewness) > SKEWED and found.units < few:
        yield (
            f"The values are very skewed (skewness {signed(found.skewness, 1)}), and {_counted(found)} may "
            "lack the rare ones. Where that was measured, 95 % intervals of α interval and ICC held the true "
            "value in 80 to 92 % of samples, those of α ordinal in 93 % or more."
        )
    elif abs(found.skewness) > SOMEWHAT_SKEWED and found.unit == "segment" and found.units < FEW_SEGMENTS:
        yield (
            f"The values are skewed (skewness {signed(found.skewness, 1)}), and {_counted(found)} are few. "
            "Where that was measured, 95 % intervals of α interval and ICC held the true value in about 90 % "
            "of samples, those of α ordinal in 95 %."
        )
    agreed = [one.name for one in found.estimates if one.name in suitable(found) and one.value == 1]
    if agreed:
        yield f"{listed(agreed)}: judges never differ, so no interval tells how rarely they would."


def _about_power(found: Reliability) -> Iterator[str]:
    """How likely it is that a careless judge is found."""
    powers = [one.suspicion.power for one in found.judges if not isnan(one.suspicion.power)]
    if not powers:
        if found.coverage.judges > 1:
            yield (
                "Careless judges cannot be looked for: that takes three judges who share "
                f"{FEWEST_ITEMS} items or more with others."
            )
        return
    least, most = min(powers), max(powers)
    spread = (
        f" ({100 * least:.0f} to {100 * most:.0f} %, depending on the judge)"
        if most - least > _SAME_POWER
        else ""
    )
    yield f"A judge who answers at random is found with a probability of {100 * found.power:.0f} %{spread}."


def _remarks(found: Reliability) -> Iterator[str]:
    yield from _about_power(found)
    for profile in found.judges:
        if profile.suspicion.careless:
            yield f"{profile.judge} may be careless: {profile.suspicion.reason}."
    if found.coverage.unstandardised:
        names = ", ".join(found.coverage.unstandardised)
        yield f"No z-scores for {names}: a single judgement, or always the same one."
    turned = [standing for standing in found.systems if standing.raw_rank != standing.z_rank]
    if turned:
        yield (
            f"Raw means and z-scores rank {', '.join(standing.system for standing in turned)} differently."
        )


def _reasons(estimates: Sequence[Estimate]) -> Iterator[str]:
    """Why statistics are not defined, those with the same reason together."""
    for reason in dict.fromkeys(estimate.reason for estimate in estimates if estimate.reason):
        which = [estimate.name for estimate in estimates if estimate.reason == reason]
        yield f"{', '.join(which)}: undefined, because {reason}."


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


def protocol_text(scale: Scale) -> list[str]:
    """What judges were asked and what the marks are called, where the scale is of a protocol."""
    found = protocol_of(scale)
    if found is None:
        return []
    marks = f" {found.legend}." if found.legend else ""
    return [f"Judges were asked: {found.question}{marks} ({found.source})"]


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
        f"{lead} Values are mean differences from the other judges of the same items; hollow "
        "points are not significant.",
        lambda size: forest(
            size, estimates, "above the other judges (lenient →)", behind=rule_at(0, "as the others", size)
        ),
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
        f"{lead} Values are Pearson's r with the mean of the other judges.",
        lambda size: forest(
            size,
            estimates,
            "Pearson's r with the other judges ↑",
            behind=rule_at(0, "no agreement", size) if crosses else [],
        ),
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
