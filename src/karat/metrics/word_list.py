"""Lists of words in files: one word per line, what follows # is a comment."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from karat.errors import InvalidFile, UnreadableFile


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a file, in lower case, and the start of the file's checksum."""

    words: frozenset[str]
    checksum: str


def read_word_list(path: str) -> WordList:
    """The words of a file."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 (pathlib is slow to import)
            data = file.read()
    except OSError as error:
        raise UnreadableFile(f"{path}: the list of words cannot be read ({error.strerror}).") from None
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InvalidFile.at(path, f"the list of words must be UTF-8 ({error.reason}).") from None
    words = frozenset(word.lower() for line in lines if (word := line.partition("#")[0].strip()))
    if not words:
        raise InvalidFile.at(path, "there are no words. One word per line was expected.")
    return WordList(words, sha256(data).hexdigest()[:12])
