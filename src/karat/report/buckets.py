"""What reports of buckets show."""

from __future__ import annotations

from karat.report.tables import Column, Note, Row, Table
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.buckets import Bucketing, Cell
    from karat.report.tables import Direction

# What is missed in a line of a table; more of a segment would break it.
_MOST_CHARACTERS = 60


def table(found: Bucketing) -> Table:
    """Buckets as rows, systems as columns."""
    systems = list(found.buckets[0].systems) if found.buckets else []
    rows = [
        Row((bucket.label, str(bucket.size)), tuple(bucket.systems[name].value for name in systems))
        for bucket in found.buckets
    ]
    better: Direction = "higher" if found.higher_is_better else "lower"
    columns = tuple(Column(name, better) for name in systems)
    return Table((found.by, "n"), columns, rows, title=found.measure, compared="in rows")


def example_table(found: Bucketing) -> Table:
    """What is behind the numbers: a row for each example."""
    rows = [
        Row((bucket.label, system, str(example.segment), example.what, _short(example.text)), ())
        for bucket in found.buckets
        for system, cell in bucket.systems.items()
        for example in cell.examples
    ]
    labels = (found.by, "system", "segment", "what", "text")
    return Table(labels, (), rows, title=f"Examples: {found.measure}")


def long_table(bucketings: Sequence[Bucketing]) -> Table:
    """A row for each bucket and system, the same for any number of systems."""
    rows = [
        Row((found.by, bucket.label, system), (float(bucket.size), cell.value))
        for found in bucketings
        for bucket in found.buckets
        for system, cell in bucket.systems.items()
    ]
    return Table(("by", "bucket", "system"), (Column("n", digits=0), Column("value")), rows)


def notes(bucketings: Sequence[Bucketing]) -> list[Note]:
    """What the numbers mean."""
    said = {
        "frequency": "found of the first reference's words and right of the output's, together, in percent",
        "tag": "found of the first reference's words, in percent",
        "entity": "found of the marked entities, in percent",
        "difficulty": "by the mean score of all systems; a system is hard on itself, too",
    }
    return [Note(found.by, said[found.by]) for found in bucketings if found.by in said]


def as_json(bucketings: Sequence[Bucketing]) -> str:
    """Everything in full precision, with the counts and examples behind every number."""
    from karat.report import json_document

    records = [
        {
            "by": found.by,
            "measure": found.measure,
            "bucket": bucket.label,
            "size": bucket.size,
            "systems": {name: _record(cell) for name, cell in bucket.systems.items()},
        }
        for found in bucketings
        for bucket in found.buckets
    ]
    return json_document.render([], parts={"buckets": records})


def _record(cell: Cell) -> dict[str, Any]:
    return {
        "value": cell.value,
        "counts": dict(cell.counts),
        "examples": [
            {"segment": example.segment, "what": example.what, "text": example.text}
            for example in cell.examples
        ],
    }


def _short(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 1]}…"
