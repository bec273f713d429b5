"""The few functions that formulas need, for one row of plain numbers.

A metric's formula is written once, against a namespace: numpy for many rows, this module for a single one,
where numpy would cost more to import and to call than everything else together.
"""

from __future__ import annotations

from math import exp as exp
from math import log as log
from typing import Any, Protocol


class Arithmetic(Protocol):
    """What numpy and this module have in common."""

    def exp(self, x: Any, /) -> Any:
        """e to the power x."""

    def log(self, x: Any, /) -> Any:
        """Natural logarithm."""

    def where(self, condition: Any, yes: Any, no: Any, /) -> Any:
        """One of two values; both are computed, so both must be defined."""

    def minimum(self, x: Any, y: Any, /) -> Any:
        """The smaller."""


def where(condition: bool, yes: float, no: float) -> float:
    """One of two values."""
    return yes if condition else no


def minimum(x: float, y: float) -> float:
    """The smaller of two values."""
    return y if y < x else x
