"""Names of metrics: distinct within a table, and as sacreBLEU's signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.contract import Metric


def distinct_names(metrics: Sequence[Metric]) -> list[str]:
    """The name of each metric; those with the same name also show the options in which they differ.

    >>> from karat.metrics import Bleu, Ter
    >>> distinct_names([Bleu(), Bleu(lowercase=True), Ter()])
    ['BLEU case:mixed', 'BLEU case:lc', 'TER']
    """
    return distinct_labels([(metric.name, metric.recipe) for metric in metrics])


def distinct_labels(named: Sequence[tuple[str, str]]) -> list[str]:
    """The same from pairs of a name and a recipe."""
    return [_with_differing_options(name, recipe, named) for name, recipe in named]


def _with_differing_options(name: str, recipe: str, named: Sequence[tuple[str, str]]) -> str:
    others = [set(other.split("|")) for like, other in named if like == name]
    differing = [part for part in recipe.split("|") if not all(part in options for options in others)]
    return " ".join([name, *differing])


# The release whose figures the tests compare with.
SACREBLEU_VERSION = "2.6.0"


def sacrebleu_signature(metric: Metric, references: int | str) -> str | None:
    """The string that sacreBLEU prints for these options; `references` is a number, or "var".

    >>> from karat import Bleu
    >>> sacrebleu_signature(Bleu(), "1").partition("|version")[0]
    'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp'
    """
    options = metric.sacrebleu_options()
    if options is None:
        return None
    parts = (f"{key}:{_worded(value)}" for key, value in options.items())
    return "|".join((f"nrefs:{references}", *parts, f"version:{SACREBLEU_VERSION}"))


def _worded(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
