"""What the tests of the command line share: a way to run it, and the demo data as plain text files."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from karat import demo
from karat.cli.main import main


class Outcome(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Karat = Callable[..., Outcome]
Write = Callable[[str, bytes | str], Path]


def refused(outcome: Outcome, *words: str) -> None:
    """Nothing on standard output, one line on standard error that has these words."""
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("karat: ")
    assert not outcome.err.startswith("karat: note: ")
    assert outcome.err.count("\n") == 1
    for word in words:
        assert word in outcome.err


def rows_of(out: str) -> list[dict[str, str]]:
    """The rows of TSV by the names of their columns."""
    header, *rows = (line.split("\t") for line in out.splitlines())
    assert len(set(header)) == len(header)
    return [dict(zip(header, row, strict=True)) for row in rows]


def figures(out: str) -> list[dict[str, str]]:
    """The rows of TSV without the recipes at their ends, which must be recipes."""
    found = []
    for row in rows_of(out):
        recipes = [name for name in row if name == "recipe" or name.endswith(" recipe")]
        assert recipes
        assert list(row)[-len(recipes) :] == recipes
        assert all("|version:" in row[name] for name in recipes)
        found.append({name: text for name, text in row.items() if name not in recipes})
    return found


@pytest.fixture(autouse=True)
def _settled_terminal(monkeypatch: pytest.MonkeyPatch, kinds_drawn_once: None, suspected_once: None) -> None:
    """Help and tables do not depend on who runs the tests."""
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def karat(capsys: pytest.CaptureFixture[str]) -> Karat:
    """Run a command in this process."""

    def run(*arguments: object) -> Outcome:
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def installed() -> Karat:
    """Run the installed command in a process of its own; `stdin` is what is piped into it."""

    def run(*arguments: object, stdin: str | bytes = b"", **environment: str) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "karat", *map(str, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo data as plain text files: one for each system, reference and kind of label."""
    columns: dict[str, list[str]] = defaultdict(list)
    for line in demo.segments_path().read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        columns[row["system"]].append(row["hypothesis"])
        if row["system"] == "human":
            columns["source"].append(row["source"])
            columns["reference-1"].append(row["references"][0])
            columns["reference-2"].append(row["references"][1])
            columns["documents"].append(row["doc_id"])
            columns["text_types"].append(row["domain"])
    folder = tmp_path_factory.mktemp("texts")
    for name, lines in columns.items():
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file, byte for byte, and give its path."""

    def write_file(name: str, content: bytes | str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture
def reference(write: Write) -> Path:
    """Two segments."""
    return write("reference.txt", "a b c d e\nf g h i j\n")


@pytest.fixture
def output(write: Write) -> Path:
    """Two segments of a system."""
    return write("output.txt", "a b c d x\nf g h i j\n")


@pytest.fixture
def calibration_file(karat: Karat, tmp_path: Path) -> Path:
    """A calibration of adequacy for each text type of the demo data."""
    path = tmp_path / "demo.json"
    assert karat("calibrate", demo.path(), "-m", "bleu", "--human", "adequacy", "-o", path).code == 0
    return path
