"""Which systems differ: intervals for every score, and tests for every pair.

Everything is computed from the statistics of an `Evaluation`: nothing is counted again.
"""

from __future__ import annotations

from itertools import combinations
from math import ceil

from karat.errors import InvalidOption
from karat.records import dataclass, replace
from karat.resampling import (
    bca_interval,
    benjamini_hochberg,
    bootstrap_p,
    bootstrap_rows,
    clusters,
    holm,
    leave_one_out_rows,
    moses_p,
    percentile_interval,
    power_of,
    randomization_p,
    rank_ranges,
    swap_rows,
    swapped,
)
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import IntervalMethod, check_level
from karat.types import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.resampling import Interval, Power
    from karat.statistics import Statistics

    Floats = NDArray[np.float64]

Unit: TypeAlias = Literal["segment", "paragraph", "document"]
Correction: TypeAlias = Literal["holm", "bh", "none"]
Compatible: TypeAlias = Literal["karat", "moses"]

_CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": list,
}


@dataclass(frozen=True, slots=True)
class Procedure:
    """How systems are compared; every choice that decides a figure.

    `samples` are drawn for intervals and the bootstrap test, `shuffles` for approximate randomization: 10,000
    unless there are so many pairs that the correction needs more.
    Segments of a document depend on each other: `unit="document"` draws and swaps whole documents. With
    `stratify`, each text type keeps its size. `compatible="moses"` takes the bootstrap test of Moses and
    sacreBLEU, which rejects too often.
    """

    samples: int = 1000
    shuffles: int | None = None
    seed: int = 12345
    level: float = 0.95
    interval: IntervalMethod = "percentile"
    unit: Unit = "segment"
    stratify: bool = False
    correction: Correction = "holm"
    compatible: Compatible = "karat"

    def __post_init__(self) -> None:
        choices: dict[str, Any] = {
            "interval": IntervalMethod,
            "unit": Unit,
            "correction": Correction,
            "compatible": Compatible,
        }
        for option, allowed in choices.items():
            if getattr(self, option) not in allowed:
                raise InvalidOption.choice(option, getattr(self, option), allowed)
        check_count("samples", self.samples)
        if self.shuffles is not None:
            check_count("shuffles", self.shuffles)
        check_level(self.level)
        check_seed(self.seed)

    @property
    def alpha(self) -> float:
        """The error rate of the tests: what the level leaves."""
        return round(1 - self.level, 12)

    def settled(self, pairs: int) -> Procedure:
        """The procedure for so many pairs, its number of shuffles decided.

        No p-value is below 1 / (shuffles + 1); corrected for all pairs, it must still be able to pass.
        """
        needed = pairs / self.alpha if self.correction != "none" else 1 / self.alpha
        if self.shuffles is None:
            return replace(self, shuffles=max(10_000, 4 * ceil(needed)))
        if self.shuffles + 1 < needed:
            raise InvalidOption(
                f"{self.shuffles} shuffles cannot show any difference between {pairs} pairs of systems at "
                f"{self.alpha:g}; that takes at least {ceil(needed)}. Raise the number, or leave it out."
            )
        return self

    @property
    def recipe(self) -> str:
        """Everything that decides a comparison, beside the metric's own recipe."""
        return (
            f"samples:{self.samples}|shuffles:{self.shuffles}|seed:{self.seed}|level:{self.level:g}"
            f"|interval:{self.interval}|draw:{self.unit}|strata:{'text_type' if self.stratify else 'none'}"
            f"|correction:{self.correction}|tests:{self.compatible}"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A system among the others: its score, where that lies, and the ranks that the tests support."""

    system: str
    value: float
    interval: Interval
    cluster: int
    ranks: tuple[int, int]
    resampled: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Contrast:
    """Two systems: `difference` is first minus second, `p` what approximate randomization makes of it.

    `corrected` is p after the correction for all pairs, and decides `winner`, which is None where the
    difference may be chance. `power` says what this pair could have shown at the corrected level.
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


@dataclass(frozen=True, slots=True, eq=False)
class MetricComparison:
    """All systems under one metric, the best first, and all pairs of them."""

    metric: str
    recipe: str
    higher_is_better: bool
    units: int
    standings: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]

    def contrast(self, first: str, second: str) -> Contrast:
        """The contrast of two systems, in whichever order it was made."""
        for contrast in self.contrasts:
            if {contrast.first, contrast.second} == {first, second}:
                return contrast
        raise InvalidOption(f"There is no pair of {first!r} and {second!r} here.")


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """One comparison for each metric, and how it was made."""

    procedure: Procedure
    metrics: tuple[MetricComparison, ...]


