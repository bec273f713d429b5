"""Joint tests of one line for all cells: table, notes and record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.tables import Column, Note, Row, Table, printable
from karat.report.words import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import JointTransfer


def table(found: Sequence[JointTransfer]) -> Table:
    """A row for each metric and dimension: tests of slopes and intercepts, and what they say."""
    columns = tuple(
        Column(f"{name} {what}", digits=digits)
        for name in ("slopes", "intercepts")
        for what, digits in (("F", 2), ("p (F)", 3), ("p (perm.)", 3))
    )
    rows = [
        Row(
            (one.human, one.metric, str(len(one.cells)), one.verdict),
            tuple(
                value for test in (one.slopes, one.intercepts) for value in (test.f, test.p, test.p_permuted)
            ),
        )
        for one in found
    ]
    return Table(("human", "metric", "cells", "jointly"), columns, rows, title="One line for all cells?")


def notes(found: Sequence[JointTransfer]) -> list[Note]:
    """Which cells were tested together, and what the p-values allow for."""
    cells = dict.fromkeys(one.cells for one in found)
    made = [Note("cells", listed(list(map(printable, names)))) for names in cells]
    text = (
        "jointly: p (F) takes the texts as they are; p (perm.), which decides, also allows for another text "
        "of the same kind moving all systems off the line"
    )
    if not all(one.with_texts for one in found):
        text += ", where segments were judged; other cells are taken as they are"
    return [*made, Note("one line", text)]
