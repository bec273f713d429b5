"""Scores that stand in a column of shards, as a metric like any other: COMET's, MetricX's, people's."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from karat._version import __version__
from karat.errors import InvalidOption, InvalidRecipe, InvalidText
from karat.kernel import REAL_PARTS
from karat.metrics.external import LARGEST, TOO_LARGE, MeanOfScores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.explain.explanation import Explanation

WORD = "column"


@dataclass(frozen=True, slots=True)
class ScoreColumn(MeanOfScores):
    """The mean of the scores that stand in a column of the shards.

    Scores are kept in parts of 2⁻³⁰, so that their sums are the same in any order. In a table with a column
    for each system (`system:NAME`), the scores are in `COLUMN:NAME`.

    >>> import json, pathlib, tempfile
    >>> from karat import evaluate
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> rows = [{"system": "A", "COMET": 0.75}, {"system": "A", "COMET": 0.5}]
    >>> _ = (folder / "rows.jsonl").write_text("\\n".join(map(json.dumps, rows)))
    >>> evaluate(folder / "rows.jsonl", ScoreColumn("COMET"), engine="threads").scores[0].value
    0.625
    """

    column: str
    higher_is_better: bool = True  # type: ignore[misc]

    def __post_init__(self) -> None:
        if not isinstance(self.column, str) or not self.column:
            raise InvalidOption(f"column is {self.column!r}; the name of a column was expected.")
        if "|" in self.column or not self.column.isprintable():
            raise InvalidOption(
                f"{self.column!r} cannot be written in a recipe: '|' and line breaks are not allowed."
            )
        if not isinstance(self.higher_is_better, bool):
            raise InvalidOption(f"higher_is_better is {self.higher_is_better!r}; it must be True or False.")

    @property
    def name(self) -> str:
        """What the column is called."""
        return self.column

    @property
    def bounds(self) -> tuple[float, float]:
        """Nobody said what scale the scores are on."""
        return -inf, inf

    @property
    def recipe(self) -> str:
        """Name and direction."""
        direction = "higher" if self.higher_is_better else "lower"
        return f"{WORD}|name:{self.column}|better:{direction}|version:{__version__}"

    @classmethod
    def of_recipe(cls, recipe: str) -> ScoreColumn:
        """The metric that a recipe describes."""
        parts = dict(part.partition(":")[::2] for part in recipe.split("|")[1:])
        if parts.get("better") not in ("higher", "lower") or not parts.get("name"):
            raise InvalidRecipe(
                f"The recipe {recipe!r} must say name and better: column|name:COMET|better:higher"
            )
        return cls(parts["name"], parts["better"] == "higher")

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:  # noqa: ARG002
        """Texts alone have no scores."""
        raise InvalidOption(
            f"{self.column} is a column of scores, which files have: evaluate('data/*.parquet', "
            f"ScoreColumn({self.column!r}), engine='threads')."
        )

    def rows_of(self, scores: NDArray[np.float64]) -> NDArray[np.int64]:
        """Score and 1 for each row."""
        wrong = np.flatnonzero(~np.isfinite(scores) | (np.abs(scores) > LARGEST))
        if len(wrong):
            row, score = int(wrong[0]), float(scores[wrong[0]])
            if np.isfinite(score):
                raise InvalidText(f"Row {row + 1} has the {self.column} {score}; {TOO_LARGE}")
            raise InvalidText(
                f"Row {row + 1} has no {self.column}, or one that is not finite. Every row that is counted "
                f"needs a score; the condition '{self.column} is not null' leaves out those without."
            )
        rows = np.ones((len(scores), 2), dtype=np.int64)
        rows[:, 0] = np.rint(scores * REAL_PARTS)
        return rows

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:  # noqa: ARG002
        """There is nothing to explain."""
        raise InvalidOption(f"{self.column} was computed elsewhere: Karat does not know how.")
