"""What reports of acceptability show."""

from __future__ import annotations

from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any

from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Table, View, number, printable
from karat.report.topics.calibration import labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import (
        Acceptability,
        Acceptance,
        Calibration,
        HumanThreshold,
        JudgedOutput,
        MetricThreshold,
    )


# The mean of an output, with its interval.
_MEAN = (Column("mean human"), Column("low"), Column("high"))


# What people say of each output, and where metrics stand for it.
SHOWN = ("outputs", "thresholds")


def tables(found: Sequence[Acceptance], shown: str | None = None) -> list[Table]:
    """The sums or means of outputs, the thresholds of metrics, or both."""
    made = []
    if shown != "thresholds":
        made += [judged_table(found)] if any(one.judged for one in found) else []
        made += [
            outputs_table(one.outputs, f"Weighted judgements, {one.human}") for one in found if one.outputs
        ]
    if shown != "outputs" and any(one.cells for one in found):
        made += [threshold_table(found), system_table(found)]
    return made


def human_table(found: Sequence[Acceptance]) -> Table:
    """One table of what people say of each output, in all dimensions: means beside a threshold, or sums."""
    if not any(one.outputs for one in found):
        return judged_table(found)
    tables = [(one.human, outputs_table(one.outputs, "")) for one in found]
    first = tables[0][1]
    rows = [Row((human, *row.labels), row.values) for human, table in tables for row in table.rows]
    return Table(("human", *first.labels), first.columns, rows)


def judged_table(found: Sequence[Acceptance]) -> Table:
    """A row for each output that people judged: its mean beside the threshold that was given."""
    rows = [
        Row(
            (one.human, each.cell, each.system, each.verdict, each.units),
            (one.threshold.value, each.mean, each.low, each.high),
        )
        for one in found
        for each in one.judged
    ]
    columns = (Column("threshold"), *_MEAN)
    return Table(("human", "cell", "system", "acceptable", "units"), columns, rows, title="Judged outputs")


def outputs_table(outputs: Sequence[Acceptability], title: str) -> Table:
    """A row for each output: what its judgements add up to."""
    columns = (
        Column("mean human"),
        Column("sum", digits=0),
        Column("for a word"),
        Column("low"),
        Column("high"),
        Column("% positive", digits=1),
    )
    rows = [
        Row(
            (each.cell, each.system, each.verdict),
            (each.human, each.sum, each.mean, each.low, each.high, 100 * each.positive),
        )
        for each in outputs
    ]
    return Table(("cell", "system", "acceptable"), columns, rows, title=title)


def threshold_table(found: Sequence[Acceptance]) -> Table:
    """Language × text type × metric: from which score on output is acceptable."""
    columns = (
        Column("human threshold"),
        Column("metric threshold"),
        Column("low"),
        Column("high"),
        Column("fails to"),
        Column("passes from"),
    )
    rows = [
        Row(
            labels(cell),
            (at.human, at.value if _is_known(at) else nan, at.low, at.high, at.fails, at.passes),
        )
        for one in found
        for cell, at in one.cells
    ]
    return Table(("languages", "text type", "human", "metric", "n"), columns, rows, title="Thresholds")


def system_table(found: Sequence[Acceptance]) -> Table:
    """Which systems pass, fail, or can't be told by their metric score alone."""
    rows = []
    for one in found:
        for cell, at in one.cells:
            by_verdict: dict[str, list[str]] = {"pass": [], "fail": [], "can't tell": []}
            for point in cell.points:
                by_verdict[at.of(point.scores[0])].append(point.system)
            named = tuple(", ".join(names) or "–" for names in by_verdict.values())
            rows.append(Row((*labels(cell)[:4], *named), ()))
    heads = ("languages", "text type", "human", "metric", "pass", "fail", "can't tell")
    return Table(heads, (), rows, title="Systems by metric score")


def _is_known(threshold: HumanThreshold | MetricThreshold) -> bool:
    """Whether anything is known of a threshold: an interval without ends allows every value."""
    return isfinite(threshold.low) or isfinite(threshold.high)


