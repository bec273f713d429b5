"""A file that is named is read, or the command says why not: none is passed over."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import refused
from tests.cli.test_contract import CALLS, DATA, write_called_files

from karat import demo
from karat.cli.command_group import every_command

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Karat

    from karat.cli.options import Command, Option

# More calls than those of the contract: commands that make no table.
MORE = {
    "report": ["report", DATA, "-m", "bleu", "-o", "MADE"],
    "reproduce": ["reproduce"],
    "campaign export": ["campaign", "export", "CAMPAIGN"],
    "campaign import": ["campaign", "import", "-o", "MADE"],
    "campaign guidelines": ["campaign", "guidelines", "CAMPAIGN"],
}
# Plain text has options that a corpus refuses.
OF_TEXT = {
    name: [name, "OTHER", "-r", "TEXT"]
    for name in ("score", "compare", "check", "power", "agree", "calibrate")
}


@pytest.mark.parametrize("command", ["agree", "calibrate", "accept", "report"])
@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl"])
def test_a_table_without_human_scores(command: str, ending: str, tmp_path: Path, karat: Karat) -> None:
    """`--human-scores` with columns of another kind is refused, though the data have scores of their own."""
    file = tmp_path / f"odd.{ending}"
    file.write_text(
        {
            "csv": "system,quality\naurora,3\n",
            "tsv": "system\tquality\naurora\t3\n",
            "jsonl": '{"system": "aurora", "quality": 3}\n',
        }[ending],
        encoding="utf-8",
    )
    output = ["-o", tmp_path / "made"] if command in ("calibrate", "report") else []
    outcome = karat(command, demo.path(), "-m", "bleu", "--human-scores", file, *output)
    refused(outcome, "there are no human scores", "system, quality", "human_NAME")
    assert not (tmp_path / "made").exists()


def _options(name: str) -> list[str]:
    """The flags of a command that take files to read; the empty one stands for what is named without a flag."""
    command: Command = import_module(every_command()[name]).COMMAND
    return [
        one.flag if one.flag.startswith("-") else ""
        for one in command.options.every()
        if _names_files(one) and one.text and one.attribute != "output"
    ]


def _names_files(one: Option) -> bool:
    # The value of an option that is a text is none of a file.
    known = _FILES - {"TEXT"} if one.flag.startswith("-") else _FILES
    return one.value.removesuffix("…") in known and one.attribute not in _OTHERWISE


# What the help calls a file.
_FILES = {"FILE", "CALIBRATION", "CAMPAIGN", "CORPUS", "DATA", "FROM", "HYPOTHESIS", "JUDGEMENTS", "PAGE"}
_FILES |= {"REFERENCE", "SHARD", "SUMS", "TEXT"}
# Any text is a form of consent.
_OTHERWISE = {"consent"}
_CALLS = {**CALLS, **MORE}
_CASES = [
    *((name, flag, _CALLS[name]) for name in _CALLS for flag in _options(name)),
    *((name, flag, call) for name, call in OF_TEXT.items() for flag in _options(name)),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the calls name, and a table that is well formed and means nothing."""
    folder = tmp_path_factory.mktemp("named")
    odd = folder / "odd.tsv"
    odd.write_text("colour\tshape\nred\tround\nblue\tflat\n", encoding="utf-8")
    return {**write_called_files(folder), "ODD": str(odd), "MADE": str(folder / "made")}


@pytest.mark.parametrize(("name", "flag", "call"), _CASES)
def test_a_file_that_means_nothing(
    name: str, flag: str, call: list[str], files: dict[str, str], karat: Karat
) -> None:
    """Each command refuses a file in which it recognises nothing, or says what it did with it."""
    for asked in _with_odd_file(name, flag, call):
        outcome = karat(*(files.get(argument, argument) for argument in asked))
        assert outcome.code == 2 or "odd.tsv" in outcome.err, outcome


def _with_odd_file(name: str, flag: str, call: list[str]) -> list[list[str]]:
    """The call with the file as the value of an option, or in the place of each that is named without one."""
    if flag:
        return [[*call, flag, "ODD"]]
    start = len(name.split())
    end = next((at for at, word in enumerate(call) if word.startswith("-")), len(call))
    return [[*call[:at], "ODD", *call[at + 1 :]] for at in range(start, max(end, start + 1))]
