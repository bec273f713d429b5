"""Sums of a few numbers, the same with every Python."""

from __future__ import annotations

from functools import reduce
from operator import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def added(values: Iterable[float]) -> float:
    """The sum from left to right. That of Python 3.12 and later makes up for rounding: other bits come out.

    >>> added([0.1] * 10), added([])
    (0.9999999999999999, 0.0)
    """
    return reduce(add, values, 0.0)
