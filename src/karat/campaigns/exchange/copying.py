"""Moving a campaign from a file into a database, or back: every row, and so every link and every key."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from karat.campaigns.store import copy_store, open_store
from karat.errors import InvalidFile

if TYPE_CHECKING:
    from pathlib import Path

    from karat.campaigns.store.table_rows import TableRows


@dataclass(frozen=True, slots=True)
class CopiedCampaign:
    """What was copied, compared row by row: how many rows, and how many of them are answers."""

    source: str
    target: str
    rows: int
    answers: int


def copy_campaign(source: str | Path, target: str | Path) -> CopiedCampaign:
    """A copy at another address, where no campaign may be yet.

    The campaign is copied as it is at one moment. Answers that come later are in the source only: pause the
    campaign and stop its server before you go on with the copy.
    """
    old = open_store(source)
    try:
        with old.reading() as left:
            new = copy_store(left.tables, target)
            try:
                with new.reading() as right:
                    counts = _compare(left.tables, right.tables, new.address)
            finally:
                new.close()
    finally:
        old.close()
    return CopiedCampaign(old.address, new.address, sum(counts.values()), counts["answers"])


def _compare(left: TableRows, right: TableRows, where: str) -> Counter[str]:
    """How many rows each table has, all of them equal."""
    counts: Counter[str] = Counter()
    for (name, rows), (_, copies) in zip(left.all(), right.all(), strict=True):
        for row, copy in zip_longest(rows, copies):
            if row != copy:
                raise InvalidFile.at(
                    where, f"a row of {name} differs from the source. Remove it and copy again."
                )
            counts[name] += 1
    return counts
