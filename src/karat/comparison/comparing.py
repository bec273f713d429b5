"""From an evaluation to a comparison."""

from __future__ import annotations

from itertools import combinations
from math import isnan, nan
from statistics import median
from typing import TYPE_CHECKING

from karat.arguments import require_evaluation, require_option
from karat.comparison.chance import Chance
from karat.comparison.procedure import Procedure, documents_of
from karat.comparison.results import Comparison, Contrast, MetricComparison, Standing
from karat.comparison.run_families import families_of, runs_entry
from karat.errors import InvalidOption, UnknownName
from karat.metrics.catalogue import distinct_names, sacrebleu_signature
from karat.resampling import (
    benjamini_hochberg,
    clusters,
    holm,
    rank_ranges,
    run_permutation_p,
    undefined,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.comparison.run_families import Families
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.metrics import Metric

_CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": list,
}


def compare(
    evaluation: Evaluation,
    procedure: Procedure | None = None,
    *,
    runs: Families | None = None,
    baseline: str | None = None,
    progress: Callable[[str], object] | None = None,
) -> Comparison:
    """Compare all systems of an evaluation under each of its metrics.

    `runs` names the runs of each system, where there are several: `{"base": ["base.1", "base.2"], …}`.
    With a `baseline`, only the pairs that it is in are tested, and p-values are corrected for these alone;
    there are no clusters and ranks then.
    `progress` is told the name of the metric for each pair of systems that has been compared.

    >>> from karat import Bleu, Corpus, evaluate
    >>> references = ["the cat sat on the mat", "a dog barked at the moon"] * 30
    >>> worse = ["the cat sat on a mat", "a dog barks at the moon"] * 30
    >>> evaluation = evaluate(Corpus.of({"better": references, "worse": worse}, references), Bleu())
    >>> compare(evaluation).metrics[0].contrasts[0].winner
    'better'
    """
    require_evaluation(evaluation, "compare(evaluation)")
    require_option(procedure, Procedure, "compare(evaluation, Procedure(samples=2000))")
    families = families_of(list(evaluation.corpus.systems), runs)
    count = len(families)
    if count < 2:
        raise InvalidOption("There is one system; a comparison needs at least two.")
    if baseline is not None and not (isinstance(baseline, str) and baseline in families):
        raise UnknownName.among("system", baseline, families)
    pairs = count * (count - 1) // 2 if baseline is None else count - 1
    procedure = (procedure or Procedure()).on(evaluation.corpus).settled(pairs)
    compared = []
    for metric, name in zip(evaluation.metrics, distinct_names(evaluation.metrics), strict=True):
        chance = Chance.of(evaluation, metric, families, procedure)
        compared.append(
            _compare(metric, name, families, chance, evaluation.corpus, progress or _silence, baseline)
        )
    return Comparison(procedure, tuple(compared), documents_of(evaluation.corpus))


def _compare(
    metric: Metric,
    name: str,
    families: Mapping[str, Sequence[str]],
    chance: Chance,
    corpus: Corpus,
    progress: Callable[[str], object],
    baseline: str | None,
) -> MetricComparison:
    values = {system: chance.value(system) for system in families}
    sign = -1 if metric.higher_is_better else 1
    # A value that is not defined ranks last.
    ranked = sorted(values, key=lambda system: (isnan(values[system]), sign * values[system]))
    contrasts = _contrasts(ranked, chance, lambda: progress(name), baseline)
    wins = {(contrast.winner, _loser(contrast)) for contrast in contrasts if contrast.winner is not None}

    def better(first: str, second: str) -> bool:
        return (first, second) in wins

    # Systems that were not tested against each other have no places.
    numbers = clusters(ranked, better) if baseline is None else {}
    ranges = rank_ranges(ranked, better) if baseline is None else {}
    standings = []
    for system in ranked:
        resampled = chance.resampled(system)
        standings.append(
            Standing(
                system,
                values[system],
                chance.interval(system),
                numbers.get(system),
                ranges.get(system),
                resampled,
                chance.sides.units(system, system),
                undefined(resampled),
                chance.run_spread(system, families[system]),
                chance.design_effect(system),
            )
        )
    references = corpus.references
    return MetricComparison(
        name,
        f"{metric.recipe}|refs:{references.label}{corpus.alignment_entry}"
        f"|{chance.procedure.recipe}{runs_entry(families)}{_baseline(baseline)}",
        metric.higher_is_better,
        chance.sides.size,
        tuple(standings),
        tuple(contrasts),
        min(
            (found for pair in contrasts if (found := chance.effective_units(pair.first, pair.second))),
            default=nan,
        ),
        _neighbours(contrasts, chance),
        references.count,
        sacrebleu_signature(metric, references.label),
        baseline,
    )


def _neighbours(contrasts: Sequence[Contrast], chance: Chance) -> float | None:
    """Of the middle pair, what the design effect may be; None where most pairs do not tell."""
    found = [chance.neighbour_effect(pair.first, pair.second) or 1.0 for pair in contrasts]
    middle = median(found)
    return middle if middle > 1 else None


def _baseline(name: str | None) -> str:
    """The system that the others are compared with, as the recipe gives it."""
    return "" if name is None else f"|baseline:{name.replace('|', '/')}"


def _loser(contrast: Contrast) -> str:
    return contrast.second if contrast.winner == contrast.first else contrast.first


def _silence(_: str) -> None:
    """Nobody asked."""


def _contrasts(
    ranked: Sequence[str], chance: Chance, done: Callable[[], object], baseline: str | None
) -> list[Contrast]:
    procedure = chance.procedure
    pairs = [pair for pair in combinations(ranked, 2) if baseline is None or baseline in pair]
    found = []
    for pair in pairs:
        found.append(chance.randomization_p(*pair))
        done()
    corrected = _corrected([p for p, _ in found], procedure.correction)
    return [
        _contrast(pair, p, after, undefined_shuffles, chance, len(pairs))
        for pair, (p, undefined_shuffles), after in zip(pairs, found, corrected, strict=True)
    ]


def _contrast(
    pair: tuple[str, str], p: float, corrected: float, undefined_shuffles: int, chance: Chance, pairs: int
) -> Contrast:
    first, second = pair
    procedure = chance.procedure
    difference = chance.difference(first, second)
    resampled = chance.resampled(first, second)
    values = chance.values(first, second), chance.values(second, first)
    return Contrast(
        first,
        second,
        difference,
        chance.interval(first, second),
        p,
        chance.bootstrap_p(*pair),
        corrected,
        _winner(pair, difference, chance.metric) if corrected <= procedure.alpha else None,
        # With Holm's correction, what the smallest p-value of all has to pass.
        chance.power(
            *pair, alpha=procedure.alpha / pairs if procedure.correction == "holm" else procedure.alpha
        ),
        resampled,
        undefined(resampled),
        undefined_shuffles,
        run_permutation_p(*values, seed=procedure.seed) if len(values[0]) > 1 else None,
        chance.design_effect(*pair),
    )


def _winner(pair: tuple[str, str], difference: float, metric: Metric) -> str | None:
    if difference == 0:
        return None
    return pair[0] if (difference > 0) == metric.higher_is_better else pair[1]


def _corrected(p_values: list[float], correction: str) -> list[float]:
    """The p-values corrected together; a pair without one is no test, and none is corrected for it."""
    defined = [p for p in p_values if not isnan(p)]
    after = iter(_CORRECTIONS[correction](defined))
    return [p if isnan(p) else next(after) for p in p_values]
