"""How many other texts would get the same score: tables, notes, chart and section."""

from __future__ import annotations

from math import isnan, log10, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.diagnosis.arrangements import DRAWS
from karat.ordered_sums import added
from karat.report.charts.density import cloud, gathering_note
from karat.report.charts.layers import made
from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Section, Table, View, printable
from karat.report.topics.explanation import STYLES
from karat.report.words import number, power_of_ten, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.diagnosis.variation import SegmentVariation, Variation
    from karat.dossier import Dossier, VariationAnswer
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part

# Beyond these digits a number is given by its logarithm.
_MOST_PRINTED = 10**15
_CUT = " | "
_COLUMNS = ("length", "pairs", "blocks", "paper", "safe", "kept", "kept error", "same", "gaining")
_LOGARITHMS = ("paper", "safe", "kept")
_WHOLE = ("length", "pairs", "blocks", "same", "gaining")
WIDTH, HEIGHT = 60, 14
# How many points share a place: one, a few, many.
_MARKS = ((1, "·"), (5, "o"), (1 << 62, "#"))


def system_table(found: Sequence[Variation], metric: str) -> Table:
    """A row for each system: its score, the variants of all segments together, and what rests on order."""
    rows = [
        Row(
            (one.system,),
            (
                one.score,
                float(one.lengths.sum()),
                float(one.blocks.sum()),
                float(one.paper.sum()),
                float(one.safe.sum()),
                100 * one.share_kept,
                float(one.estimated),
                float(np.median(one.safe)),
                float(one.safe.max()),
                100 * one.share_of_order,
            ),
        )
        for one in found
    ]
    columns = (
        Column(metric, "higher"),
        Column("units", digits=0),
        Column("blocks", digits=0),
        Column("paper", digits=1),
        Column("safe", digits=1),
        Column("kept %", digits=1),
        Column("estimated", digits=0),
        Column("median", digits=1),
        Column("most", digits=1),
        Column("order %", digits=1),
    )
    return Table(("system",), columns, rows)


def segment_table(found: Sequence[Variation]) -> Table:
    """A row for each segment: length and variants are what the paper's Figure 1 shows."""
    rows = [
        Row((one.system, str(place + 1)), values)
        for one in found
        for place, values in enumerate(
            zip(*(column.tolist() for column in _columns(one).values()), strict=True)
        )
    ]
    digits = {"paper": None, "safe": None, "kept": None, "kept error": 4}
    columns = tuple(Column(name, digits=digits.get(name, 0)) for name in _COLUMNS)
    return Table(("system", "segment"), columns, rows)


def notes(found: Sequence[Variation], recipe: str, *, segments: bool) -> list[Note]:
    """What the columns mean."""
    lines = [
        Note("segments", f"{len(found[0].lengths):,}"),
        Note("paper", "log10 of (k − b)!, of k units and b clipped pairs that match"),
        Note("safe", "log10 of the distinct arrangements of blocks, none of which scores lower"),
    ]
    if segments:
        lines.append(Note("kept", "log10 of those that keep every count"))
        lines.append(Note("kept error", "standard error of their share; 0 if the number is exact"))
        lines.append(
            Note("same", "permutations of all units that keep every count; gaining: those that only gain")
        )
    else:
        lines += [
            Note("kept %", _kept(found)),
            Note("estimated", f"segments for which this comes from {DRAWS:,} random arrangements"),
            Note("median, most", "of a segment, safe"),
            Note("order %", "share of the score that a random permutation of each segment's units loses"),
        ]
    return [*lines, Note("", printable(recipe))]


def _kept(found: Sequence[Variation]) -> str:
    words = "how many of them keep every count, on average over segments"
    error = max(one.share_kept_error for one in found)
    if error > 0:
        words += f"; standard error {100 * error:.2f} or less"
    untried = sum(isnan(value) for one in found for value in one.kept.tolist())
    return f"{words}; {untried} with too many blocks are left out" if untried else words


def render_segments(found: Sequence[SegmentVariation], *, between: str, styles: bool) -> str:
    """Segments cut at `|`, with what matches marked, and how many texts are scored alike."""
    return "\n".join("".join(f"{line}\n" for line in _lines(one, between, styles)) for one in found)


def _lines(one: SegmentVariation, between: str, styles: bool) -> Iterator[str]:
    yield f"{printable(one.system)}, segment {one.segment}"
    marks = iter(one.text.units)
    blocks = [
        between.join(_unit(*next(marks), styles=styles) for _ in range(len(block))) for block in one.blocks
    ]
    yield f"  {_CUT.join(blocks)}"
    yield from (f"  {line}" for line in sentences(one))


