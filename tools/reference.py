"""Write docs/reference from the program itself: `python tools/reference.py`; `--check` only compares."""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.cli.command_group import every_command
from karat.cli.main import GROUPS, TOPICS, USAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from karat.cli.command_group import CommandGroup
    from karat.cli.options import Command, Option

DOCS = Path(__file__).resolve().parents[1] / "docs"
FOLDER = DOCS / "reference"
# What belongs to the interface: pages by topic, and the names that each module has there.
PYTHON = tomllib.loads(Path(__file__).with_name("python_reference.toml").read_text(encoding="utf-8"))
MODULES: dict[str, list[str]] = {
    name: wanted for about in PYTHON.values() for name, wanted in about["modules"].items()
}
MARK = "<!-- Written by tools/reference.py. Do not edit: change the program's own words and run it again. -->"


# Where a command is explained, below docs; others have a page of their own name in how-to, or none.
HOW_TO = {
    "completion": ["how-to/set-up.md"],
    "score": ["how-to/score-files.md", "how-to/several-references.md", "how-to/by-part.md"],
    "count": ["how-to/very-much-text.md"],
    "add": ["how-to/very-much-text.md"],
    "gate": ["how-to/ci.md"],
    "metrics": ["how-to/list-metrics.md"],
    "predict": ["how-to/calibrate.md"],
    "inspect": ["how-to/calibrate.md"],
    "power": ["inference/power.md", "how-to/compare.md"],
    "equate": ["how-to/find-the-character-order.md"],
    "demo": ["tutorial.md"],
    "campaign": ["how-to/campaign.md", "how-to/annotate.md", "tutorial-campaign.md"],
    "diagnose": ["how-to/diagnose.md"],
}


def main(*, check: bool) -> int:
    """Write the pages, or say which are stale."""
    pages = {"cli.md": cli(), **python_pages(), **command_pages()}
    folders = ("commands", "python")
    old = {f"{name}/{page.name}" for name in folders for page in (FOLDER / name).glob("*.md")} - set(pages)
    if not check:
        for folder in folders:
            (FOLDER / folder).mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        for name in old:
            (FOLDER / name).unlink()
        return 0
    stale = [name for name, text in pages.items() if _current(FOLDER / name) != text] + sorted(old)
    if stale:
        sys.stderr.write(f"{', '.join(stale)} in docs/reference is stale. Run: python tools/reference.py\n")
    return 1 if stale else 0


