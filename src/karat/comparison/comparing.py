"""From an evaluation to a comparison."""

from __future__ import annotations

from itertools import combinations
from math import isnan

from karat.comparison.procedure import Procedure
from karat.comparison.results import Comparison, Contrast, MetricComparison, Standing
from karat.comparison.units import tables_of, units_of
from karat.errors import InvalidOption
from karat.metrics.naming import distinct_names
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
    standard_error,
    swap_rows,
    swapped,
)
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.resampling import Interval
    from karat.statistics import Statistics

    Floats = NDArray[np.float64]

_CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": list,
}


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
    compared = []
    for metric, name in zip(evaluation.metrics, distinct_names(evaluation.metrics), strict=True):
        drawing = procedure.drawing(metric.draw_unit)
        labels, strata = units_of(evaluation, drawing)
        tables = tables_of(evaluation, metric, labels)
        compared.append(_compare(metric, name, tables, drawing, strata))
        if progress is not None:
            progress(metric.name)
    return Comparison(procedure, tuple(compared))


def _compare(
    metric: Metric,
    name: str,
    tables: Mapping[str, Statistics],
    procedure: Procedure,
    strata: list[str] | None,
) -> MetricComparison:
    values = {system: metric.value(table.total(), table.columns) for system, table in tables.items()}
    sign = -1 if metric.higher_is_better else 1
    # A value that is not defined ranks last.
    ranked = sorted(values, key=lambda system: (isnan(values[system]), sign * values[system]))
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
        name,
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
    corrected = _corrected([p for p, _ in found], procedure.correction)
    # What the smallest p-value of all has to pass.
    alpha = procedure.alpha / len(pairs) if procedure.correction == "holm" else procedure.alpha
    contrasts = []
    for (first, second), (p, by_bootstrap), after in zip(pairs, found, corrected, strict=True):
        difference = values[first] - values[second]
        resampled = chance.resampled[first] - chance.resampled[second]
        error = standard_error(resampled)
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


def _corrected(p_values: list[float], correction: str) -> list[float]:
    """The p-values corrected together; a pair without one is no test, and none is corrected for it."""
    defined = [p for p in p_values if not isnan(p)]
    after = iter(_CORRECTIONS[correction](defined))
    return [p if isnan(p) else next(after) for p in p_values]


def _p_values(
    chance: _Chance, values: Mapping[str, float], pair: tuple[str, str], procedure: Procedure
) -> tuple[float, float]:
    first, second = pair
    observed = values[first] - values[second]
    swaps = chance.swapped_differences(first, second)
    draws: Any = chance.resampled[first] - chance.resampled[second]
    of_bootstrap = moses_p if procedure.compatible == "moses" else bootstrap_p
    return randomization_p(observed, swaps), of_bootstrap(observed, draws)