def sentences(one: SegmentVariation) -> Iterator[str]:
    """How many texts are scored like a segment."""
    numbers = f"{one.length} units, {one.pairs} pairs match, {len(one.blocks)} blocks"
    yield f"{numbers}; paper {counted(one.paper)}, safe {counted(one.safe)}"
    if one.kept is not None and one.gained is not None:
        yield f"of these {counted(one.kept)} keep every count, {counted(one.gained)} gain"
    elif one.keeping is not None:
        share, error = 100 * one.keeping.share, 100 * one.keeping.error
        yield (
            f"of these about {share:.1f} % keep every count (standard error {error:.1f}), and the others "
            f"gain: {DRAWS:,} arrangements were drawn"
        )
    if one.orders is not None:
        orders = one.orders
        yield (
            f"of all {counted(orders.all)} orders {counted(orders.same)} keep every count, "
            f"{counted(orders.gaining)} gain, {counted(orders.losing)} lose"
        )


def _unit(unit: str, mark: str, *, styles: bool) -> str:
    shown = printable(unit)
    if styles:
        return f"{STYLES[mark]}{shown}\x1b[0m"
    return f"[{shown}]" if mark == "missed" else shown


def counted(number: int) -> str:
    """A number as people read it; a large one as a power of ten."""
    return f"{number:,}" if number < _MOST_PRINTED else f"10^{log10(number):.1f}"


def as_json(
    found: Sequence[Variation], shown: Sequence[SegmentVariation], *, recipe: str, left_out: Sequence[str]
) -> str:
    """Everything in full precision; a count too long for a number is null beside its logarithm."""
    systems = [system_record(one, recipe) for one in found]
    segments = [
        {"system": row.labels[0], "segment": int(row.labels[1]), **_named(row.values)}
        for row in segment_table(found).rows
    ]
    examples = [_record(one) for one in shown]
    return json_document.render(
        [], left_out=left_out, parts={"systems": systems, "segments": segments, "examples": examples}
    )


def system_record(one: Variation, recipe: str) -> dict[str, Any]:
    """One system in full precision."""
    return {
        "system": one.system,
        "recipe": recipe,
        "score": one.score,
        "shuffled_score": one.shuffled,
        "share_of_order": one.share_of_order,
        "share_kept": one.share_kept,
        "share_kept_error": one.share_kept_error,
        "estimated": one.estimated,
        "untried": sum(map(isnan, one.kept.tolist())),
        **{
            f"log10_{name}": added(value for value in _columns(one)[name].tolist() if not isnan(value))
            for name in ("paper", "safe")
        },
    }


def _columns(one: Variation) -> dict[str, Any]:
    return {
        "length": one.lengths,
        "pairs": one.pairs,
        "blocks": one.blocks,
        "paper": one.paper,
        "safe": one.safe,
        "kept": one.kept,
        "kept error": one.kept_errors,
        "same": one.same,
        "gaining": one.gaining,
    }


def _named(values: tuple[float, ...]) -> dict[str, float]:
    return {
        f"log10_{name}" if name in _LOGARITHMS else name.replace(" ", "_"): int(value)
        if name in _WHOLE and not isnan(value)
        else value
        for name, value in zip(_COLUMNS, values, strict=True)
    }


def _record(one: SegmentVariation) -> dict[str, Any]:
    return {
        "system": one.system,
        "segment": one.segment,
        "blocks": [list(block) for block in one.blocks],
        "paper": _whole(one.paper),
        "safe": _whole(one.safe),
        "kept": nan if one.kept is None else _whole(one.kept),
        "gained": nan if one.gained is None else _whole(one.gained),
        "share_kept": nan if one.keeping is None else one.keeping.share,
        "share_kept_error": nan if one.keeping is None else one.keeping.error,
    }


def _whole(number: int) -> float:
    return number if number < _MOST_PRINTED else nan


