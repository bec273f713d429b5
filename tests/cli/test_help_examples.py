"""The examples that the help of each command shows run as they stand there."""

from __future__ import annotations

import contextlib
import io
from importlib.util import find_spec
from shutil import copyfile
from typing import TYPE_CHECKING

import pytest
from tests.cli.example_files import write_campaign, write_example_files
from tests.documentation import run

from karat.cli.command_group import every_command
from karat.cli.main import COMMANDS, main

if TYPE_CHECKING:
    from pathlib import Path


def examples_of(*command: str) -> list[str]:
    """The command lines below `examples:` in the help."""
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        main([*command, "--help"])
    return [
        line.strip() for line in shown.getvalue().partition("\nexamples:\n")[2].splitlines() if line.strip()
    ]


SHOWN = [
    *examples_of(),
    *(line for command in (*COMMANDS, *every_command()) for line in examples_of(*command.split())),
]
# Servers run until they are stopped: what they print is tested where they are.
SERVERS = ("karat campaign serve", "karat campaign demo")
EXAMPLES = [line for line in dict.fromkeys(SHOWN) if not line.startswith(SERVERS)]


# Files that other examples read.
CALIBRATIONS = {
    "five.json": "demo: --human adequacy -m bleu",
    "percent.json": "demo: --human adequacy -m bleu --scale 0-100",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file that the examples name."""
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    made = tmp_path_factory.mktemp("examples")
    write_example_files(made)
    for name, options in CALIBRATIONS.items():
        assert run(f"karat calibrate {options} -o {name}", made)[0] == 0
    for same in ("2023.json", "2024.json"):
        copyfile(made / "en-de.json", made / same)
    return made


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The campaigns that the examples name, as files."""
    made = tmp_path_factory.mktemp("campaigns")
    write_campaign(made)
    return {path.name: path.read_bytes() for path in made.glob("*.campaign*")}


def test_commands_have_examples() -> None:
    """Every command that takes files shows how; the demonstration takes none."""
    assert {line.split("karat ")[1].split()[0] for line in EXAMPLES} >= set(COMMANDS) - {"demo"}


@pytest.mark.parametrize("line", EXAMPLES)
def test_example(line: str, folder: Path, campaigns: dict[str, bytes]) -> None:
    """It runs, and leaves something; without the model that it names, it says so."""
    if line.startswith(("karat report", "karat reproduce")) and "--format json >" not in line:
        pytest.importorskip("vl_convert", reason="the extra report is not installed")
    if line.startswith("karat campaign"):
        # Each as the first: they close campaigns, and write new ones.
        for path in folder.glob("*.campaign*"):
            path.unlink()
        for name, content in campaigns.items():
            (folder / name).write_bytes(content)
    if line.startswith("karat align"):
        # It writes these files, and never over others.
        for name in ("aligned.txt", "aligned.jsonl"):
            (folder / name).unlink(missing_ok=True)
    if line.startswith("karat campaign plan"):
        # It writes this file, and never over another.
        (folder / "news.campaign").unlink()
    code, printed = run(line, folder)
    if "spacy:" in line and find_spec("en_core_web_sm") is None:
        assert code == 2
        assert "spaCy" in printed
        return
    assert code == 0, f"$ {line}\n{printed}"
    written = [name for name in line.replace(">", " ").split() if (folder / name).is_file()]
    assert printed.strip() or any((folder / name).read_bytes().strip() for name in written)
