"""Equal scores of unequal translations: systems and segments that people tell apart and a metric does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.tables import Column, Note, Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import EqualSegments, EqualSystems


def system_table(metric: str, human: str, found: Sequence[EqualSystems]) -> Table:
    """Pairs of systems that people tell apart and the metric does not."""
    columns = (
        Column("metric"),
        Column("metric worse"),
        Column("p metric", digits=4),
        Column("human"),
        Column("human worse"),
        Column("p human", digits=4),
    )
    rows = [
        Row(
            (one.better, one.worse),
            (
                one.better_metric,
                one.worse_metric,
                one.metric_p,
                one.better_human,
                one.worse_human,
                one.human_p,
            ),
        )
        for one in found
    ]
    title = f"Systems that tie by {metric} but differ by {human}"
    return Table(("better", "worse"), columns, rows, title=title)


def segment_notes(metric: str, human: str, found: Sequence[EqualSegments]) -> list[Note]:
    """Pairs of translations with equal scores, with their texts below each other."""
    notes = [Note(f"tied {printable(metric)}, different {printable(human)}", "" if found else "no such pair")]
    for one in found:
        notes += [
            Note(
                f"segment {one.segment}",
                f"{printable(metric)} {one.metric:.2f}, {one.distance:.1f} deviations apart, p "
                f"{one.p_value:.4f}",
            ),
            Note("  reference", printable(one.reference)),
            Note(f"  {printable(one.better)} {one.better_human:g}", printable(one.better_text)),
            Note(f"  {printable(one.worse)} {one.worse_human:g}", printable(one.worse_text)),
        ]
    return notes
