"""A metric's and people's scores of the same texts, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import MisalignedCorpus

if TYPE_CHECKING:
    from karat.arrays import Floats
    from karat.scores import ScoreTable


_SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False)
class PairedScores:
    """Scores of a metric and of people, systems × rows, NaN in both where one of them is missing.

    The values of the metric are turned round where lower is better, so that agreement is always positive.
    """

    metric_name: str
    human_name: str
    recipes: tuple[str, str]
    level: str
    systems: tuple[str, ...]
    rows: tuple[str, ...]
    metric: Floats
    human: Floats
    higher_is_better: bool = True

    @property
    def observations(self) -> int:
        """How many texts have both scores."""
        return int((self.metric == self.metric).sum())


def pair(metric: ScoreTable, human: ScoreTable, *, higher_is_better: bool = True) -> PairedScores:
    """The scores of a metric and of people side by side, by the names of systems and rows.

    Both tables must have the same systems and rows, in any order; single values may be missing (NaN).
    """
    if metric.level != human.level:
        raise MisalignedCorpus(
            f"{metric.metric} has scores of the level {metric.level}, {human.metric} of the level "
            f"{human.level}. Only scores of one level can be compared."
        )
    systems = _order(metric, human, "systems", metric.systems, human.systems)
    rows = _order(metric, human, f"{metric.level}s", metric.rows, human.rows)
    ours = np.array(metric.values, dtype=np.float64)
    theirs = np.array(human.values, dtype=np.float64)[np.ix_(systems, rows)]
    missing = ~(np.isfinite(ours) & np.isfinite(theirs))
    ours[missing] = theirs[missing] = np.nan
    return PairedScores(
        metric.metric,
        human.metric,
        (metric.recipe, human.recipe),
        metric.level,
        metric.systems,
        metric.rows,
        ours if higher_is_better else -ours,
        theirs,
        higher_is_better,
    )


def _order(
    metric: ScoreTable, human: ScoreTable, what: str, first: tuple[str, ...], second: tuple[str, ...]
) -> list[int]:
    """Where the metric's names stand among the human ones."""
    for having, names, lacking, others in (
        (metric.metric, first, human.metric, second),
        (human.metric, second, metric.metric, first),
    ):
        there = set(others)
        if missing := [name for name in names if name not in there]:
            shown = ", ".join(missing[:_SHOWN]) + (" …" if len(missing) > _SHOWN else "")
            raise MisalignedCorpus(
                f"{having} has {len(missing)} of its {len(names)} {what} that {lacking} does not have: "
                f"{shown}. "
                "Take them out of one table, or add them to the other with NaN where there is no score."
            )
    place = {name: position for position, name in enumerate(second)}
    return [place[name] for name in first]
