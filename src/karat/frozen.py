"""Frozen values written out as ordinary classes: the few that a plain `karat score` makes.

Everywhere else a value is a frozen dataclass. Importing `dataclasses`, which imports `inspect`, and making
these classes by it would take as long as everything else that the command does for a small file.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

__all__ = ["Frozen"]


class Frozen:
    """A value that is made of the attributes in `__match_args__`, is compared by them, and does not change.

    A class has its own `__init__`, with these parameters in this order, which sets each attribute once.

    >>> from karat import Bleu
    >>> Bleu(order=2) == Bleu(order=2), Bleu(order=2) == Bleu()
    (True, False)
    """

    __slots__ = ()

    def _values(self) -> tuple[Any, ...]:
        names: tuple[str, ...] = type(self).__match_args__  # type: ignore[attr-defined]
        return tuple(getattr(self, name) for name in names)

    def changed(self, **changes: Any) -> Self:
        """The same value with some of its attributes changed."""
        kind: Any = type(self)
        made: Self = kind(**dict(zip(kind.__match_args__, self._values(), strict=True)) | changes)
        return made

    # Python's `copy.replace` calls it, from 3.13 on.
    __replace__ = changed

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return type(self), self._values()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frozen) or type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        named = zip(type(self).__match_args__, self._values(), strict=True)  # type: ignore[attr-defined]
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in named)})"

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise _frozen("assign to", name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise _frozen("delete", name)


def _frozen(what: str, name: str) -> AttributeError:
    """The error that a frozen dataclass raises."""
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(f"cannot {what} field {name!r}")


class UpperBound(float):
    """A number that the true one does not exceed, such as the least p-value that so many draws can show.

    It is a plain number to programs; what is written for people has a ≤ before it.

    >>> UpperBound(0.25), UpperBound(0.25) / 2
    (0.25, 0.125)
    """

    __slots__ = ()
