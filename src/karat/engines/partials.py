"""Partial sums: what was counted in one shard, and how. They add, and they can be kept in files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat._version import __version__
from karat.errors import InvalidFile, UnreadableFile
from karat.kernel import UNICODE_VERSION
from karat.output_files import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class CountingRecipe:
    """Everything that decides what is counted: sums of different recipes do not add.

    `cells` is 0 where no intervals are wanted; `identity` names the columns that tell segments apart, none
    where the text of the references does. `learnt` is a checksum of what metrics learnt from all shards.
    """

    metrics: tuple[str, ...]
    by: tuple[str, ...] = ()
    where: str = ""
    cells: int = 0
    identity: tuple[str, ...] = ()
    learnt: str = ""
    karat: str = __version__
    unicode: str = UNICODE_VERSION


@dataclass(frozen=True, slots=True, eq=False)
class CellTotals:
    """The same totals apart for each cell of segments, from which chance draws: cells × columns."""

    segments: Counts
    counts: tuple[Counts, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GroupTotals:
    """The rows of one group: how many, with how many references, and their totals under each metric."""

    key: tuple[str, ...]
    segments: int
    references: int
    label: str
    totals: tuple[tuple[int, ...], ...]
    cells: CellTotals | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Partial:
    """What was counted in one shard.

    >>> from karat import Bleu, demo
    >>> from karat.engines import count_shard, shards_of
    >>> (shard,) = shards_of(demo.segments_path())
    >>> partial = count_shard(shard, [Bleu()], by=["system"])
    >>> partial.segments, [group.key for group in partial.groups][:2]
    (288, [('aurora',), ('birch',)])
    """

    shard: str
    fingerprint: str
    recipe: CountingRecipe
    groups: tuple[GroupTotals, ...]

    @property
    def segments(self) -> int:
        """How many rows were counted."""
        return sum(group.segments for group in self.groups)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for a file."""
        return {
            "shard": self.shard,
            "fingerprint": self.fingerprint,
            "recipe": recipe_record(self.recipe),
            "segments": self.segments,
            "groups": [_group_record(group) for group in self.groups],
        }

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Partial:
        """The partial sums of a record that `to_json` made."""
        recipe = recipe_of(record["recipe"])
        groups = tuple(_group_of(one, recipe.cells) for one in record["groups"])
        return cls(str(record["shard"]), str(record["fingerprint"]), recipe, groups)


def recipe_record(recipe: CountingRecipe) -> dict[str, Any]:
    """Plain values, for a file."""
    return {
        "metrics": list(recipe.metrics),
        "by": list(recipe.by),
        "where": recipe.where,
        "cells": recipe.cells,
        "identity": list(recipe.identity),
        "learnt": recipe.learnt,
        "karat": recipe.karat,
        "unicode": recipe.unicode,
    }


def recipe_of(record: dict[str, Any]) -> CountingRecipe:
    """The recipe of a record that `recipe_record` made."""
    return CountingRecipe(
        metrics=tuple(map(str, record["metrics"])),
        by=tuple(map(str, record["by"])),
        where=str(record["where"]),
        cells=_whole(record["cells"]),
        identity=tuple(map(str, record["identity"])),
        learnt=str(record["learnt"]),
        karat=str(record["karat"]),
        unicode=str(record["unicode"]),
    )


def _group_record(group: GroupTotals) -> dict[str, Any]:
    record: dict[str, Any] = {
        "key": list(group.key),
        "segments": group.segments,
        "references": group.references,
        "label": group.label,
        "totals": [list(total) for total in group.totals],
    }
    if group.cells is not None:
        filled = np.flatnonzero(group.cells.segments)
        record["cells"] = {
            "cell": filled.tolist(),
            "segments": group.cells.segments[filled].tolist(),
            "counts": [counts[filled].tolist() for counts in group.cells.counts],
        }
    return record


def _group_of(record: dict[str, Any], cells: int) -> GroupTotals:
    totals = tuple(tuple(_whole(number) for number in total) for total in record["totals"])
    return GroupTotals(
        tuple(map(str, record["key"])),
        _whole(record["segments"]),
        _whole(record["references"]),
        str(record["label"]),
        totals,
        _cells_of(record["cells"], cells, [len(total) for total in totals]) if cells else None,
    )


def _cells_of(record: dict[str, Any], cells: int, widths: Sequence[int]) -> CellTotals:
    filled = np.array(record["cell"], dtype=np.int64)
    segments = np.zeros(cells, dtype=np.int64)
    segments[filled] = record["segments"]
    counts = []
    for width, rows in zip(widths, record["counts"], strict=True):
        spread = np.zeros((cells, width), dtype=np.int64)
        spread[filled] = np.array(rows, dtype=np.int64).reshape(len(filled), width)
        counts.append(spread)
    return CellTotals(segments, tuple(counts))


def _whole(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{number!r} is not a whole number")
    return number


def write_partials(path: str, partials: Iterable[Partial]) -> None:
    """Write a file of partial sums. It is replaced all at once: nobody ever sees half of it."""
    record = {"schema": SCHEMA, "partials": [partial.to_json() for partial in partials]}
    write_file(path, json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


def read_partials(path: str) -> list[Partial]:
    """The partial sums of a file."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            record = json.load(file)
    except OSError as error:
        raise UnreadableFile(f"{path}: the file cannot be read ({error.strerror or error}).") from None
    except ValueError as error:
        raise InvalidFile.at(path, f"this is no file of partial sums ({error}). Count it again.") from None
    schema = record.get("schema") if isinstance(record, dict) else None
    if schema != SCHEMA:
        raise InvalidFile.at(
            path, f"its schema is {schema!r}, and this version of Karat reads {SCHEMA}. Count it again."
        )
    try:
        return [Partial.from_json(one) for one in record["partials"]]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidFile.at(path, f"this is no file of partial sums ({error!r}). Count it again.") from None
