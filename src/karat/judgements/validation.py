"""What a table of judgements must be: values on their scales, one scale for a dimension, nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidJudgement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.judgements.scale import Scale

    Codes = NDArray[np.int32]
    Place = Callable[[int], str]


def check_scales(
    dimensions: Sequence[str], dimension: Codes, scales: Mapping[str, Scale], place: Place
) -> None:
    """Every dimension has a scale, and no two scales have one name."""
    for code, name in enumerate(dimensions):
        if name not in scales:
            row = int((dimension == code).argmax())
            raise InvalidJudgement(
                f"{place(row)}: nothing says which scale {name!r} is judged on. Add a column 'scale', or say "
                f"it: {name}=1-5, {name}=0..100."
            )
    known: dict[str, Scale] = {}
    for name in dimensions:
        scale = scales[name]
        if known.setdefault(scale.name, scale) != scale:
            raise InvalidJudgement(
                f"Two scales are called {scale.name!r}: {known[scale.name].recipe} and {scale.recipe}. "
                "Rename one of them."
            )


def check_values(
    value: Floats, dimensions: Sequence[str], dimension: Codes, scales: Mapping[str, Scale], place: Place
) -> None:
    """Every value is on the scale of its dimension."""
    wrong = np.zeros(len(value), dtype=bool)
    for code, name in enumerate(dimensions):
        rows = np.flatnonzero(dimension == code)
        wrong[rows] = scales[name].faults(value[rows])
    if wrong.any():
        row = int(wrong.argmax())
        name = dimensions[dimension[row]]
        raise InvalidJudgement(f"{place(row)}: {name}: {scales[name].fault(float(value[row]))}")


def numbered_occasions(
    names: Sequence[Sequence[str]],
    codes: Sequence[Codes],
    time: Floats,
    given: Sequence[int | None] | None,
    place: Place,
) -> Codes:
    """Which time it is that a judge judges an item, from 0; times tell it where nobody says it.

    What a judge says twice of one item without another time is a duplicate, and refused.
    """
    occasion = np.zeros(len(time), dtype=np.int32)
    items = _item_numbers(names, codes)
    if given is not None and any(number is not None for number in given):
        occasion[:] = [0 if number is None else number for number in given]
        _refuse_twice(np.lexsort((np.arange(len(items)), occasion, items)), items, occasion, place)
        return occasion
    order = np.lexsort((np.arange(len(items)), time, items))
    again = items[order][1:] == items[order][:-1]
    if not again.any():
        return occasion
    _refuse_twice(order, items, time, place)
    for before, after in zip(order[:-1][again], order[1:][again], strict=True):
        occasion[after] = occasion[before] + 1
    return occasion


def _item_numbers(names: Sequence[Sequence[str]], codes: Sequence[Codes]) -> NDArray[np.int64]:
    """One number for each judge, system, segment and dimension."""
    number = np.zeros(len(codes[0]), dtype=np.int64)
    for of_names, code in zip(names, codes, strict=True):
        number = number * max(len(of_names), 1) + code
    return number


def _refuse_twice(
    order: NDArray[np.int64], items: NDArray[np.int64], told_apart: NDArray[np.generic], place: Place
) -> None:
    """Refuse two rows of one item that nothing tells apart; NaN tells nothing."""
    same = items[order][1:] == items[order][:-1]
    first, second = told_apart[order][:-1], told_apart[order][1:]
    missing = (second != second) | (first != first)  # noqa: PLR0124 (only NaN is not itself)
    twice = same & ((first == second) | missing)
    if twice.any():
        found = int(np.flatnonzero(twice)[0])
        earlier, later = sorted((int(order[found]), int(order[found + 1])))
        raise InvalidJudgement(
            f"{place(later)}: this judge has judged this segment of this system before, in "
            f"{place(earlier).rpartition(', ')[2]}. Keep one; a repeat needs a time or occasion."
        )
