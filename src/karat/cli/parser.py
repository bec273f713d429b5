"""A parser of options whose help reads well and whose complaints are Karat's."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, NoReturn, TypeVar

from karat.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import Action, Namespace
    from collections.abc import Sequence

Given = TypeVar("Given", bound="Namespace")

_WIDEST = 100


class Formatter(RawDescriptionHelpFormatter):
    """Help in which an option and its value are named once: `-r, --references FILE…`."""

    def __init__(self, prog: str) -> None:
        from karat.cli.output import terminal_width

        # Given no width, argparse imports shutil to find one, even when no help is shown.
        super().__init__(prog, max_help_position=30, width=min(terminal_width(), _WIDEST) - 2)

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

        write(self.format_help())

    def read(self, arguments: Sequence[str], into: Given) -> Given:
        """The options that were given; an unknown one is refused with the name it resembles."""
        options, unknown = self.parse_known_args(arguments, into)
        if unknown:
            raise InvalidOption(self._unknown(unknown[0]))
        return options

    def _unknown(self, argument: str) -> str:
        from difflib import get_close_matches

        name = argument.partition("=")[0]
        near = get_close_matches(name, self._option_string_actions, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        return f"There is no option {name!r}.{hint} See {self.prog} --help."
