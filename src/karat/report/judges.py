"""What reports of judges show: how far they agree, each of them, and the systems that they judged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.report import json_document
from karat.report.tables import Column, Note, Row, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.reliability import Estimate, Reliability
    from karat.resampling import Interval

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
        drawn = {item.dimension: _part(part, item) for item in found if part != "repeats" or item.repeats}
        if len(shown) == 1:
            made += [_together(drawn)] if drawn else []
        else:
            made += [replace(table, title=f"{name}: {part}") for name, table in drawn.items()]
    return made


def _part(part: str, found: Reliability) -> Table:
    if part == "agreement":
        return agreement_table(found)
    if part == "judges":
        return judge_table(found)
    return repeat_table(found) if part == "repeats" else system_table(found)


def _together(drawn: dict[str, Table]) -> Table:
    """Tables with the same columns as one, each row with the dimension before it."""
    first = next(iter(drawn.values()))
    rows = [Row((name, *row.labels), row.values) for name, table in drawn.items() for row in table.rows]
    return Table(("dimension", *first.labels), first.columns, rows)


def summary_table(found: Sequence[Reliability]) -> Table:
    """Every dimension: how much was judged, and κ, α and ICC as they suit its scale."""
    rows = []
    for of_dimension in found:
        covered = of_dimension.coverage
        chosen = [of_dimension.estimate(name) for name in suitable(of_dimension)]
        rows.append(
            Row(
                (of_dimension.dimension, of_dimension.scale.name, str(covered.judged), str(covered.judges)),
                (
                    100 * covered.share,
                    *(end for item in chosen for end in _with_ends(item.value, item.interval)),
                ),
            )
        )
    columns = [
        Column(f"{name}{end}", digits=_R_DIGITS)
        for name in ("κ", "α", "ICC")
        for end in ("", " low", " high")
    ]
    return Table(("dimension", "scale", "items", "judges"), (Column("% judged", digits=0), *columns), rows)


def suitable(found: Reliability) -> tuple[str, str, str]:
    """The names of κ, α and ICC that suit a scale best."""
    return "Light’s κ quadratic", f"Krippendorff’s α {found.difference}", "ICC(2,1)"


def agreement_table(found: Reliability) -> Table:
    """Each statistic with its interval, and over how many items it is."""
    rows = [
        Row((estimate.name, str(estimate.items)), _with_ends(estimate.value, estimate.interval))
        for estimate in found.estimates
    ]
    columns = tuple(Column(name, digits=_R_DIGITS) for name in ("value", "low", "high"))
    return Table(("statistic", "items"), columns, rows)


def judge_table(found: Reliability) -> Table:
    """Each judge beside the others."""
    rows = [
        Row(
            (profile.judge, str(profile.items), "careless?" if profile.suspicion.careless else ""),
            (
                *(profile.mean, profile.spread),
                *_with_ends(profile.bias, profile.bias_interval),
                *_with_ends(profile.agreement, profile.agreement_interval),
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
            (item.same, item.distance, *_with_ends(item.alpha.value, item.alpha.interval)),
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
            (*_with_ends(standing.raw, standing.raw_interval), *_with_ends(standing.z, standing.z_interval)),
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


def _with_ends(value: float, interval: Interval) -> tuple[float, float, float]:
    return value, interval.low, interval.high


def notes(found: Sequence[Reliability], shown: Sequence[str]) -> list[Note]:
    """What the figures rest on, and what to look at."""
    names = ", ".join(dict.fromkeys(name for of_dimension in found for name in suitable(of_dimension)))
    lines = [Note("agreement", names), Note("intervals", found[0].bootstrap.recipe)]
    for of_dimension in found:
        lines.append(Note(of_dimension.dimension, _covered(of_dimension)))
        lines += [Note("", text) for text in _remarks(of_dimension)]
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
        f"judged ({covered.share:.0%}) by {each} {judges} each, {covered.judges:,} in all"
    )


def _remarks(found: Reliability) -> Iterator[str]:
    for profile in found.judges:
        if profile.suspicion.careless:
            yield f"{profile.judge} may be careless: {profile.suspicion.reason}."
    if found.coverage.unstandardised:
        names = ", ".join(found.coverage.unstandardised)
        yield f"No z-scores of {names}: a single judgement, or always the same."
    turned = [standing for standing in found.systems if standing.raw_rank != standing.z_rank]
    if turned:
        yield f"Raw means and z-scores rank {', '.join(standing.system for standing in turned)} differently."


def _reasons(estimates: Sequence[Estimate]) -> Iterator[str]:
    """Why statistics are not defined, those with the same reason together."""
    for reason in dict.fromkeys(estimate.reason for estimate in estimates if estimate.reason):
        which = [estimate.name for estimate in estimates if estimate.reason == reason]
        yield f"{', '.join(which)}: not defined, because {reason}."


def as_json(found: Sequence[Reliability]) -> str:
    """Everything in full precision."""
    return json_document.render([], parts={"dimensions": [record(item) for item in found]})


def record(found: Reliability) -> dict[str, Any]:
    """One dimension in full precision."""
    return {
        "dimension": found.dimension,
        "scale": {"name": found.scale.name, "recipe": found.scale.recipe},
        "coverage": found.coverage.to_dict(),
        "intervals": found.bootstrap.recipe,
        "suitable": list(suitable(found)),
        "agreement": [estimate.to_dict() for estimate in found.estimates],
        "repeats": [item.to_dict() for item in found.repeats],
        "judges": [profile.to_dict() for profile in found.judges],
        "systems": [standing.to_dict() for standing in found.systems],
    }
