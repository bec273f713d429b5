"""A command whose first argument names another: `karat diagnose variation`, `karat campaign plan`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from karat.cli.main import COMMANDS, GROUPS
from karat.cli.output import write
from karat.errors import InvalidOption, UnknownName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class CommandGroup:
    """Commands under one name, each in a module of `package` with its `COMMAND` and `run`.

    `commands` has a line of the help for each, under titles. `noun` is what messages call one. A module is
    called as its command, with `_` for `-`. It is imported when the command runs, so that no command pays for
    another.
    """

    def __init__(
        self,
        name: str,
        commands: Mapping[str, Mapping[str, str]],
        *,
        package: str,
        noun: str,
        description: str,
        examples: str,
    ) -> None:
        self.name = name
        self.commands = commands
        self.package = package
        self.noun = noun
        self.description = description
        self.examples = examples

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in the order of the help."""
        return tuple(self.lines)

    @property
    def lines(self) -> dict[str, str]:
        """What each is for."""
        return {name: line for group in self.commands.values() for name, line in group.items()}

    @property
    def usage(self) -> str:
        """The help: a line for each command."""
        width = max(map(len, (*self.names, "-h, --help")))
        groups = (
            f"{title}:\n" + "".join(f"  {name:<{width}}  {line}\n" for name, line in group.items())
            for title, group in self.commands.items()
            if group
        )
        more = f"Show this help; karat {self.name} {self.names[0]} --help shows that of a {self.noun}."
        return "\n".join(
            (
                f"usage: karat {self.name} WHAT …\n\n{self.description}\n",
                *groups,
                f"options:\n  {'-h, --help':<{width}}  {more}\n",
                f"examples:\n{self.examples}",
            )
        )

    def module(self, name: str) -> str:
        """Where a command lives."""
        return f"{self.package}.{name.replace('-', '_')}"

    def run(self, arguments: Sequence[str]) -> int:
        """Run the command that the first argument names."""
        if not arguments:
            raise InvalidOption(f"karat {self.name} needs to know what: {', '.join(self.names)}.")
        name, *rest = arguments
        if name in ("-h", "--help"):
            write(self.usage, for_people=True)
            return 0
        if name not in self.names:
            raise UnknownName.among(self.noun, name, self.names)
        code: int = import_module(self.module(name)).run(rest)
        return code


def every_command() -> dict[str, str]:
    """The module of each command by what is typed, those of groups as `diagnose variation`."""
    found = {name: f"karat.cli.commands.{name}" for name in COMMANDS if name not in GROUPS}
    for name in GROUPS:
        group: CommandGroup = import_module(f"karat.cli.commands.{name}").GROUP
        found.update({f"{name} {one}": group.module(one) for one in group.names})
    return found
