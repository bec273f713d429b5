"""What programs read is valid in every encoding of standard output, and a closed pipe ends every command quietly."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.computations import Known, compute_once
from tests.cli.conftest import Karat, refused
from tests.cli.test_contract import CALLS, call, write_called_files

from karat.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

NAME = "Zürich–東京 😀"
ENCODINGS = ("ascii", "latin-1", "cp1252", "cp437", "shift_jis", "utf-8", "utf-16")


@pytest.fixture
def written(tmp_path: Path) -> list[str]:
    """A system whose name no old encoding has whole."""
    output, reference = tmp_path / f"{NAME}.txt", tmp_path / "reference.txt"
    output.write_text("a b c d x\n", encoding="utf-8")
    reference.write_text("a b c d e\n", encoding="utf-8")
    return ["score", str(output), "-r", str(reference), "--no-check"]


def shown(arguments: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command writes into a pipe of that encoding."""
    pipe = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", pipe)
    assert main(arguments) == 0
    pipe.flush()
    assert isinstance(pipe.buffer, io.BytesIO)
    return pipe.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_has_the_name(written: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every character comes back, though the encoding has no sign for it."""
    document = json.loads(shown([*written, "--format", "json"], encoding, monkeypatch))
    assert document["scores"][0]["system"] == NAME


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_tsv_has_the_name(written: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No character is changed into another; what the encoding lacks is written as its number."""
    row = shown([*written, "--format", "tsv"], encoding, monkeypatch).splitlines()[1].split("\t")
    assert json.loads(f'"{row[0]}"') == NAME


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_latex_has_no_accents_of_numbers(
    written: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In LaTeX u0308 behind a backslash would be a breve on a nought."""
    table = shown([*written, "--format", "latex"], encoding, monkeypatch)
    assert r"\symbol{26481}\symbol{20140} \symbol{128512}" in table
    assert r"\u" not in table.replace(r"\usepackage", "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_the_environment_chooses_the_encoding(written: list[str], encoding: str) -> None:
    """In a process of its own and the locale of C, which has ASCII alone."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUTF8"}
    environment = {**kept, "LC_ALL": "C", "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "karat", *written, "--format", "json"]
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert json.loads(done.stdout.decode(encoding))["scores"][0]["system"] == NAME
    assert done.stderr == b""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the commands are called with."""
    return write_called_files(tmp_path_factory.mktemp("pipes"))


@pytest.fixture(scope="module")
def known() -> Known:
    """What commands computed so far."""
    return {}


@pytest.mark.parametrize("name", CALLS)
def test_a_closed_pipe_ends_quietly(
    name: str,
    files: dict[str, str],
    known: Known,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """As under `| head -1`: nothing on standard error, and the exit code that says so."""
    compute_once(name, known, monkeypatch)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        code = main(call(name, files))
        monkeypatch.undo()
    told = [line for line in capfd.readouterr().err.splitlines() if not line.startswith("karat: note: ")]
    assert (code, told) == (141, [])


class Interrupted(io.StringIO):
    """Standard output at the moment at which somebody presses Ctrl-C."""

    def write(self, _: str) -> int:
        """Nothing is written."""
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_quietly(
    name: str,
    files: dict[str, str],
    known: Known,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Nothing more is said, and the exit code says why."""
    compute_once(name, known, monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Interrupted())
        code = main(call(name, files))
    told = [line for line in capfd.readouterr().err.splitlines() if not line.startswith("karat: note: ")]
    assert (code, told) == (130, [])


@pytest.mark.parametrize("name", ["a" * 300, "a" * 5000, "a/" * 2500, "a\0b", "\ud800"])
def test_names_that_no_file_can_have(name: str, karat: Karat) -> None:
    """They are told as such, and not as a fault of Karat."""
    for arguments in (
        ["agree", name],
        ["transfer", f"{name}.tsv"],
        ["agree", "demo:", "--human-scores", name],
    ):
        refused(karat(*arguments))
    refused(karat("score", "demo:", "--tokenize", f"spm:{name}"))
    refused(karat("campaign", "status", f"{name}.campaign"))


def test_devices_have_no_end(karat: Karat) -> None:
    """/dev/zero was read until the memory was full."""
    for device in ("/dev/zero", "/dev/full", "/dev/random"):
        refused(karat("score", device, "-r", device), device, "device")
        refused(karat("agree", "demo:", "--scores", device))
        refused(karat("inspect", device), "device")
        refused(karat("add", device), "device")
    refused(karat("score", "/dev/null", "-r", "/dev/null"), "nothing to read")
