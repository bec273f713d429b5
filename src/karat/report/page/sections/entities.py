"""Named entities: which of them each system has, and which it misses."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from karat.report import contents
from karat.report.charts import entities
from karat.report.charts.words import number
from karat.report.page.section import Section
from karat.report.tables import Column, Note, Row, Table, printable

if TYPE_CHECKING:
    from karat.dossier import Dossier, Entities
    from karat.report.page.section import Part

# So many misses of each system are shown; the figures have more.
_MOST_MISSES = 25


def section(dossier: Dossier) -> Section | None:
    """Shares by type, and the misses with what the output has instead."""
    found = dossier.entities
    if found is None:
        return None
    chart = entities.chart(found.by_type)
    shown = {name: list(islice(missed, _MOST_MISSES)) for name, missed in found.misses.items()}
    parts: list[Part] = [
        *([chart] if chart is not None else []),
        _type_table(found),
        replace(contents.miss_table(shown), title="Entities that were missed"),
        Note(
            "misses", f"the first {_MOST_MISSES} of each system; nearest: what is most like it in the output"
        ),
        Note("NEE", printable(found.recipe)),
    ]
    return Section("entities", "Are the names right?", _lead(found), tuple(parts))


def _type_table(found: Entities) -> Table:
    names = [score.system for score in found.scores]
    rows = [
        Row((bucket.label, str(bucket.size)), tuple(bucket.systems[name].value for name in names))
        for bucket in found.by_type.buckets
    ]
    size = sum(bucket.size for bucket in found.by_type.buckets)
    total = Row(("all", str(size)), tuple(score.value for score in found.scores))
    columns = tuple(Column(name, "higher", digits=1) for name in names)
    return Table(("type", "entities"), columns, rows, title="Found, %", total=total, compared="in rows")


def _lead(found: Entities) -> str:
    known = [score for score in found.scores if score.value == score.value]
    if not known:
        return "No named entity of the references counts, so none can be found."
    best = max(known, key=lambda score: score.value)
    worst = min(known, key=lambda score: score.value)
    size = sum(bucket.size for bucket in found.by_type.buckets)
    share = number(best.value, 0)
    text = f"{printable(best.system)} has {share} % of the {size:,} named entities in the references"
    if best is worst:
        return f"{text}."
    return f"{text}, {printable(worst.system)} {number(worst.value, 0)} %."
