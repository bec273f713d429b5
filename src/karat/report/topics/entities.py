"""Named entities: the table, shares by type, and the section of the page."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import isnan
from typing import TYPE_CHECKING

from karat.entities.standoff import record
from karat.report.charts.layers import made
from karat.report.charts.matrix import matrix
from karat.report.charts.words import listed, number, stem
from karat.report.formats.json_document import document
from karat.report.page.section import Section
from karat.report.tables import Column, Note, Row, Table, printable
from karat.report.topics import scores
from karat.report.topics.slices import HEAT, heat_cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.buckets import Bucketing
    from karat.dossier import Dossier, EntityAnswer
    from karat.entities.entity import Entity
    from karat.report.charts.chart import Chart
    from karat.report.page.section import Part


def table(entities: Sequence[Sequence[Entity]]) -> Table:
    """A row for each entity, with the number of its segment, counted from 1."""
    rows = [
        Row(
            (
                str(number),
                printable(one.text),
                one.kind,
                "suggested" if one.suggested else "",
                ", ".join(map(printable, one.alternatives)),
            ),
            (),
        )
        for number, found in enumerate(entities, 1)
        for one in found
    ]
    return Table(("segment", "entity", "type", "mark", "alternatives"), (), rows)


def as_json(texts: Sequence[str], entities: Sequence[Sequence[Entity]]) -> str:
    """Every segment with its entities."""
    segments = [record(text, found) for text, found in zip(texts, entities, strict=True)]
    return document({"segments": segments})


def chart(found: Bucketing) -> Chart | None:
    """A heat map of buckets and systems; None where there is nothing in any."""
    buckets = [one for one in found.buckets if any(not isnan(cell.value) for cell in one.systems.values())]
    if not buckets:
        return None
    values = {bucket.label: {name: cell.value for name, cell in bucket.systems.items()} for bucket in buckets}
    systems = _ordered(values, found.higher_is_better)
    values = {label: {name: of[name] for name in systems} for label, of in values.items()}
    cells = heat_cells(values, higher_is_better=found.higher_is_better)
    rows = [printable(name) for name in systems]
    columns = [
        (printable(bucket.label), (printable(bucket.label), f"n = {bucket.size}")) for bucket in buckets
    ]
    return made(
        stem("buckets", found.by),
        printable(found.measure).capitalize(),
        _finding(values, found),
        lambda size: matrix(size, cells, rows, columns, HEAT),
    )


def _ordered(values: dict[str, dict[str, float]], higher_is_better: bool) -> list[str]:
    """Systems by their mean over buckets, the best first."""
    names = list(next(iter(values.values())))

    def mean(name: str) -> float:
        known = [of[name] for of in values.values() if not isnan(of[name])]
        total = sum(known) / len(known) if known else float("-inf")
        return total if higher_is_better or not known else -total

    return sorted(names, key=mean, reverse=True)


def _finding(values: dict[str, dict[str, float]], found: Bucketing) -> str:
    means = {
        label: sum(known) / len(known)
        for label, of in values.items()
        if (known := [value for value in of.values() if not isnan(value)])
    }
    if len(means) < 2:
        return f"{printable(found.measure).capitalize()}."
    ordered = sorted(means, key=means.__getitem__, reverse=found.higher_is_better)
    best, worst = ordered[0], ordered[-1]
    return (
        f"On average systems do best on {listed([best])} ({number(means[best], 1)}) and worst on "
        f"{listed([worst])} ({number(means[worst], 1)}). Colours and triangles compare systems in a column."
    )


# So many misses of each system are shown; the figures have more.
_MOST_MISSES = 25


def section(dossier: Dossier) -> Section | None:
    """Shares by type, and the misses with what the output has instead."""
    found = dossier.entities
    if found is None:
        return None
    drawn = chart(found.by_type)
    shown = {name: list(islice(missed, _MOST_MISSES)) for name, missed in found.misses.items()}
    parts: list[Part] = [
        *([drawn] if drawn is not None else []),
        _type_table(found),
        replace(scores.miss_table(shown), title="Entities that were missed"),
        Note(
            "misses", f"the first {_MOST_MISSES} of each system; nearest: what is most like it in the output"
        ),
        Note("NEE", printable(found.recipe)),
    ]
    return Section("entities", "Are the names right?", _lead(found), tuple(parts))


def _type_table(found: EntityAnswer) -> Table:
    names = [score.system for score in found.scores]
    rows = [
        Row((bucket.label, str(bucket.size)), tuple(bucket.systems[name].value for name in names))
        for bucket in found.by_type.buckets
    ]
    size = sum(bucket.size for bucket in found.by_type.buckets)
    total = Row(("all", str(size)), tuple(score.value for score in found.scores))
    columns = tuple(Column(name, "higher", digits=1) for name in names)
    return Table(("type", "entities"), columns, rows, title="Found, %", total=total, compared="in rows")


def _lead(found: EntityAnswer) -> str:
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
