"""Real data sets of which several tests ask something: nothing changes them, so each is read once in a process."""

from __future__ import annotations

import gzip
import json
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from karat import read

if TYPE_CHECKING:
    from pathlib import Path

    from karat import Corpus


@cache
def corpus_of(path: Path) -> Corpus:
    """The corpus as `karat.read` reads it."""
    return read(path)


# Only the last: the references of a segment are in the row of every system.
@lru_cache(maxsize=1)
def rows_of(folder: Path) -> list[dict[str, Any]]:
    """The rows of a data set's segments as they are in the file."""
    with gzip.open(folder / "segments.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
