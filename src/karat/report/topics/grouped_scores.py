"""What is shown of text in shards: scores by group, what is missing, and comparisons of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.report.formats.json_document import document
from karat.report.tables import (
    MOST_ROWS,
    Column,
    Note,
    RecipeNote,
    Row,
    Table,
    View,
    ends,
    interval_columns,
    printable,
)
from karat.report.topics.scores import metric_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.engines import GroupedComparison, GroupedTotals

_MOST_NAMED = 3


def table(totals: GroupedTotals) -> Table:
    """A row for each group, in the order of their names."""
    rows = [
        Row(
            (*(map(printable, group.key or ("all",))), f"{group.segments}"),
            tuple(score.value for score in totals.scores_of(group)),
        )
        for group in totals.groups
    ]
    labels = (*(totals.recipe.by or ("rows",)), "segments")
    return Table(labels, metric_columns(totals.metrics), rows, compared="in columns")


def notes(totals: GroupedTotals) -> list[Note]:
    """How the figures were made, and what is not in them."""
    references = _references(totals)
    recipes = [
        RecipeNote(column.name, printable(f"{metric.recipe}{references}"))
        for metric, column in zip(totals.metrics, metric_columns(totals.metrics), strict=True)
    ]
    counted = Note("shards", f"{totals.shards:,} with {totals.segments:,} segments")
    return [*recipes, counted, *map(_note, troubles(totals))]


def _references(totals: GroupedTotals) -> str:
    """The number of references as recipes give it, "var" where groups differ; nothing without groups."""
    labels = {group.label for group in totals.groups}
    return f"|refs:{'var' if len(labels) > 1 else labels.pop()}" if labels else ""


def _note(text: str) -> Note:
    return Note("note", text)


def troubles(totals: GroupedTotals) -> Iterator[str]:
    """What is missing, broken, or there twice, in a sentence each."""
    if totals.failed:
        (shard, problem), *others = totals.failed.items()
        more = f" ({len(others)} more could not either.)" if others else ""
        yield f"{shard} could not be counted: {problem}{more}"
    if totals.missing:
        yield f"{_named(totals.missing)} missing: the figures are of the other shards."
    if totals.copies:
        first, second = totals.copies[0]
        yield f"{first} and {second} have the same content. If they are one shard, it is counted twice."


def _named(shards: Sequence[str]) -> str:
    named = ", ".join(shards[:_MOST_NAMED])
    if len(shards) > _MOST_NAMED:
        named += f" and {len(shards) - _MOST_NAMED} more shards"
    return f"{named} {'is' if len(shards) == 1 else 'are'}"


def record(totals: GroupedTotals) -> dict[str, Any]:
    """Everything, for a program."""
    return {
        "segments": totals.segments,
        "shards": totals.shards,
        "by": list(totals.recipe.by),
        "groups": [
            {
                "key": dict(zip(totals.recipe.by, group.key, strict=True)),
                "segments": group.segments,
                "scores": [score.to_dict() for score in totals.scores_of(group)],
            }
            for group in totals.groups
        ],
        "missing": list(totals.missing),
        "failed": dict(totals.failed),
        "copies": [list(pair) for pair in totals.copies],
    }


def as_json(totals: GroupedTotals) -> str:
    """The record as a document."""
    return document(record(totals))


def view(found: Sequence[GroupedTotals]) -> View:
    """What a notebook shows: the first groups, and how they were counted."""
    tables = [table(one) for one in found]
    shown = tuple(one.changed(rows=one.rows[:MOST_ROWS]) for one in tables)
    return View(shown, tuple(note for one in found for note in notes(one)))


def comparison_tables(found: GroupedComparison, shown: str) -> list[Table]:
    """The intervals of all groups, and the tests of all pairs; or one of them."""
    tables = []
    if shown in ("standings", "both"):
        tables.append(_standings(found))
    if shown in ("pairs", "both") and found.contrasts:
        tables.append(_pairs(found))
    return tables


def _standings(found: GroupedComparison) -> Table:
    columns = (*interval_columns("score"), Column("segments", digits=0), Column("units", digits=0))
    rows = [
        Row(
            (one.metric, printable(one.group)),
            (one.value, *ends(one.interval), float(one.segments), float(one.units)),
        )
        for one in found.standings
    ]
    return Table(("metric", "group"), columns, rows, title="Scores")


def _pairs(found: GroupedComparison) -> Table:
    within = any(one.within for one in found.contrasts)
    columns = (*interval_columns("difference"), Column("p", digits=4), Column("corrected p", digits=4))
    rows = [
        Row(
            (
                one.metric,
                *((printable(one.within),) if within else ()),
                printable(one.first),
                printable(one.second),
                "" if one.winner is None else printable(one.winner),
            ),
            (one.difference, *ends(one.interval), one.p, one.corrected),
        )
        for one in found.contrasts
    ]
    labels = ("metric", *(("within",) if within else ()), "first", "second", "better")
    return Table(labels, columns, rows, title="Pairs")


def comparison_notes(found: GroupedComparison) -> list[Note]:
    """What was drawn, and how often."""
    identity = " and ".join(found.identity) or "the text of the references"
    confidence = f"{100 * found.confidence:g} % intervals"
    return [
        Note(
            "intervals",
            f"{confidence} by a Poisson bootstrap of {found.samples:,} samples, seed {found.seed}",
        ),
        Note("tests", "paired, by the same samples; corrected for all pairs of a metric (Holm)"),
        Note("units", f"segments are identified by {identity}"),
    ]


def comparison_record(found: GroupedComparison) -> dict[str, Any]:
    """Everything, for a program."""
    return {
        "samples": found.samples,
        "seed": found.seed,
        "confidence": found.confidence,
        "identity": list(found.identity),
        "standings": [one.to_dict() for one in found.standings],
        "pairs": [one.to_dict() for one in found.contrasts],
    }


def comparison_view(found: Sequence[GroupedComparison]) -> View:
    """What a notebook shows: standings, pairs, and how they were drawn."""
    tables = [table for one in found for table in comparison_tables(one, "both")]
    return View(tuple(tables), tuple(note for one in found for note in comparison_notes(one)))
