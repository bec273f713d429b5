"""When two values of the same class are equal: when their fields are, and NaN equals NaN.

The equality that dataclasses are given calls a value unequal to its own copy where a field is NaN, which here
means that something is not known: always from Python 3.13 on, before that unless both are the same object.
"""

from __future__ import annotations

from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Equal"]

_UNKNOWN = object()


class Equal:
    """A value that is compared by the attributes in `__match_args__`; for dataclasses with `eq=False`.

    >>> from karat.calibration.maps import Map
    >>> line, again = (Map("theil-sen", (10.0, 2.0), float("nan"), 5.0) for _ in range(2))
    >>> line == again, len({line, again})
    (True, 1)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or bool(_key(self) == _key(other))

    def __hash__(self) -> int:
        return hash(_key(self))


def _key(value: Any) -> Any:
    """What a value is compared by: every NaN in it, however deep, is the same object."""
    kind: Any = type(value)
    if isinstance(value, float):
        return value if value == value else _UNKNOWN  # noqa: PLR0124 (only NaN is not itself)
    if kind is tuple or kind is list:
        return kind(map(_key, value))
    if kind is dict or kind is MappingProxyType:
        return {name: _key(one) for name, one in value.items()}
    if hasattr(kind, "__match_args__") and kind.__eq__ is not object.__eq__:
        return kind, tuple(_key(getattr(value, name)) for name in kind.__match_args__)
    return value
