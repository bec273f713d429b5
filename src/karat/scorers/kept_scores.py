"""Scores that a model has computed, kept by model and text, so that nothing is computed twice."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from karat.scorers.scorer import ScorerInput

_TABLE = "CREATE TABLE IF NOT EXISTS score (item BLOB PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID"
_AT_ONCE = 500


class KeptScores:
    """A file of scores, by a checksum of an item and of the scorer's identity: texts are not in it.

    Several programs may use the file at once.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """The file is made when something is kept."""
        self.path = Path(path)

    @classmethod
    def of_user(cls) -> KeptScores:
        """The user's own, in `KARAT_CACHE`, or where programs keep what can be computed again."""
        home = os.environ.get("KARAT_CACHE") or os.environ.get("XDG_CACHE_HOME")
        folder = Path(home) if home else Path.home() / ".cache"
        return cls(folder / "karat" / "scores.sqlite")

    def find(self, identity: str, items: Iterable[ScorerInput]) -> dict[ScorerInput, float]:
        """The scores of those items that this scorer has seen."""
        if not self.path.exists():
            return {}
        by_key = {_key(identity, item): item for item in items}
        keys = list(by_key)
        found: dict[ScorerInput, float] = {}
        with closing(self._opened()) as file:
            for start in range(0, len(keys), _AT_ONCE):
                some = keys[start : start + _AT_ONCE]
                marks = ",".join("?" * len(some))
                rows = self._run(file, f"SELECT item, value FROM score WHERE item IN ({marks})", some)  # noqa: S608
                found |= {by_key[key]: value for key, value in rows}
        return found

    def keep(self, identity: str, scores: Mapping[ScorerInput, float]) -> None:
        """Add the scores of a scorer."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unusable(error) from None
        with closing(self._opened()) as file, file:
            for item, value in scores.items():
                self._run(file, "INSERT OR REPLACE INTO score VALUES (?, ?)", (_key(identity, item), value))

    def _opened(self) -> sqlite3.Connection:
        try:
            file = sqlite3.connect(self.path, timeout=60)
        except sqlite3.Error as error:
            raise self._unusable(error) from None
        try:
            self._run(file, _TABLE)
        except UnreadableFile:
            file.close()
            raise
        return file

    def _run(
        self, file: sqlite3.Connection, statement: str, values: Iterable[object] = ()
    ) -> list[tuple[bytes, float]]:
        try:
            return file.execute(statement, tuple(values)).fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _unusable(self, error: Exception) -> UnreadableFile:
        return UnreadableFile(
            f"{self.path}: kept scores cannot be used ({error}). Remove the file, or set KARAT_CACHE to "
            "another folder."
        )


def _key(identity: str, item: ScorerInput) -> bytes:
    return sha256(f"{identity}\n{item.as_json()}".encode("utf-8", "backslashreplace")).digest()
