"""What an error that MQM marks costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping

# Freitag et al. (2021). The longest name that fits an error counts: severity, then category.
WEIGHTS: Mapping[str, float] = {
    "Major": 5,
    "Minor": 1,
    "Neutral": 0,
    "No-error": 0,
    "Major/Non-translation!": 25,
    "Minor/Fluency/Punctuation": 0.1,
}


class ErrorWeights:
    """What an error costs."""

    def __init__(self, weights: Mapping[str, float] = WEIGHTS) -> None:
        for name, weight in weights.items():
            if not 0 <= weight < float("inf"):
                raise InvalidOption(f"The weight of {name} is {weight!r}; it must be a number of at least 0.")
        self._weights = {name.lower(): float(weight) for name, weight in weights.items()}

    def of(self, severity: str, category: str) -> float | None:
        """The weight of the longest name that fits, None where none does."""
        parts = [severity.lower(), *category.lower().split("/")]
        for length in range(len(parts), 0, -1):
            if (weight := self._weights.get("/".join(parts[:length]))) is not None:
                return weight
        return None

    @property
    def names(self) -> list[str]:
        """The severities that have a weight."""
        return list(dict.fromkeys(name.partition("/")[0] for name in self._weights))
