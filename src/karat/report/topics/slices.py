"""Systems on parts of the corpus: tables, reversals, the chart and the section of the page."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.comparison.slices import PartitionSlices
from karat.report.charts.heat_map import HEAT, heat_cells
from karat.report.charts.layers import made
from karat.report.charts.matrix import has_figures, matrix
from karat.report.tables import Column, Note, Row, Section, Table, View, ends, printable
from karat.report.words import listed, number, p_value, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import Flip, Slice
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part


# Of so many systems a line has the intervals too; of more, json and tsv have them.
_MOST_INTERVALS = 3
# Turns that chance explains are many; beside the certain ones, so many of them are told.
_MOST_FLIPS = 3


def slice_table(cut: PartitionSlices) -> Table:
    """The value of every system in every part, of few systems with its interval, and what turns round."""
    systems = list(cut.slices[0].values)
    with_intervals = len(systems) <= _MOST_INTERVALS
    names = [column for name in systems for column in ((name, "low", "high") if with_intervals else (name,))]
    rows = [
        Row((part.label, str(part.segments), _turned(part)), tuple(_values(part, systems, with_intervals)))
        for part in cut.slices
    ]
    return Table(
        (cut.partition, "segments", "reversals"),
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
    return f"{len(part.flips)}, {certain} significant" if certain else str(len(part.flips) or "")


def long_table(cut: PartitionSlices) -> Table:
    """A row for each part and system: the same for any number of systems, with the systems it overtakes."""
    rows = [
        Row(
            (
                *(cut.partition, part.label, system, " ".join(_overtaken(part, system))),
                *(part.unit, str(part.units)),
            ),
            (float(part.segments), value, part.intervals[system].low, part.intervals[system].high),
        )
        for part in cut.slices
        for system, value in part.values.items()
    ]
    columns = (Column("segments", digits=0), Column("score"), Column("low"), Column("high"))
    labels = ("partition", "part", "system", "overtakes", "unit", "units")
    return Table(labels, columns, rows, title=cut.metric)


def _overtaken(part: Slice, system: str) -> list[str]:
    return [flip.behind for flip in part.flips if flip.ahead == system]


def units_note(cut: PartitionSlices) -> Note:
    """What intervals of the parts draw, and how many of them a part has."""
    counts: dict[str, list[int]] = {}
    for part in cut.slices:
        counts.setdefault(part.unit, []).append(part.units)
    said = [
        f"{unit}s, {min(of):,}{'' if min(of) == max(of) else f' to {max(of):,}'} in a part"
        for unit, of in counts.items()
    ]
    return Note(f"{cut.metric} by {cut.partition}", f"resampled: {'; '.join(said)}")


def flip_notes(cut: PartitionSlices, *, digits: int = 2) -> Iterator[Note]:
    """Where the order of two systems turns round: all where it is certain, the likeliest of the others."""
    flips = [(part, flip) for part in cut.slices for flip in part.flips]
    certain = [pair for pair in flips if pair[1].certain]
    others = sorted((pair for pair in flips if not pair[1].certain), key=_doubt)
    for part, flip in [*certain, *others[: max(_MOST_FLIPS - len(certain), 0)]]:
        how = f"{p_value(flip.p)}, corrected" if flip.certain else "not significant"
        yield Note(
            f"{cut.metric}, {part.label}",
            f"{flip.ahead} is ahead of {flip.behind} here ({how}) but behind it overall: "
            f"difference {number(flip.difference, digits)}{_between(flip, digits)}.",
        )


def _doubt(pair: tuple[Slice, Flip]) -> tuple[bool, float, float]:
    """What is least likely to be chance comes first; a part of one unit, of which nothing is known, last."""
    flip = pair[1]
    return isnan(flip.interval.low), flip.p, -abs(flip.difference)


def _between(flip: Flip, digits: int) -> str:
    low, high = flip.interval.low, flip.interval.high
    return f" ({number(low, digits)} to {number(high, digits)})" if low <= high else ""


def slice_record(cut: PartitionSlices, part: Slice) -> dict[str, Any]:
    """A part in full precision."""
    return {
        "metric": cut.metric,
        "partition": cut.partition,
        "part": part.label,
        "segments": part.segments,
        "unit": part.unit,
        "units": part.units,
        "systems": {
            system: {"value": value, "interval": list(ends(part.intervals[system]))}
            for system, value in part.values.items()
        },
        "turned": [
            {
                "ahead": flip.ahead,
                "behind": flip.behind,
                "difference": flip.difference,
                "interval": list(ends(flip.interval)),
                "p_corrected": flip.p,
                "certain": flip.certain,
            }
            for flip in part.flips
        ],
    }


def chart(slices: Sequence[Slice], *, metric: str, by: str, higher_is_better: bool = True) -> Chart | None:
    """A heat map of parts and systems; colours compare a system with the mean of all systems in the part.

    None where there is no part.
    """
    if not slices:
        return None
    values = {one.label: one.values for one in slices}
    flips = {(one.label, flip.ahead) for one in slices for flip in one.flips if flip.certain}
    cells = heat_cells(values, higher_is_better=higher_is_better, marked=flips)
    systems = [printable(name) for name in slices[0].values]
    parts = [(printable(one.label), (printable(one.label), f"n = {one.segments}")) for one in slices]
    return made(
        stem("slices", metric, by),
        f"{printable(metric)} by {printable(by)}",
        _finding(slices),
        lambda size: matrix(size, cells, systems, parts, HEAT),
        lambda size: _reading(figures=has_figures(size, cells, systems, parts), starred=bool(flips)),
    )


def _reading(*, figures: bool, starred: bool) -> str:
    """What marks and colours mean, as far as there is room for marks."""
    star = "A star marks a significant reversal. " if starred and figures else ""
    signs = ("blue and ▲", "orange and ▼") if figures else ("blue", "orange")
    return (
        f"{star}Colours compare a system with the mean of all systems in the same slice: {signs[0]} better, "
        f"{signs[1]} worse."
    )


def _finding(slices: Sequence[Slice]) -> str:
    certain = [(one.label, flip) for one in slices for flip in one.flips if flip.certain]
    if not certain:
        return "No slice reverses the order of two systems significantly."
    said = listed([f"{flip.ahead} ahead of {flip.behind} in {label}" for label, flip in certain])
    return f"{'Significant reversals' if len(certain) > 1 else 'A significant reversal'}: {said}."


_SPOKEN = {
    "text-type": "text type",
    "source-length": "length of the source",
    "reference-length": "length of the reference",
    "numbers": "numbers in the reference",
    "entities": "named entities in the reference",
}


def section(dossier: Dossier) -> Section | None:
    """A heat map of each way to cut the text."""
    if not dossier.slices:
        return None
    upward = dossier.evaluation.metrics[0].higher_is_better
    parts: list[Part] = []
    for cut in dossier.slices:
        by = _SPOKEN.get(cut.partition, cut.partition)
        drawn = chart(list(cut.slices), metric=cut.metric, by=by, higher_is_better=upward)
        parts += [*([drawn] if drawn is not None else []), slice_table(cut)]
        parts += flip_notes(cut, digits=1)
    return Section("parts", "Does the ranking hold in every slice of the text?", _lead(dossier), tuple(parts))


def _lead(dossier: Dossier) -> str:
    certain = [
        (cut, part, flip)
        for cut in dossier.slices
        for part in cut.slices
        for flip in part.flips
        if flip.certain
    ]
    ways = len(dossier.slices)
    if not certain:
        looked = f"{_names(dossier.slices)} {'was' if ways == 1 else 'were'} checked"
        return f"Yes: no slice reverses the order of two systems significantly. {looked}."
    cut, part, flip = min(certain, key=lambda found: found[2].p)
    count = len(certain)
    turns = f"{count} significant {'reversal' if count == 1 else 'reversals'} of two systems"
    return (
        f"Not everywhere: {turns}. The clearest: in {printable(part.label)}, "
        f"{printable(flip.ahead)} is ahead of {printable(flip.behind)} by "
        f"{number(abs(flip.difference), 1)} {printable(cut.metric)} ({p_value(flip.p)}), but "
        "behind it overall."
    )


def _names(cuts: tuple[PartitionSlices, ...]) -> str:
    names = listed([_SPOKEN.get(cut.partition, cut.partition) for cut in cuts])
    return names[:1].upper() + names[1:]


def view(found: Sequence[Slice]) -> View:
    """A row for each part of the corpus."""
    cut = PartitionSlices("scores", "part", found)
    return View((slice_table(cut),), tuple(flip_notes(cut)))
