"""Numbers that are known from above only."""

from __future__ import annotations


class UpperBound(float):
    """A number that the true one does not exceed, such as the least p-value that so many draws can show.

    It is a plain number to programs; what is written for people has a ≤ before it.

    >>> UpperBound(0.25), UpperBound(0.25) / 2
    (0.25, 0.125)
    """

    __slots__ = ()
