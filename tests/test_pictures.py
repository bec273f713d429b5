"""The pictures of the documentation: made by a command, small, used, and as current as what they show."""

from __future__ import annotations

import json
import re
import runpy
from html import unescape
from typing import Any

import pytest
from tests.documentation import PAGES, ROOT, WRITTEN

MAKER: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "pictures.py"))
FOLDER = MAKER["FOLDER"]
SOURCES = json.loads(MAKER["SOURCES"].read_text(encoding="utf-8"))
_SHOWN = re.compile(r'(?:\]\(|src=")([^)"\s]+\.(?:svg|webp|png))')


@pytest.mark.parametrize("picture", SOURCES)
def test_a_picture_is_as_current_as_what_it_shows(picture: str) -> None:
    """The stored output behind it is the one that it was made of."""
    for source, checksum in SOURCES[picture].items():
        now = MAKER["checksum"](source)
        assert now == checksum, f"{source} has changed since {picture} was made. Run: make pictures"


def test_the_terminal_shows_what_commands_print() -> None:
    """Every line of it is a command, or a line that the demonstration prints."""
    told = (ROOT / MAKER["STORY"]).read_text(encoding="utf-8")
    printed = {_plain(line) for line in told.splitlines()}
    text = re.search(r"<desc>(.*?)</desc>", (FOLDER / "terminal.svg").read_text(encoding="utf-8"), re.DOTALL)
    assert text
    lines = unescape(text[1]).splitlines()
    assert [line[2:] for line in lines if line.startswith("$ ")] == list(MAKER["TERMINAL"])
    assert {_plain(line) for line in lines if not line.startswith("$ ")} <= printed
    assert all(f"    {line}" in told for line in MAKER["TERMINAL"])


def _plain(line: str) -> str:
    """A line without what only a terminal, or only plain text, marks in another way."""
    return " ".join(re.sub(r"[─┄*]+", "─", line).replace("─", " ").split())


def test_every_picture_is_shown() -> None:
    """A picture stands on a page, and a page shows no other."""
    shown = {
        (page.parent / name).resolve()
        for page in WRITTEN
        for name in _SHOWN.findall(page.read_text(encoding="utf-8"))
    }
    assert shown == {FOLDER / name for name in SOURCES}
    assert {path.name for path in FOLDER.iterdir()} == {*SOURCES, "sources.json"}


def test_pictures_are_described() -> None:
    """Who cannot see one reads what it shows."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        described = re.findall(r'!\[([^\]]*)\]\(|<img [^>]*alt="([^"]*)"', text)
        assert all(len(markdown or html) > 30 for markdown, html in described), page
        assert len(described) == len(_SHOWN.findall(text)), page


def test_pictures_are_small_and_whole() -> None:
    """They load nothing, and all of them weigh less than one photograph."""
    sizes = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert max(sizes.values()) < 100_000
    assert sum(sizes.values()) < 400_000
    for path in FOLDER.glob("*.svg"):
        addresses = set(re.findall(r"https?://[^\"'\s)]+", path.read_text(encoding="utf-8")))
        assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_the_speed_of_the_readme_was_measured() -> None:
    """Its figures are the lower ones of the two machines on the page of benchmarks, for the job that it names."""
    said = (ROOT / "README.md").read_text(encoding="utf-8")
    table = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    jobs = {
        "BLEU": "BLEU 13a, wmt22.de-en, one system",
        "chrF": "chrF, wmt22.de-en",
        "TER": "TER, wmt22.de-en",
    }
    for metric, job in jobs.items():
        row = re.search(rf"^\| {re.escape(job)} \|[^|]*\| (\d+) \| (\d+) \|$", table, re.MULTILINE)
        assert row
        assert re.search(rf"{metric} (?:takes )?1/{min(int(row[1]), int(row[2]))}\b", said), metric
