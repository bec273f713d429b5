"""The few functions that formulas need, for one row of plain numbers and for many rows at once.

A metric's formula is written once, against `Arithmetic`. A single row goes through `Scalars`: numpy would
cost more to import and to call than everything else together.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_NOTHING = -float("inf")


class Arithmetic(Protocol):
    """Functions of plain numbers, or of arrays of them."""

    def exp(self, x: Any) -> Any:
        """e to the power x."""

    def log_ratio(self, x: Any, y: Any) -> Any:
        """Natural logarithm of x / y; that of nothing is minus infinity."""

    def ratio(self, x: Any, y: Any) -> Any:
        """x / y; nothing of nothing is 0."""

    def any(self, condition: Any) -> bool:
        """Whether it is true of some row; what is true of none need not be computed."""

    def where(self, condition: Any, yes: Any, no: Any) -> Any:
        """One of two values; both are computed, so both must be defined."""

    def minimum(self, x: Any, y: Any) -> Any:
        """The smaller."""


class Scalars:
    """One row."""

    any = bool
    exp = exp

    @staticmethod
    def log_ratio(x: float, y: float) -> float:
        """Natural logarithm of x / y; that of nothing is minus infinity."""
        ratio = x / y if y else 0.0
        return log(ratio) if ratio > 0 else _NOTHING

    @staticmethod
    def ratio(x: float, y: float) -> float:
        """x / y; nothing of nothing is 0."""
        return x / y if y else 0.0

    @staticmethod
    def where(condition: bool, yes: float, no: float) -> float:
        """One of two values."""
        return yes if condition else no

    @staticmethod
    def minimum(x: float, y: float) -> float:
        """The smaller of two values."""
        return y if y < x else x


class Arrays:
    """Many rows: the same functions by numpy."""

    def __init__(self) -> None:
        import numpy as np

        self.exp, self.any, self.where, self.minimum = np.exp, np.any, np.where, np.minimum

    @classmethod
    def log_ratio(cls, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """Natural logarithm of x / y; that of nothing is minus infinity."""
        import numpy as np

        ratios = cls.ratio(x, y)
        logs: NDArray[np.float64] = np.log(ratios, out=np.full_like(ratios, -np.inf), where=ratios > 0)
        return logs

    @staticmethod
    def ratio(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """x / y; nothing of nothing is 0."""
        import numpy as np

        ratios: NDArray[np.float64] = np.divide(x, y, out=np.zeros(np.broadcast(x, y).shape), where=y != 0)
        return ratios
