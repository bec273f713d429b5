"""Library code speaks Python: a flag stands only where the command line's words are chosen."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import karat
from karat.entities.recognisers import recogniser
from karat.errors import InvalidOption
from karat.remedies import command_line, either, option

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(karat.__file__).parent
# Who may: the command line itself; sacreBLEU's interface, whose words are sacreBLEU's; what writes the line
# that a shell is given; variables of style sheets, which begin alike; and the place where flags are made.
SPEAK_IN_FLAGS = (
    "cli/",
    "sacrebleu/",
    "dossier/provenance.py",
    "report/charts/drawing.py",
    "remedies.py",
)
# A command of another program, as a shell takes it.
OTHER_PROGRAMS = re.compile(r"\bsoffice( --?\S+)+")
FLAG = re.compile(r"(?:^|[\s(\"'])--[a-z][a-z-]+")


def modules() -> list[str]:
    """Every module of the library, by its place."""
    places = [path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")]
    return sorted(place for place in places if not place.startswith(SPEAK_IN_FLAGS))


def texts(node: ast.AST) -> Iterator[str]:
    """The texts of a module, without what is said at the command line only."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("either", "Remedy")
    ):
        yield from texts(node.args[0])
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from texts(child)


@pytest.mark.parametrize("module", modules())
def test_no_message_names_a_flag(module: str) -> None:
    """Who calls from Python cannot type a flag."""
    source = (SOURCE / module).read_text()
    if "--" in source:
        assert [text for text in texts(ast.parse(source)) if FLAG.search(OTHER_PROGRAMS.sub("", text))] == []


def test_the_check_would_find_a_flag() -> None:
    """A flag in a message is seen, one in the words for the command line is not."""
    spoken = list(texts(ast.parse("raise InvalidOption('Give ' + either('a=…', '--a') + ' or --other.')")))
    assert [bool(FLAG.search(text)) for text in spoken] == [False, False, True]


def test_each_side_reads_its_own_words() -> None:
    """The same error, raised for Python and within the command line."""
    with pytest.raises(InvalidOption, match="recogniser='spacy' needs a model"):
        recogniser("spacy", "en")
    with command_line(), pytest.raises(InvalidOption, match="--recogniser spacy needs a model"):
        recogniser("spacy", "en")
    assert option("scale") == "scale=…"


def test_the_words_change_back() -> None:
    """After a command, also one that failed, Python's words are back."""
    with command_line():
        assert either("a", "b") == "b"
    with pytest.raises(ZeroDivisionError), command_line():
        _ = 1 / 0
    assert either("a", "b") == "a"