def compare(
    evaluation: Evaluation,
    procedure: Procedure | None = None,
    *,
    progress: Callable[[str], object] | None = None,
) -> Comparison:
    """Compare all systems of an evaluation under each of its metrics.

    >>> from karat import Bleu, Corpus, evaluate
    >>> references = ["the cat sat on the mat", "a dog barked at the moon"] * 30
    >>> worse = ["the cat sat on a mat", "a dog barks at the moon"] * 30
    >>> evaluation = evaluate(Corpus.of({"better": references, "worse": worse}, references), Bleu())
    >>> compare(evaluation).metrics[0].contrasts[0].winner
    'better'
    """
    count = len(evaluation.corpus.systems)
    if count < 2:
        raise InvalidOption("There is one system; a comparison needs at least two.")
    procedure = (procedure or Procedure()).settled(count * (count - 1) // 2)
    labels, strata = _units(evaluation, procedure)
    compared = []
    for metric in evaluation.metrics:
        compared.append(_compare(metric, _tables(evaluation, metric, labels), procedure, strata))
        if progress is not None:
            progress(metric.name)
    return Comparison(procedure, tuple(compared))


@dataclass(frozen=True, slots=True)
class PairPower:
    """What the test set can show of two systems: see `Power`."""

    metric: str
    first: str
    second: str
    difference: float
    power: Power


def power_of_pairs(
    evaluation: Evaluation, procedure: Procedure | None = None, *, pairs: int = 1, power: float = 0.8
) -> list[PairPower]:
    """What every pair of systems could show under every metric, if `pairs` of them were tested together."""
    procedure = procedure or Procedure()
    check_count("pairs", pairs)
    if len(evaluation.corpus.systems) < 2:
        raise InvalidOption("There is one system; the spread of differences needs at least two.")
    labels, strata = _units(evaluation, procedure)
    found = []
    for metric in evaluation.metrics:
        tables = _tables(evaluation, metric, labels)
        drawn = bootstrap_rows(
            list(tables.values()), samples=procedure.samples, seed=procedure.seed, strata=strata
        )
        resampled = {system: metric.values(rows) for system, rows in zip(tables, drawn, strict=True)}
        for first, second in combinations(tables, 2):
            values = [metric.value(tables[system].total()) for system in (first, second)]
            error = float((resampled[first] - resampled[second]).std(ddof=1))
            of_pair = power_of(error, len(tables[first]), alpha=procedure.alpha / pairs, power=power)
            found.append(PairPower(metric.name, first, second, values[0] - values[1], of_pair))
    return found


def _tables(evaluation: Evaluation, metric: Metric, labels: Sequence[str] | None) -> dict[str, Statistics]:
    return {
        system: _in_units(of_metric[metric.recipe], labels)
        for system, of_metric in evaluation.statistics.items()
    }


def _units(evaluation: Evaluation, procedure: Procedure) -> tuple[Sequence[str] | None, list[str] | None]:
    """What each segment is a part of, and the stratum of each unit."""
    corpus = evaluation.corpus
    labels = None if procedure.unit == "segment" else corpus.labels(procedure.unit)
    if not procedure.stratify:
        return labels, None
    kinds = corpus.labels("text_type")
    if labels is None:
        return None, list(kinds)
    of_unit: dict[str, str] = {}
    for label, kind in zip(labels, kinds, strict=True):
        if of_unit.setdefault(label, kind) != kind:
            raise InvalidOption(
                f"{procedure.unit.capitalize()} {label!r} has segments of the text types {of_unit[label]!r} "
                f"and {kind!r}; it cannot be drawn within one of them. Leave out the strata."
            )
    return labels, list(of_unit.values())


def _in_units(statistics: Statistics, labels: Sequence[str] | None) -> Statistics:
    return statistics if labels is None else statistics.grouped(labels)[1]


def _compare(
    metric: Metric, tables: Mapping[str, Statistics], procedure: Procedure, strata: list[str] | None
) -> MetricComparison:
    values = {system: metric.value(table.total(), table.columns) for system, table in tables.items()}
    ranked = sorted(values, key=values.__getitem__, reverse=metric.higher_is_better)
    chance = _Chance(metric, {system: tables[system] for system in ranked}, procedure, strata)
    contrasts = _contrasts(ranked, values, chance, procedure)
    wins = {(contrast.winner, _loser(contrast)) for contrast in contrasts if contrast.winner is not None}

    def better(first: str, second: str) -> bool:
        return (first, second) in wins

    numbers, ranges = clusters(ranked, better), rank_ranges(ranked, better)
    standings = tuple(
        Standing(
            system,
            values[system],
            chance.interval(values[system], system),
            numbers[system],
            ranges[system],
            chance.resampled[system],
        )
        for system in ranked
    )
    return MetricComparison(
        metric.name,
        f"{metric.recipe}|{procedure.recipe}",
        metric.higher_is_better,
        len(next(iter(tables.values()))),
        standings,
        tuple(contrasts),
    )


def _loser(contrast: Contrast) -> str:
    return contrast.second if contrast.winner == contrast.first else contrast.first


class _Chance:
    """The values of one metric under resampling and under swapping, for all systems alike."""

    def __init__(
        self, metric: Metric, tables: Mapping[str, Statistics], procedure: Procedure, strata: list[str] | None
    ) -> None:
        self.metric, self.tables, self.procedure = metric, tables, procedure
        drawn = bootstrap_rows(
            list(tables.values()), samples=procedure.samples, seed=procedure.seed, strata=strata
        )
        halves = swap_rows(list(tables.values()), samples=procedure.shuffles or 0, seed=procedure.seed)
        self.resampled = {system: metric.values(rows) for system, rows in zip(tables, drawn, strict=True)}
        self.halves = dict(zip(tables, halves, strict=True))
        self._left_out: dict[str, Floats] = {}

    def left_out(self, system: str) -> Floats:
        """The value without each unit; needed for one kind of interval only."""
        if system not in self._left_out:
            self._left_out[system] = self.metric.values(leave_one_out_rows(self.tables[system]))
        return self._left_out[system]

    def swapped_differences(self, first: str, second: str) -> Floats:
        """Differences after outputs of two systems have been swapped at random."""
        sides = [
            self.metric.values(swapped(self.tables[one], self.halves[one], self.halves[other]))
            for one, other in ((first, second), (second, first))
        ]
        return sides[0] - sides[1]

    def interval(self, observed: float, first: str, second: str | None = None) -> Interval:
        """The interval of a score, or of the difference of two."""

        def of(values: Callable[[str], Floats]) -> Floats:
            return values(first) if second is None else values(first) - values(second)

        level = self.procedure.level
        resampled = of(self.resampled.__getitem__)
        if self.procedure.interval == "percentile":
            return percentile_interval(resampled, level)
        return bca_interval(observed, resampled, of(self.left_out), level)


def _contrasts(
    ranked: Sequence[str], values: Mapping[str, float], chance: _Chance, procedure: Procedure
) -> list[Contrast]:
    pairs = list(combinations(ranked, 2))
    found = [_p_values(chance, values, pair, procedure) for pair in pairs]
    corrected = _CORRECTIONS[procedure.correction]([p for p, _ in found])
    # What the smallest p-value of all has to pass.
    alpha = procedure.alpha / len(pairs) if procedure.correction == "holm" else procedure.alpha
    contrasts = []
    for (first, second), (p, by_bootstrap), after in zip(pairs, found, corrected, strict=True):
        difference = values[first] - values[second]
        resampled = chance.resampled[first] - chance.resampled[second]
        error = float(resampled.std(ddof=1)) if len(resampled) > 1 else float("nan")
        contrasts.append(
            Contrast(
                first,
                second,
                difference,
                chance.interval(difference, first, second),
                p,
                by_bootstrap,
                after,
                # Ranked by score: what is first is the better one, if either is.
                first if after <= procedure.alpha and difference != 0 else None,
                power_of(error, len(chance.tables[first]), alpha=alpha),
                resampled,
            )
        )
    return contrasts


def _p_values(
    chance: _Chance, values: Mapping[str, float], pair: tuple[str, str], procedure: Procedure
) -> tuple[float, float]:
    first, second = pair
    observed = values[first] - values[second]
    swaps = chance.swapped_differences(first, second)
    draws: Any = chance.resampled[first] - chance.resampled[second]
    of_bootstrap = moses_p if procedure.compatible == "moses" else bootstrap_p
    return randomization_p(observed, swaps), of_bootstrap(observed, draws)
