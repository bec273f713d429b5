"""The few functions that formulas need, for one row of plain numbers and for many rows at once.

A metric's formula is written once, against `Arithmetic`. A single row goes through `Scalars`: numpy would
cost more to import and to call than everything else together.
"""

from __future__ import annotations

from math import exp, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Rows: TypeAlias = NDArray[np.float64]
    Weights: TypeAlias = Sequence[float]


class Scalars:
    """One row."""

    any = bool
    all = all
    exp = exp
    log = log

    @staticmethod
    def geometric_mean(
        parts: Sequence[float], wholes: Sequence[float], weights: Weights, present: bool
    ) -> float:
        """Weighted geometric mean of parts / wholes."""
        logs = total = 0.0
        for part, whole, weight in zip(parts, wholes, weights, strict=True):
            if (present and not whole) or not weight:
                continue
            ratio = part / whole if whole else 0.0
            if ratio <= 0:
                return 0.0
            logs += weight * log(ratio)
            total += weight
        return exp(logs / total) if total else 0.0

    @staticmethod
    def arithmetic_mean(
        parts: Sequence[float], wholes: Sequence[float], weights: Weights, present: bool
    ) -> float:
        """Weighted arithmetic mean of parts / wholes."""
        ratios = total = 0.0
        for part, whole, weight in zip(parts, wholes, weights, strict=True):
            if whole or not present:
                ratios += weight * part / whole if whole else 0.0
                total += weight
        return ratios / total if total else 0.0

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

        self.exp, self.log = np.exp, np.log
        self.any, self.all = np.any, np.all
        self.where, self.minimum = np.where, np.minimum

    @classmethod
    def geometric_mean(
        cls, parts: Sequence[Rows], wholes: Sequence[Rows], weights: Weights, present: bool
    ) -> Rows:
        """Weighted geometric mean of parts / wholes."""
        import numpy as np

        logs, total = np.zeros(np.shape(wholes)[1]), np.zeros(np.shape(wholes)[1])
        with np.errstate(divide="ignore"):
            for part, whole, weight in zip(parts, wholes, weights, strict=True):
                if not weight:
                    continue
                counts = whole > 0 if present else np.ones_like(whole, dtype=bool)
                logs += np.where(counts, weight * np.log(cls.ratio(part, whole)), 0.0)
                total += np.where(counts, weight, 0.0)
        mean: Rows = np.where(total > 0, np.exp(cls.ratio(logs, total)), 0.0)
        return mean

    @classmethod
    def arithmetic_mean(
        cls, parts: Sequence[Rows], wholes: Sequence[Rows], weights: Weights, present: bool
    ) -> Rows:
        """Weighted arithmetic mean of parts / wholes."""
        import numpy as np

        ratios, total = np.zeros(np.shape(wholes)[1]), np.zeros(np.shape(wholes)[1])
        for part, whole, weight in zip(parts, wholes, weights, strict=True):
            ratios += weight * cls.ratio(part, whole)
            total += np.where(whole > 0, weight, 0.0) if present else weight
        return cls.ratio(ratios, total)

    @staticmethod
    def ratio(x: Rows, y: Rows) -> Rows:
        """x / y; nothing of nothing is 0."""
        import numpy as np

        ratios: Rows = np.divide(x, y, out=np.zeros(np.broadcast(x, y).shape), where=y != 0)
        return ratios
