"""What reports of comparisons show of parts of the corpus."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.report.tables import Column, Note, Row, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import Cut, Flip, Slice
    from karat.resampling import Interval

# Of so many systems a line has the intervals too; of more, json and tsv have them.
_MOST_INTERVALS = 3
# Turns that chance explains are many; beside the certain ones, so many of them are told.
_MOST_FLIPS = 3


def slice_table(cut: Cut) -> Table:
    """The value of every system in every part, of few systems with its interval, and what turns round."""
    systems = list(cut.slices[0].values)
    with_intervals = len(systems) <= _MOST_INTERVALS
    names = [column for name in systems for column in ((name, "low", "high") if with_intervals else (name,))]
    rows = [
        Row((part.label, str(part.segments), _turned(part)), tuple(_values(part, systems, with_intervals)))
        for part in cut.slices
    ]
    return Table(
        (cut.partition, "segments", "turned"),
        tuple(map(Column, names)),
        rows,
        title=f"{cut.metric} by {cut.partition}",
    )


def _values(part: Slice, systems: Sequence[str], with_intervals: bool) -> Iterator[float]:
    for name in systems:
        yield part.values[name]
        if with_intervals:
            yield part.intervals[name].low
            yield part.intervals[name].high


def _turned(part: Slice) -> str:
    """How many pairs are the other way round than over all, and of how many that is certain."""
    certain = sum(flip.certain for flip in part.flips)
    return f"{len(part.flips)}, {certain} certain" if certain else str(len(part.flips) or "")


def long_table(cut: Cut) -> Table:
    """A row for each part and system: the same for any number of systems, with the systems it overtakes."""
    rows = [
        Row(
            (cut.partition, part.label, system, " ".join(_overtaken(part, system))),
            (float(part.segments), value, part.intervals[system].low, part.intervals[system].high),
        )
        for part in cut.slices
        for system, value in part.values.items()
    ]
    columns = (Column("segments", digits=0), Column("score"), Column("low"), Column("high"))
    return Table(("partition", "part", "system", "overtakes"), columns, rows, title=cut.metric)


def _overtaken(part: Slice, system: str) -> list[str]:
    return [flip.behind for flip in part.flips if flip.ahead == system]


def flip_notes(cut: Cut, *, digits: int = 2) -> Iterator[Note]:
    """Where the order of two systems turns round: all where it is certain, the likeliest of the others."""
    flips = [(part, flip) for part in cut.slices for flip in part.flips]
    certain = [pair for pair in flips if pair[1].certain]
    others = sorted((pair for pair in flips if not pair[1].certain), key=_doubt)
    for part, flip in [*certain, *others[: max(_MOST_FLIPS - len(certain), 0)]]:
        how = f"p = {flip.p:.4f}, corrected" if flip.certain else "perhaps by chance"
        yield Note(
            f"{cut.metric}, {part.label}",
            f"{flip.ahead} is ahead of {flip.behind} here ({how}), and behind it over all: difference "
            f"{flip.difference:.{digits}f}{_between(flip, digits)}.",
        )


def _doubt(pair: tuple[Slice, Flip]) -> tuple[bool, float, float]:
    """What is least likely to be chance comes first; a part of one unit, of which nothing is known, last."""
    flip = pair[1]
    return isnan(flip.interval.low), flip.p, -abs(flip.difference)


def _between(flip: Flip, digits: int) -> str:
    low, high = flip.interval.low, flip.interval.high
    return f", between {low:.{digits}f} and {high:.{digits}f}" if low <= high else ""


def slice_record(cut: Cut, part: Slice) -> dict[str, Any]:
    """A part in full precision."""
    return {
        "metric": cut.metric,
        "partition": cut.partition,
        "part": part.label,
        "segments": part.segments,
        "systems": {
            system: {"value": value, "interval": ends(part.intervals[system])}
            for system, value in part.values.items()
        },
        "turned": [
            {
                "ahead": flip.ahead,
                "behind": flip.behind,
                "difference": flip.difference,
                "interval": ends(flip.interval),
                "p_corrected": flip.p,
                "certain": flip.certain,
            }
            for flip in part.flips
        ],
    }


def ends(interval: Interval) -> list[float]:
    """Both ends of an interval."""
    return [interval.low, interval.high]
