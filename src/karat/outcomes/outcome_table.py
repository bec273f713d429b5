"""Outcomes of several systems on the same items, with the groups that items come in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.errors import InvalidOption, MisalignedCorpus
from karat.option_checks import finite

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.arrays import Floats
    from karat.frames import Columns


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OutcomeTable(Shown):
    """The outcome of each system on each item: right or wrong (1 or 0), or any number.

    `groups` name what items belong to, such as the passage that questions ask about: outcomes within a group
    tend to be alike, so groups are what chance draws.

    >>> table = OutcomeTable.of({"small": [1, 0, 1, 1], "large": [1, 1, 1, 1]}, groups=["a", "a", "b", "b"])
    >>> table.is_binary, table.means
    (True, {'small': 0.75, 'large': 1.0})
    """

    systems: Mapping[str, Floats]
    items: tuple[str, ...]
    groups: tuple[str, ...] | None = None
    metric: str = "outcome"

    @classmethod
    def of(
        cls,
        systems: Mapping[str, Sequence[Any]],
        *,
        groups: Sequence[str] | None = None,
        metric: str = "outcome",
    ) -> OutcomeTable:
        """A table from lists, one outcome for each item."""
        if not hasattr(systems, "items") or not systems:
            raise InvalidOption(
                "Outcomes are a dictionary of systems: {'small': [1, 0, …], 'large': [1, 1, …]}."
            )
        values = {name: _numbers(name, given) for name, given in systems.items()}
        sizes = {name: len(numbers) for name, numbers in values.items()}
        if groups is not None:
            sizes["the groups"] = len(groups)
        if len(set(sizes.values())) > 1:
            raise MisalignedCorpus(
                f"There are {', '.join(f'{size} outcomes of {name}' for name, size in sizes.items())}. Each "
                "item needs an outcome of every system, and a group if there are groups."
            )
        number = next(iter(sizes.values()))
        items = tuple(str(place) for place in range(1, number + 1))
        return cls(values, items, None if groups is None else tuple(map(str, groups)), metric)

    @property
    def is_binary(self) -> bool:
        """Whether every outcome is right or wrong."""
        return all(bool(np.isin(values, (0.0, 1.0)).all()) for values in self.systems.values())

    @property
    def means(self) -> dict[str, float]:
        """The mean outcome of each system; of right and wrong, the share that is right."""
        return {name: float(values.mean()) for name, values in self.systems.items()}

    @property
    def group_places(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The number of each item's group; an item is a group of its own where there are none."""
        if self.groups is None:
            return np.arange(len(self.items))
        return np.unique(np.array(self.groups), return_inverse=True)[1].astype(np.int64)

    def _columns(self) -> Columns:
        grouped = {} if self.groups is None else {"group": list(self.groups)}
        return {"item": list(self.items), **grouped, **self.systems}


def _numbers(system: str, given: Sequence[Any]) -> Floats:
    if isinstance(given, str) or not hasattr(given, "__len__"):
        raise InvalidOption(f"The outcomes of {system!r} are {given!r}; a list of numbers was expected.")
    if not len(given):
        raise InvalidOption(f"{system!r} has no outcomes. Give one for each item.")
    numbers = []
    for place, value in enumerate(given, 1):
        number = float(value) if isinstance(value, bool | np.bool_) else finite(value)
        if number is None:
            raise InvalidOption(
                f"Outcome {place} of {system!r} is {value!r}; a number, or true or false, was expected."
            )
        numbers.append(number)
    return np.array(numbers)
