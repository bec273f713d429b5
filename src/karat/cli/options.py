"""How options are declared: once, as attributes of a class, with their names, value, help and check.

    class SamplingOptions(Options, title="intervals"):
        samples: int = option("--samples", "N", "bootstrap samples (default: 1000)", default=1000, least=1)

A class is a group of the help, called by its `title`. The options of a command are a class that inherits the
groups that it takes, in the order of its help. It may declare an option again, with another help text, and
leave some out: `class CheckOptions(InputOptions, OutputOptions, without=("tags",))`. What is left out, or was
not given, has its default.
"""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter

from karat.cli.configuration import Configuration
from karat.errors import InvalidOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Any, ClassVar, NoReturn, TypeVar

    Into = TypeVar("Into", bound=Namespace)

_WIDEST = 100


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

    def add_to(self, group: Any) -> None:
        """Tell a group of a parser of it."""
        kind: dict[str, Any] = {"type": self.convert, "metavar": self.value}
        if "--help" in self.names:
            kind = {"action": "help"}
        elif not self.value:
            kind = {"action": "store_true", "default": None}
        elif self.value.endswith("…") and self.convert is str:
            many = "+" if self.flag.startswith("-") else "*"
            kind = {"nargs": many, "metavar": self.value.removesuffix("…")}
        if self.flag.startswith("-"):
            kind["dest"] = self.attribute
        group.add_argument(*self.names, help=self.text or SUPPRESS, **kind)
        if self.former:
            group.add_argument(self.former, help=SUPPRESS, **kind)

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


class Options(Namespace):
    """What the user asked for."""

    # The options by the titles of their groups, in the order of the help.
    declared: ClassVar[dict[str, dict[str, Option]]] = {}
    # Those that a file of the project set, by their names.
    configured: dict[str, Any] = {}  # noqa: RUF012 (never changed: each that takes settings has its own)

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
        given = {argument.partition("=")[0] for argument in arguments}
        options, unknown = self.options(), [""]
        if given.isdisjoint(("-h", "--help")):
            # Most of the time that argparse takes goes into options that were not given.
            options, unknown = self._parser(given).parse_known_args(arguments, self.options())
        if unknown:
            options = self._parser().read(arguments, self.options())
        if Configuration.current is not None and Configuration.current.command == self.name:
            Configuration.current.apply(self, options)
        options.check()
        return options

    def _parser(self, given: Collection[str] | None = None) -> Parser:
        """The parser of the options that were given, or of all."""
        parser = Parser(self.name, usage=self.usage, description=self.description, examples=self.examples)
        for title, group in self.options.declared.items():
            wanted = [one for one in group.values() if given is None or _is_given(one, given)]
            if wanted:
                shown = parser.add_argument_group(title)
                for one in wanted:
                    one.add_to(shown)
        return parser


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


def _is_given(one: Option, given: Collection[str]) -> bool:
    return not one.flag.startswith("-") or any(name in given for name in (*one.names, one.former))


def whole_number(text: str) -> int:
    """A whole number as it was typed."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def number(text: str) -> float:
    """A number as it was typed."""
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a number") from None


def numbers(text: str) -> tuple[float, ...]:
    """Numbers with commas between them."""
    try:
        return tuple(float(weight) for weight in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a list of numbers such as 0.4,0.3,0.2,0.1") from None


_CONVERTERS: dict[str, Callable[[str], object]] = {"N": whole_number, "X": number, "W,W,…": numbers}


class Formatter(RawDescriptionHelpFormatter):
    """Help in which an option and its value are named once: `-r, --references FILE…`."""

    def __init__(self, prog: str) -> None:
        from karat.cli.output import terminal_width

        # Given no width, argparse imports shutil to find one, even when no help is shown.
        super().__init__(prog, max_help_position=30, width=min(terminal_width(), _WIDEST) - 2)

    def _split_lines(self, text: str, width: int) -> list[str]:
        # Names such as target-language and --reference-tags stay whole, so that they can be copied.
        from textwrap import wrap

        return wrap(" ".join(text.split()), width, break_on_hyphens=False)

    def _format_action_invocation(self, action: Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        return f"{', '.join(action.option_strings)} {self._format_args(action, action.dest.upper())}"

    def _format_args(self, action: Action, default_metavar: str) -> str:
        if action.nargs in ("+", "*"):
            return f"{action.metavar or default_metavar}…"
        return super()._format_args(action, default_metavar)


class Parser(ArgumentParser):
    """A parser for one command."""

    def __init__(self, command: str, *, usage: str, description: str, examples: str = "") -> None:
        super().__init__(
            prog=f"karat {command}",
            usage=usage,
            description=description,
            epilog=examples,
            formatter_class=Formatter,
            # An abbreviation would change its meaning when an option is added.
            allow_abbrev=False,
            add_help=False,
        )

    def error(self, message: str) -> NoReturn:
        """Refuse the options on one line, as every error is told."""
        raise InvalidOption(f"{message.removeprefix('argument ')}. See {self.prog} --help.")

    def print_help(self, file: object = None) -> None:  # noqa: ARG002 (the signature is argparse's)
        """Print the help, also where standard output cannot write every character."""
        from karat.cli.output import write

        write(self.format_help(), for_people=True)

    def read(self, arguments: Sequence[str], into: Into) -> Into:
        """The options that were given; an unknown one is refused with the name it resembles."""
        options, unknown = self.parse_known_args(arguments, into)
        if unknown:
            raise InvalidOption(self._unknown(unknown[0]))
        return options

    def _unknown(self, argument: str) -> str:
        from karat.cli.unknown_options import hint

        name = argument.partition("=")[0]
        known = self._option_string_actions
        return f"There is no option {name!r}.{hint(name, known)} See {self.prog} --help."
