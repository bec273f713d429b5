"""Named entities: the table, shares by type, and the section of the page."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from karat.entities.standoff import record
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Section, Table, printable
from karat.report.topics import buckets, scores
from karat.report.words import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.dossier import Dossier, EntityAnswer
    from karat.entities.entity import Entity
    from karat.report.tables import Part


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


# So many misses of each system are shown; the figures have more.
_MOST_MISSES = 25


def section(dossier: Dossier) -> Section | None:
    """Shares by unit beside people's, by type, and the misses with what the output has instead."""
    found = dossier.entities
    if found is None:
        return None
    drawn = buckets.chart(found.by_type)
    shown = {name: list(islice(missed, _MOST_MISSES)) for name, missed in found.misses.items()}
    parts: list[Part] = [
        # Before the chart, and so open: how far a system can get at all.
        *_levels(found),
        *([drawn] if drawn is not None else []),
        _type_table(found),
        scores.miss_table(shown).changed(title="Entities that were missed"),
        Note("misses", f"the first {_MOST_MISSES} of each system; nearest: the closest match in the output"),
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


def _levels(found: EntityAnswer) -> list[Part]:
    """By unit, as the paper compares paragraph and document, with other human translations as the ceiling."""
    if not found.levels:
        return []
    units = list(found.levels[0].values)
    rows = [
        Row(
            (printable(one.system), "human" if one.is_human else ""),
            tuple(one.values[unit] for unit in units),
        )
        for one in found.levels
    ]
    columns = tuple(Column(f"by {unit}", "higher", digits=1) for unit in units)
    parts: list[Part] = [Table(("system", ""), columns, rows, title="Found of one reference, %, by unit")]
    human = [one for one in found.levels if one.is_human]
    if human:
        best = max(human, key=lambda one: one.values[units[-1]])
        share = number(best.values[units[-1]], 1)
        words = (
            f"another human translation has {share} % by {units[-1]}; a system that has more follows the "
            "wording of the reference more closely than another person does"
        )
        parts.append(Note("ceiling", words))
    return parts


def _lead(found: EntityAnswer) -> str:
    known = [score for score in found.scores if score.value == score.value]
    if not known:
        return "The references have no named entity that counts, so there is nothing to find."
    # As they are shown: a difference that nobody sees makes no winner.
    shares = {score.system: number(score.value, 0) for score in known}
    best = shares[max(known, key=lambda score: score.value).system]
    worst = shares[min(known, key=lambda score: score.value).system]
    size = sum(bucket.size for bucket in found.by_type.buckets)
    of_all = f"of the {size:,} named entities of the references"
    leaders = [name for name, share in shares.items() if share == best]
    verb = "has" if len(leaders) == 1 else "each have"
    text = f"{_together(leaders, len(known))} {verb} {best} % {of_all}"
    if best == worst:
        return f"{text}."
    last = [name for name, share in shares.items() if share == worst]
    return f"{text}, {_together(last, len(known))} {worst} %."


def _together(names: Sequence[str], known: int) -> str:
    if len(names) == known > 1:
        return f"All {known} systems" if known > 2 else "Both systems"
    return listed(names)
