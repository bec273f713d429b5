"""The kernel's README: its examples run with the other pages (`tests/test_docs.py`); here, that it is complete."""

from __future__ import annotations

import re

import pytest
from tests.documentation import KERNEL

README = (KERNEL / "README.md").read_text(encoding="utf-8")
SOURCES = sorted({path.stem for path in KERNEL.glob("*.[ch]pp")})


@pytest.mark.parametrize("name", SOURCES)
def test_file_is_in_the_table(name: str) -> None:
    """Every file of the kernel stands in the table of files."""
    table = README.partition("\n## Files\n")[2].partition("\n## ")[0]
    assert f"`{name}`" in table


def test_named_files_exist() -> None:
    """Every file that the README names is there."""
    named = re.findall(r"`((?:bind/)?[a-z0-9_]+\.[ch]pp)`", README)
    assert named
    assert [name for name in named if not (KERNEL / name).exists()] == []
