"""Fits of `karat points`, to say beside a difference how probably people agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration.cells import language_pair
from karat.cli.notes import note
from karat.cli.options import Options, option
from karat.errors import InvalidOption
from karat.metrics.catalogue import distinct_names
from karat.points import read_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.metrics import Metric
    from karat.points import PointsFit


class FittedPointsOptions(Options, title="output"):
    """Whether differences are shown with what people think of them."""

    points: str | None = option(
        "--points",
        "FILE",
        "also show how probably people agree with each difference: fits that karat points wrote",
    )


def fits_for(
    options: FittedPointsOptions, metrics: Sequence[Metric], corpus: Corpus
) -> dict[str, list[PointsFit]]:
    """The fits of each metric, by its name: those of the same recipe; none where none were asked for.

    A fit of another recipe says nothing: refused, where no metric has one, and told, where some have none.
    """
    if options.points is None:
        return {}
    known = read_points(options.points)
    recipes = [f"{metric.recipe}{corpus.alignment_entry}" for metric in metrics]
    names = distinct_names(metrics)
    found = {
        name: [fit for fit in known if fit.recipe == recipe]
        for name, recipe in zip(names, recipes, strict=True)
    }
    if not any(found.values()):
        theirs = ", ".join(dict.fromkeys(fit.recipe for fit in known))
        raise InvalidOption(
            f"{options.points} has no fit of these metrics: it has {theirs}, and the recipes here are "
            f"{', '.join(recipes)}. Fit them with karat points, with the same options."
        )
    for name, of_metric in found.items():
        if not of_metric:
            note(f"{options.points} has no fit of {name} with this recipe, so nothing is said of it.")
    here = language_pair(corpus)
    for pairs in dict.fromkeys(fit.language_pairs for of_metric in found.values() for fit in of_metric):
        if here is not None and any(pairs) and here not in pairs:
            note(f"{options.points} is of {', '.join(filter(None, pairs))}, and this text is {here}.")
    return found
