"""Words from files: one on a line, or one set of words on a line."""

from __future__ import annotations

from karat.errors import InvalidFile
from karat.readers.files.lines import read_lines


def read_words(path: str) -> list[str]:
    """The words of a file as they are written there."""
    words = [word for line in read_lines(path) if (word := line.strip())]
    if not words:
        raise InvalidFile.at(path, "there are no words. One word per line was expected.")
    return words


def read_sets(path: str) -> list[list[str]]:
    """Words that belong together, those of a line, separated by tabs or commas."""
    found = []
    for number, line in enumerate(read_lines(path), 1):
        words = [word for part in line.replace(",", "\t").split("\t") if (word := part.strip())]
        if len(words) == 1:
            raise InvalidFile.at(path, f"{words[0]!r} stands alone; a set is two words or more.", line=number)
        if words:
            found.append(words)
    if not found:
        raise InvalidFile.at(path, "there are no words. One set of words per line was expected.")
    return found
