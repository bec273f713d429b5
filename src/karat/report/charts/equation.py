"""Words and characters: the same outputs scored in both units, and which orders stand for one another."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.report.charts.curves import Curve, Place, Titles, curves
from karat.report.charts.density import cloud, gathering_note
from karat.report.charts.layers import layer, made, rule_at
from karat.report.charts.theme import colour
from karat.report.charts.words import number, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.diagnosis.equated import Equated
    from karat.report.charts.chart import Chart

_METHODS = {"pearson": "r", "kappa": "kappa", "behaviour": "share"}


def scatter(found: Equated) -> Chart:
    """Every output by its score in characters and in words (Figure 1 of Denoual & Lepage)."""
    equation = found.equation
    words = equation.words.values[:, :, found.pair.words - 1].ravel().tolist()
    characters = equation.characters.values[:, :, found.pair.characters - 1].ravel().tolist()
    points = list(zip(characters, words, strict=True))
    r = equation.likeness.pearson[0, found.pair.words - 1, found.pair.characters - 1]
    diagonal = layer(
        [{"x": 0, "y": 0}, {"x": 1, "y": 1}],
        {"type": "line", "color": colour("muted"), "strokeDash": [4, 3], "strokeWidth": 1},
        {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}},
    )
    return made(
        stem("units-scatter", found.family),
        f"{printable(found.in_words)} and {printable(found.in_characters)} of every output",
        f"{found.pair.characters} characters stand for {found.pair.words} words: over {len(points):,} "
        f"outputs the two scores have r = {number(float(r), 2)}. On the dashed line both are equal."
        f"{gathering_note(len(points))}",
        lambda size: cloud(
            size, points, printable(found.in_characters), printable(found.in_words), front=[diagonal]
        ),
    )


def chart(found: Equated) -> Chart:
    """Likeness by the order in characters: correlation, kappa, and share of outputs that score no higher."""
    equation, words = found.equation, found.pair.words
    chosen = equation.of(words)
    lines = []
    for method, name in _METHODS.items():
        values = getattr(equation.likeness, method)[0, words - 1].tolist()
        equivalent = chosen.get(method)  # type: ignore[call-overload]
        best = None if equivalent is None else equivalent.characters
        if all(isnan(value) for value in values):
            continue
        lines.append(
            Curve(
                name,
                tuple(
                    Place(
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
        f"Which order in characters stands for {words} words?",
        f"{_finding(found)} Rings are what each method finds; share is that of outputs that score no higher "
        f"than with one word less, and must reach {100 * threshold:g} %.",
        lambda size: curves(
            size,
            lines,
            Titles("order in characters", f"likeness to {printable(found.in_words)} ↑", whole=True),
            behind=rule_at(threshold, f"{100 * threshold:g} %", size, vertical=False),
        ),
    )


def _finding(found: Equated) -> str:
    said = [
        f"{each.characters} by {_METHODS[method]}"
        for method, each in found.equation.of(found.pair.words).items()
        if each.characters is not None
    ]
    taken = f"{found.pair.characters} characters are taken."
    return f"For {found.pair.words} words the methods find {', '.join(said)}; {taken}"