def _found_threshold(at: HumanThreshold, outputs: int) -> str:
    if not _is_known(at):
        return f"not determined: the sums of {outputs} outputs may cross 0 anywhere"
    where = (
        f"{_end(at.value)} ({_end(at.low)} to {_end(at.high)}), where the sums of {outputs} outputs cross 0"
    )
    return where + (", outside the range of their scores" if at.is_extrapolated else "")


def _end(value: float) -> str:
    return number(value, 2, infinity="∞").replace("-", "−")


def notes(found: Sequence[Acceptance]) -> list[Note]:
    """What counted, and where the threshold comes from."""
    made = []
    for one in found:
        at = one.threshold
        if not one.outputs:
            made.append(Note(f"{one.human} threshold", f"{at.value:g}, as given".replace("-", "−")))
            made += _of_means(one)
            continue
        made.append(Note(f"{one.human} threshold", _found_threshold(at, len(one.outputs))))
        made.append(
            Note("words", f"of the {one.words}" if one.words != "none" else ("none: every segment counts 1"))
        )
        if not one.from_judges:
            made.append(
                Note(
                    "judgements",
                    "only means over judges are known; a mean between two marks gets a weight between theirs",
                )
            )
    if not any(one.cells for one in found):
        return made
    estimated = ", which is itself an estimate" if any(one.outputs for one in found) else ""
    made.append(
        Note("low, high", f"where the line reaches the threshold{estimated}; ∞ if the slope may be 0")
    )
    made += [
        Note(
            printable(cell.name),
            f"the metric threshold is outside the range {_end(low)} to {_end(high)} on which the line was "
            "fitted",
        )
        for one in found
        for cell, at in one.cells
        for low, high in cell.ranges[:1]
        if _is_known(at) and not low <= at.value <= high
    ]
    made += [
        Note(
            printable(cell.name),
            "the metric threshold is not determined: these systems do not show whether the metric rises with "
            "the judgements at all",
        )
        for one in found
        for cell, at in one.cells
        if not _is_known(at)
    ]
    sure = f"{100 * found[0].threshold.confidence:g} %"
    made.append(
        Note(
            "fails to, passes from",
            f"systems on the judged text with scores beyond these fail or pass with {sure} "
            "confidence; in between Karat can't tell",
        )
    )
    return made


def _of_means(one: Acceptance) -> list[Note]:
    """How means are held against the threshold."""
    if not one.judged:
        return []
    sure = f"{100 * one.threshold.confidence:g} %"
    text = f"pass or fail if the {sure} interval of its mean is wholly on one side of the threshold"
    notes = [Note("acceptable", text)]
    if all(isnan(each.low) for each in one.judged):
        notes.append(
            Note("low, high", "people's scores of segments are not known, so means have no interval")
        )
    return notes


def as_json(found: Sequence[Acceptance]) -> str:
    """Everything in full precision."""
    return document({"dimensions": [record(one) for one in found]})


def record(one: Acceptance) -> dict[str, Any]:
    """One dimension in full precision."""
    return {
        "human": one.human,
        "words": one.words,
        "threshold": one.threshold.to_dict(),
        "judged": [each.to_dict() for each in one.judged],
        "outputs": [each.to_dict() for each in one.outputs],
        "cells": [_cell_record(*each) for each in one.cells],
    }


def _cell_record(calibration: Calibration, at: MetricThreshold) -> dict[str, Any]:
    return {
        "language_pair": calibration.language_pair,
        "text_type": calibration.text_type,
        "system_label": calibration.system_label,
        "metric": calibration.metrics[0],
        "recipe": calibration.recipes[0],
        **at.to_dict(),
        "systems": {point.system: at.of(point.scores[0]) for point in calibration.points},
    }


def view(found: Sequence[Acceptability]) -> View:
    """What the judgements of each output add up to."""
    return View((outputs_table(found, "Weighted judgements"),))


def judged_view(found: Sequence[JudgedOutput]) -> View:
    """Outputs that people judged, beside a threshold."""
    rows = [
        Row((each.cell, each.system, each.verdict, each.units), (each.mean, each.low, each.high))
        for each in found
    ]
    return View((Table(("cell", "system", "acceptable", "units"), _MEAN, rows),))


def acceptance_view(found: Sequence[Acceptance]) -> View:
    """What judgements add up to, and from which metric score on outputs are acceptable."""
    return View(tuple(tables(found)), tuple(notes(found)))
