"""Metrics beside people: who is compared with whom, and what comes out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.agreement import Material, Plan, Rater, counted_raters, measure, sweeps
from karat.comparison import Procedure, compare
from karat.dossier.dossier import AgreementAnswer
from karat.errors import InvalidOption
from karat.evaluation import evaluate
from karat.metrics import External

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.comparison import Comparison
    from karat.corpus import Corpus
    from karat.dossier.scope import Scope
    from karat.evaluation import Evaluation

# With fewer systems a line goes through everything, and nothing is shown.
LEAST_SYSTEMS = 3
# Within text types these are enough; the others take long.
_OF_PARTS = ("pearson", "accuracy", "prediction-error")


def judge(
    evaluation: Evaluation, humans: Sequence[Rater], *, corpus: Corpus, name: str, scope: Scope
) -> AgreementAnswer:
    """Everything about metrics and people; `corpus` still has the references among the systems."""
    # Human scores of a system that is not in the corpus any more say nothing of the metrics.
    taken = [human.only(list(corpus.systems)) for human in humans[: scope.dimensions]]
    material = Material.of(name, corpus, counted_raters(evaluation), taken)
    systems = most_judged(material.humans)
    if systems < LEAST_SYSTEMS:
        raise InvalidOption(
            f"People judged {systems} of the systems; to measure metrics against people takes "
            f"{LEAST_SYSTEMS}, as a line goes through any two."
        )
    plan = Plan(samples=scope.samples, seed=scope.seed, confidence=scope.confidence)
    in_segments = any(human.segments is not None for human in material.humans)
    whole = replace(plan, levels=("system", "segment")) if in_segments else plan
    parts = corpus.text_types
    by_part = None
    if parts is not None and in_segments and len(set(parts)) > 1:
        by_part = measure(material, replace(plan, statistics=_OF_PARTS), parts=list(parts))
    return AgreementAnswer(
        material,
        _compared(material, scope),
        measure(material, whole),
        by_part,
        tuple(sweeps(material, plan)),
        tuple(human.name for human in humans[scope.dimensions :]),
    )


def _compared(material: Material, scope: Scope) -> Comparison | None:
    """The systems by people's scores: which of them people tell apart."""
    metrics = [
        External.of_table(human.table("segment"), higher_is_better=human.higher_is_better)
        for human in material.humans
        if human.segments is not None
    ]
    if not metrics:
        return None
    procedure = Procedure(samples=scope.samples, seed=scope.seed, confidence=scope.confidence)
    return compare(evaluate(material.corpus, *metrics, keep_references=True), procedure)


def most_judged(humans: Iterable[Rater]) -> int:
    """How many systems people judged, in the dimension in which they judged most."""
    return max((int((human.whole == human.whole).sum()) for human in humans), default=0)
