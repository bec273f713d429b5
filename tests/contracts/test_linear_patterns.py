"""No regular expression takes time that grows with the square of a text, or worse."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.pumped import patience, slow_text

import karat
from karat import spacing
from karat.entities import normal_form, numbers, propagation, quantities, rules
from karat.entities.languages import LANGUAGES
from karat.errors import UnknownName
from karat.judgements import Scale
from karat.readers.files.encoding import sgml_tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SOURCES = Path(karat.__file__).parent
CALLS = ("compile", "match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
# They are only asked whether a whole text, or what stands at one place, is of their form.
ANCHORED = (
    *("campaigns/desk/lead_desk.py", "campaigns/planning/questionnaire_files.py", "cli/annotation_plan.py"),
    *(
        "cli/campaign_inputs.py",
        "engines/expressions.py",
        "engines/file_systems.py:_URI",
        "entities/muc.py:_ATTRIBUTE",
    ),
    *("entities/quantities.py:_NUMBER", "judgements/scale.py", "report/formats/written_table.py"),
    "readers/corpora/sgml.py:_REST_OF_TAG",
    *("readers/corpora/folder.py", "readers/corpora/document_folders.py", "readers/files/columns.py"),
)
# No stranger's text: drawings that we have made, and one cell of a table in a terminal.
OURS = ("report/charts/drawing.py", "sacrebleu/result_tables.py:_CODES")
# Modules whose functions make patterns: of the words of a language, or of given words whose letters are escaped.
MADE: dict[str, Callable[[], object]] = {
    "entities/normal_form.py": lambda: [*map(normal_form._tokens, (True, False)), normal_form._letters()],
    "entities/numbers.py": lambda: [
        of(name) for name in LANGUAGES for of in (numbers._separated, numbers._ordinal)
    ],
    "entities/propagation.py": lambda: [propagation.name_pattern(["Ann Lee", "an", "a-", "田中"])],
    "entities/quantities.py": lambda: [quantities._characters(name) for name in LANGUAGES],
    "entities/rules.py": lambda: [rules.patterns(name) for name in ("en", "zh")],
    # Words side by side, of which none repeats; and our own words in all their forms.
    "diagnosis/negation.py": tuple,
    "entities/languages/__init__.py": tuple,
    "diagnosis/wording.py": tuple,
    "readers/files/encoding.py": tuple,  # bytes: below
    "sacrebleu/tokenizers/tokenizer_re.py": tuple,
    "spacing.py": spacing._longest_unspaced,
}


def _patterns(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    if isinstance(value, tuple | list):
        for one in value:
            yield from _patterns(one)


def _named() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every pattern by its file and name; those within calls by their file and line."""
    for module in pkgutil.walk_packages(karat.__path__, "karat."):
        if module.name.endswith("__main__"):
            continue
        loaded = importlib.import_module(module.name)
        path = Path(str(loaded.__file__))
        if path.suffix != ".py":
            continue
        name = path.relative_to(SOURCES).as_posix()
        if "import re" not in path.read_text(encoding="utf-8"):
            continue
        for attribute, value in vars(loaded).items():
            yield from ((f"{name}:{attribute}", pattern) for pattern in _patterns(value))
        yield from ((f"{name}:made", pattern) for pattern in _patterns(MADE.get(name, tuple)()))
        for line, text in _within_calls(path, name):
            yield f"{name}:{line}", re.compile(text)


def _within_calls(path: Path, name: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    stored = {id(call) for part in tree.body if isinstance(part, ast.Assign) for call in ast.walk(part)}
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and id(node) not in stored
        ):
            continue
        if ast.unparse(node.func.value) != "re" or node.func.attr not in CALLS:
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield node.lineno, first.value
        else:
            known = name in MADE or (
                isinstance(first, ast.Name)
                and isinstance(
                    vars(importlib.import_module("karat." + name.removesuffix(".py").replace("/", "."))).get(
                        first.id
                    ),
                    str,
                )
            )
            assert known, f"{name}, line {node.lineno}: say in MADE which patterns these are"


def test_no_pattern_is_quadratic() -> None:
    """Each is shown its own pieces, again and again, with and without an end that it does not take."""
    slow = []
    seen = set()
    for name, pattern in _named():
        if pattern in seen or name.startswith(OURS):
            continue
        seen.add(pattern)
        if text := slow_text(pattern, anchored=name.startswith(ANCHORED)):
            slow.append((name, pattern.pattern[:60], text))
    assert slow == []
    assert len(seen) > 100


def test_a_quadratic_pattern_is_found() -> None:
    """The test can fail: patterns that Karat had."""
    for quadratic in (r"([\w:.-]+)\s*=", r"<v>(.*?)</v>"):
        assert slow_text(re.compile(quadratic), anchored=False) is not None, quadratic
    assert slow_text(re.compile(r"-?[0-9]*\.?[0-9]+x"), anchored=True) is not None


@pytest.mark.parametrize("beginning", [b"<!-- -->", b"<!---->\n", b"<?xml ?>\n<!-- ->", b"<!DOCTYPE x>"])
def test_comments_before_tags(beginning: bytes) -> None:
    """Text that begins with many comments is no SGML; to know it took time exponential in their number."""
    with patience():
        assert sgml_tag(beginning * 400 + b"x") is None
        assert sgml_tag(beginning * 9 + b" <refset setid='x'>") == (
            "refset" if b"->" not in beginning[8:] else None
        )


def test_scales_of_many_digits() -> None:
    """A scale as a file may name it."""
    with patience(), pytest.raises(UnknownName):
        Scale.parse("1" * 100_000 + "x")
