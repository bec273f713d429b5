"""What of the public interface has gone or changed since a release: `python tools/interface.py TAG`.

Public is what `docs/reference/python` shows: the names in `tools/python_reference.toml`, as they were then.
griffe reads both versions without running them. Exit code 1 where a program written for TAG may fail, unless
the newest part of the changelog has the name, as `karat.…`, under *Removed* or *Changed*.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import griffe

ROOT = Path(__file__).resolve().parents[1]
LISTED = "tools/python_reference.toml"


def module_of(package: Any, path: str) -> Any:
    """The module that a user imports from."""
    return package if path == "karat" else package[path.removeprefix("karat.")]


def promised(listed: str, package: Any) -> dict[str, Any]:
    """The public names of a version, by where they are imported from."""
    found: dict[str, Any] = {}
    for page in tomllib.loads(listed).values():
        for module, names in page["modules"].items():
            there = module_of(package, module)
            classes = (name for name, one in there.members.items() if not one.is_alias and one.is_class)
            for name in classes if names == ["*"] else names or there.exports or ():
                found[f"{module}.{name}"] = there.members.get(str(name))
    return found


def announced(changelog: str) -> set[str]:
    """The names whose removal or change the newest part of the changelog tells of."""
    newest = changelog.split("\n## ")[1]
    parts = re.findall(r"(?s)\n### (?:Removed|Changed)\n(.*?)(?=\n### |\Z)", newest)
    return {name for part in parts for name in re.findall(r"`(karat\.[\w.]+)`", part)}


def broken(before: dict[str, Any], package: Any) -> list[str]:
    """A line for each name that is gone, and for each change of what stayed that a caller may notice."""
    lines = []
    for path, old in before.items():
        module, _, name = path.rpartition(".")
        try:
            new = module_of(package, module).members[name]
        except KeyError:
            lines.append(f"{path}: it is gone")
            continue
        lines += [f"{path}: {what}" for what in changes(old, new)]
    return lines


def changes(old: Any, new: Any) -> list[str]:
    """What griffe says of two versions of an object, where it knows both."""
    try:
        old, new = (one.final_target if one.is_alias else one for one in (old, new))
    except (AttributeError, griffe.AliasResolutionError):
        return []  # a name that is made when it is asked for
    if old.kind != new.kind:
        return [f"a {new.kind.value} now, a {old.kind.value} before"]
    holders = [griffe.Module("before"), griffe.Module("before")]
    for holder, one in zip(holders, (old, new), strict=True):
        holder.members[one.name] = one  # not set_member, which would move it there
    told = (
        found.explain(griffe.ExplanationStyle.ONE_LINE) for found in griffe.find_breaking_changes(*holders)
    )
    return [re.sub(r"\x1b\[[0-9;]*m", "", one) for one in told]


def said(*command: str) -> str:
    """What git prints."""
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main() -> int:
    """Compare the tree with a tag or commit."""
    (tag,) = sys.argv[1:]
    options: dict[str, Any] = {"search_paths": ["src"], "allow_inspection": False, "resolve_aliases": True}
    before = promised(
        said("git", "show", f"{tag}:{LISTED}"), griffe.load_git("karat", ref=tag, repo=ROOT, **options)
    )
    now = griffe.load("karat", **options | {"search_paths": [ROOT / "src"]})
    told = announced((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    lines = broken({path: old for path, old in before.items() if path not in told}, now)
    print(*lines, f"{len(before)} public names of {tag}, {len(lines)} changes that break programs", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
