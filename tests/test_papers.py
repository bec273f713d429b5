"""The pages on the papers: every item has a status; what is done has a command that runs, and figures that it prints."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.documentation import DOCS, blocks, commands, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

INDEX = DOCS / "papers" / "index.md"
PAGES = sorted(set(INDEX.parent.glob("*.md")) - {INDEX})
STATUSES = ("fully", "partly", "not")

_CODE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)[^)\s]*\)")
# A figure in a sentence: .917, −.07, 17,856. Part of a name, such as WMT23 or n-gram, is none.
_FIGURE = re.compile(r"(?<![\w.,/–-])−?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?![\w/–]|-\w)")
_PRINTED = re.compile(r"(?<![\w.])[-−]?\d+(?:[,_]\d{3})*(?:\.\d+)?")
_POWER = re.compile(r"10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class Item(NamedTuple):
    """A row of a table: what the paper did, what does it here, both figures, and how far it is done."""

    page: Path
    paper: str
    here: str
    theirs: str
    ours: str
    status: str

    def __str__(self) -> str:
        return f"{name_of(self.page)}: {self.paper}"

    @property
    def shown_on(self) -> list[Path]:
        """Its own page, and those that its row links."""
        linked = [target for cell in self[2:] for _, target in _LINK.findall(cell) if target]
        return [self.page, *((self.page.parent / target).resolve() for target in linked)]


def items(page: Path) -> Iterator[Item]:
    """The rows of "Item by item"; "the same" stands for what does the item above."""
    table = page.read_text(encoding="utf-8").partition("## Item by item")[2]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    above = ""
    for row in rows:
        paper, here, theirs, ours, status = (cell.strip() for cell in row.strip("| ").split(" | "))
        above = above if here == "the same" else here
        yield Item(page, paper, above, theirs, ours, status)


ITEMS = [item for page in PAGES for item in items(page)]
DONE = [item for item in ITEMS if item.status == "fully"]


@cache
def lines_of(page: Path) -> list[list[str]]:
    """The words of every command that runs on a page."""
    running = [block for block in blocks(page) if block.language == "console" and not block.why_not_run]
    return [_words(command.line) for block in running for command in commands(block.text)]


@cache
def code_of(page: Path) -> str:
    """All Python that runs on a page."""
    running = [block for block in blocks(page) if block.language == "python" and not block.why_not_run]
    return "\n".join(block.text for block in running)


@cache
def printed_on(page: Path) -> list[float]:
    """Every figure in the blocks that run on a page."""
    running = [block.text for block in blocks(page) if not block.why_not_run and not block.file]
    return [_number(figure) for text in running for figure in _PRINTED.findall(text)]


def _words(line: str) -> list[str]:
    return shlex.split(line.partition(" | ")[0])


def _number(figure: str) -> float:
    return float(figure.replace(",", "").replace("_", "").replace("−", "-"))


def _within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether these words are among those, in order."""
    rest = iter(many)
    return all(word in rest for word in few)


def test_items_are_there() -> None:
    """Each page has its table."""
    assert all(any(items(page)) for page in PAGES)


@pytest.mark.parametrize("item", ITEMS, ids=str)
def test_item_has_a_status(item: Item) -> None:
    """What is not done fully says why."""
    word, _, reason = item.status.partition(": ")
    assert word in STATUSES
    assert (word == "fully") == (not reason)


@pytest.mark.parametrize("item", DONE, ids=str)
def test_item_is_shown(item: Item) -> None:
    """Its commands and its code run, on its page or on one that its row links."""
    named = _CODE.findall(_LINK.sub("", item.here))
    assert named
    for code in named:
        if code.startswith("karat "):
            wanted = _words(code)
            found = any(_within(wanted, line) for page in item.shown_on for line in lines_of(page))
        else:
            found = any(code in code_of(page) for page in item.shown_on)
        assert found, f"{code} runs on none of {[name_of(page) for page in item.shown_on]}"


@pytest.mark.parametrize("item", ITEMS, ids=str)
def test_figures_are_printed(item: Item) -> None:
    """Every figure of ours is printed by what runs on these pages, to the places that the table gives."""
    text = _CODE.sub("", _LINK.sub(r"\1", item.ours))
    wanted = [(float(power.translate(_RAISED)), 0) for power in _POWER.findall(text)]
    figures = _FIGURE.findall(_POWER.sub("", text))
    wanted += [(_number(figure), len(figure.partition(".")[2])) for figure in figures]
    printed = [number for page in item.shown_on for number in printed_on(page)]
    for value, places in wanted:
        assert any(_same(number, value, places) for number in printed), f"{value} is not printed"


def _same(printed: float, value: float, places: int) -> bool:
    """Whether a printed number, or its percentage, is this one when it is rounded; a power of ten is cut off."""
    rounded = any(abs(abs(printed) * part - abs(value)) <= 0.501 * 10.0**-places for part in (1, 100))
    return rounded or (places == 0 and int(printed) == value)


def test_items_are_counted() -> None:
    """The index has as many items, of each status, as the pages have."""
    text = INDEX.read_text(encoding="utf-8")
    counted = dict(
        re.findall(r"^\| \[[^\]]*\]\(([\w-]+\.md)#item-by-item\) \| ([\d |]+) \|$", text, re.MULTILINE)
    )
    assert counted == {page.name: _counts(list(items(page))) for page in PAGES}
    assert f"| all | {_counts(ITEMS)} |" in text
    assert f"Of {len(ITEMS)} items of these documents {len(DONE)} are done" in text


def _counts(of: Sequence[Item]) -> str:
    each = [sum(item.status.partition(":")[0] == status for item in of) for status in STATUSES]
    return " | ".join(map(str, [len(of), *each]))
