"""Commands of commands: `karat diagnose WHAT`, `karat campaign WHAT`."""

from __future__ import annotations

from importlib import import_module

import pytest
from tests.cli.conftest import Karat, refused

from karat.cli.command_group import every_command
from karat.cli.main import COMMANDS, GROUPS


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_alone_says_what_there_is(name: str, karat: Karat) -> None:
    """Which of its commands was meant cannot be known."""
    group = import_module(f"karat.cli.commands.{name}").GROUP
    refused(karat(name), f"karat {name} needs to know what", *group.names)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("campaign", "plam"), ("There is no command 'plam'", "Did you mean 'plan'?")),
        (("diagnose", "variant"), ("There is no diagnosis 'variant'", "Did you mean 'variants'?")),
    ],
)
def test_an_unknown_command_of_a_group(
    arguments: tuple[str, ...], words: tuple[str, ...], karat: Karat
) -> None:
    """A slip of the pen is recognised."""
    refused(karat(*arguments), *words)


def test_every_command_has_a_module_of_its_own() -> None:
    """Each runs, and calls itself as it is typed."""
    found = every_command()
    assert set(COMMANDS) - set(GROUPS) <= set(found)
    for name, home in found.items():
        module = import_module(home)
        assert callable(module.run)
        assert module.COMMAND.name == name
