"""What a test set can show of every pair of systems."""

from __future__ import annotations

from itertools import combinations

from karat.comparison.procedure import Procedure
from karat.comparison.units import tables_of, units_of
from karat.errors import InvalidOption
from karat.metrics.naming import distinct_names
from karat.records import dataclass
from karat.resampling import bootstrap_rows, power_of, standard_error
from karat.resampling.draws import check_count
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.evaluation import Evaluation
    from karat.resampling import Power


@dataclass(frozen=True, slots=True)
class PairPower:
    """What the test set can show of two systems: see `Power`."""

    metric: str
    first: str
    second: str
    difference: float
    power: Power
    unit: str = "segment"


def power_of_pairs(
    evaluation: Evaluation, procedure: Procedure | None = None, *, pairs: int = 1, power: float = 0.8
) -> list[PairPower]:
    """What every pair of systems could show under every metric, if `pairs` of them were tested together."""
    procedure = procedure or Procedure()
    check_count("pairs", pairs)
    if len(evaluation.corpus.systems) < 2:
        raise InvalidOption("There is one system; the spread of differences needs at least two.")
    found = []
    for metric, name in zip(evaluation.metrics, distinct_names(evaluation.metrics), strict=True):
        drawing = procedure.drawing(metric.draw_unit)
        labels, strata = units_of(evaluation, drawing)
        tables = tables_of(evaluation, metric, labels)
        drawn = bootstrap_rows(
            list(tables.values()), samples=procedure.samples, seed=procedure.seed, strata=strata
        )
        resampled = {system: metric.values(rows) for system, rows in zip(tables, drawn, strict=True)}
        for first, second in combinations(tables, 2):
            values = [metric.value(tables[system].total()) for system in (first, second)]
            error = standard_error(resampled[first] - resampled[second])
            of_pair = power_of(error, len(tables[first]), alpha=procedure.alpha / pairs, power=power)
            found.append(PairPower(name, first, second, values[0] - values[1], of_pair, drawing.unit))
    return found
