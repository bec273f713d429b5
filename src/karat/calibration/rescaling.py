"""A calibration on another human scale: every map is a line or steps, so it is carried over exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.calibration.calibration import Calibration, Point
from karat.errors import InvalidOption
from karat.judgements import Conversion, Scale

if TYPE_CHECKING:
    from karat.calibration.maps import Map


def rescaled(calibration: Calibration, scale: str) -> Calibration:
    """The calibration as if people's scores had been converted to the scale before it was fitted.

    Both scales must have two ends that are known. The recipe of the human scores says what was done.
    """
    target = Scale.parse(scale)
    source = calibration.scale_of_people
    if source is None:
        raise InvalidOption(
            f"{calibration.name} does not say its scale, so it cannot be converted to {scale!r}. Calibrate "
            "anew, with the scale: --scale."
        )
    if same_scale(source, target):
        return replace(calibration, scale=scale)
    convert = Conversion.between(source, target)
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
        maps=tuple(_converted(each, convert) for each in calibration.maps),
        pooled=calibration.pooled and _converted(calibration.pooled, convert),
        errors={kind: size * error for kind, error in calibration.errors.items()},
        singles={name: size * error for name, error in calibration.singles.items()},
        text_error=calibration.text_error and calibration.text_error.times(convert.factor),
        points=tuple(Point(point.system, point.scores, convert(point.human)) for point in calibration.points),
    )


def same_scale(first: Scale | None, second: Scale | None) -> bool:
    """Whether scales have the same ends and the same good end, whatever they are called."""
    if first is None or second is None:
        return first is second
    return (first.low, first.high, first.better) == (second.low, second.high, second.better)


def _converted(fitted: Map, convert: Conversion) -> Map:
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
