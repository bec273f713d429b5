"""Checks that metrics make of their options."""

from __future__ import annotations

from karat.errors import InvalidOption
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

# A row has a few columns for each order: more would be a slip, and cost gigabytes.
HIGHEST_ORDER = 100_000


def check_choice(option: str, got: object, allowed: Any) -> None:
    """One of the words of a Literal."""
    if got not in allowed:
        raise InvalidOption.choice(option, got, allowed)


def check_number(option: str, got: object, *, above: float | None = None) -> None:
    """A finite number: 0 or more, or above a bound."""
    number = float(got) if isinstance(got, int | float) and not isinstance(got, bool) else -1.0
    enough = number >= 0 if above is None else number > above
    if not enough or number == float("inf"):
        bound = "0 or more" if above is None else f"above {above:g}"
        raise InvalidOption(f"{option} is {got!r}; it must be {bound}, a finite number.")


def check_flag(option: str, got: object) -> None:
    """On or off."""
    if not isinstance(got, bool):
        raise InvalidOption(f"{option} is {got!r}; it must be True or False.")


def check_order(option: str, got: object, *, least: int) -> None:
    """A whole number of units."""
    if not isinstance(got, int) or isinstance(got, bool) or not least <= got <= HIGHEST_ORDER:
        raise InvalidOption(
            f"{option} is {got!r}; it must be a whole number from {least} to {HIGHEST_ORDER}."
        )
