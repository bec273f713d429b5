"""Words and characters: which order in one unit is equivalent to which in the other."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.diagnosis.order_scores import SPOKEN
from karat.report.charts.curves import Curve, CurvePlace, Titles, curves
from karat.report.charts.layers import made, rule_at
from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Section, Table, View, ends, printable
from karat.report.topics import unit_pair
from karat.report.words import number, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.diagnosis.equate import Equation, Equivalent
    from karat.diagnosis.equated_units import EquatedUnits
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part


NAN = float("nan")
SHOWN = ("equivalents", "lengths", "systems", "short", "curve", "scatter")
_METHODS = {
    "pearson": "Pearson's correlation",
    "kappa": "kappa",
    "behaviour": "behaviour",
}


def tables(found: EquatedUnits) -> list[Table]:
    """The four tables of the paper."""
    return [table_of(found, shown) for shown in SHOWN[:4]]


def table_of(found: EquatedUnits, shown: str) -> Table:
    """One of the tables, by its name."""
    if shown == "equivalents":
        return equivalents_table(found.equation, found.family)
    if shown == "lengths":
        return unit_pair.length_table(found)
    if shown == "systems":
        return unit_pair.system_table(found)
    if shown == "short":
        return unit_pair.short_table(found)
    return _curve(found) if shown == "curve" else unit_pair.scatter_table(found)


def equivalents_table(equation: Equation, family: str) -> Table:
    """A row for each order in words and way to find what stands for it."""
    columns = (
        Column("characters", digits=0),
        Column("from", digits=0),
        Column("to", digits=0),
        Column("value", digits=3),
        Column("low", digits=3),
        Column("high", digits=3),
    )
    rows = [
        Row(
            (str(each.words), _METHODS[each.method]),
            (
                NAN if each.characters is None else float(each.characters),
                *_order_range(each, equation.units.characters),
                each.value,
                each.interval.low,
                each.interval.high,
            ),
        )
        for each in equation.equivalents
    ]
    firsts = frozenset(
        place for place, row in enumerate(rows) if place and row.labels[0] != rows[place - 1].labels[0]
    )
    title = f"{family}: character order that corresponds to a word order"
    return Table(("words", "by"), columns, rows, title=title, breaks=firsts)


def _order_range(each: Equivalent, highest: int) -> tuple[float, float]:
    """Where the order lies; an end at which none is found is not a number."""
    return tuple(NAN if end > highest else float(end) for end in (each.least, each.most))  # type: ignore[return-value]


def _curve(found: EquatedUnits) -> Table:
    rows = [
        Row(
            (str(point["words"]), str(point["characters"])),
            tuple(NAN if point[name] is None else point[name] for name in _METHODS),
        )
        for point in _points(found.equation)
    ]
    return Table(("words", "characters"), tuple(Column(name, digits=4) for name in _METHODS), rows)


def _points(equation: Equation) -> Iterator[dict[str, Any]]:
    """Every measure for every pair of orders."""
    curves = {name: getattr(equation.likeness, name)[0].tolist() for name in _METHODS}
    for words in range(equation.units.order):
        for characters in range(equation.units.characters):
            values = {
                name: None if (value := curve[words][characters]) != value else value
                for name, curve in curves.items()
            }
            yield {"words": words + 1, "characters": characters + 1, **values}


def notes(found: EquatedUnits) -> list[Note]:
    """What the tables mean."""
    criteria, pair = found.equation.criteria, found.pair
    turned = " and ".join(
        f"{count or 'none'} by {level}"
        for count, level in zip(found.exchanged, ("mean", "corpus"), strict=True)
    )
    return [
        Note(
            f"{pair.words} words",
            f"correspond to {_answer(found)}: {found.in_characters} and {found.in_words}",
        ),
        Note("words by", found.equation.units.segmenter),
        Note("kappa", f"over {criteria.grades} grades"),
        Note(
            "behaviour",
            f"the first character order at which {100 * criteria.threshold:.0f} % of the outputs or more "
            "score no higher than with one word less",
        ),
        Note(
            "from … to",
            f"the order, low … high the value: {100 * criteria.confidence:g} % bootstrap intervals, "
            f"{criteria.samples} samples of {found.equation.drawn.counted}",
        ),
        Note(
            "M / N",
            f"{number(found.ratio, 2)} characters for a word here; on average over the word orders "
            + ", ".join(
                f"{number(ratio, 2)} by {_METHODS[name]}" for name, ratio in found.mean_ratios.items()
            )
            + f"; a word of the outputs has {number(found.word_length, 2)} characters "
            + ("with" if found.equation.units.spaces == "keep" else "without")
            + " spaces",
        ),
        Note("ranks", f"pairs of systems that change places in characters: {turned}"),
    ]


def _answer(found: EquatedUnits) -> str:
    """How many characters: a range where methods differ, with what each finds."""
    pair = found.pair
    low, high = found.equation.found_range(pair.words) or (pair.characters, pair.characters)
    if low == high == pair.characters:
        return f"{low} characters"
    by_method = ", ".join(
        f"{'none' if each.characters is None else each.characters} by {_METHODS[each.method]}"
        for each in found.equation.of(pair.words).values()
    )
    answer = f"{low} to {high}" if low < high else str(low)
    return f"{answer} characters ({by_method}); the tables are about {pair.characters}"


def as_json(found: EquatedUnits) -> str:
    """Everything in full precision, with the points of both figures."""
    clouds = [{"system": name, "points": points} for name, points in unit_pair.output_points(found).items()]
    return json_document.render([], parts={**record(found), "scatter": clouds})


def record(found: EquatedUnits) -> dict[str, Any]:
    """Everything but the points of single outputs, in full precision."""
    equation, pair, short = found.equation, found.pair, found.short
    criteria = equation.criteria
    about = {
        "metric": found.family,
        "tokenizer": equation.units.segmenter,
        "words": pair.words,
        "characters": pair.characters,
        "characters_range": found.equation.found_range(pair.words),
        "ratio": found.ratio,
        "mean_ratios": found.mean_ratios,
        "word_length": found.word_length,
        "shares_below": found.shares_below
        and dict(zip(("words", "characters"), found.shares_below, strict=True)),
        "grades": criteria.grades,
        "threshold": criteria.threshold,
        "samples": criteria.samples,
        "confidence": criteria.confidence,
        "seed": criteria.seed,
        "unit": equation.drawn.unit,
        "units": equation.drawn.number,
    }
    return {
        "equated": [about],
        "equivalents": [_equivalent_record(each, equation.units.characters) for each in equation.equivalents],
        "lengths": [_fields(group) for group in found.lengths],
        "systems": [_fields(system) for system in found.systems],
        "turned": [{"mean": found.exchanged[0], "corpus": found.exchanged[1]}],
        "short": [_fields(short)],
        "curve": list(_points(equation)),
    }


def _equivalent_record(each: Equivalent, highest: int) -> dict[str, Any]:
    return {
        "words": each.words,
        "by": each.method,
        "characters": each.characters,
        "characters_interval": [end if end <= highest else None for end in (each.least, each.most)],
        "value": each.value,
        "interval": list(ends(each.interval)),
    }


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__match_args__}


_CHART_METHODS = {"pearson": "r", "kappa": "kappa", "behaviour": "share"}


def chart(found: EquatedUnits) -> Chart:
    """Likeness by the order in characters: correlation, kappa, and share of outputs that score no higher."""
    equation, words = found.equation, found.pair.words
    chosen = equation.of(words)
    lines = []
    for method, name in _CHART_METHODS.items():
        values = getattr(equation.likeness, method)[0, words - 1].tolist()
        equivalent = chosen.get(method)  # type: ignore[call-overload]
        best = None if equivalent is None else equivalent.characters
        if all(isnan(value) for value in values):
            continue
        lines.append(
            Curve(
                name,
                tuple(
                    CurvePlace(
                        order,
                        value,
                        float("nan"),
                        float("nan"),
                        f"{name}, {order} characters: {number(value, 3)}",
                        marked=order == best,
                    )
                    for order, value in enumerate(values, 1)
                ),
            )
        )
    threshold = equation.criteria.threshold
    return made(
        stem("units", found.family),
        f"Which character order corresponds to {words} words?",
        _finding(found),
        lambda size: curves(
            size,
            lines,
            Titles("character order", f"similarity to {printable(found.in_words)} ↑", whole=True),
            behind=rule_at(threshold, f"{100 * threshold:g} %", size, vertical=False),
        ),
        "Rings mark the result of each method. Share: outputs that score no higher than with one word less, "
        f"which must reach {100 * threshold:g} %.",
    )


def _finding(found: EquatedUnits) -> str:
    said = [
        f"{each.characters} by {_METHODS[method]}"
        for method, each in found.equation.of(found.pair.words).items()
        if each.characters is not None
    ]
    taken = f"Karat takes {found.pair.characters} characters."
    return f"For {found.pair.words} words the methods find {', '.join(said)}; {taken}"


def charts(found: EquatedUnits) -> list[Chart]:
    """The paper's figures: likeness by order, both units, and both against one word less."""
    return [
        one for one in (chart(found), unit_pair.scatter(found), unit_pair.behaviour(found)) if one is not None
    ]


