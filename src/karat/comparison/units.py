"""The statistics that are drawn: of segments, paragraphs or documents."""

from __future__ import annotations

from karat.errors import InvalidOption
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison.procedure import Procedure
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.statistics import Statistics


def tables_of(evaluation: Evaluation, metric: Metric, labels: Sequence[str] | None) -> dict[str, Statistics]:
    """Each system's statistics under a metric, summed over what is drawn."""
    return {
        system: _in_units(of_metric[metric.recipe], labels)
        for system, of_metric in evaluation.statistics.items()
    }


def units_of(evaluation: Evaluation, procedure: Procedure) -> tuple[Sequence[str] | None, list[str] | None]:
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
