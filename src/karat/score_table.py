"""One metric's values for every system, and for every segment, document or text type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.display import Shown
from karat.errors import UnknownName

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.frames import Columns


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreTable(Shown):
    """One metric's values for every system and every row: segments, documents or text types.

    `errors` are the standard errors of the values, where these are estimates: see `karat.people`.

    >>> from karat import Bleu, Corpus, evaluate
    >>> corpus = Corpus.of(["a b c d e", "f g h i"], ["a b c d f", "f g h i"], documents=["x", "y"])
    >>> table = evaluate(corpus, Bleu()).table("BLEU", "document")
    >>> table.rows, table["hypothesis"].round(2).tolist()
    (('x', 'y'), [66.87, 100.0])
    """

    metric: str
    recipe: str
    level: str
    systems: tuple[str, ...]
    rows: tuple[str, ...]
    values: NDArray[np.float64]
    higher_is_better: bool = True
    errors: NDArray[np.float64] | None = None

    def __getitem__(self, system: str) -> NDArray[np.float64]:
        if system not in self.systems:
            raise UnknownName.among("system", system, self.systems)
        row: NDArray[np.float64] = self.values[self.systems.index(system)]
        return row

    def to_dict(self) -> dict[str, Any]:
        """The table as plain values, in a stable order."""
        return {
            "metric": self.metric,
            "recipe": self.recipe,
            "level": self.level,
            "rows": list(self.rows),
            "values": {name: self[name].tolist() for name in self.systems},
        }

    def _columns(self) -> Columns:
        """A row for each value: its system, its place at the level, and the value."""
        count = len(self.rows)
        places = [int(row) for row in self.rows] if self._are_numbered() else self.rows
        at_level = {} if self.level == "system" else {self.level: [*places] * len(self.systems)}
        return {
            "system": [system for system in self.systems for _ in range(count)],
            "metric": [self.metric] * (count * len(self.systems)),
            **at_level,
            "value": self.values.reshape(-1),
        }

    def _are_numbered(self) -> bool:
        return self.level == "segment" and all(row.isdecimal() for row in self.rows)
