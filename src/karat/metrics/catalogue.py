"""Names of metrics, and the metrics behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption, InvalidRecipe, UnknownName
from karat.metrics import bleu, chrf, recipe, ter
from karat.metrics.bleu import Bleu
from karat.metrics.chrf import Chrf
from karat.metrics.ter import Ter

if TYPE_CHECKING:
    from karat.metrics.base import Metric

METRICS: dict[str, Any] = {
    "bleu": Bleu,
    "chrf": Chrf,
    "chrf++": lambda **options: Chrf(**{"word_order": 2, **options}),
    "ter": Ter,
}

_OF_RECIPE: dict[str, tuple[Any, tuple[recipe.Entry, ...]]] = {
    "BLEU": (Bleu, bleu.ENTRIES),
    "chrF": (Chrf, chrf.ENTRIES),
    "TER": (Ter, ter.ENTRIES),
}


def metric(name: str, **options: Any) -> Metric:
    """The metric of that name, with options."""
    if name not in METRICS:
        raise UnknownName.among("metric", name, METRICS)
    try:
        made: Metric = METRICS[name](**options)
    except TypeError as error:
        raise InvalidOption(f"{name}: {error}") from error
    return made


def parse(text: str) -> Metric:
    """The metric that a recipe describes.

    >>> parse("BLEU|order:2|tok:char|version:0.1.0") == Bleu(order=2, unit="char")
    True
    """
    name = text.partition("|")[0]
    if name not in _OF_RECIPE:
        raise InvalidRecipe(f"The recipe {text!r} begins with {name!r}; known: {', '.join(_OF_RECIPE)}.")
    make, entries = _OF_RECIPE[name]
    try:
        made: Metric = make(**recipe.read(text, entries))
    except (InvalidOption, UnknownName) as error:
        raise InvalidRecipe(f"The recipe {text!r} does not describe a metric: {error}") from error
    return made
