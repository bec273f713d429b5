"""Word frequencies of another corpus, from a file such as WNM's script reads.

    <CorpStat>;1000;10
    the;60;10
    house;5;3

The first line has the number of words and of texts; every other line a word, how often it occurs, and in how
many texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, InvalidOption, InvalidRecipe, UnreadableFile
from karat.small_files import read_small_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = "<CorpStat>"


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How many words and texts a corpus has; of each word, how often it occurs and in how many texts."""

    tokens: int
    texts: int
    words: Sequence[tuple[str, int, int]]
    checksum: str = ""


def frequencies(path: str) -> Frequencies:
    """What the file says, read anew if it has changed."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise UnreadableFile(f"The word frequencies {path} cannot be read: {problem}.") from error
    return _read(path, status.st_mtime_ns, status.st_size)


@cache
def _read(path: str, _changed: int, _size: int) -> Frequencies:
    try:
        data = read_small_bytes(path)
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise InvalidFile.at(path, f"byte {error.start + 1} is not UTF-8.") from error
    rows = [_row(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not rows or rows[0][0] != HEAD:
        raise InvalidFile.at(
            path, f"the first line must be {HEAD};WORDS;TEXTS, such as {HEAD};1000;10.", line=1
        )
    (_, tokens, texts), words = rows[0], rows[1:]
    _check(path, tokens, texts, words)
    return Frequencies(tokens, texts, tuple(words), sha256(data).hexdigest()[:12])


def _row(path: str, number: int, line: str) -> tuple[str, int, int]:
    # From the right: a word may be a semicolon itself.
    parts = line.rstrip("\r").rsplit(";", 2)
    try:
        word, frequency, texts = parts[0], int(parts[1]), int(parts[2])
    except (IndexError, ValueError):
        raise InvalidFile.at(
            path, f"{line!r} is not of the form word;frequency;texts.", line=number
        ) from None
    if not 0 <= texts <= frequency:
        raise InvalidFile.at(path, f"{word!r} occurs {frequency} times in {texts} texts.", line=number)
    return word, frequency, texts


def _check(path: str, tokens: int, texts: int, words: Sequence[tuple[str, int, int]]) -> None:
    if texts < 1:
        raise InvalidFile.at(path, f"the corpus has {texts} texts; it must have one at least.", line=1)
    if len({word for word, _, _ in words}) < len(words):
        raise InvalidFile.at(path, "a word has two lines; each must have one.")
    for word, frequency, having in words:
        if frequency > tokens or having > texts:
            raise InvalidFile.at(
                path,
                f"{word!r} occurs {frequency} times in {having} texts, and the corpus has {tokens} words in "
                f"{texts} texts.",
            )


def write_corpus_name(path: str | None) -> str:
    """The file's name and the start of its checksum."""
    return "references" if path is None else f"{path}[sha256-{frequencies(path).checksum}]"


def read_corpus_name(text: str) -> str | None:
    """The file's name; where there is a checksum, the file must have it."""
    if text == "references":
        return None
    path, bracket, checksum = text.rpartition("[sha256-")
    if not bracket:
        return text
    if (here := frequencies(path).checksum) != checksum.removesuffix("]"):
        raise InvalidRecipe(
            f"The recipe's word frequencies have the checksum {checksum.removesuffix(']')}, those in {path} "
            f"have {here}: weights may differ."
        )
    return path


def check_path(path: str) -> None:
    """A file of frequencies, with a name that a recipe can hold."""
    if not isinstance(path, str) or "|" in path:
        raise InvalidOption(f"corpus is {path!r}; it must be the name of a file, without '|' in it.")
    frequencies(path)
