"""What a person sees: the commands in a terminal of their own."""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

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
    plain = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", tables)
    assert plain.count("news.1") == 2
    assert max(map(len, plain.splitlines())) <= 60


def test_long_tables_are_plain() -> None:
    """Thousands of rows are not worth a second of styling."""
    shown = seen("score", demo.segments_path(), "--segments", "--effective-order")
    assert "\x1b[" in shown
    rows = "".join(f"a b c\ta b {number}\n" for number in range(1500))
    with TemporaryDirectory() as folder:
        corpus = Path(folder, "corpus.tsv")
        corpus.write_text(f"reference\thypothesis\n{rows}", encoding="utf-8")
        assert "\x1b[" not in seen("score", corpus, "--segments", "--effective-order")


def test_recipes_are_not_broken(texts: Path) -> None:
    """What is there to be copied stays on one line."""
    shown = seen("score", texts / "elm.txt", "-r", texts / "reference-1.txt")
    assert any("BLEU|order:4" in line and "|refs:1" in line for line in shown.splitlines())


def test_explanations_have_colours() -> None:
    """Matched is green and missed is red, unless colours are not wanted: then there are brackets."""
    texts = ("--hypothesis", "a red cat", "--reference", "a cat")
    assert "\x1b[32ma\x1b[0m \x1b[31;4mred\x1b[0m \x1b[32mcat\x1b[0m" in seen("explain", "bleu", *texts)
    plain = seen("explain", "bleu", *texts, NO_COLOR="1")
    assert "a [red] cat" in plain
    assert "\x1b" not in plain


def test_metrics_in_a_terminal() -> None:
    """Where somebody looks, metrics and options are tables."""
    assert "──" in seen("metrics")
    shown = seen("metrics", "bleu", NO_COLOR="1")
    assert "Papineni" in shown
    assert "BLEU|order:4" in shown
