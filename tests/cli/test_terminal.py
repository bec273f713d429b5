"""What a person sees: the commands in a terminal of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from karat import demo

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")


def seen(*arguments: object, **environment: str) -> str:
    """What a command shows in a terminal that is 60 characters wide."""
    master, slave = pty.openpty()
    variables = {**os.environ, "TERM": "xterm", "PYTHONUTF8": "1", "COLUMNS": "60", **environment}
    command = [sys.executable, "-m", "karat", *map(str, arguments)]
    with subprocess.Popen(command, stdout=slave, stderr=slave, stdin=slave, env=variables) as process:
        os.close(slave)
        chunks = []
        try:
            while chunk := os.read(master, 1 << 16):
                chunks.append(chunk)
        except OSError:
            pass  # the other end is closed: that is how a terminal ends
    os.close(master)
    assert process.returncode == 0
    return b"".join(chunks).decode().replace("\r\n", "\n")


def test_a_terminal_gets_a_table(texts: Path) -> None:
    """Where somebody looks, the default is a table, and the best figures are set off."""
    shown = seen("score", texts / "elm.txt", texts / "aurora.txt", "-r", texts / "reference-1.txt")
    assert "\t" not in shown
    assert "──" in shown
    assert "sacreBLEU's signature: nrefs:1|" in shown
    assert shown.index("aurora") < shown.index("elm")
    pytest.importorskip("rich")
    assert "\x1b[1;32m43.26\x1b[0m" in shown


def test_no_color_is_respected(texts: Path) -> None:
    """NO_COLOR leaves a plain table, in which a star marks the best."""
    files = (texts / "elm.txt", texts / "aurora.txt", "-r", texts / "reference-1.txt")
    shown = seen("score", *files, NO_COLOR="1")
    assert "\x1b" not in shown
    assert "43.26*" in shown


@pytest.mark.parametrize("color", [{}, {"NO_COLOR": "1"}])
def test_wide_tables_go_on_below(color: dict[str, str]) -> None:
    """Systems that do not fit side by side follow below, and no line of a table is too long."""
    shown = seen("score", demo.segments_path(), "--by", "document", **color)
    tables, _, _ = shown.partition("segments    48")
    plain = (
        tables.replace("\x1b[1;36m", "")
        .replace("\x1b[1;32m", "")
        .replace("\x1b[1m", "")
        .replace("\x1b[0m", "")
    )
    assert plain.count("news.1") == 2
    assert max(map(len, plain.splitlines())) <= 60


def test_recipes_are_not_broken(texts: Path) -> None:
    """What is there to be copied stays on one line."""
    shown = seen("score", texts / "elm.txt", "-r", texts / "reference-1.txt")
    assert any("BLEU|order:4" in line and "|refs:1" in line for line in shown.splitlines())


def test_the_demonstration_in_a_terminal() -> None:
    """The demo shows all its tables."""
    assert "adequacy" in seen("demo", COLUMNS="100")
