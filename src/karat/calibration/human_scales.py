"""The scale of human scores: as the data say, as their name says, or converted to one that was asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from karat.calibration.rescaling import same_scale
from karat.errors import InvalidOption
from karat.judgements import Conversion, Scale
from karat.judgements.scale import usual_scale

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.agreement import Rater
    from karat.calibration.fitting import Setting
    from karat.judgements.scale import Direction

_ENTRY = "scale:"


def scale_of(human: Rater) -> Scale | None:
    """The scale that the recipe of human scores names, with their good end."""
    for part in human.recipe.split("|"):
        if part.startswith(_ENTRY):
            name, _, ends = part.removeprefix(_ENTRY).rstrip("]").partition("[")
            return replace(Scale.parse(ends), name=name, better=_better(human))
    return None


def scale_text(human: Rater) -> str | None:
    """How a calibration writes the scale: by its name, where that says the ends, else by its ends."""
    scale = scale_of(human)
    if scale is None:
        return None
    try:
        named = Scale.parse(scale.name)
    except KeyError:
        return scale.recipe
    return scale.name if (named.low, named.high) == (scale.low, scale.high) else scale.recipe


def of_people(setting: Setting, human: Rater) -> Setting:
    """The setting with the scale of the human scores."""
    return replace(setting, scale=scale_text(human))


def on_scale(human: Rater, asked: str | None, *, tell: Callable[[str], object] | None = None) -> Rater:
    """The scores on the scale that was asked for, and with a recipe that names their scale.

    Scores on another scale are converted, if both have two ends. Of scores without a scale, the name may say
    it (`mqm`, `da_sqm`), if all of them lie on it. `tell` is told of a conversion, in words.
    """
    own = scale_of(human)
    if own is None and (usual := _usual(human)) is not None:
        # A name such as mqm does not say how many errors there may be; who asks for a scale does.
        own = usual if asked is None or usual.is_bounded else None
        human = human if own is None else _labelled(human, own)
    if asked is None:
        return human
    wanted = Scale.parse(asked)
    if own is not None and not same_scale(own, wanted):
        convert = Conversion.between(own, wanted)
        if tell is not None:
            tell(f"{human.name} is converted, {convert}. Whether judges use both scales alike is not known.")
        return _converted(human, convert)
    wanted = replace(wanted, better=_better(human))
    fault = _fault(human, wanted)
    if fault is not None:
        raise InvalidOption(
            f"{human.name} has a score of {fault:g}, and --scale {asked} goes from {wanted.low:g} to "
            f"{wanted.high:g}. Name the scale that people judged on; what says its own scale is converted."
        )
    return _labelled(human, wanted)


def _usual(human: Rater) -> Scale | None:
    """The scale that the name of the dimension says, if all scores lie on it."""
    usual = usual_scale(human.name)
    scale = usual and replace(usual, better=_better(human))
    return scale if scale is not None and _fault(human, scale) is None else None


def _better(human: Rater) -> Direction:
    return "higher" if human.higher_is_better else "lower"


def _fault(human: Rater, scale: Scale) -> float | None:
    """A score that is off the scale."""
    scores = human.whole if human.segments is None else np.append(human.segments, human.whole)
    return next((float(score) for score in scores[np.isfinite(scores)] if not scale.holds(score)), None)


def _labelled(human: Rater, scale: Scale) -> Rater:
    """The same scores, with a recipe in which the scale stands behind the name."""
    parts = [part for part in human.recipe.split("|") if not part.startswith(_ENTRY)]
    entry = f"{_ENTRY}{scale.name}[{scale.recipe}]"
    return replace(human, recipe="|".join([*parts[:2], entry, *parts[2:]]))


def _converted(human: Rater, convert: Conversion) -> Rater:
    labelled = _labelled(human, convert.target)
    return replace(
        labelled,
        recipe=f"{labelled.recipe}|converted:{convert.shift:g}+{convert.factor:g}x",
        whole=convert(human.whole),
        segments=None if human.segments is None else convert(human.segments),
        higher_is_better=convert.target.better == "higher",
    )
