"""Names of metrics, and the metrics behind them, each imported when it is first asked for."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from karat.errors import InvalidOption, InvalidRecipe, UnknownName
from karat.metrics import recipe
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karat.metrics.base import Metric


def _make(module: str, name: str, **options: Any) -> Metric:
    made: Metric = getattr(import_module(f"karat.metrics.{module}"), name)(**options)
    return made


METRICS = {
    "bleu": partial(_make, "bleu", "Bleu"),
    "chrf": partial(_make, "chrf", "Chrf"),
    "chrf++": partial(_make, "chrf", "Chrf", word_order=2),
    "ter": partial(_make, "ter", "Ter"),
}

_OF_RECIPE = {"BLEU": "bleu", "chrF": "chrf", "TER": "ter"}


def metric(name: str, **options: Any) -> Metric:
    """The metric of that name, with options."""
    if name not in METRICS:
        raise UnknownName.among("metric", name, METRICS)
    try:
        return METRICS[name](**options)
    except TypeError as error:
        raise InvalidOption(f"{name}: {error}") from error


def parse(text: str) -> Metric:
    """The metric that a recipe describes.

    >>> parse("BLEU|order:2|tok:char|version:0.1.0").recipe == metric("bleu", order=2, unit="char").recipe
    True
    """
    name = text.partition("|")[0]
    if name not in _OF_RECIPE:
        raise InvalidRecipe(f"The recipe {text!r} begins with {name!r}; known: {', '.join(_OF_RECIPE)}.")
    home = _OF_RECIPE[name]
    try:
        return METRICS[home](**recipe.read(text, import_module(f"karat.metrics.{home}").ENTRIES))
    except (InvalidOption, UnknownName) as error:
        raise InvalidRecipe(f"The recipe {text!r} does not describe a metric: {error}") from error
