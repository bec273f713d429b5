"""One order in words beside one in characters: lengths, systems, short outputs, every output as a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.charts.density import cloud, clouds, gathering_note
from karat.report.charts.layers import layer, made
from karat.report.charts.theme import colour
from karat.report.tables import Column, Row, Table, printable
from karat.report.words import number, stem

if TYPE_CHECKING:
    from karat.diagnosis.equated_units import EquatedUnits
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Spec

_NAN = float("nan")


def length_table(found: EquatedUnits) -> Table:
    """Outputs grouped by their length in words."""
    columns = (
        Column("% of outputs", digits=1),
        Column(f"mean {found.in_words}", digits=3),
        Column("sd", digits=3),
        Column("best M here", digits=0),
        Column("Pearson", digits=3),
        Column(f"Pearson at {found.pair.characters}", digits=3),
    )
    rows = [
        Row(
            (group.label,),
            (
                100 * group.share,
                group.mean,
                group.deviation,
                _NAN if group.local is None else float(group.local),
                group.local_pearson,
                group.pearson,
            ),
        )
        for group in found.lengths
    ]
    return Table(("words",), columns, rows, title=("By length of the output (outputs that are long enough)"))


def system_table(found: EquatedUnits) -> Table:
    """The scores and ranks of each system in both units."""
    sides = (found.in_words, "rank", found.in_characters, "rank")
    columns = [
        Column(name if name == "rank" else f"{level} {name}", digits=0 if name == "rank" else 3)
        for level in ("mean", "corpus")
        for name in sides
    ]
    rows = [
        Row(
            (each.system,),
            (
                *(each.mean_words, float(each.mean_ranks[0])),
                *(each.mean_characters, float(each.mean_ranks[1])),
                *(each.corpus_words, float(each.corpus_ranks[0])),
                *(each.corpus_characters, float(each.corpus_ranks[1])),
            ),
        )
        for each in found.systems
    ]
    return Table(("system",), tuple(columns), rows, title="Systems in both units")


def short_table(found: EquatedUnits) -> Table:
    """How many outputs are too short for the order in words, in characters, or both."""
    words, characters, short = found.pair.words, found.pair.characters, found.short
    columns = (
        Column(f"< {words} words", digits=0),
        Column(f"≥ {words} words", digits=0),
        Column("all", digits=0),
    )
    cells = ((short.both, short.only_characters), (short.only_words, short.neither))
    rows = [
        Row((label,), (float(few), float(many), float(few + many)))
        for label, (few, many) in zip(
            (f"< {characters} characters", f"≥ {characters} characters"), cells, strict=True
        )
    ]
    total = Row(("all",), tuple(sum(row.values[place] for row in rows) for place in range(3)))
    return Table(("outputs",), columns, rows, title="Outputs that are too short", total=total)


def scatter_table(found: EquatedUnits) -> Table:
    """Every output by its score in both units."""
    rows = [
        Row((system, str(segment)), (x, y))
        for system, points in output_points(found).items()
        for segment, (x, y) in enumerate(points, 1)
    ]
    names = (found.in_characters, found.in_words)
    return Table(("system", "segment"), tuple(Column(name, digits=4) for name in names), rows)


def output_points(found: EquatedUnits) -> dict[str, list[list[float]]]:
    """Every output as a point, characters first, as in the paper's Figure 1."""
    equation = found.equation
    words = equation.words.values[:, :, found.pair.words - 1].tolist()
    characters = equation.characters.values[:, :, found.pair.characters - 1].tolist()
    sides = zip(equation.systems, characters, words, strict=True)
    return {system: [list(point) for point in zip(xs, ys, strict=True)] for system, xs, ys in sides}


def scatter(found: EquatedUnits) -> Chart:
    """Every output by its score in characters and in words (Figure 1 of Denoual & Lepage)."""
    equation = found.equation
    words = equation.words.values[:, :, found.pair.words - 1].ravel().tolist()
    characters = equation.characters.values[:, :, found.pair.characters - 1].ravel().tolist()
    points = list(zip(characters, words, strict=True))
    r = equation.likeness.pearson[0, found.pair.words - 1, found.pair.characters - 1]
    return made(
        stem("units-scatter", found.family),
        f"{printable(found.in_words)} and {printable(found.in_characters)} of every output",
        f"{found.pair.characters} characters correspond to {found.pair.words} words: over "
        f"{len(points):,} outputs the two scores have r = {number(float(r), 2)}.",
        lambda size: cloud(
            size, points, printable(found.in_characters), printable(found.in_words), front=[_diagonal()]
        ),
        f"On the dashed line both are equal.{gathering_note(len(points))}",
    )


def behaviour(found: EquatedUnits) -> Chart | None:
    """BLEU_wN and BLEU_cM of every output against BLEU_w(N−1) (Figure 2 of Denoual & Lepage).

    None for single words, which have no shorter order.
    """
    shares, before = found.shares_below, found.before
    if shares is None or before is None:
        return None
    equation, place = found.equation, found.pair.words - 1
    shorter = equation.words.values[:, :, place - 1].ravel().tolist()
    upwards = (
        (found.in_words, equation.words.values[:, :, place]),
        (found.in_characters, equation.characters.values[:, :, found.pair.characters - 1]),
    )
    fields = [
        (
            f"{100 * share:.0f} % on or below the diagonal",
            printable(name),
            list(zip(shorter, values.ravel().tolist(), strict=True)),
        )
        for (name, values), share in zip(upwards, shares, strict=True)
    ]
    return made(
        stem("units-behaviour", found.family),
        f"{printable(found.in_words)} and {printable(found.in_characters)} against {printable(before)}",
        f"Of {len(shorter):,} outputs, {100 * shares[0]:.1f} % score no higher in "
        f"{printable(found.in_words)} than in {printable(before)}, and {100 * shares[1]:.1f} % no higher in "
        f"{printable(found.in_characters)}: the two behave alike if both shares are high.",
        lambda size: clouds(size, fields, printable(before), front=[_diagonal()]),
        f"On the dashed line both scores are equal.{gathering_note(len(shorter))}",
    )


def _diagonal() -> Spec:
    """Where two scores from 0 to 1 are equal."""
    return layer(
        [{"x": 0, "y": 0}, {"x": 1, "y": 1}],
        {"type": "line", "color": colour("muted"), "strokeDash": [4, 3], "strokeWidth": 1},
        {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}},
    )
