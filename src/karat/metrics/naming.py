"""Names that tell metrics apart."""

from __future__ import annotations

from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.base import Metric


def distinct_names(metrics: Sequence[Metric]) -> list[str]:
    """The name of each metric; those with the same name also show the options in which they differ.

    >>> from karat.metrics import Bleu, Ter
    >>> distinct_names([Bleu(), Bleu(lowercase=True), Ter()])
    ['BLEU case:mixed', 'BLEU case:lc', 'TER']
    """
    return [_told_apart(metric, metrics) for metric in metrics]


def _told_apart(metric: Metric, metrics: Sequence[Metric]) -> str:
    others = [set(other.recipe.split("|")) for other in metrics if other.name == metric.name]
    differing = [part for part in metric.recipe.split("|") if not all(part in options for options in others)]
    return " ".join([metric.name, *differing])
