"""Scales: which values a judge may give, which end is good, and what distances between values mean.

Between scales whose ends are known leads a straight line, from worst to worst and best to best.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

import numpy as np

from karat.errors import InvalidOption, UnknownName
from karat.option_checks import check_choice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = TypeVar("Numbers", float, NDArray[np.float64])


Kind: TypeAlias = Literal["ordinal", "interval", "errors"]
Direction: TypeAlias = Literal["higher", "lower"]

_NUMBER = r"(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
_WRITTEN = re.compile(
    rf"\s*(?P<low>-?(?:{_NUMBER}|inf))\s*(?:\.\.|-|–|to)\s*(?P<high>-?(?:{_NUMBER}|inf))"
    r"(?::(?P<kind>\w+))?(?::(?P<better>\w+))?\s*"
)
# A scale of so few whole steps has names for its points, not distances.
_MOST_POINTS = 11


@dataclass(frozen=True, slots=True)
class Scale:
    """The values from `low` to `high` that a judge may give, and what they mean.

    Of an ordinal scale only the order of its whole steps is known, an interval scale has distances, and on a
    scale of errors a value is a weighted count. `better` is the good end.

    >>> Scale.parse("1-5")
    Scale(name='1-5', low=1.0, high=5.0, kind='ordinal', better='higher')
    >>> Scale.parse("0..25:errors:lower").better
    'lower'
    """

    name: str
    low: float
    high: float
    kind: Kind = "interval"
    better: Direction = "higher"

    def __post_init__(self) -> None:
        for end in ("low", "high"):
            object.__setattr__(self, end, float(getattr(self, end)))
        if not self.low < self.high:
            raise InvalidOption(
                f"The scale {self.name!r} goes from {self.low:g} to {self.high:g}; "
                "its low end must be below its high end."
            )
        check_choice("The kind of a scale", self.kind, Kind)
        check_choice("The better of a scale", self.better, Direction)

    @classmethod
    def parse(cls, text: str) -> Scale:
        """A scale by its name, or by its ends: `1-5`, `0..100`, `-25..0:errors`, `1..9:ordinal:lower`."""
        if text in SCALES:
            return SCALES[text]
        if (found := _WRITTEN.fullmatch(text)) is None:
            raise UnknownName(
                f"There is no scale {text!r}. Known: {', '.join(SCALES)}; or write its ends, as 1-5 or "
                "0..100, and if need be its kind and good end: -25..0:errors, 1..9:ordinal:lower."
            )
        low, high = float(found["low"]), float(found["high"])
        kind = found["kind"] or _usual_kind(low, high)
        better = found["better"] or "higher"
        return cls(text.strip(), low, high, kind, better)  # type: ignore[arg-type]

    @property
    def recipe(self) -> str:
        """Everything that the scale says, in a few characters."""
        return f"{self.low:g}..{self.high:g}:{self.kind}:{self.better}"

    @property
    def is_bounded(self) -> bool:
        """Whether both ends are known."""
        return isfinite(self.low) and isfinite(self.high)

    def holds(self, mean: float) -> bool:
        """Whether a mean of judgements can lie there, but for what rounding adds."""
        rounding = 1e-9 * max(1.0, abs(mean))
        return self.low - rounding <= mean <= self.high + rounding

    def faults(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """For each value whether it is none of this scale."""
        wrong = ~np.isfinite(values) | (values < self.low) | (values > self.high)
        if self.kind == "ordinal":
            wrong |= values != np.round(values)
        return wrong

    def fault(self, value: float) -> str:
        """Why a value is none of this scale, and what to do."""
        name = f"the scale {self.name!r}"
        if self.low <= value <= self.high and isfinite(value):
            return (
                f"value is {value:g}, and {name} is ordinal: it has whole steps only. If values are means, "
                f"say so: {self.low:g}..{self.high:g}:interval."
            )
        return (
            f"value is {value:g}, and {name} goes from {self.low:g} to {self.high:g}. "
            "Correct the value, or say which scale it is on."
        )


def _usual_kind(low: float, high: float) -> str:
    whole = isfinite(low) and isfinite(high) and low == round(low) and high == round(high)
    return "ordinal" if whole and high - low < _MOST_POINTS else "interval"


_FIVE_POINTS = Scale("1-5", 1, 5, "ordinal")

SCALES = {
    scale.name: scale
    for scale in (
        _FIVE_POINTS,
        Scale("SQM", 0, 6, "ordinal"),
        Scale("DA", 0, 100),
        Scale("DA+SQM", 0, 100),
        Scale("ESA", 0, 100),
        # Minus the weighted errors, as WMT prints it: a long paragraph may have any number of them.
        Scale("MQM", -inf, 0, "errors"),
        Scale("informativeness", 0, 1),
        Scale("rank", 1, inf, "ordinal", "lower"),
        # Those of the papers, whose marks have names: judgements/protocols.py.
        *(Scale(name, 1, 5, "ordinal") for name in ("ldc-adequacy", "ldc-fluency", "leeds-adequacy")),
        Scale("ibm-quality", 1, 5, "ordinal"),
        Scale("darpa-informativeness", 0, 1),
    )
}

# The scale that a dimension of this name has where a file does not say.
USUAL_SCALES = {
    "adequacy": _FIVE_POINTS,
    "fluency": _FIVE_POINTS,
    "informativeness": SCALES["informativeness"],
    "da": SCALES["DA"],
    "da+sqm": SCALES["DA+SQM"],
    "da_sqm": SCALES["DA+SQM"],
    "sqm": SCALES["SQM"],
    "esa": SCALES["ESA"],
    "mqm": SCALES["MQM"],
    "rank": SCALES["rank"],
    "ranks": SCALES["rank"],
}


def usual_scale(dimension: str) -> Scale | None:
    """The scale that a dimension of this name usually has."""
    return USUAL_SCALES.get(dimension.lower())


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
                    f"{scale.low:g} to {scale.high:g}, so one of its ends is not known. Keep the "
                    "scale of the data, or judge on one scale."
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
