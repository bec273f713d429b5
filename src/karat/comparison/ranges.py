"""Numbers cut into ranges that have names."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    # The part of each segment, and all parts in order.
    Parts = tuple[list[str], list[str]]

# A column with more different numbers than this is cut into ranges.
_MOST_VALUES = 8


def quarters(sizes: Sequence[float], unit: str = "") -> Parts:
    """Four ranges that hold about as many segments each; fewer where many sizes are equal."""
    ordered = sorted(sizes)
    ends = sorted({ordered[max(len(ordered) * quarter // 4 - 1, 0)] for quarter in (1, 2, 3, 4)})
    starts = [ordered[0], *(ordered[bisect_right(ordered, end)] for end in ends[:-1])]
    names = [_range(start, end, unit) for start, end in zip(starts, ends, strict=True)]
    if len(set(names)) < len(names):  # numbers that differ beyond the digits shown
        names = [f"{name} ({place})" for place, name in enumerate(names, 1)]
    return [names[bisect_left(ends, size)] for size in sizes], names


def cut_at(edges: Sequence[float], sizes: Sequence[float], unit: str = "") -> Parts:
    """Ranges between edges; a size that is an edge is above it."""
    ordered = sorted(set(edges))
    if not ordered or any(edge - edge != 0 for edge in ordered):
        raise InvalidOption("The edges must be one or more finite numbers.")
    unit = f" {unit}" if unit else ""
    between = [f"{a:g} to {b:g}{unit}" for a, b in pairwise(ordered)]
    names = [f"below {ordered[0]:g}{unit}", *between, f"{ordered[-1]:g}{unit} or above"]
    return [names[bisect_right(ordered, size)] for size in sizes], names


def values_in_parts(name: str, values: Sequence[object], edges: Sequence[float] | None) -> Parts:
    """Parts by the values of a column, with one of its own for segments that have none."""
    there = [value for value in values if not _is_missing(value)]
    if not there:
        raise InvalidOption(f"{name!r} is empty, so nothing can be cut by it.")
    numbers = [_number(value) for value in there]
    sizes = [number for number in numbers if number is not None]
    if len(sizes) == len(there) and (edges is not None or len(set(sizes)) > _MOST_VALUES):
        labels, parts = quarters(sizes) if edges is None else cut_at(edges, sizes)
    elif edges is not None:
        raise InvalidOption(f"{name!r} holds {there[0]!r}, which is no number; it cannot be cut at numbers.")
    else:
        labels = [_label(value) for value in there]
        order = dict.fromkeys(labels)
        # Few numbers are in their own order, other labels in that of the text.
        parts = sorted(order, key=float) if len(sizes) == len(there) else list(order)
    none = f"no {name}"
    following = iter(labels)
    return [none if _is_missing(value) else next(following) for value in values], [*parts, none]


def _range(start: float, end: float, unit: str) -> str:
    name = f"{start:.4g}" if start == end else f"{start:.4g}–{end:.4g}"
    return f"{name} {unit}".rstrip()


def _is_missing(value: object) -> bool:
    return value is None or value == "" or value != value  # noqa: PLR0124 (NaN is not itself)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if number - number == 0 else None


def _label(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
