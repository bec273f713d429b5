"""Where figures come from: programs, recipes, seeds, the command, and files by names that hold elsewhere."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import TYPE_CHECKING, Any

import numpy as np

from karat import demo
from karat._version import __version__
from karat.readers.files.encoding import split_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.dossier.dossier import Dossier

# The demo data are wherever Karat is.
DEMO = demo.NAME
# What version 0.1 wrote for them into its pages.
_FORMER_DEMO = "$(karat demo --path)"
_BLOCK = 1 << 20


def portable(path: str) -> str:
    """A path as seen from the folder in which the command runs, with / between its parts."""
    place, home = Path(path).resolve(), demo.path().resolve()
    if place == home or home in place.parents:
        rest = place.relative_to(home).as_posix()
        return DEMO if rest == "." else f"{DEMO}{rest}"
    try:
        return Path(os.path.relpath(path)).as_posix()
    except ValueError:  # on another drive
        return place.name


def portable_arguments(arguments: Sequence[str]) -> list[str]:
    """The words of a command, with portable names for those that are files or folders."""
    made = []
    for argument in arguments:
        option, equals, value = argument.partition("=") if argument.startswith("--") else ("", "", argument)
        file, sheet = split_sheet(value)
        there = bool(file) and file != "-" and os.path.exists(file)  # noqa: PTH110 (any text may come)
        chosen = "" if sheet is None else f"#{sheet}"
        made.append(f"{option}{equals}{portable(file)}{chosen}" if there else argument)
    return made


def shell_line(arguments: Sequence[str]) -> str:
    """The command as one would type it.

    >>> shell_line(["demo:", "--title", "two words"])
    "karat report demo: --title 'two words'"
    """
    return " ".join(["karat report", *map(quote, map(_renamed, arguments))])


def _renamed(name: str) -> str:
    """What an older page calls the demo data, as they are called today."""
    if name.startswith(_FORMER_DEMO):
        return f"{DEMO}{name.removeprefix(_FORMER_DEMO).lstrip('/')}"
    return name


def is_demo(name: str) -> bool:
    """Whether a name stands for the demo data, or for a file among them."""
    return _renamed(name).startswith(DEMO)


def located(name: str, folders: Sequence[Path]) -> Path | None:
    """Where a file with a portable name is: below one of the folders, by as much of its name as possible.

    Never anywhere else, whatever the name says and wherever links lead: it may come from a stranger's page.
    """
    if is_demo(name):
        return _below(demo.path(), demo.located(_renamed(name)))
    for folder in folders:
        for tail in _tails(name):
            if (found := _below(folder, tail)) is not None:
                return found
    return None


def _below(folder: Path, name: str) -> Path | None:
    """The file of that name, if there is one and it lies in the folder."""
    try:
        found = (folder / name).resolve()
        return found if found.is_file() and folder.resolve() in found.parents else None
    except (OSError, ValueError, RuntimeError):  # too long, with a NUL, or links in a circle
        return None


def _tails(name: str) -> Iterator[str]:
    """A name, then what is left of it without its first folder, and so on."""
    parts = PurePosixPath(name).parts
    yield name
    for start in range(1, len(parts)):
        yield str(PurePosixPath(*parts[start:]))


def restored_arguments(arguments: Sequence[str], places: dict[str, Path]) -> list[str]:
    """The words of a command, with the places of files for their portable names.

    `places` has every file that was read. A folder is where the files in it are.
    """
    made = []
    for argument in arguments:
        option, equals, value = argument.partition("=") if argument.startswith("--") else ("", "", argument)
        file, sheet = split_sheet(value)
        chosen = "" if sheet is None else f"#{sheet}"
        made.append(f"{option}{equals}{_restored(file, places)}{chosen}")
    return made


def _restored(word: str, places: dict[str, Path]) -> str:
    if (renamed := _renamed(word)).startswith(DEMO):
        return demo.located(renamed)
    for name, place in places.items():
        if name == word:
            return str(place)
        inside = "" if word == "." else f"{word}/"
        if name.startswith(inside) and (word == "." or len(name) > len(inside)):
            depth = len(PurePosixPath(name.removeprefix(inside)).parts)
            return str(place.parents[depth - 1])
    return word


@dataclass(frozen=True, slots=True)
class Input:
    """A file that was read: its name as the command names it, its size, and its checksum.

    >>> Input("segments.jsonl", 1024, "ab" * 32).bytes
    1024
    """

    file: str
    bytes: int
    sha256: str

    @classmethod
    def of(cls, path: str, name: str | None = None) -> Input:
        """The file as it is now."""
        digest, size = sha256(), 0
        with Path(path).open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                size += len(block)
        return cls(path if name is None else name, size, digest.hexdigest())


@dataclass(frozen=True, slots=True)
class Provenance:
    """All that it takes to make the same figures again.

    >>> Provenance("0.1.0", "3.12", "2.0", ("segments.jsonl",), (), {"BLEU": "BLEU|order:4"}).recipes["BLEU"]
    'BLEU|order:4'
    """

    karat: str
    python: str
    numpy: str
    arguments: tuple[str, ...]
    inputs: tuple[Input, ...]
    recipes: Mapping[str, str]

    @classmethod
    def of(
        cls, dossier: Dossier, *, arguments: Sequence[str] = (), inputs: Sequence[Input] = ()
    ) -> Provenance:
        """The provenance of a dossier that was made here and now."""
        return cls(
            __version__,
            platform.python_version(),
            np.__version__,
            tuple(arguments),
            tuple(inputs),
            recipes_of(dossier),
        )

    def to_dict(self) -> dict[str, Any]:
        """The provenance as plain values, in a stable order."""
        return {
            "karat": self.karat,
            "python": self.python,
            "numpy": self.numpy,
            "command": shell_line(self.arguments) if self.arguments else None,
            "arguments": list(self.arguments),
            "inputs": [{"file": one.file, "bytes": one.bytes, "sha256": one.sha256} for one in self.inputs],
            "recipes": dict(self.recipes),
        }


def recipes_of(dossier: Dossier) -> dict[str, str]:
    """Everything that decides a figure, as recipes, by what they are of."""
    found = {score.metric: score.recipe for score in dossier.evaluation[next(iter(dossier.corpus.systems))]}
    if dossier.comparison is not None:
        found["comparison"] = dossier.comparison.procedure.recipe
    if dossier.agreement is not None:
        for human in dossier.agreement.material.humans:
            found[f"people: {human.name}"] = human.recipe
    if dossier.entities is not None:
        found["entities"] = dossier.entities.recipe
    found["dossier"] = dossier.scope.recipe
    return found
