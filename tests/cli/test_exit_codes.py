"""Every command beside every kind of failure: the exit codes that docs/errors.md promises, and one line that says why.

Wrong options and formats are in `test_contract`, closed pipes and interrupts while a result is written in
`test_encodings`, interrupts of the work itself in `test_interrupts`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import refused
from tests.cli.test_contract import CALLS, call, write_called_files

if TYPE_CHECKING:
    from tests.cli.conftest import Karat

READING = sorted(set(CALLS) - {"metrics"})  # which reads no file


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the commands are called with."""
    return write_called_files(tmp_path_factory.mktemp("codes"))


def called_with(name: str, files: dict[str, str], path: Path) -> list[str]:
    """A call of the command, with another file in place of the first one that it reads."""
    arguments = call(name, files)
    place = next(at for at, one in enumerate(arguments) if at and os.path.exists(one))  # noqa: PTH110
    other = path.with_suffix(Path(arguments[place]).suffix)
    if path.exists() and other != path:
        path.rename(other)
    return [*arguments[:place], str(other), *arguments[place + 1 :]]


def named(name: str, file: str) -> tuple[str, ...]:
    """The file stands in the line, unless something else was found wrong before it was read."""
    return () if name in ("campaign plan", "count") else (file,)


@pytest.mark.parametrize("name", READING)
def test_a_missing_file(name: str, karat: Karat, files: dict[str, str], tmp_path: Path) -> None:
    """The command ends with 2, and says which file it was."""
    refused(karat(*called_with(name, files, tmp_path / "missing")), *named(name, "missing"))


@pytest.mark.parametrize("content", [b"", b'\x00\xff\xfe{["', b'{"schema": [[1e999]]}\n'])
@pytest.mark.parametrize("name", READING)
def test_bad_content(name: str, content: bytes, karat: Karat, files: dict[str, str], tmp_path: Path) -> None:
    """It is no fault of Karat, whatever the file holds."""
    path = tmp_path / "bad"
    path.write_bytes(content)
    outcome = karat(*called_with(name, files, path))
    # Those bytes may be a text, and are one for the two commands that read plain text.
    if not (outcome.code == 0 and name in ("entities", "versions") and content.startswith(b"{")):
        refused(outcome, *named(name, "bad"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("name", READING)
def test_no_permission(name: str, karat: Karat, files: dict[str, str], tmp_path: Path) -> None:
    """A file of somebody else."""
    path = tmp_path / "locked"
    path.write_text("a b c d\n", encoding="utf-8")
    arguments = called_with(name, files, path)
    next(tmp_path.glob("locked*")).chmod(0)
    refused(karat(*arguments), "locked")
