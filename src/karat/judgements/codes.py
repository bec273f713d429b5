"""Names as numbers, and what two tables say of the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from karat.errors import InvalidJudgement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Value = TypeVar("Value")


def coded(column: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The different names in order of appearance, and the number of each row's name."""
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(name, len(numbers)) for name in column]
    return tuple(numbers), np.array(codes, dtype=np.int32)


def merged(what: str, first: Mapping[str, Value], second: Mapping[str, Value]) -> dict[str, Value]:
    """What two tables say together, if they do not contradict each other."""
    for name in first.keys() & second.keys():
        if first[name] != second[name]:
            raise InvalidJudgement(
                f"{name!r} has the {what} {first[name]!r} in one table and {second[name]!r} in the other. "
                "Give one of them another name."
            )
    return {**first, **second}
