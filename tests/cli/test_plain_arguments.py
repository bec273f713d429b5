"""Arguments in the plainest form are read as argparse reads them, and all others are left to it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from karat.cli.option_parser import parsed
from karat.cli.plain_arguments import plainly_read

if TYPE_CHECKING:
    from karat.cli.options import Command

NAMES = ("score", "compare", "agree", "report", "judges", "predict", "metrics", "explain")
WORDS = ("a.txt", "b", "-", "", "4", "0.5", "1e999", "nan", "bleu", "13a", "0.4,0.6", "two words", "é")
# What argparse reads otherwise than as a name or a word, or refuses.
ODD = ("-5", "--", "--no-such-option", "--order=3", "-mbleu", "--ord", "-h", "--help", "-x y")


def command(name: str) -> Command:
    """What a command takes."""
    found: Command = import_module(f"karat.cli.commands.{name}").COMMAND
    return found


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A command and what somebody might type after it: mostly words, then names with words."""
    name = draw(st.sampled_from(NAMES))
    names = [one for option in command(name).options.every() for one in (*option.names, option.former) if one]
    words = st.lists(st.sampled_from(WORDS), max_size=2)
    named = st.tuples(st.sampled_from(names), words).map(lambda pair: [pair[0], *pair[1]])
    odd = st.sampled_from(ODD).map(lambda word: [word])
    pieces = draw(st.lists(st.one_of(named, named, named, odd), max_size=4))
    return name, [*draw(words), *(word for piece in pieces for word in piece)]


@given(call=calls())
@example(call=("score", ["a", "-r", "b", "-m", "bleu", "chrf", "--order", "2", "-q"]))
def test_argparse_reads_the_same(call: tuple[str, list[str]]) -> None:
    """Whatever is read plainly has the same values, in the same order."""
    name, arguments = call
    found = plainly_read(command(name).options, arguments)
    if found is not None:
        assert list(vars(found).items()) == list(vars(parsed(command(name), arguments)).items())


@pytest.mark.parametrize(
    "arguments",
    [
        ["a.txt", "-r", "b.txt"],
        ["a.txt", "b.txt", "--references", "c.txt", "d.txt", "-m", "bleu", "chrf", "--lowercase"],
        ["-", "-r", "b.txt", "--order", "6", "--tokenize", "intl", "--format", "json", "-q"],
    ],
)
def test_what_people_type_is_read_plainly(arguments: list[str]) -> None:
    """The usual calls do not wait for argparse."""
    assert plainly_read(command("score").options, arguments) is not None


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["-r", "b.txt", "-q", "a.txt"],
        ["a.txt", "-r"],
        ["a.txt", "-r", "b.txt", "--order"],
        ["a.txt", "-r", "b.txt", "--order", "two"],
        ["a.txt", "-r", "b.txt", "--order", "2", "3"],
        ["a.txt", "-r", "b.txt", "--order=2"],
        ["a.txt", "-r", "b.txt", "-r", "c.txt"],
        ["a.txt", "--help"],
        ["a.txt", "--", "b.txt"],
        ["a.txt", "-r", "b.txt", "--smoothing-value", "-1"],
    ],
)
def test_everything_else_is_left_to_argparse(arguments: list[str]) -> None:
    """What may be wrong, or mean something else."""
    assert plainly_read(command("score").options, arguments) is None
