"""How options are declared: once, as attributes of a class, with their names, value, help and check.

    class SamplingOptions(Options, title="intervals"):
        samples: int = option("--samples", "N", "bootstrap samples (default: 1000)", default=1000, least=1)

A class is a group of the help, called by its `title`. The options of a command are a class that inherits the
groups that it takes, in the order of its help. It may declare an option again, with another help text, and
leave some out: `class CheckOptions(InputOptions, OutputOptions, without=("tags",))`. What is left out, or was
not given, has its default.
"""

from __future__ import annotations

from karat.cli.configuration import Configuration
from karat.cli.plain_arguments import plainly_read
from karat.errors import InvalidOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Any, ClassVar


class Option:
    """One option: its names on the command line, its value, its help, and what is refused.

    A value N is a whole number, X a number, W,W,… several numbers; one that ends in … may be repeated, and an
    empty one makes a flag. An option without a text is understood and not shown.
    """

    def __init__(
        self,
        names: str,
        value: str,
        text: str,
        *,
        default: object = None,
        former: str = "",
        convert: Callable[[str], object] | None = None,
        choices: Collection[str] = (),
        least: float | None = None,
        most: float | None = None,
    ) -> None:
        self.names = names.split()
        self.value = value
        self.text = text
        self.default = default
        self.former = former
        self.convert = convert or _CONVERTERS.get(value, str)
        self.choices = choices
        self.least = least
        self.most = most
        self.attribute = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """The default: an option that was given hides it."""
        return self if instance is None else self.default

    @property
    def flag(self) -> str:
        """The name that messages use."""
        return next((name for name in self.names if name.startswith("--")), self.names[0])

    @property
    def takes_many(self) -> bool:
        """Whether its value is one word or more."""
        return self.value.endswith("…") and self.convert is str

    def check(self, value: Any) -> None:
        """Refuse a value that cannot be meant."""
        for word in value if isinstance(value, list) else [value]:
            if self.choices and word not in self.choices:
                raise InvalidOption.choice(self.flag, word, self.choices)
        if self.least is not None and self.most is not None and not self.least <= value <= self.most:
            raise InvalidOption(
                f"{self.flag} is {value}; it must be between {self.least:g} and {self.most:g}."
            )
        if self.least is not None and not value >= self.least:
            raise InvalidOption(f"{self.flag} is {value}; it must be {self.least:g} or more.")


def option(
    names: str,
    value: str,
    text: str,
    *,
    default: object = None,
    former: str = "",
    convert: Callable[[str], object] | None = None,
    choices: Collection[str] = (),
    least: float | None = None,
    most: float | None = None,
) -> Any:
    """An option, for an attribute whose annotation says what it holds; None where it was not given.

    `former` is an earlier name, which is understood and not shown.
    """
    return Option(
        names,
        value,
        text,
        default=default,
        former=former,
        convert=convert,
        choices=choices,
        least=least,
        most=most,
    )


# sacreBLEU's short names that mean the same here. They are no options of the parser: argparse would take `-t`
# for the beginning of `-tok`.
HABITS = {"-tok": "--tokenize", "-lc": "--lowercase", "-b": "--quiet"}


class Options:
    """What the user asked for."""

    # The options by the titles of their groups, in the order of the help.
    declared: ClassVar[dict[str, dict[str, Option]]] = {}
    # Those that a file of the project set, by their names.
    configured: dict[str, Any] = {}  # noqa: RUF012 (never changed: each that takes settings has its own)

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)

    def __init_subclass__(cls, *, title: str = "", without: Collection[str] = ()) -> None:
        super().__init_subclass__()
        groups: dict[str, dict[str, Option]] = {}
        for base in cls.__bases__:
            for name, group in getattr(base, "declared", {}).items():
                known = groups.setdefault(name, {})
                # Of two bases the first counts, as always in Python.
                known.update({one: group[one] for one in group if one not in known})
        for group in groups.values():
            for name in without:
                group.pop(name, None)
        for name, own in vars(cls).items():
            if isinstance(own, Option):
                # One that is declared again keeps its place.
                home = next((known for known, group in groups.items() if name in group), title)
                groups.setdefault(home, {})[name] = own
        cls.declared = {name: group for name, group in groups.items() if group}

    @classmethod
    def every(cls) -> Iterator[Option]:
        """All options, in the order of the help."""
        for group in cls.declared.values():
            yield from group.values()

    def given(self, *names: str) -> dict[str, Any]:
        """Those of some options that were given, by their attributes."""
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    def forget(self, attribute: str) -> bool:
        """Whether the value of an option came from a file of the project; if so, it is as if it had not."""
        if self.configured.pop(attribute.replace("_", "-"), None) is None:
            return False
        delattr(self, attribute)
        return True

    def check(self) -> None:
        """Refuse values that no command could take, before anything is read."""
        for one in self.every():
            if one.attribute in self.__dict__ and self.__dict__[one.attribute] is not None:
                one.check(self.__dict__[one.attribute])


class Command:
    """A command as its help shows it, and the options that it takes."""

    def __init__(
        self, name: str, options: type[Options], *, usage: str, description: str, examples: str = ""
    ) -> None:
        self.name = name
        self.options = options
        self.usage = usage
        self.description = description
        self.examples = examples

    def read(self, arguments: Sequence[str]) -> Any:
        """The options of one call, of the command's class."""
        known = {name for one in self.options.every() for name in one.names}
        arguments = [
            HABITS[one] if one in HABITS and one not in known and HABITS[one] in known else one
            for one in _with_demo_data(arguments)
        ]
        options = plainly_read(self.options, arguments)
        if options is None:
            from karat.cli.option_parser import parsed

            options = parsed(self, arguments)
        if Configuration.current is not None and Configuration.current.command == self.name:
            Configuration.current.apply(self, options)
        options.check()
        return options


def _with_demo_data(arguments: Sequence[str]) -> Sequence[str]:
    """The words with the place of the demo data wherever these are called `demo:`."""
    if not any("demo:" in argument for argument in arguments):
        return arguments
    from karat.demo import located

    words = (
        argument.rpartition("=") if argument.startswith("--") else ("", "", argument)
        for argument in arguments
    )
    return [f"{name}{equals}{located(value)}" for name, equals, value in words]


def whole_number(text: str) -> int:
    """A whole number as it was typed."""
    try:
        return int(text)
    except ValueError:
        raise _unlike(f"{text!r} is not a whole number") from None


def number(text: str) -> float:
    """A number as it was typed."""
    try:
        return float(text)
    except ValueError:
        raise _unlike(f"{text!r} is not a number") from None


def numbers(text: str) -> tuple[float, ...]:
    """Numbers with commas between them."""
    try:
        return tuple(float(weight) for weight in text.split(","))
    except ValueError:
        raise _unlike(f"{text!r} is not a list of numbers such as 0.4,0.3,0.2,0.1") from None


def _unlike(message: str) -> Exception:
    from argparse import ArgumentTypeError

    return ArgumentTypeError(message)


_CONVERTERS: dict[str, Callable[[str], object]] = {"N": whole_number, "X": number, "W,W,…": numbers}
