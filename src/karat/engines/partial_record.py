"""Partial sums as a file has them, checked before they are used: the file may come from a stranger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

# More cells than any interval needs; the file names cells, and memory is taken for all of them.
_MOST_CELLS = 1 << 20
_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**62)]
_Number = Annotated[int, msgspec.Meta(gt=-(2**62), lt=2**62)]
_Place = Annotated[int, msgspec.Meta(ge=0, lt=_MOST_CELLS)]


class RecordedRecipe(msgspec.Struct, frozen=True):
    """How was counted."""

    metrics: list[str]
    by: list[str]
    where: str
    cells: Annotated[int, msgspec.Meta(ge=0, le=_MOST_CELLS)]
    identity: list[str]
    learnt: str
    karat: str
    unicode: str


class RecordedCells(msgspec.Struct, frozen=True):
    """The cells that have segments, and what was counted in each of them."""

    cell: list[_Place]
    segments: list[_Count]
    counts: list[list[list[_Number]]]


class RecordedGroup(msgspec.Struct, frozen=True):
    """What was counted in the rows of a group; totals may be of any size."""

    key: list[str]
    segments: _Count
    references: _Count
    label: str
    totals: list[list[int]]
    cells: RecordedCells | None = None


class RecordedPartial(msgspec.Struct, frozen=True):
    """What was counted in a shard."""

    shard: str
    fingerprint: str
    recipe: RecordedRecipe
    groups: list[RecordedGroup]


def recorded(values: Mapping[str, Any]) -> RecordedPartial:
    """The record, if every value has its type and size; else a ValueError that says where it has not.

    >>> recorded({"shard": 1})
    Traceback (most recent call last):
    ...
    ValueError: Expected `str`, got `int` - at `$.shard`
    """
    try:
        record = msgspec.convert(values, RecordedPartial)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
    for group in record.groups:
        _check_shape(group, record.recipe)
    return record


def _check_shape(group: RecordedGroup, recipe: RecordedRecipe) -> None:
    """As many totals as metrics, and as many counts as cells."""
    if len(group.totals) != len(recipe.metrics) or len(group.key) != len(recipe.by):
        raise ValueError(f"the group {group.key} does not fit the recipe")
    if (group.cells is None) == bool(recipe.cells):
        raise ValueError(f"the recipe has {recipe.cells} cells, and the group {group.key} does not fit it")
    if group.cells is None:
        return
    filled = len(group.cells.cell)
    fits = len(set(group.cells.cell)) == filled == len(group.cells.segments) and all(
        place < recipe.cells for place in group.cells.cell
    )
    widths = [len(total) for total in group.totals]
    if not fits or len(group.cells.counts) != len(widths):
        raise ValueError(f"the cells of the group {group.key} do not fit")
    for width, rows in zip(widths, group.cells.counts, strict=True):
        if len(rows) != filled or any(len(row) != width for row in rows):
            raise ValueError(f"the counts of the group {group.key} do not fit its cells")
