"""Recipes: strings that say everything that decides a figure, and that can be read back.

    chrF|nc:6|nw:2|beta:2|spaces:drop|case:mixed|unicode:none|eps:no|version:0.1.0

The first word is the metric's; every option follows, whether it has its default value or not. Only an option
that a metric got later is left out where it has its default: recipes are compared as strings, and those that
were written before name the same figure still. What belongs to the data and not to the metric (`refs`,
`seed`, …) may stand in the same string; `parse` passes over it.
"""

from __future__ import annotations

from karat._version import __version__
from karat.errors import InvalidRecipe, KaratError
from karat.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

OF_THE_DATA = (
    *("refs", "align", "segments", "version"),
    *(
        "samples",
        "shuffles",
        "seed",
        "confidence",
        "interval",
        "draw",
        "strata",
        "correction",
        "tests",
        "baseline",
        "sides",
        "margin",
    ),
    "level",  # what recipes called the confidence before 0.2
)


class Entry(Frozen):
    """One option in a recipe: its key there, its name in the metric, and how it is written and read.

    `unless` is the default of an option that came later, and is not written.
    """

    __slots__ = __match_args__ = ("key", "option", "write", "read", "unless")

    def __init__(
        self,
        key: str,
        option: str,
        write: Callable[[Any], str] = str,
        read: Callable[[str], Any] = str,
        unless: str | None = None,
    ) -> None:
        self.key = key
        self.option = option
        self.write = write
        self.read = read
        self.unless = unless


def yes_no(key: str, option: str) -> Entry:
    """An option that is on or off."""
    return Entry(
        key, option, lambda on: "yes" if on else "no", lambda text: _one_of(text, no=False, yes=True)
    )


def case(option: str = "lowercase", *, when_on: str = "lc") -> Entry:
    """The treatment of upper and lower case, in sacreBLEU's words."""
    other = "mixed" if when_on == "lc" else "lc"
    return Entry(
        "case",
        option,
        lambda on: when_on if on else other,
        lambda text: _one_of(
            text,
            **{
                when_on: True,
                other: False,
            },
        ),
    )


def number(key: str, option: str) -> Entry:
    """A number that is written without a trailing `.0`."""
    return Entry(key, option, plain, lambda text: float(text) if "." in text or "e" in text else int(text))


def plain(value: float) -> str:
    """The shortest text that reads back as the same number."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def write(metric: Any, name: str, entries: tuple[Entry, ...]) -> str:
    """A metric's recipe."""
    written = ((entry, entry.write(getattr(metric, entry.option))) for entry in entries)
    options = (f"{entry.key}:{text}" for entry, text in written if text != entry.unless)
    return "|".join((name, *options, f"version:{__version__}"))


def read(recipe: str, entries: tuple[Entry, ...], given: dict[str, Any]) -> dict[str, Any]:
    """The options that a recipe names; a missing one keeps its default.

    What it names but cannot rebuild, such as a function, is `given`, and must be what it names.
    """
    by_key = {entry.key: entry for entry in entries}
    options: dict[str, Any] = {}
    for part in recipe.split("|")[1:]:
        key, colon, text = part.partition(":")
        if not colon:
            raise InvalidRecipe(f"{part!r} in the recipe {recipe!r} is not of the form key:value.")
        if key in by_key and by_key[key].option in options:
            raise InvalidRecipe(f"The recipe {recipe!r} has the key {key!r} twice.")
        if key in by_key:
            options[by_key[key].option] = _value(by_key[key], text, recipe, given)
        elif key not in OF_THE_DATA:
            raise InvalidRecipe(
                f"The recipe {recipe!r} has the key {key!r}; known here: {', '.join(by_key)}."
            )
    for option in given:
        if option not in options:
            raise InvalidRecipe(f"{option} is given, and the recipe {recipe!r} does not name it.")
    return options


def _value(entry: Entry, text: str, recipe: str, given: dict[str, Any]) -> Any:
    try:
        if entry.option not in given:
            return entry.read(text)
        if (here := entry.write(given[entry.option])) != text:
            raise InvalidRecipe(f"the one that is given is {here}.")
        return given[entry.option]
    except KaratError as error:
        raise InvalidRecipe(f"{entry.key}:{text} in {recipe!r}: {error}") from error
    except (ValueError, KeyError) as error:
        raise InvalidRecipe(f"{entry.key}:{text} in {recipe!r} cannot be read.") from error


def _one_of(text: str, **values: bool) -> bool:
    return values[text]
