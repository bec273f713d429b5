"""The pages of the documentation, their blocks, and how a block is run."""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from karat.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
GENERATED = DOCS / "reference"
KERNEL = ROOT / "src" / "kernel"
PAGES = [*sorted(ROOT.glob("*.md")), KERNEL / "README.md", *sorted(DOCS.rglob("*.md"))]
WRITTEN = [page for page in PAGES if GENERATED not in page.parents]

_BLOCK = re.compile(r"(?:^<!-- ([^\n]*?) -->\n)?^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'(\w+) title="([^"]+)"')


class Block(NamedTuple):
    """A fenced block; one with a title is the contents of that file, and a mark above it says why it is special."""

    language: str
    file: str
    text: str
    line: int
    mark: str

    @property
    def why_not_run(self) -> str:
        """The reason that is given for not running it."""
        return self.mark.removeprefix("not run: ") if self.mark.startswith("not run: ") else ""

    @property
    def data(self) -> list[str]:
        """The data sets beside the project that it needs."""
        return self.mark.removeprefix("data: ").split(", ") if self.mark.startswith("data: ") else []


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
        titled = _TITLE.fullmatch(match[2])
        language, file = titled.groups() if titled else (match[2], "")
        yield Block(language, file, match[3], text.count("\n", 0, match.start(2)) + 2, match[1] or "")


def without_code(page: Path) -> str:
    """A page's text without its fenced blocks."""
    return _BLOCK.sub("", page.read_text(encoding="utf-8"))


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield Command(line, shown)


def run(line: str, folder: Path) -> tuple[int, str]:
    """Exit code and output of a command line in which `karat` is this Python's.

    A plain call of Karat runs in this process, which is a good deal faster; what needs a shell gets one.
    """
    call, _, rest = line.partition(" | ")
    words = _words(call)
    if words is None:
        return _run_in_shell(line, folder)
    arguments, file = (words[1:-2], words[-1]) if words[-2] == ">" else (words[1:], None)
    shown, piped = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with ExitStack() as stack:
        stack.enter_context(chdir(folder))
        out = shown if file is None else stack.enter_context(Path(file).open("w", encoding="utf-8"))
        stack.enter_context(redirect_stdout(piped if rest else out))
        stack.enter_context(redirect_stderr(shown))
        stack.enter_context(mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO())))
        code = main(arguments)
    shown.seek(0)
    if code == 0 and rest:
        piped.seek(0)
        code, filtered = _run_in_shell(rest, folder, piped.read())
        return code, shown.read() + filtered
    return code, shown.read()


def _words(line: str) -> list[str] | None:
    """The words of a call of Karat, the last two of which may be `> FILE`; None where only a shell will do."""
    unquoted = re.sub(r"'[^']*'", "", line)  # a shell changes nothing between these
    if not line.startswith("karat ") or re.search(r"[$`*?~#\\]", unquoted):
        return None
    split = shlex.shlex(line, posix=True, punctuation_chars=True)
    split.whitespace_split = True
    try:
        words = list(split)
    except ValueError:  # a quotation does not end: it has what looked like a pipe
        return None
    operators = [place for place, word in enumerate(words) if set(word) <= set("|&;<>()")]
    redirected = operators == [len(words) - 2] and words[-2] == ">" and words[-3] != "2"
    return words if not operators or redirected else None


def _run_in_shell(line: str, folder: Path, given: str = "") -> tuple[int, str]:
    tools = folder / ".bin"
    tools.mkdir(exist_ok=True)
    for name, called in (("karat", f'"{sys.executable}" -m karat'), ("python", f'"{sys.executable}"')):
        command = tools / name
        command.write_text(f'#!/bin/sh\nexec {called} "$@"\n')
        command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=environment,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


def check_command(command: Command, folder: Path) -> None:
    """The command prints what is shown, where … stands for anything.

    It fails only if an error is shown, and a gate passes unless its failure is.
    """
    code, printed = run(command.line, folder)
    refused = re.search(r"^karat: (?!note: )", command.shown, re.MULTILINE) is not None
    held_back = re.search(r"^karat gate +failed", command.shown, re.MULTILINE) is not None
    assert code == (2 if refused else 1 if held_back else 0), f"$ {command.line}\n{printed}"
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
