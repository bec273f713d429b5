"""Partial sums: what was counted in one shard, and how. They add, and they can be kept in files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat._version import __version__
from karat.engines.partial_record import recorded
from karat.errors import InvalidFile
from karat.kernel import UNICODE_VERSION
from karat.output_files import write_file
from karat.small_files import read_small_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from karat.engines.partial_record import RecordedCells, RecordedGroup, RecordedRecipe

    Counts = NDArray[np.int64]

SCHEMA = 1
# Sums apart for 4,096 cells take a megabyte and more for each shard, and a file may have those of thousands.
_MOST_BYTES = 1 << 33


@dataclass(frozen=True, slots=True)
class CountingRecipe:
    """Everything that decides what is counted: sums of different recipes do not add.

    `cells` is 0 where no intervals are wanted; `identity` names the columns that tell segments apart, none
    where the text of the references does. `learnt` is a checksum of what metrics learnt from all shards.

    >>> CountingRecipe(("chrF|char_order:6",), by=("lang",)) == CountingRecipe(("chrF|char_order:6",))
    False
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
    """The same totals apart for each cell of segments, from which chance draws: cells × columns.

    >>> from karat import Bleu, demo
    >>> from karat.engines import evaluate_shards
    >>> group = evaluate_shards(demo.segments_path(), Bleu(), cells=64).groups[0]
    >>> group.cells.counts[0].shape, int(group.cells.segments.sum())
    ((64, 10), 48)
    """

    segments: Counts
    counts: tuple[Counts, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GroupTotals:
    """The rows of one group: how many, with how many references, and their totals under each metric.

    >>> from karat import Bleu, demo
    >>> from karat.engines import evaluate_shards
    >>> group = evaluate_shards(demo.segments_path(), Bleu()).group("aurora")
    >>> group.segments, group.references
    (48, 2)
    """

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
    def from_json(cls, record: Mapping[str, Any]) -> Partial:
        """The partial sums of a record that `to_json` made; a ValueError says what is wrong with another."""
        known = recorded(record)
        groups = tuple(_group_of(one, known.recipe.cells) for one in known.groups)
        return cls(known.shard, known.fingerprint, _recipe_of(known.recipe), groups)


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


def _recipe_of(record: RecordedRecipe) -> CountingRecipe:
    return CountingRecipe(
        metrics=tuple(record.metrics),
        by=tuple(record.by),
        where=record.where,
        cells=record.cells,
        identity=tuple(record.identity),
        learnt=record.learnt,
        karat=record.karat,
        unicode=record.unicode,
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


def _group_of(record: RecordedGroup, cells: int) -> GroupTotals:
    totals = tuple(map(tuple, record.totals))
    return GroupTotals(
        tuple(record.key),
        record.segments,
        record.references,
        record.label,
        totals,
        None if record.cells is None else _cells_of(record.cells, cells, [len(total) for total in totals]),
    )


def _cells_of(record: RecordedCells, cells: int, widths: Sequence[int]) -> CellTotals:
    filled = np.array(record.cell, dtype=np.int64)
    segments = np.zeros(cells, dtype=np.int64)
    segments[filled] = record.segments
    counts = []
    for width, rows in zip(widths, record.counts, strict=True):
        spread = np.zeros((cells, width), dtype=np.int64)
        spread[filled] = np.array(rows, dtype=np.int64).reshape(len(filled), width)
        counts.append(spread)
    return CellTotals(segments, tuple(counts))


def write_partials(path: str, partials: Iterable[Partial]) -> None:
    """Write a file of partial sums. It is replaced all at once: nobody ever sees half of it.

    >>> from tempfile import TemporaryDirectory
    >>> from karat import Bleu, demo
    >>> from karat.engines import count_shard, shards_of
    >>> counted = [count_shard(shard, [Bleu()]) for shard in shards_of(demo.segments_path())]
    >>> with TemporaryDirectory() as folder:
    ...     write_partials(f"{folder}/sums.json", counted)
    ...     read_partials(f"{folder}/sums.json")[0].segments
    288
    """
    record = {"schema": SCHEMA, "partials": [partial.to_json() for partial in partials]}
    write_file(path, json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


def read_partials(path: str) -> list[Partial]:
    """The partial sums of a file.

    >>> from tempfile import TemporaryDirectory
    >>> from karat import Bleu, demo
    >>> from karat.engines import add, count_shard, shards_of
    >>> counted = [count_shard(shard, [Bleu()]) for shard in shards_of(demo.segments_path())]
    >>> with TemporaryDirectory() as folder:
    ...     write_partials(f"{folder}/sums.json", counted)
    ...     add(read_partials(f"{folder}/sums.json")).segments
    288
    """
    try:
        record = json.loads(read_small_bytes(path, most=_MOST_BYTES))
    except InvalidFile:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidFile.at(path, f"this is no file of partial sums ({error}). Count it again.") from None
    schema = record.get("schema") if isinstance(record, dict) else None
    if schema != SCHEMA:
        raise InvalidFile.at(
            path, f"its schema is {schema!r}, and this version of Karat reads {SCHEMA}. Count it again."
        )
    try:
        return [Partial.from_json(one) for one in record["partials"]]
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidFile.at(path, f"this is no file of partial sums ({error}). Count it again.") from None
