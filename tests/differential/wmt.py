"""The WMT data sets beside the project: systems and references, aligned."""

from __future__ import annotations

import csv
import gzip
import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("wmt22.de-en", "wmt23.en-de", "wmt23.en-ja", "wmt23.zh-en", "wmt24.en-ja")


@dataclass(frozen=True)
class DataSet:
    """Outputs by system, and one text per reference."""

    systems: dict[str, list[str]]
    streams: list[list[str]]

    @property
    def human_systems(self) -> set[str]:
        """References that are also systems."""
        return {name for name in self.systems if name.startswith("ref")}


@cache
def read(folder: Path) -> DataSet:
    """All segments of a data set, in order."""
    systems: dict[str, list[str]] = {}
    references: dict[int, list[str]] = {}
    with gzip.open(folder / "segments.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            systems.setdefault(row["system"], []).append(row["hypothesis"])
            references[row["seg_id"]] = row["references"]
    return DataSet(systems, [list(stream) for stream in zip(*references.values(), strict=True)])


def published(folder: Path) -> list[dict[str, str]]:
    """The table of systems, with the scores that WMT published."""
    with (folder / "systems.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))
