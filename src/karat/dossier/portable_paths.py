"""Files under names that hold on other machines, and where to find them there."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import TYPE_CHECKING

from karat import demo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# The demo data are wherever Karat is.
DEMO = "$(karat demo --path)"


def portable(path: str) -> str:
    """A path as seen from the folder in which the command runs, with / between its parts."""
    place, home = Path(path).resolve(), demo.path().resolve()
    if place == home or home in place.parents:
        rest = place.relative_to(home).as_posix()
        return DEMO if rest == "." else f"{DEMO}/{rest}"
    try:
        return Path(os.path.relpath(path)).as_posix()
    except ValueError:  # on another drive
        return place.name


def portable_arguments(arguments: Sequence[str]) -> list[str]:
    """The words of a command, with portable names for those that are files or folders."""
    made = []
    for argument in arguments:
        option, equals, value = argument.partition("=") if argument.startswith("--") else ("", "", argument)
        there = bool(value) and value != "-" and os.path.exists(value)  # noqa: PTH110 (any text may come)
        made.append(f"{option}{equals}{portable(value)}" if there else argument)
    return made


def shell_line(arguments: Sequence[str]) -> str:
    """The command as one would type it.

    >>> shell_line(["$(karat demo --path)", "--title", "two words"])
    'karat report "$(karat demo --path)" --title \\'two words\\''
    """
    words = [f'"{word}"' if word.startswith(DEMO) else quote(word) for word in arguments]
    return " ".join(["karat report", *words])


def located(name: str, folders: Sequence[Path]) -> Path | None:
    """Where a file with a portable name is: below one of the folders, by as much of its name as possible."""
    if name.startswith(DEMO):
        found = demo.path() / name.removeprefix(DEMO).lstrip("/")
        return found if found.is_file() else None
    for folder in folders:
        for tail in _tails(name):
            if (folder / tail).is_file():
                return folder / tail
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
        made.append(f"{option}{equals}{_restored(value, places)}")
    return made


def _restored(word: str, places: dict[str, Path]) -> str:
    if word.startswith(DEMO):
        return f"{demo.path()}{word.removeprefix(DEMO)}"
    for name, place in places.items():
        if name == word:
            return str(place)
        inside = "" if word == "." else f"{word}/"
        if name.startswith(inside) and (word == "." or len(name) > len(inside)):
            depth = len(PurePosixPath(name.removeprefix(inside)).parts)
            return str(place.parents[depth - 1])
    return word
