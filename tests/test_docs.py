"""What the documentation says is so: code runs, commands print what is shown, links lead somewhere."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from tests.documentation import (
    DOCS,
    GENERATED,
    PAGES,
    ROOT,
    WRITTEN,
    blocks,
    check_command,
    check_python,
    commands,
    name_of,
    run,
    without_code,
)

from karat import errors
from karat.cli.commands.score import COMMAND as SCORE
from karat.cli.main import COMMANDS, GROUPS
from karat.metrics.catalogue import HOMES, METRICS
from karat.tokens import NAMES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("kinds_drawn_once", "read_once", "suspected_once")

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
OPTIONS = [name for one in SCORE.options.every() for name in one.names if name.startswith("--")]
METRIC_PAGES = {name: module.replace("_", "-") for name, (module, *_) in HOMES.items()}

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?)$", re.MULTILINE)
_INLINE = re.compile(r"`(karat [^`]*)`")
_FLAG = re.compile(r"(?<![\w\"'$=:/.-])(--?[a-zA-Z][\w-]*)")


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_page_runs(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Files, code and commands of a page work together, in the order in which they stand there."""
    request.getfixturevalue("monkeypatch").chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "docs"}
    for block in blocks(page):
        for name in block.data:
            _bring(request.getfixturevalue("shared_data") / name, tmp_path)
        if block.why_not_run:
            continue
        if block.file:
            (tmp_path / block.file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            try:
                check_python(block, name_of(page), names)
            except ImportError as missing:  # an extra is not installed; MissingExtra is one of these
                if os.environ.get("CI") == "true":
                    raise
                pytest.skip(f"{missing}")
        elif block.language == "console":
            for command in commands(block.text):
                check_command(command, tmp_path)


def _bring(data: Path, folder: Path) -> None:
    """Let commands find a data set by its name."""
    link = folder / data.name
    if not link.exists():
        link.symlink_to(data)


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_every_block_is_run(page: Path) -> None:
    """A block is a file, a session that runs, or what is plainly not code; any other has a mark that says why."""
    for block in blocks(page):
        where = f"{name_of(page)}, line {block.line}"
        assert not block.mark or block.why_not_run or block.data, (
            f"{where}: the mark {block.mark!r} is unknown"
        )
        if block.file or block.why_not_run:
            continue
        assert block.language in ("console", "python", "text"), f"{where}: nothing runs {block.language!r}"
        if block.language == "console":
            assert block.text.startswith("$ "), f"{where}: a console block begins with a command"
        if block.language == "text":
            code = re.search(r"^ *(\$ |>>> |karat |import |from \w+ import )", block.text, re.MULTILINE)
            assert code is None, f"{where}: {code and code[0]!r} in a block that is not run"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_in_sentences_exist(page: Path) -> None:
    """Commands that are only mentioned, or marked as not run, have the names and options that they are given."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    mentioned = [" ".join(line.split()) for line in _INLINE.findall(text)]
    mentioned += [line for block in blocks(page) if block.why_not_run for line in _karat_lines(block.text)]
    mentioned += [
        line for block in blocks(page) if GENERATED in page.parents for line in _karat_lines(block.text)
    ]
    for line in mentioned:
        assert _unknown(line) == [], f"`{line}`"


def _karat_lines(text: str) -> list[str]:
    return re.findall(r"^ *(karat (?!COMMAND)[a-z][^\n]*)", text, re.MULTILINE)


def _unknown(line: str) -> list[str]:
    """The command, or its options, if Karat has none of that name."""
    words = line.split("#", maxsplit=1)[0].split()[1:]
    command = [word for word in words[:1] if not word.startswith("-")]
    if command and command[0] not in COMMANDS:
        return command
    if command and command[0] in GROUPS and words[1:2] and words[1].replace("-", "").isalpha():
        command.append(words[1])
    known = set(_FLAG.findall(_help(tuple(command)))) | {"--help", "--debug"}
    return [flag for flag in _FLAG.findall(" ".join(words)) if flag not in known]


@cache
def _help(command: tuple[str, ...]) -> str:
    code, shown = run(" ".join(["karat", *command, "--help"]), ROOT)
    assert code == 0, shown
    return shown


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_make_targets_exist(page: Path) -> None:
    """What a page asks make for is in the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert (
        set(re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)) <= targets
    )


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
    for target in _LINK.findall(without_code(page)):
        if target.startswith(("http:", "https:")):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{target} is not there"
        assert not anchor or anchor in _anchors(file), f"{target}: no such heading"


def _anchors(page: Path) -> set[str]:
    """What the site calls the headings: one that is there again gets a number."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in _HEADING.findall(without_code(page)):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{slug}_{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=name_of)
def test_page_is_reached(page: Path) -> None:
    """Every page of the documentation is linked from its index; that of a command or a topic from its list."""
    lists = {GENERATED / "commands": GENERATED / "cli.md", GENERATED / "python": GENERATED / "api.md"}
    index = lists.get(page.parent, DOCS / "index.md")
    if page.parent == index.parent / "commands" and " " in _title(page).removeprefix("karat "):
        index = page.with_name(f"{page.name.partition('-')[0]}.md")
    assert page == index or page in _linked(index)


@cache
def _linked(index: Path) -> set[Path]:
    return {(index.parent / link.partition("#")[0]).resolve() for link in _LINK.findall(without_code(index))}


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


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
    assert any(pattern.search(page.read_text(encoding="utf-8")) for page in WRITTEN if DOCS in page.parents)


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


@pytest.mark.parametrize(
    "key",
    sorted(
        {entry.key for home in HOMES.values() for entry in import_module(f"karat.metrics.{home[0]}").ENTRIES}
    ),
)
def test_recipe_key_is_documented(key: str) -> None:
    """Every key that a recipe may have is on the page of recipes."""
    assert f"`{key}`" in _text("recipe.md")


def test_reference_is_current(capsys: pytest.CaptureFixture[str]) -> None:
    """The generated pages are what the program says of itself today."""
    tool = runpy.run_path(str(ROOT / "tools" / "reference.py"))
    assert tool["main"](check=True) == 0, capsys.readouterr().err
