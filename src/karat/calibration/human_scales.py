"""The scale of human scores: as the data say, as their name says, or converted to one that was asked for.

A calibration is converted exactly: every map is a line or steps.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from karat.calibration.calibration import Calibration, Point
from karat.errors import InvalidOption
from karat.judgements import Conversion, Scale
from karat.judgements.scale import usual_scale

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.agreement import Rater
    from karat.calibration.fitting import Setting
    from karat.calibration.maps import Map
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
        return _converted_scores(human, convert)
    wanted = replace(wanted, better=_better(human))
    fault = _fault(human, wanted)
    if fault is not None:
        raise InvalidOption(
            f"{human.name} has a score of {fault:g}, and the scale {asked} goes from {wanted.low:g} to "
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


def _converted_scores(human: Rater, convert: Conversion) -> Rater:
    labelled = _labelled(human, convert.target)
    return replace(
        labelled,
        recipe=f"{labelled.recipe}|converted:{convert.shift:g}+{convert.factor:g}x",
        whole=convert(human.whole),
        segments=None if human.segments is None else convert(human.segments),
        errors=None if human.errors is None else abs(convert.factor) * human.errors,
        higher_is_better=convert.target.better == "higher",
    )


def rescaled(calibration: Calibration, scale: str, *, conversion: Conversion | None = None) -> Calibration:
    """The calibration as if people's scores had been converted to the scale before it was fitted.

    Without a conversion, a line leads from end to end, and both scales must have two ends that are known.
    Where items were judged on both scales, `karat.reliability.map_scale(…).linear` is a conversion that was
    measured. The recipe of the human scores says what was done.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human, setting=Setting(scale="1-5"))
    >>> round(rescaled(calibration, "0-100").map.slope / calibration.map.slope, 6)
    25.0
    """
    target = Scale.parse(scale)
    source = calibration.scale_of_people
    if source is None:
        raise InvalidOption(
            f"{calibration.name} does not say its scale, so it cannot be converted to {scale!r}. Calibrate "
            "anew, with the scale."
        )
    if conversion is not None and not (
        same_scale(conversion.source, source) and same_scale(conversion.target, target)
    ):
        raise InvalidOption(
            f"The conversion is {conversion}, and {calibration.name} goes from {source.name} to {scale}. Map "
            "the scale of the calibration."
        )
    if same_scale(source, target):
        return replace(calibration, scale=scale)
    convert = conversion or Conversion.between(source, target)
    size = abs(convert.factor)
    low, high = sorted(map(convert, calibration.human_range))
    # What several metrics say together keeps its sign: it predicts people, whichever end is good.
    sign = -1 if convert.factor < 0 and len(calibration.metrics) == 1 else 1
    least, most = sorted(sign * end for end in calibration.correlation_interval)
    return replace(
        calibration,
        scale=scale,
        human_recipe=f"{calibration.human_recipe}|converted:{convert.shift:g}+{convert.factor:g}x",
        human_higher_is_better=target.better == "higher",
        human_range=(low, high),
        correlation=sign * calibration.correlation,
        correlation_interval=(least, most),
        maps=tuple(_converted_map(each, convert) for each in calibration.maps),
        pooled=calibration.pooled and _converted_map(calibration.pooled, convert),
        errors={kind: size * error for kind, error in calibration.errors.items()},
        singles={name: size * error for name, error in calibration.singles.items()},
        text_error=calibration.text_error and calibration.text_error.times(convert.factor),
        points=tuple(Point(point.system, point.scores, convert(point.human)) for point in calibration.points),
    )


def same_scale(first: Scale | None, second: Scale | None) -> bool:
    """Whether scales have the same ends and the same good end, whatever they are called.

    >>> from karat.judgements import Scale
    >>> same_scale(Scale.parse("DA"), Scale.parse("0-100")), same_scale(Scale.parse("DA"), None)
    (True, False)
    """
    if first is None or second is None:
        return first is second
    return (first.low, first.high, first.better) == (second.low, second.high, second.better)


def _converted_map(fitted: Map, convert: Conversion) -> Map:
    coefficients = fitted.coefficients and (
        convert(fitted.coefficients[0]),
        *(convert.factor * slope for slope in fitted.coefficients[1:]),
    )
    return replace(
        fitted,
        coefficients=coefficients,
        deviation=abs(convert.factor) * fitted.deviation,
        knots=tuple((score, convert(human)) for score, human in fitted.knots),
    )
