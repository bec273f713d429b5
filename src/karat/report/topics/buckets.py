"""What reports of buckets show."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.remedies import either
from karat.report.charts.heat_map import HEAT, heat_cells
from karat.report.charts.layers import made
from karat.report.charts.matrix import has_figures, matrix
from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table, View, ends, printable
from karat.report.words import listed, number, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.buckets import Bucket, BucketCell, Bucketing
    from karat.report.charts.chart import Chart
    from karat.report.tables import Direction


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
        return bucket.difference.value, *ends(bucket.difference.interval)
    return ends(bucket.systems[systems[0]].interval) if len(systems) == 1 else ()


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
            units = (bucket.unit, str(bucket.units))
            for system, cell in bucket.systems.items():
                values = (float(bucket.size), cell.value, *ends(cell.interval))
                rows.append(Row((found.by, bucket.label, system, *units), values))
            if found.pair is not None and bucket.difference is not None:
                difference = bucket.difference
                values = (float(bucket.size), difference.value, *ends(difference.interval))
                rows.append(Row((found.by, bucket.label, " − ".join(found.pair), *units), values))
    columns = (Column("n", digits=0), Column("value"), Column("low"), Column("high"))
    return Table(("by", "bucket", "system", "unit", "units"), columns, rows)


def notes(bucketings: Sequence[Bucketing]) -> list[Note]:
    """What the numbers mean."""
    said = {
        "frequency": (
            "F1 of the words of the first reference (recall) and of the output (precision), in percent"
        ),
        "tag": "recall of the words of the first reference, in percent",
        "entity": "recall of the marked entities, in percent",
        "difficulty": "by the mean score of all systems, which includes the system itself",
    }
    lines = [Note(found.by, said[found.by]) for found in bucketings if found.by in said]
    several = any(len(bucket.systems) > 1 for found in bucketings for bucket in found.buckets)
    level = _level(bucketings)
    if level is not None and (not several or any(found.pair for found in bucketings)):
        lines.append(Note("low, high", f"{100 * level:g} % bootstrap interval; {_units(bucketings)}"))
    elif level is not None:
        lines.append(
            Note(
                "intervals",
                f"are in the record; {_units(bucketings)}",
                hint=either(
                    "pair=(…, …) shows those of a difference",
                    "tsv and json have it; --pair NAME NAME shows those of a difference",
                ),
            )
        )
    return lines


def _units(bucketings: Sequence[Bucketing]) -> str:
    """What intervals draw, and in how many of them a bucket is."""
    counts: dict[str, list[int]] = {}
    for bucket in (bucket for found in bucketings for bucket in found.buckets):
        counts.setdefault(bucket.unit, []).append(bucket.units)
    return "resampled: " + " or ".join(_between(of, unit) for unit, of in counts.items())


def _between(counts: list[int], unit: str) -> str:
    low, high = min(counts), max(counts)
    units = unit if high == 1 else f"{unit}s"
    return f"{high:,} {units}" if low == high else f"{low:,} to {high:,} {units} of a bucket"


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
            "unit": bucket.unit,
            "units": bucket.units,
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
    low, high = ends(bucket.difference.interval)
    return {
        "first": found.pair[0],
        "second": found.pair[1],
        "value": bucket.difference.value,
        "low": low,
        "high": high,
    }


def _record(cell: BucketCell) -> dict[str, Any]:
    low, high = ends(cell.interval)
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
        lambda size: (
            "Colours and triangles compare systems within a column."
            if has_figures(size, cells, rows, columns)
            else "Colours compare systems within a column."
        ),
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
        f"{listed([worst])} ({number(means[worst], 1)})."
    )


def view(found: Sequence[Bucketing]) -> View:
    """What `karat buckets` prints."""
    return View(tuple(map(table, found)), tuple(notes(found)))
