"""Synonyms from the dictionary files of WordNet: words that share a synset.

The files are index.noun, index.verb, index.adj and index.adv, in the format that wndb(5WN) describes;
Debian's package wordnet-base puts them into /usr/share/wordnet. A word is looked up in lower case, but
otherwise as it stands.
"""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, InvalidRecipe, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = ("index.noun", "index.verb", "index.adj", "index.adv")


@cache
def synsets(folder: str) -> dict[str, tuple[int, ...]]:
    """For each single word of WordNet the numbers of its synsets, over all parts of speech."""
    found: dict[str, tuple[int, ...]] = {}
    for part, name in enumerate(FILES):
        lines = _contents(folder, name).decode("utf-8", "replace").split("\n")
        for number, line in enumerate(lines, 1):
            # The licence stands in lines that begin with spaces; a phrase has underscores.
            if not line or line.startswith(" ") or "_" in (word := line.partition(" ")[0]):
                continue
            offsets = _offsets(line, os.path.join(folder, name), number)  # noqa: PTH118
            found[word] = found.get(word, ()) + tuple(len(FILES) * offset + part for offset in offsets)
    return found


def _offsets(line: str, path: str, number: int) -> list[int]:
    fields = line.split()
    try:
        count = int(fields[2])
        offsets = [int(field) for field in fields[len(fields) - count :]]
    except (ValueError, IndexError):
        offsets = []
    if not offsets or not 0 <= max(offsets) < 2**30:
        raise InvalidFile.at(path, "this is no line of a WordNet index.", line=number)
    return offsets


@cache
def checksum(folder: str) -> str:
    """The start of the checksum of all files that are read."""
    whole = sha256()
    for name in FILES:
        whole.update(_contents(folder, name))
    return whole.hexdigest()[:12]


def check_folder(folder: str) -> None:
    """A folder that has the files."""
    for name in FILES:
        if not os.path.isfile(path := os.path.join(folder, name)):  # noqa: PTH113, PTH118
            raise UnreadableFile(
                f"{path} is not there. Name the folder that has WordNet's {', '.join(FILES)}; "
                "Debian's package wordnet-base puts them into /usr/share/wordnet."
            )


def write_folder(folder: str | None) -> str:
    """WordNet by its checksum, as a recipe has it: another machine keeps it elsewhere."""
    return "none" if folder is None else f"wordnet[sha256-{checksum(folder)}]"


def read_folder(text: str) -> str | None:
    """A folder, or the one of the usual places whose files have the recipe's checksum."""
    if text == "none":
        return None
    if not text.startswith("wordnet["):
        return text
    for folder in _usual_folders():
        if write_folder(folder) == text:
            return folder
    raise InvalidRecipe(
        f"The recipe's synonyms are {text}, and no such WordNet is in $WNSEARCHDIR, $WNHOME/dict or "
        "/usr/share/wordnet. Give its folder instead: synonyms:FOLDER."
    )


def _usual_folders() -> Iterator[str]:
    home = os.environ.get("WNHOME")
    named = (os.environ.get("WNSEARCHDIR"), home and f"{home}/dict", "/usr/share/wordnet")
    for folder in named:
        if folder and all(os.path.isfile(f"{folder}/{name}") for name in FILES):  # noqa: PTH113
            yield folder


def _contents(folder: str, name: str) -> bytes:
    check_folder(folder)
    with open(os.path.join(folder, name), "rb") as file:  # noqa: PTH118, PTH123
        return file.read()
