"""What reports of plans show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.remedies import either
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Table, printable
from karat.report.topics.calibration import labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, Components, Need


_SHOWN = 5
_MOST_SEGMENTS = 10


@dataclass(frozen=True, slots=True, eq=False)
class PlanResult:
    """The pilot of one cell, what it varies by, and plans for the wanted width."""

    calibration: Calibration
    pilot: Components
    plans: tuple[Need, ...]
    from_judges: bool
    unjudged: tuple[tuple[str, float], ...]
    next_segments: tuple[int, ...]
    judge_again: tuple[tuple[int, float], ...]

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        return {
            "calibration": self.calibration.name,
            "components": self.pilot.to_dict(),
            "plans": [plan.to_dict() for plan in self.plans],
            "most_useful_systems": [{"system": name, "gain": gain} for name, gain in self.unjudged],
            "next_segments": list(self.next_segments),
            "judge_again": [{"segment": number, "gain": gain} for number, gain in self.judge_again],
        }


def plan_table(found: Sequence[PlanResult]) -> Table:
    """The cheapest plans of each cell."""
    columns = (
        Column("systems", digits=0),
        Column("segments", digits=0),
        Column("judges", digits=0),
        Column("judgements", digits=0),
        Column("width"),
    )
    rows = [
        Row(
            labels(one.calibration)[:4],
            (plan.systems, plan.segments, plan.judges, plan.judgements, plan.width),
        )
        for one in found
        for plan in one.plans[:_SHOWN]
    ]
    heads = ("languages", "text type", "human", "metric")
    return Table(heads, columns, rows, title="Sufficient plans, fewest judgements first")


def component_table(found: Sequence[PlanResult]) -> Table:
    """What the pilot's scores vary by."""
    columns = (
        Column("systems off the line"),
        Column("segments"),
        Column("judges"),
        Column("width at best"),
    )
    rows = [
        Row(
            labels(one.calibration),
            (
                one.pilot.systems**0.5,
                one.pilot.segments**0.5,
                one.pilot.judges**0.5,
                one.pilot.least_width(one.calibration.confidence),
            ),
        )
        for one in found
    ]
    heads = ("languages", "text type", "human", "metric", "n")
    return Table(heads, columns, rows, title="Standard deviations in the pilot")


def notes(found: Sequence[PlanResult], width: float) -> list[Note]:
    """What a plan means, and where none is enough."""
    made = [
        Note(
            "width",
            f"mean width of the prediction interval for a new system; you asked for at most {width:g}",
        ),
        Note(
            "width at best",
            "with any number of judgements: systems scatter around the line however well they are judged",
        ),
    ]
    made += [
        Note(
            printable(one.calibration.name),
            "no plan reaches this width: choose another metric, or a wider interval",
        )
        for one in found
        if not one.plans
    ]
    if not all(one.from_judges for one in found):
        made.append(
            Note(
                "judges", "single judgements are not known; here one judge stands for all judges of the pilot"
            )
        )
    for one in found:
        made += _next(one)
    return made


def _next(one: PlanResult) -> list[Note]:
    """What to judge next: systems, segments, and segments once more."""
    cell = printable(one.calibration.name)
    made = []
    if one.unjudged:
        names = ", ".join(f"{printable(name)} ({100 * gain:.0f} %)" for name, gain in one.unjudged[:_SHOWN])
        made.append(Note("systems to judge next", f"{cell}: {names}, with the reduction of the line's error"))
    if one.next_segments:
        left = len(one.next_segments) - _MOST_SEGMENTS
        hint = either("to_dict() has all", "--format json has all") if left > 0 else ""
        made.append(Note("segments to judge next", f"{cell}: {_numbers(one.next_segments)}", hint=hint))
    if one.judge_again:
        first = one.judge_again[:_MOST_SEGMENTS]
        share = 100 * sum(gain for _, gain in first)
        numbers = _numbers([number for number, _ in first])
        made.append(
            Note(
                "segments to judge again",
                f"{cell}: {numbers}; this removes {share:.0f} % of the disagreement between judges",
            )
        )
    return made


def _numbers(segments: Sequence[int]) -> str:
    shown = ", ".join(map(str, segments[:_MOST_SEGMENTS]))
    left = len(segments) - _MOST_SEGMENTS
    return f"{shown} and {left} more" if left > 0 else shown


def as_json(found: Sequence[PlanResult]) -> str:
    """Everything in full precision."""
    return document({"plans": [one.to_dict() for one in found]})
