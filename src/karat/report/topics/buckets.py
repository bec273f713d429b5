"""What reports of buckets show."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Any

from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.buckets import Bucket, BucketCell, Bucketing
    from karat.report.tables import Direction
    from karat.resampling import Interval


# What is missed in a line of a table; more of a segment would break it.
_MOST_CHARACTERS = 60


def table(found: Bucketing) -> Table:
    """Buckets as rows, systems as columns; with the interval of one system, or of a pair's difference."""
    systems = list(found.buckets[0].systems) if found.buckets else []
    better: Direction = "higher" if found.higher_is_better else "lower"
    columns = [Column(name, better) for name in systems]
    if found.pair is not None:
        columns += [Column(" − ".join(found.pair)), Column("low"), Column("high")]
    elif len(systems) == 1:
        columns += [Column("low"), Column("high")]
    rows = [
        Row(
            (bucket.label, str(bucket.size)),
            (*(bucket.systems[name].value for name in systems), *_spread(bucket, systems)),
        )
        for bucket in found.buckets
    ]
    return Table((found.by, "n"), tuple(columns), rows, title=found.measure, compared="in rows")


def _spread(bucket: Bucket, systems: Sequence[str]) -> tuple[float, ...]:
    if bucket.difference is not None:
        return bucket.difference.value, *_ends(bucket.difference.interval)
    return _ends(bucket.systems[systems[0]].interval) if len(systems) == 1 else ()


def _ends(interval: Interval | None) -> tuple[float, float]:
    return (nan, nan) if interval is None else (interval.low, interval.high)


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
    """A row for each bucket and system, the same for any number of systems; a difference is one more row."""
    rows = []
    for found in bucketings:
        for bucket in found.buckets:
            for system, cell in bucket.systems.items():
                values = (float(bucket.size), cell.value, *_ends(cell.interval))
                rows.append(Row((found.by, bucket.label, system), values))
            if found.pair is not None and bucket.difference is not None:
                difference = bucket.difference
                values = (float(bucket.size), difference.value, *_ends(difference.interval))
                rows.append(Row((found.by, bucket.label, " − ".join(found.pair)), values))
    columns = (Column("n", digits=0), Column("value"), Column("low"), Column("high"))
    return Table(("by", "bucket", "system"), columns, rows)


def notes(bucketings: Sequence[Bucketing]) -> list[Note]:
    """What the numbers mean."""
    said = {
        "frequency": "found of the first reference's words and right of the output's, together, in percent",
        "tag": "found of the first reference's words, in percent",
        "entity": "found of the marked entities, in percent",
        "difficulty": "by the mean score of all systems; a system is hard on itself, too",
    }
    lines = [Note(found.by, said[found.by]) for found in bucketings if found.by in said]
    several = any(len(bucket.systems) > 1 for found in bucketings for bucket in found.buckets)
    level = _level(bucketings)
    if level is not None and (not several or any(found.pair for found in bucketings)):
        lines.append(Note("low, high", f"the {100 * level:g} % interval, drawn over segments"))
    elif level is not None:
        lines.append(Note("intervals", "are in tsv and json; --pair NAME NAME shows those of a difference"))
    return lines


def _level(bucketings: Sequence[Bucketing]) -> float | None:
    cells = (cell for found in bucketings for bucket in found.buckets for cell in bucket.systems.values())
    return next((cell.interval.confidence for cell in cells if cell.interval is not None), None)


def as_json(bucketings: Sequence[Bucketing]) -> str:
    """Everything in full precision, with the counts and examples behind every number."""
    records = [
        {
            "by": found.by,
            "measure": found.measure,
            "bucket": bucket.label,
            "size": bucket.size,
            "systems": {name: _record(cell) for name, cell in bucket.systems.items()},
            "difference": _difference(found, bucket),
        }
        for found in bucketings
        for bucket in found.buckets
    ]
    return json_document.render([], parts={"buckets": records})


def _difference(found: Bucketing, bucket: Bucket) -> dict[str, Any] | None:
    if found.pair is None or bucket.difference is None:
        return None
    low, high = _ends(bucket.difference.interval)
    return {
        "first": found.pair[0],
        "second": found.pair[1],
        "value": bucket.difference.value,
        "low": low,
        "high": high,
    }


def _record(cell: BucketCell) -> dict[str, Any]:
    low, high = _ends(cell.interval)
    return {
        "value": cell.value,
        "low": low,
        "high": high,
        "counts": dict(cell.counts),
        "examples": [
            {"segment": example.segment, "what": example.what, "text": example.text}
            for example in cell.examples
        ],
    }


def _short(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 1]}…"
