"""An explanation for the eye, with or without colours, and as JSON."""

from __future__ import annotations

import json
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from karat.report.formats.json_document import plain
from karat.report.formats.text import display_width
from karat.report.tables import Note, Row, Table, View, number, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.explain.explanation import Explanation, Listing, Mark, MarkedText, Step


GAP = "  "
_SHOWN = 6
_UNDEFINED = "is undefined here"
STYLES = {"matched": "\x1b[32m", "missed": "\x1b[31;4m", "plain": ""}
_MARKS = {"matched": ("", ""), "missed": ("[", "]"), "plain": ("", "")}
# The styles of tables on a terminal.
_BOLD, _HEADING, _DIM, _END = "\x1b[1m", "\x1b[1;36m", "\x1b[2m", "\x1b[0m"


def render(
    explanation: Explanation, *, digits: int | None = None, styles: bool = False, most: int | None = None
) -> str:
    """Texts with their marks, listings of up to `most` rows, steps, the value and the recipe.

    Unless `digits` are asked for, the value has two, and what it is made of enough to compute it again.
    """
    blocks = []
    if explanation.texts:
        lines = _texts(explanation.texts, is_spaced(explanation.recipe), styles)
        blocks.append(lines if styles else [*lines, "[ ] marks what the other side does not have."])
    blocks += [_listing(listing, digits, styles, most) for listing in explanation.listings]
    if explanation.steps:
        blocks.append(_steps(explanation.steps, digits, styles))
    worth = number(explanation.value, 2 if digits is None else digits, _UNDEFINED)
    value = f"{printable(explanation.metric)} {worth}"
    recipe = printable(explanation.recipe)
    blocks.append([f"{_BOLD}{value}{_END}{GAP}{_DIM}{recipe}{_END}" if styles else f"{value}{GAP}{recipe}"])
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def as_json(explanation: Explanation) -> str:
    """The same as plain values, in a stable order and full precision."""
    document: dict[str, Any] = {
        "metric": explanation.metric,
        "value": explanation.value,
        "recipe": explanation.recipe,
        "texts": [
            {"title": text.title, "units": [{"text": unit, "mark": mark} for unit, mark in text.units]}
            for text in explanation.texts
        ],
        "listings": [
            {"title": one.title, "columns": list(one.columns), "rows": [list(row) for row in one.rows]}
            for one in explanation.listings
        ],
        "steps": [
            {"label": step.label, "value": step.value, "reason": step.reason} for step in explanation.steps
        ],
    }
    return json.dumps(plain(document), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def written_texts(texts: Sequence[MarkedText], *, spaced: bool) -> str:
    """Texts below each other, with brackets around what the other side does not have."""
    return "".join(f"{line}\n" for line in _texts(texts, spaced, styles=False)) if texts else ""


def _texts(texts: Sequence[MarkedText], spaced: bool, styles: bool) -> list[str]:
    width = max(display_width(text.title) for text in texts)
    between = " " if spaced else ""
    return [f"{_padded(text.title, width)}{GAP}{_units(text.units, between, styles)}" for text in texts]


def is_spaced(recipe: str) -> bool:
    """Words stand apart, characters together."""
    word, *options = recipe.split("|")
    return word != "chrF" and {"unit:char", "tok:char", "tok:char-spaces"}.isdisjoint(options)


def _units(units: Sequence[tuple[str, Mark]], between: str, styles: bool) -> str:
    return between.join(
        _marked(between.join(map(printable, words)), mark, styles) for mark, words in marked_runs(units)
    )


def marked_runs(units: Sequence[tuple[str, Mark]]) -> list[tuple[Mark, list[str]]]:
    """Units that follow each other with the same mark, which they share."""
    return [(mark, [unit for unit, _ in run]) for mark, run in groupby(units, key=itemgetter(1))]


def _marked(text: str, mark: Mark, styles: bool) -> str:
    if styles:
        return f"{STYLES[mark]}{text}{_END}" if STYLES[mark] else text
    before, after = _MARKS[mark]
    return f"{before}{text}{after}"


def _listing(listing: Listing, digits: int | None, styles: bool, most: int | None) -> list[str]:
    shown = list(listing.rows)[:most]
    columns = [written_cells(column, digits) for column in zip(*shown, strict=True)]
    grid = [listing.columns, *zip(*columns, strict=True)]
    numbers = [all(isinstance(row[n], int | float) for row in shown) for n in range(len(listing.columns))]
    lines = _aligned(grid, numbers)
    rule = "─" * max(map(display_width, lines))
    title = f"{_BOLD}{listing.title}{_END}" if styles else listing.title
    heading = f"{_HEADING}{lines[0]}{_END}" if styles else lines[0]
    hidden = len(listing.rows) - len(shown)
    return [title, heading, rule, *lines[1:], *([f"… and {hidden} more"] if hidden else [])]


def _steps(steps: Sequence[Step], digits: int | None, styles: bool) -> list[str]:
    values = written_cells([step.value for step in steps], digits)
    grid = [[step.label, value, step.reason] for step, value in zip(steps, values, strict=True)]
    lines = _aligned(grid, [False, True, False])
    return [*lines[:-1], f"{_BOLD}{lines[-1]}{_END}" if styles else lines[-1]]


def _aligned(grid: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    widths = [max(map(display_width, column)) for column in zip(*grid, strict=True)]
    return [
        GAP.join(_padded(*cell) for cell in zip(row, widths, right, strict=True)).rstrip() for row in grid
    ]


def _padded(text: str, width: int, right: bool = False) -> str:
    blank = " " * (width - display_width(text))
    return blank + text if right else text + blank


def written_cells(column: Sequence[str | float | None], digits: int | None) -> list[str]:
    """The values of a column, with as many digits after the point as the longest of them needs."""
    if digits is None:
        numbers = [value for value in column if isinstance(value, float) and isfinite(value)]
        digits = max(map(_needed, numbers), default=0)
    return [_cell(value, digits) for value in column]


def _needed(number: float) -> int:
    """The digits after the point that make six in all, without noughts at the end."""
    before = len(str(int(abs(number)))) if abs(number) >= 1 else 0
    return len(f"{number:.{max(_SHOWN - before, 0)}f}".rstrip("0").partition(".")[2])


def _cell(value: str | float | None, digits: int) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return printable(value) or "–"
    return str(value) if isinstance(value, int) else f"{value:.{digits}f}"


def view(found: Sequence[Explanation]) -> View:
    """What `karat explain` prints: texts with what matched, the steps to the value, and particulars."""
    tables, notes = [], []
    for one in found:
        values = written_cells([step.value for step in one.steps], None)
        steps = [
            Row((step.label, value, step.reason), ()) for step, value in zip(one.steps, values, strict=True)
        ]
        tables += [Table(("step", "value", "because"), (), steps)] if steps else []
        for listing in one.listings:
            cells = [written_cells(column, None) for column in zip(*listing.rows, strict=True)]
            rows = [Row(tuple(row), ()) for row in zip(*cells, strict=True)]
            tables.append(Table(listing.columns, (), rows, title=listing.title))
        notes.append(Note(f"{one.metric} {number(one.value, 2, _UNDEFINED)}", printable(one.recipe)))
    texts = tuple(text for one in found for text in one.texts)
    return View(tuple(tables), tuple(notes), texts, all(is_spaced(one.recipe) for one in found))
