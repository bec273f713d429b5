"""From one scale to another whose ends are known: a straight line from worst to worst and best to best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from karat.errors import InvalidOption

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.judgements.scale import Scale

    Numbers = TypeVar("Numbers", float, NDArray[np.float64])


@dataclass(frozen=True, slots=True)
class Conversion:
    """converted = shift + factor · value. Where the good ends lie apart, the factor is negative.

    >>> from karat.judgements import Scale
    >>> percent = Conversion.between(Scale.parse("1-5"), Scale.parse("0-100"))
    >>> percent(4.0), str(percent)
    (75.0, '1-5 → 0-100: -25 + 25 · score')
    """

    source: Scale
    target: Scale
    shift: float
    factor: float

    @classmethod
    def between(cls, source: Scale, target: Scale) -> Conversion:
        """The conversion of two scales with two ends each; that judges use them alike is taken on trust."""
        for scale in (source, target):
            if not scale.is_bounded:
                raise InvalidOption(
                    f"{source.name!r} cannot be converted to {target.name!r}: {scale.name!r} goes from "
                    f"{scale.low:g} to {scale.high:g}, so one of its ends is not known. Leave --scale out, "
                    "or judge on one scale."
                )
        first, last = target.low, target.high
        if source.better != target.better:
            first, last = last, first
        factor = (last - first) / (source.high - source.low)
        return cls(source, target, first - factor * source.low, factor)

    def __call__(self, value: Numbers) -> Numbers:
        """A value, or values, on the other scale."""
        return self.shift + self.factor * value

    def __str__(self) -> str:
        return f"{self.source.name} → {self.target.name}: {self.shift:g} + {self.factor:g} · score"
