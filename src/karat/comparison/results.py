"""What a comparison found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.display import Shown
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.arrays import Floats
    from karat.comparison.procedure import Procedure
    from karat.comparison.run_families import RunSpread
    from karat.resampling import Interval, Power


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Standing(Shown):
    """A system among the others: its score, where that lies, and the ranks that the tests support.

    `units` are those in which there is something to measure: human scores may be missing. `undefined` counts
    the resampled corpora in which there is nothing. With several runs, the score is their mean.
    """

    system: str
    value: float
    interval: Interval
    cluster: int
    ranks: tuple[int, int]
    resampled: Floats
    units: int
    undefined: int
    runs: RunSpread | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Contrast(Shown):
    """Two systems: `difference` is first minus second, `p` what approximate randomization makes of it.

    `corrected` is p after the correction for all pairs, and decides `winner`, which is None where the
    difference may be chance. `power` says what this pair could have shown at the corrected level. All figures
    are of the units in which both systems have something to measure, `power.units` of them.
    `undefined_samples` and `undefined_shuffles` count draws in which there was nothing; these are left out.
    With several runs, `run_p` is the p-value of dealing whole runs to the two systems anew.
    """

    first: str
    second: str
    difference: float
    interval: Interval
    p: float
    bootstrap_p: float
    corrected: float
    winner: str | None
    power: Power
    resampled: Floats
    undefined_samples: int
    undefined_shuffles: int
    run_p: float | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MetricComparison(Shown):
    """All systems under one metric, the best first, and all pairs of them."""

    metric: str
    recipe: str
    higher_is_better: bool
    units: int
    standings: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]

    @property
    def unit(self) -> str:
        """What was drawn under this metric; a metric may need larger units than the procedure asks for."""
        return self.recipe.partition("|draw:")[2].partition("|")[0]

    def contrast(self, first: str, second: str) -> Contrast:
        """The contrast of two systems, in whichever order it was made."""
        for contrast in self.contrasts:
            if {contrast.first, contrast.second} == {first, second}:
                return contrast
        raise InvalidOption(f"There is no pair of {first!r} and {second!r} here.")


@dataclass(frozen=True, slots=True, repr=False)
class Disagreement(Shown):
    """Two systems, and which of them each metric that can tell finds significantly better."""

    first: str
    second: str
    winners: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Comparison(Shown):
    """One comparison for each metric, and how it was made."""

    procedure: Procedure
    metrics: tuple[MetricComparison, ...]

    def disagreements(self) -> list[Disagreement]:
        """The pairs of systems of which metrics find different ones better."""
        verdicts: dict[tuple[str, str], dict[str, str]] = {}
        for of_metric in self.metrics:
            for pair in of_metric.contrasts:
                if pair.winner is not None:
                    names = min(pair.first, pair.second), max(pair.first, pair.second)
                    verdicts.setdefault(names, {})[of_metric.metric] = pair.winner
        return [
            Disagreement(*names, by_metric)
            for names, by_metric in verdicts.items()
            if len(set(by_metric.values())) > 1
        ]
