"""What a test set can show of every pair of systems."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from karat.arguments import require_evaluation, require_option
from karat.comparison.chance import Chance
from karat.comparison.procedure import Procedure
from karat.comparison.run_families import families_of
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.metrics.catalogue import distinct_names
from karat.resampling.draws import check_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.comparison.procedure import Unit
    from karat.comparison.run_families import Families
    from karat.evaluation import Evaluation
    from karat.resampling import Power


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairPower(Equal, Shown):
    """The power of the test set for two systems: see `Power`.

    >>> from karat import Bleu, demo, evaluate, power, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> found = power(evaluation)[0]
    >>> found.metric, found.unit, round(found.power.of(5), 2)
    ('BLEU', 'document', 0.35)
    """

    metric: str
    first: str
    second: str
    difference: float
    power: Power
    unit: Unit = "segment"

    def _row(self) -> dict[str, Any]:
        return {**Shown._row(self), **self.power._row()}


def power_of_pairs(
    evaluation: Evaluation,
    procedure: Procedure | None = None,
    *,
    pairs: int = 1,
    power: float = 0.8,
    runs: Families | None = None,
    progress: Callable[[str], object] | None = None,
) -> Results[PairPower]:
    """The power of every pair of systems under every metric, if `pairs` of them were tested together.

    `progress` is told the name of the metric for each pair that is done.

    >>> from karat import Bleu, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> first = power_of_pairs(evaluation)[0]
    >>> first.first, first.second, round(first.power.detectable, 1)
    ('aurora', 'birch', 9.0)
    """
    require_evaluation(evaluation, "power(evaluation)")
    require_option(procedure, Procedure, "power(evaluation, Procedure(samples=2000))")
    procedure = (procedure or Procedure()).on(evaluation.corpus)
    check_count("pairs", pairs)
    families = families_of(list(evaluation.corpus.systems), runs)
    if len(families) < 2:
        raise InvalidOption("There is one system; the spread of differences needs at least two.")
    found = []
    for metric, name in zip(evaluation.metrics, distinct_names(evaluation.metrics), strict=True):
        chance = Chance.of(evaluation, metric, families, procedure)
        for pair in combinations(families, 2):
            of_pair = chance.power(*pair, alpha=procedure.alpha / pairs, power=power)
            found.append(PairPower(name, *pair, chance.difference(*pair), of_pair, chance.unit))
            if progress is not None:
                progress(name)
    return Results(found)