def chart(found: Sequence[Variation], *, metric: str = "BLEU", unit: str = "words") -> Chart | None:
    """Every segment of every system by length and log10 of its variants; None where there is no segment."""
    points = [
        (float(length), float(variants))
        for one in found
        for length, variants in zip(one.lengths.tolist(), one.safe.tolist(), strict=True)
    ]
    if not points:
        return None
    most = max(variants for _, variants in points)
    middle = sorted(variants for _, variants in points)[len(points) // 2]
    systems = f"{printable(found[0].system)}" if len(found) == 1 else f"{len(found)} systems"
    return made(
        stem("variation", metric),
        f"What {printable(metric)} cannot see",
        f"Half of the {len(points):,} outputs of {systems} have at least {power_of_ten(middle)} "
        f"other orders of {unit} that {printable(metric)} scores no lower; one has "
        f"{power_of_ten(most)}.",
        lambda size: cloud(size, points, f"length of the output, {unit}", "log10 of the number of variants"),
        gathering_note(len(points)).strip(),
    )


def section(dossier: Dossier) -> Section | None:
    """Variants against length, and one segment cut into the blocks that may change places."""
    found = dossier.variation
    if found is None:
        return None
    systems = list(found.systems)
    drawn = chart(systems, metric=found.metric)
    parts: list[Part] = [
        *([drawn] if drawn is not None else []),
        system_table(systems, found.metric),
        *notes(systems, found.recipe, segments=False),
    ]
    if found.example is not None:
        shown = found.example
        blocks = " | ".join(" ".join(block) for block in shown.blocks)
        parts.append(
            Note(
                "for example",
                printable(
                    f"the {len(shown.blocks)} blocks of “{blocks}” ({shown.system}) have "
                    f"{counted(shown.safe)} orders, and none lowers {found.metric}"
                ),
            )
        )
    if found.segments < len(dossier.corpus) or len(systems) < len(dossier.corpus.systems):
        parts.append(Note("looked at", _looked_at(dossier, found)))
    return Section("variation", "What does the score not see?", _lead(found), tuple(parts))


def _looked_at(dossier: Dossier, found: VariationAnswer) -> str:
    return (
        f"an evenly spaced sample of {found.segments:,} of {len(dossier.corpus):,} segments, and "
        f"{len(found.systems)} of {len(dossier.corpus.systems)} systems: the best, the worst and "
        "some in between"
    )


def _lead(found: VariationAnswer) -> str:
    first = found.systems[0]
    middle = float(np.median(first.safe))
    metric, system = printable(found.metric), printable(first.system)
    share = 100 * first.share_of_order
    many = power_of_ten(middle)
    orders = f"half of the segments of {system} have at least {many} word orders that lose nothing"
    if share != share:  # noqa: PLR0124 (only NaN is not itself)
        return f"{orders[0].upper()}{orders[1:]}: {metric} cannot distinguish them."
    return f"A random word order loses {number(share, 0)} % of {metric}; yet {orders}."


def view(found: Sequence[Variation]) -> View:
    """What `karat diagnose variation` prints."""
    said = [note for note in notes(found, "", segments=False) if note.text]
    return View((system_table(found, "score"),), tuple(said))


def segment_view(found: Sequence[SegmentVariation]) -> View:
    """Segments in their blocks, with what matches."""
    rows = [Row((one.system, str(one.segment), line), ()) for one in found for line in sentences(one)]
    return View((Table(("system", "segment", "variants"), (), rows),), texts=tuple(one.text for one in found))


def scatter(points: Sequence[tuple[float, float]], *, across: str, up: str) -> str:
    """Points from 0 to the largest of each axis, with the names of the axes."""
    right = max((x for x, _ in points), default=0.0) or 1.0
    top = max((y for _, y in points), default=0.0) or 1.0
    places: dict[tuple[int, int], int] = {}
    for x, y in points:
        place = (min(int(x / right * WIDTH), WIDTH - 1), min(int(y / top * HEIGHT), HEIGHT - 1))
        places[place] = places.get(place, 0) + 1
    margin = len(f"{top:.0f}")
    lines = [up]
    for row in reversed(range(HEIGHT)):
        label = f"{top:.0f}" if row == HEIGHT - 1 else "0" if row == 0 else ""
        cells = "".join(_mark(places.get((column, row), 0)) for column in range(WIDTH))
        lines.append(f"{label:>{margin}} │{cells}".rstrip())
    lines.append(f"{'':{margin}} └{'─' * WIDTH}")
    lines.append(f"{'':{margin}}  0{across:^{WIDTH - 1 - len(f'{right:.0f}')}}{right:.0f}")
    return "".join(f"{line}\n" for line in lines)


def _mark(points: int) -> str:
    return " " if not points else next(mark for most, mark in _MARKS if points <= most)
