"""BLEU of every order, from scores of the highest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from karat.kernel import LENGTH_PARTS
from karat.metrics import Bleu

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.metrics import Metric
    from karat.metrics.bleu import OrderValues
    from karat.scores import Score


def is_bleu(metric: Metric) -> TypeGuard[Bleu]:
    """Whether the metric has orders to show."""
    return isinstance(metric, Bleu)


def by_order(scores: Sequence[Score], bleu: Bleu) -> dict[str, list[OrderValues]]:
    """For each system, each order alone and all up to it together."""
    return {
        score.system: bleu.orders(_row(bleu, score.details))
        for score in scores
        if score.recipe.startswith(f"{bleu.recipe}|")
    }


def as_records(scores: Sequence[Score], bleu: Bleu) -> list[dict[str, Any]]:
    """The same as plain values."""
    return [
        {
            "system": system,
            "metric": bleu.name,
            "recipe": bleu.recipe,
            "orders": [
                {"order": one.order, "individual": one.individual, "cumulative": one.cumulative}
                for one in orders
            ],
        }
        for system, orders in by_order(scores, bleu).items()
    ]


def _row(bleu: Bleu, details: Mapping[str, Any]) -> list[float]:
    """The counts that a score was made of: text that came in blocks has left nothing else."""
    parts = LENGTH_PARTS if bleu.brevity == "average" else 1
    lengths = [details["hypothesis_length"], round(details["reference_length"] * parts)]
    return [*lengths, *details["matches"], *details["totals"]]
