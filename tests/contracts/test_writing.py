"""Files are written by one function alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import karat

SOURCES = Path(karat.__file__).parent
# The one function; and a lock file of a folder, which has no content.
ALLOWED = {"output_files.py"}
WRITING = ("write_text", "write_bytes")
CALLS_OF_OPEN = ("open", "fdopen")


def written_in(source: str) -> list[int]:
    """The lines in which a module opens a file to write, or writes one.

    >>> written_in("open(path, 'w')\\npath.write_text('')\\nopen(path)\\npath.open(mode='ab')")
    [1, 2, 4]
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        modes = [*node.args[:2], *(word.value for word in node.keywords if word.arg == "mode")]
        texts = [
            mode.value for mode in modes if isinstance(mode, ast.Constant) and isinstance(mode.value, str)
        ]
        opens = name in CALLS_OF_OPEN and any(
            set(mode) <= set("rwaxbt+") and set(mode) & set("wax+") for mode in texts
        )
        if name in WRITING or opens:
            found.append(node.lineno)
    return sorted(found)


@pytest.mark.parametrize("module", ["cli", "report", "calibration", "engines", "campaigns", "readers", "."])
def test_one_function_writes_files(module: str) -> None:
    """Whoever needs a file written asks `output_files.write_file`, which loses nothing."""
    folder = SOURCES / module
    files = folder.glob("*.py") if module == "." else folder.rglob("*.py")
    found = {
        str(file.relative_to(SOURCES)): lines
        for file in files
        if file.name not in ALLOWED and (lines := written_in(file.read_text(encoding="utf-8")))
    }
    assert found == {}
