"""`karat completion`: the Tab key in bash, zsh and fish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.option_groups import OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

# The names in `completion_scripts`, which takes the options of every command.
SHELLS = ("bash", "zsh", "fish")


class CompletionOptions(Options, title="options"):
    """What `karat completion` was asked for."""

    shell: str = option("shell", "SHELL", "bash, zsh, fish", choices=SHELLS)
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "completion",
    CompletionOptions,
    usage="karat completion bash|zsh|fish",
    description="""\
Print a script that completes commands, options, metrics and file names when you press Tab.

Write it where your shell looks for such scripts, and open a new shell. It lists the commands and options of
this version of Karat: write it again after an update.""",
    examples="""\
examples:
  karat completion bash > karat.bash
  karat completion zsh > _karat
  karat completion fish > karat.fish
""",
)


def run(arguments: Sequence[str]) -> int:
    """Print the script of a shell."""
    if not arguments:
        raise InvalidOption(f"karat completion needs to know the shell: {', '.join(SHELLS)}.")
    options: CompletionOptions = COMMAND.read(arguments)
    from karat.cli import completion_scripts

    write(completion_scripts.SHELLS[options.shell]())
    return 0
