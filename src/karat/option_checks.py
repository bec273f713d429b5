"""Checks of options, and what they become: words of a Literal, plain numbers, flags."""

from __future__ import annotations

from operator import index
from sys import float_info

from karat.errors import InvalidOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A row has a few columns for each order: more would be a slip, and cost gigabytes.
HIGHEST_ORDER = 100_000
LARGEST = float_info.max
# The weight of recall or precision in a mean: far beyond this only one of them counts, and squares overflow.
HIGHEST_BETA = 1e6


def check_choice(option: str, got: object, choices: Any) -> None:
    """One of the words of a Literal, or of a collection of words."""
    # What `typing.get_args` gives, which a plain score does not import.
    allowed = getattr(choices, "__args__", choices)
    if not isinstance(got, str | int | None) or got not in allowed:
        raise InvalidOption.choice(option, got, allowed)


def settle_number(
    metric: object, option: str, *, above: float | None = None, most: float | None = None
) -> None:
    """An option that is a finite number, 0 or more or above a bound; numpy's becomes a plain one."""
    got = plain_number(getattr(metric, option))
    check_number(option, got, above=above, most=most)
    object.__setattr__(metric, option, got)


def plain_number(got: Any) -> Any:
    """A number of numpy's as Python's own; anything else as it is."""
    if isinstance(got, int | float):
        return got
    from numbers import Integral, Real

    if isinstance(got, Integral):
        return int(got)
    return float(got) if isinstance(got, Real) else got


def finite(got: object) -> float | None:
    """A number as one with a fraction; None for anything else, and where it is too large or not defined.

    >>> finite(3), finite(True), finite(10**400), finite("3")
    (3.0, None, None, None)
    """
    if isinstance(got, bool) or not isinstance(got, int | float):
        return None
    try:
        value = float(got)
    except OverflowError:
        return None
    return value if value - value == 0 else None


def check_number(option: str, got: object, *, above: float | None = None, most: float | None = None) -> None:
    """A finite number: 0 or more or above a bound, and no more than another."""
    number = got if isinstance(got, int | float) and not isinstance(got, bool) else -1
    enough = number >= 0 if above is None else number > above
    if not enough or number > (LARGEST if most is None else most):
        bound = "0 or more" if above is None else f"above {above:g}"
        bound += ", a finite number" if most is None else f" and at most {most:,.0f}"
        raise InvalidOption(f"{option} is {got!r}; it must be {bound}.")


def check_flag(option: str, got: object) -> None:
    """On or off."""
    if not isinstance(got, bool):
        raise InvalidOption(f"{option} is {got!r}; it must be True or False.")


def settle_order(metric: object, option: str, *, least: int) -> None:
    """An option that is a whole number of units; one of numpy's becomes a plain one."""
    got = getattr(metric, option)
    number = whole_number(got)
    if number is None or not least <= number <= HIGHEST_ORDER:
        raise InvalidOption(
            f"{option} is {got!r}; it must be a whole number from {least} to {HIGHEST_ORDER}."
        )
    object.__setattr__(metric, option, number)


def whole_number(got: Any) -> int | None:
    """The whole number that something is, of whatever type; none is true or false."""
    if isinstance(got, bool):
        return None
    try:
        return index(got)
    except TypeError:
        return None
