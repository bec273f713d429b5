"""What a comparison found."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any

from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.frames import Frame, stacked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.arrays import Floats
    from karat.comparison.procedure import Documents, Procedure
    from karat.comparison.run_families import RunSpread
    from karat.frames import Columns
    from karat.resampling import Interval, Power


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Standing(Shown):
    """A system among the others: its score with its interval, and the ranks that the tests cannot rule out.

    `units` are those that have a score, because human scores may be missing. `undefined` counts the resampled
    corpora without a score. With several runs, the score is their mean.
    `design_effect` is the variance of the score by documents ÷ that by segments, NaN without documents.
    Beside a baseline there are no `cluster` and `ranks`: other systems were not tested against each other.

    >>> from karat import Bleu, Procedure, compare, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> comparison = compare(evaluation, Procedure(samples=200, shuffles=300))
    >>> first = comparison.metrics[0].standings[0]
    >>> first.system, round(first.value, 2), first.cluster
    ('aurora', 53.64, 1)
    """

    system: str
    value: float
    interval: Interval
    cluster: int | None
    ranks: tuple[int, int] | None
    resampled: Floats
    units: int
    undefined: int
    runs: RunSpread | None
    design_effect: float = nan

    def _row(self) -> dict[str, Any]:
        first, last = self.ranks or (None, None)
        row = Shown._row(self)
        del row["ranks"]
        return {**row, "best_rank": first, "worst_rank": last}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Contrast(Shown):
    """Two systems: `difference` is first minus second, `p` the p-value of approximate randomization.

    `corrected` is p after the correction for all pairs, and decides `winner`, which is None where the
    difference is not significant. `power` says what this pair could have shown at the corrected level. All
    figures are of the `power.units` units in which both systems have a score. `undefined_samples` and
    `undefined_shuffles` count resamples without a score; these are left out. With several runs, `run_p` is
    the p-value of permuting whole runs between the two systems. `design_effect`
    is the variance of the difference by documents ÷ that by segments, NaN without documents.

    >>> from karat import Bleu, Procedure, compare, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> comparison = compare(evaluation, Procedure(samples=200, shuffles=300))
    >>> contrast = comparison.metrics[0].contrast("aurora", "elm")
    >>> round(contrast.difference, 2), contrast.corrected < 0.05, contrast.winner
    (44.52, True, 'aurora')
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
    design_effect: float = nan

    def _row(self) -> dict[str, Any]:
        return {**Shown._row(self), "units": self.power.units, "detectable": self.power.detectable}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MetricComparison(Shown):
    """All systems under one metric, the best first, and all pairs of them.

    `effective_units` is the effective number of units: how many of equal size would carry as much
    information, for the pair that has fewest.
    `neighbours` is what the design effect of documents may be where they are not known: that of neighbouring
    segments, None where these do not resemble each other. `signature` is sacreBLEU's own string for the
    scores, where sacreBLEU can give them. With a `baseline`, pairs are those that it is in.

    >>> from karat import Bleu, Procedure, compare, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> comparison = compare(evaluation, Procedure(samples=200, shuffles=300))
    >>> (bleu,) = comparison.metrics
    >>> [standing.system for standing in bleu.standings][:2], len(bleu.contrasts)
    (['aurora', 'human'], 15)
    """

    metric: str
    recipe: str
    higher_is_better: bool
    units: int
    standings: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]
    effective_units: float = nan
    neighbours: float | None = None
    references: int | None = None
    signature: str | None = None
    baseline: str | None = None

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

    def _columns(self) -> Columns:
        """A row for each pair; `karat.table(….standings)` has the systems."""
        pairs = stacked(contrast._columns() for contrast in self.contrasts)
        return {"metric": [self.metric] * len(self.contrasts), **pairs}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Disagreement(Equal, Shown):
    """Two systems, and which of them each metric that can tell finds significantly better.

    >>> found = Disagreement("A", "B", {"BLEU": "A", "chrF2": "B"})
    >>> found.winners["chrF2"]
    'B'
    """

    first: str
    second: str
    winners: Mapping[str, str]

    def _columns(self) -> Columns:
        """A row for each metric that can tell."""
        count = len(self.winners)
        return {
            "first": [self.first] * count,
            "second": [self.second] * count,
            "metric": list(self.winners),
            "winner": list(self.winners.values()),
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Comparison(Shown):
    """One comparison for each metric, and how it was made.

    >>> from karat import Bleu, Procedure, compare, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> comparison = compare(evaluation, Procedure(samples=200, shuffles=300))
    >>> comparison.procedure.samples, [of_metric.metric for of_metric in comparison.metrics]
    (200, ['BLEU'])
    """

    procedure: Procedure
    metrics: tuple[MetricComparison, ...]
    documents: Documents = "known"

    def disagreements(self) -> Results[Disagreement]:
        """The pairs of systems of which metrics find different ones better."""
        verdicts: dict[tuple[str, str], dict[str, str]] = {}
        for of_metric in self.metrics:
            for pair in of_metric.contrasts:
                if pair.winner is not None:
                    names = min(pair.first, pair.second), max(pair.first, pair.second)
                    verdicts.setdefault(names, {})[of_metric.metric] = pair.winner
        return Results(
            Disagreement(*names, by_metric)
            for names, by_metric in verdicts.items()
            if len(set(by_metric.values())) > 1
        )

    @property
    def standings(self) -> Frame:
        """Every system under every metric, as a table: value, interval, cluster, ranks."""
        found = [(of_metric.metric, one) for of_metric in self.metrics for one in of_metric.standings]
        return Frame(stacked((one._columns() for _, one in found), metric=[name for name, _ in found]))

    def _columns(self) -> Columns:
        """A row for each metric and pair of systems; `standings` has the systems."""
        return stacked(of_metric._columns() for of_metric in self.metrics)