def figures(found: EquatedUnits) -> Section:
    """The charts and tables, for files of figures."""
    return Section("units", "Words or characters?", _lead(found), (*charts(found), *tables(found)))


def section(dossier: Dossier) -> Section | None:
    """The curves of three methods, the scores of every output in both units, and the systems in both."""
    found = dossier.units
    if found is None:
        return None
    parts: list[Part] = [*charts(found), *tables(found), *notes(found)]
    outputs = found.equation.words.values.shape[1]
    if outputs < len(dossier.corpus):
        parts.append(
            Note("looked at", f"an evenly spaced sample of {outputs:,} of {len(dossier.corpus):,} segments")
        )
    return Section("units", "Words or characters?", _lead(found), tuple(parts))


def _lead(found: EquatedUnits) -> str:
    text = (
        f"{found.pair.characters} characters correspond to {found.pair.words} words here: "
        f"{printable(found.in_characters)} behaves like {printable(found.in_words)}."
    )
    turned = found.exchanged[1]
    if len(found.systems) < 2:
        return text
    pairs = len(found.systems) * (len(found.systems) - 1) // 2
    if not turned:
        return f"{text} Both rank the systems in the same order."
    return f"{text} They rank {turned} of {pairs} pairs of systems differently."


def view(found: Sequence[Equation]) -> View:
    """The order in characters that stands for each order in words."""
    return View(tuple(equivalents_table(one, SPOKEN[one.units.family]) for one in found))
