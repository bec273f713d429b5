"""How many other texts would get the same score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.report import variations
from karat.report.charts import variation
from karat.report.charts.words import number, power_of_ten
from karat.report.page.section import Section
from karat.report.tables import Note, printable

if TYPE_CHECKING:
    from karat.dossier import Dossier, Varied
    from karat.report.page.section import Part


def section(dossier: Dossier) -> Section | None:
    """Variants against length, and one segment cut into the blocks that may change places."""
    found = dossier.varied
    if found is None:
        return None
    systems = list(found.systems)
    chart = variation.chart(systems, metric=found.metric)
    parts: list[Part] = [
        *([chart] if chart is not None else []),
        variations.system_table(systems, found.metric),
        *variations.notes(systems, found.recipe, segments=False),
    ]
    if found.example is not None:
        shown = found.example
        blocks = " | ".join(" ".join(block) for block in shown.blocks)
        parts.append(
            Note(
                "for example",
                printable(
                    f"the {len(shown.blocks)} blocks of “{blocks}” ({shown.system}) may stand in any of "
                    f"{variations.counted(shown.safe)} orders, and {found.metric} is not lower in any"
                ),
            )
        )
    if found.segments < len(dossier.corpus) or len(systems) < len(dossier.corpus.systems):
        parts.append(Note("looked at", _looked_at(dossier, found)))
    return Section("variation", "What does the score not see?", _lead(found), tuple(parts))


def _looked_at(dossier: Dossier, found: Varied) -> str:
    return (
        f"{found.segments:,} of {len(dossier.corpus):,} segments, spread evenly, of {len(found.systems)} of "
        f"{len(dossier.corpus.systems)} systems: the best, the worst and some between"
    )


def _lead(found: Varied) -> str:
    first = found.systems[0]
    middle = float(np.median(first.safe))
    metric, system = printable(found.metric), printable(first.system)
    share = 100 * first.share_of_order
    many = power_of_ten(middle)
    orders = f"half of the segments of {system} have at least {many} orders of words that lose nothing"
    if share != share:  # noqa: PLR0124 (only NaN is not itself)
        return f"{orders[0].upper()}{orders[1:]}: {metric} cannot tell them apart."
    return f"A random order of words would lose {number(share, 0)} % of {metric}; yet {orders}."