def _current(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def cli() -> str:
    """All commands by topic, and what holds for all of them."""
    introduction, _, rest = USAGE.partition("\n\n")[2].partition("\n\n")
    parts = ["# Command line", MARK, _prose(introduction)]
    for title, topic in TOPICS.items():
        parts += [f"## {title.capitalize()}", _command_table(topic)]
    options = rest[rest.index("options:") :]
    return "\n\n".join([*parts, "## For every command", f"```text\n{options}```"]) + "\n"


def command_pages() -> dict[str, str]:
    """A page for each command, by its name in docs/reference."""
    groups = {name: import_module(f"karat.cli.commands.{name}").GROUP for name in GROUPS}
    pages = {name: _group_page(group) for name, group in groups.items()}
    pages |= {name: _command_page(import_module(home).COMMAND) for name, home in every_command().items()}
    return {f"commands/{_file(name)}": text for name, text in pages.items()}


def _file(command: str) -> str:
    return f"{command.replace(' ', '-')}.md"


def _command_table(lines: Mapping[str, str], group: str = "", folder: str = "commands/") -> str:
    names = {name: f"{group} {name}".strip() for name in lines}
    rows = (f"| [`karat {names[name]}`]({folder}{_file(names[name])}) | {lines[name]} |" for name in lines)
    return "\n".join(["| | |", "|---|---|", *rows])


def _group_page(group: CommandGroup) -> str:
    parts = [f"# karat {group.name}", MARK, _prose(group.description), _explained(group.name)]
    for title, lines in group.commands.items():
        if lines:
            parts += [f"## {title.capitalize()}", _command_table(lines, group.name, "")]
    return _page(*parts, "## Examples", _lines_of(group.examples))


def _command_page(command: Command) -> str:
    first, _, rest = command.description.partition("\n\n")
    usage = "\n".join(line.strip() for line in command.usage.splitlines())
    parts = [f"# karat {command.name}", MARK, _prose(first), f"```text\n{usage}\n```", _prose(rest)]
    parts += [_explained(command.name)]
    if command.examples:
        parts += ["## Examples", _lines_of(command.examples.removeprefix("examples:\n"))]
    parts += ["## Options"]
    for title, group in command.options.declared.items():
        rows = [_option_row(one) for one in group.values() if one.text]
        if rows:
            named = title if title == "options" or not title.islower() else title.capitalize()
            parts += ["" if title == "options" else f"### {named}", "\n".join(["| | |", "|---|---|", *rows])]
    return _page(*parts)


def _page(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _option_row(one: Option) -> str:
    *others, last = one.names if one.flag.startswith("-") else [""]
    shown = ", ".join(f"`{name}`" for name in (*others, f"{last} {one.value}".strip()))
    return f"| {shown} | {_escaped(one.text)} |"


def _explained(name: str) -> str:
    """Links to the pages that explain a command."""
    own = f"how-to/{name.partition(' ')[0]}.md"
    pages = HOW_TO.get(name.partition(" ")[0]) or ([own] if (DOCS / own).exists() else [])
    titles = {page: (DOCS / page).read_text(encoding="utf-8").partition("\n")[0][2:] for page in pages}
    links = " · ".join(f"[{title}](../../{page})" for page, title in titles.items())
    return f"Explained in: {links}" if links else ""


def _lines_of(examples: str) -> str:
    return "```sh\n" + "".join(f"{line.removeprefix('  ')}\n" for line in examples.splitlines()) + "```"


def _prose(text: str) -> str:
    """Paragraphs of the help; one that is set in columns stays as it is."""
    paragraphs = text.strip().split("\n\n")
    return "\n\n".join(
        f"```text\n{one}\n```" if re.search(r"\S  +\S", one) else _escaped(one) for one in paragraphs
    )


def _escaped(text: str) -> str:
    """Words of the help, of which none is meant as markup; what one would type is shown as code."""
    marked = re.sub(r"(?<![\w-])(--[a-z][\w-]+|karat(?: [a-z][a-z-]+)+ -[a-z-]+)", r"`\1`", text)
    return re.sub(r"([*_<\[|])(?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\1", marked)


def python_pages() -> dict[str, str]:
    """A page of signatures and docstrings for each topic, and one that lists every name."""
    return {
        "api.md": _index(),
        **{f"python/{topic}.md": _topic_page(about) for topic, about in PYTHON.items()},
    }


def _index() -> str:
    first = (
        "All that a program may import, by topic. `import karat` has what is needed every day; the rest is "
        "imported from the modules named here."
    )
    parts = ["# Python", MARK, first]
    for topic, about in PYTHON.items():
        page = f"python/{topic}.md"
        parts += [f"## [{about['title']}]({page})", about["about"]]
        seen: Counter[str] = Counter()
        for name, wanted in about["modules"].items():
            members = _names(import_module(name), wanted)
            links = ", ".join(f"[`{member}`]({page}#{_anchor(member, seen)})" for member in members)
            parts.append(f"`{name}`: {links}")
    return _page(*parts)


def _anchor(member: str, seen: Counter[str]) -> str:
    """What the site calls a heading; one that a page has again gets a number."""
    slug = member.lower()
    seen[slug] += 1
    return slug if seen[slug] == 1 else f"{slug}_{seen[slug] - 1}"


def _topic_page(about: Mapping[str, Any]) -> str:
    parts = [f"# {about['title']}", MARK, f"{about['about']} [All names](../api.md)"]
    for name, wanted in about["modules"].items():
        module = import_module(name)
        parts += [f"## {name}", _doc(module)]
        for member in _names(module, wanted):
            parts += _entry(member, getattr(module, member))
    return _page(*parts)


def _names(module: Any, wanted: list[str]) -> list[str]:
    if not wanted:
        return [name for name in module.__all__ if name != "__version__"]
    if wanted == ["*"]:
        return [name for name, value in vars(module).items() if _defined_in(module, value)]
    return wanted


def _defined_in(module: Any, value: object) -> bool:
    return inspect.isclass(value) and value.__module__ == module.__name__


def _entry(name: str, value: Any) -> Iterator[str]:
    if not callable(value):
        yield f"### `{name}`"
        words = ", ".join(f"`{word}`" for word in value)
        yield f"The names: {words}."
        return
    yield f"### `{name}`"
    yield f"```text\n{_bases(value)}{name}{_signature(value)}\n```"
    yield _doc(value)
    if inspect.isclass(value):
        members = [line for member, found in _members(value).items() for line in _member(member, found)]
        yield "\n".join(members)


def _members(value: type) -> dict[str, Any]:
    """What a class defines, and what it has from other classes of Karat."""
    found: dict[str, Any] = {}
    for origin in value.__mro__:
        # Every result is a table: said once, where `Tabular` stands.
        inherited = origin.__module__ == "karat.frames" != value.__module__
        if origin.__module__.startswith("karat") and not inherited:
            found = {**vars(origin), **found}
    return found


def _bases(value: Any) -> str:
    return "class " if inspect.isclass(value) else ""


def _member(name: str, found: Any) -> Iterator[str]:
    """A public method or property, on one line."""
    if name.startswith("_"):
        return
    if isinstance(found, property):
        yield f"- `{name}` – {_first_line(found)}"
    elif isinstance(found, classmethod | staticmethod):
        yield f"- `{name}{_signature(found.__func__)}` (of the class) – {_first_line(found.__func__)}"
    elif inspect.isfunction(found):
        yield f"- `{name}{_signature(found)}` – {_first_line(found)}"


def _first_line(value: Any) -> str:
    return _doc(value).partition("\n")[0]


def _signature(value: Any) -> str:
    if inspect.isclass(value) and (issubclass(value, Exception) or getattr(value, "_is_protocol", False)):
        return ""
    parameters = [_parameter(found) for found in _visible(value)]
    line = f"({', '.join(parameters)}){_returned(value)}"
    if len(line) < 90 or not inspect.isclass(value):
        return line
    return "(\n" + "".join(f"    {parameter},\n" for parameter in parameters) + ")"


def _returned(value: Any) -> str:
    annotation = inspect.signature(value).return_annotation
    return (
        "" if inspect.isclass(value) or annotation is inspect.Signature.empty else f" -> {_plain(annotation)}"
    )


def _visible(value: Any) -> list[inspect.Parameter | str]:
    """The parameters without self and cls; a star stands before those that go by name only."""
    shown: list[inspect.Parameter | str] = []
    for found in inspect.signature(value).parameters.values():
        if found.name in ("self", "cls"):
            continue
        kinds = {getattr(before, "kind", found.KEYWORD_ONLY) for before in shown}
        if found.kind is found.KEYWORD_ONLY and not kinds & {found.KEYWORD_ONLY, found.VAR_POSITIONAL}:
            shown.append("*")
        shown.append(found)
    return shown


def _parameter(found: inspect.Parameter | str) -> str:
    if isinstance(found, str):
        return found
    text = str(found.replace(annotation=found.empty, default=found.empty))
    if found.annotation is not found.empty:
        text += f": {_plain(found.annotation)}"
    if found.default is not found.empty:
        text += " = …" if "factory" in repr(found.default) else f" = {found.default!r}"
    return text


def _plain(annotation: Any) -> str:
    return (
        annotation.strip('"')
        if isinstance(annotation, str)
        else getattr(annotation, "__name__", str(annotation))
    )


def _doc(value: Any) -> str:
    """A docstring, its indented and its running examples fenced."""
    text = inspect.getdoc(value) or ""
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        code = line.startswith(("    ", ">>>", "... ")) or (fenced and bool(line.strip()))
        if code and not fenced:
            lines.append("```text")
        elif fenced and not code:
            lines.append("```")
        fenced = code
        lines.append(line)
    return "\n".join([*lines, "```"] if fenced else lines)


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv))
