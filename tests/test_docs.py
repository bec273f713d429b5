"""What the documentation says is so: code runs, commands print what is shown, links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from karat import errors
from karat.cli.manual import GROUPS
from karat.metrics import METRICS, bleu, chrf, ter
from karat.tokens import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
GENERATED = DOCS / "reference"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
RUNNING = [page for page in PAGES if GENERATED not in page.parents]
OPTIONS = [
    name
    for group in GROUPS.values()
    for names, *_ in group
    for name in names.split()
    if name.startswith("--")
]
METRIC_PAGES = {"bleu": "bleu", "chrf": "chrf", "chrf++": "chrf", "ter": "ter", "nist": "nist", "wnm": "wnm"}

_BLOCK = re.compile(r"^```(\w*)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block; one with a file's name is the contents of that file."""

    language: str
    file: str
    text: str
    line: int


class Command(NamedTuple):
    """A command of a console block, and the output that is shown below it."""

    line: str
    shown: str


def name_of(path: Path) -> str:
    """A page as a test's name has it."""
    return str(path.relative_to(ROOT))


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        yield Block(match[1], match[2] or "", match[3], text.count("\n", 0, match.start()) + 2)


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield Command(line, shown)


def run(line: str, folder: Path) -> tuple[int, str]:
    """Exit code and output of a command line in which `karat` is this Python's."""
    tools = folder / ".bin"
    tools.mkdir(exist_ok=True)
    command = tools / "karat"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m karat "$@"\n')
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


def check_command(command: Command, folder: Path) -> None:
    """The command prints what is shown, where … stands for anything, and fails only if an error is shown."""
    code, printed = run(command.line, folder)
    refused = re.search(r"^karat: (?!note: )", command.shown, re.MULTILINE) is not None
    assert code == (2 if refused else 0), f"$ {command.line}\n{printed}"
    if command.shown.strip():
        pattern = ".*".join(map(re.escape, _trimmed(command.shown).split("…")))
        shown = f"$ {command.line}\n{command.shown}\nis shown, this came:\n{printed}"
        assert re.fullmatch(pattern, _trimmed(printed), re.DOTALL), shown


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def check_python(block: Block, page: str, names: dict[str, Any]) -> None:
    """The code runs; where it is a session, it shows what is shown."""
    if ">>>" not in block.text:
        exec(compile(block.text, f"{page}:{block.line}", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, page, page, block.line)
    test.globs = names
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, out=said.append, clear_globs=False).failed == 0, "".join(said)


@pytest.mark.parametrize("page", RUNNING, ids=name_of)
def test_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, code and commands of a page work together, in the order in which they stand there."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "docs"}
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            try:
                check_python(block, name_of(page), names)
            except ImportError as missing:  # an extra is not installed; MissingExtra is one of these
                pytest.skip(f"{missing}")
        elif block.language == "console":
            for command in commands(block.text):
                check_command(command, tmp_path)


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example_runs(example: Path, tmp_path: Path) -> None:
    """Every example runs on the demo data, is short, and prints something."""
    done = subprocess.run(
        [sys.executable, example], cwd=tmp_path, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert len(example.read_text(encoding="utf-8").splitlines()) < 40


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_resolve(page: Path) -> None:
    """Every link within the project names a file, and a heading in it."""
    for target in _LINK.findall(_without_code(page)):
        if target.startswith(("http:", "https:")):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{target} is not there"
        assert not anchor or anchor in _anchors(file), f"{target}: no such heading"


def _without_code(page: Path) -> str:
    return _BLOCK.sub("", page.read_text(encoding="utf-8"))


def _anchors(page: Path) -> set[str]:
    headings = _HEADING.findall(_without_code(page))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=name_of)
def test_page_is_reached(page: Path) -> None:
    """Every page of the documentation is linked from its index."""
    linked = {
        (DOCS / target.partition("#")[0]).resolve()
        for target in _LINK.findall(_without_code(DOCS / "index.md"))
    }
    assert page == DOCS / "index.md" or page in linked


def _text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", METRICS)
def test_metric_is_documented(name: str) -> None:
    """Every metric has a page that names it."""
    assert f"`{name}`" in _text(f"metrics/{METRIC_PAGES[name]}.md")


@pytest.mark.parametrize("name", NAMES)
def test_tokenizer_is_documented(name: str) -> None:
    """Every tokenizer is on the page of tokenizers."""
    assert f"`{name}`" in _text("tokenizers.md")


@pytest.mark.parametrize("option", OPTIONS)
def test_option_is_documented(option: str) -> None:
    """Every option of `karat score` is explained on a page that a person wrote."""
    pattern = re.compile(rf"{re.escape(option)}(?![\w-])")
    assert any(pattern.search(page.read_text(encoding="utf-8")) for page in RUNNING if DOCS in page.parents)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and value.__module__ == "karat.errors"
    ],
)
def test_error_is_documented(name: str) -> None:
    """Every error is on the page of errors."""
    assert f"`{name}`" in _text("errors.md")


@pytest.mark.parametrize("key", sorted({entry.key for of in (bleu, chrf, ter) for entry in of.ENTRIES}))
def test_recipe_key_is_documented(key: str) -> None:
    """Every key that a recipe may have is on the page of recipes."""
    assert f"`{key}`" in _text("recipe.md")


def test_reference_is_current() -> None:
    """The generated pages are what the program says of itself today."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "reference.py", "--check"],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
