"""Arguments of every form, read by argparse, and the help."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING

from karat.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Collection, Sequence
    from typing import Any, NoReturn

    from karat.cli.options import Command, Option, Options

_WIDEST = 100


def parsed(command: Command, arguments: Sequence[str]) -> Options:
    """The options of one call, of the command's class."""
    given = {argument.partition("=")[0] for argument in arguments}
    options, unknown = command.options(), [""]
    if given.isdisjoint(("-h", "--help")):
        # Most of the time that argparse takes goes into options that were not given.
        options, unknown = _parser(command, given).parse_known_args(arguments, command.options())
    return _parser(command).read(arguments, command.options()) if unknown else options


def _parser(command: Command, given: Collection[str] | None = None) -> Parser:
    """The parser of the options that were given, or of all."""
    parser = Parser(
        command.name, usage=command.usage, description=command.description, examples=command.examples
    )
    for title, group in command.options.declared.items():
        wanted = [one for one in group.values() if given is None or _is_given(one, given)]
        if wanted:
            shown = parser.add_argument_group(title)
            for one in wanted:
                _add(one, shown)
    return parser


def _is_given(one: Option, given: Collection[str]) -> bool:
    return not one.flag.startswith("-") or any(name in given for name in (*one.names, one.former))


def _add(one: Option, group: Any) -> None:
    """Tell a group of a parser of an option."""
    kind: dict[str, Any] = {"type": one.convert, "metavar": one.value}
    if "--help" in one.names:
        kind = {"action": "help"}
    elif not one.value:
        kind = {"action": "store_true", "default": None}
    elif one.takes_many:
        many = "+" if one.flag.startswith("-") else "*"
        kind = {"nargs": many, "metavar": one.value.removesuffix("…")}
    if one.flag.startswith("-"):
        kind["dest"] = one.attribute
    group.add_argument(*one.names, help=one.text or SUPPRESS, **kind)
    if one.former:
        group.add_argument(one.former, help=SUPPRESS, **kind)


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

    def read(self, arguments: Sequence[str], into: Options) -> Options:
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
