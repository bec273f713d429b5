"""Heat maps of systems and parts of a text: colours compare a system with the mean of the part."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.report.charts.matrix import Legend
from karat.report.tables import printable
from karat.report.words import digits_for, number, signed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.report.charts.layers import Rows

HEAT = Legend(
    (
        ("worse3", "worse"),
        ("worse2", ""),
        ("worse1", ""),
        ("even", "mean"),
        ("better1", ""),
        ("better2", ""),
        ("better3", "better"),
    ),
    "against the mean of the column",
)


# Where classes begin, in shares of the largest distance from the mean.
_EDGES = (0.1, 0.35, 0.7)


def heat_cells(
    values: Mapping[str, Mapping[str, float]],
    *,
    higher_is_better: bool,
    marked: set[tuple[str, str]] | None = None,
) -> Rows:
    """Cells of parts (columns) and systems (rows), coloured by the distance from the mean of the part."""
    marked = marked or set()
    digits = digits_for([value for of_part in values.values() for value in of_part.values()])
    distances = {part: _distances(of_part, higher_is_better) for part, of_part in values.items()}
    largest = max((abs(each) for of_part in distances.values() for each in of_part.values()), default=0.0)
    cells = []
    for part, of_part in values.items():
        for system, value in of_part.items():
            distance = distances[part].get(system)
            turned = (part, system) in marked
            said = (
                "no value"
                if distance is None
                else f"{number(value, digits)}, {signed(distance, digits)} from the mean"
            )
            cells.append(
                {
                    "row": printable(system),
                    "column": printable(part),
                    "class": heat_class(distance, largest),
                    "signed": True,
                    "text": number(value, digits) + ("*" if turned else ""),
                    "words": f"{printable(system)}, {printable(part)}: {said}"
                    + (", ahead of a system that is better overall" if turned else ""),
                }
            )
    return cells


def heat_class(distance: float | None, largest: float) -> str:
    """The class of a cell by how far it is on the good side of the mean."""
    if distance is None or largest <= 0:
        return "even"
    grade = sum(abs(distance) > edge * largest for edge in _EDGES)
    return "even" if grade == 0 else f"{'better' if distance > 0 else 'worse'}{grade}"


def _distances(values: Mapping[str, float], higher_is_better: bool) -> dict[str, float]:
    known = {name: value for name, value in values.items() if not isnan(value)}
    mean = sum(known.values()) / len(known) if known else 0.0
    return {name: (value - mean) * (1 if higher_is_better else -1) for name, value in known.items()}
