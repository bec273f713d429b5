"""`karat help`: the help of a command, for those who type it in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.main import USAGE, command_named
from karat.cli.option_groups import OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write

if TYPE_CHECKING:
    from collections.abc import Sequence


class HelpOptions(Options, title="options"):
    """What `karat help` was asked for."""

    name: list[str] = option("name", "COMMAND…", "a command, as karat COMMAND would name it (default: all)")
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "help",
    HelpOptions,
    usage="karat help [COMMAND…]",
    description="Show the help of a command, or the list of all commands: what karat COMMAND --help shows.",
    examples="""\
examples:
  karat help
  karat help score
  karat help campaign plan
""",
)


def run(arguments: Sequence[str]) -> int:
    """Show the help that was asked for."""
    options: HelpOptions = COMMAND.read(arguments)
    if not options.name:
        write(USAGE, for_people=True)
        return 0
    name, *more = options.name
    return command_named(name)([*more, "--help"])
