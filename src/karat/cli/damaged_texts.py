"""Damaged texts as files, one segment on a line, for metrics of other programs to score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidOption, InvalidText, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.corpus import Corpus, OptionalText


def write_texts(folder: str, corpus: Corpus) -> None:
    """Write the source, the references and every text of the corpus into a folder.

    What is there already must be the same: scores of it may have been computed.
    """
    files = {Path(folder) / f"{name}.txt": _lines(name, text) for name, text in _texts(corpus)}
    try:
        other = next((path for path, content in files.items() if _differs(path, content)), None)
        if other is not None:
            raise InvalidOption(
                f"{other} holds another text, of another output, seed or list of words. Name another folder "
                "with --write, or repeat the command that wrote this one."
            )
        Path(folder).mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            path.write_bytes(content)
    except OSError as error:
        raise UnreadableFile(
            f"{folder}: the texts cannot be written ({error.strerror or error}). Name another folder with "
            "--write."
        ) from None


def _texts(corpus: Corpus) -> Iterator[tuple[str, OptionalText]]:
    if corpus.sources is not None:
        yield "source", corpus.sources
    for number, stream in enumerate(corpus.references.streams, 1):
        yield "reference" if number == 1 else f"reference-{number}", stream
    yield from corpus.systems.items()


def _lines(name: str, text: OptionalText) -> bytes:
    for number, segment in enumerate(text, 1):
        if segment is not None and ("\n" in segment or "\r" in segment):
            raise InvalidText(
                f"Segment {number} of {name} has a line break, and files for --write have a segment on each "
                "line. Replace line breaks by spaces first."
            )
    return "".join(f"{segment or ''}\n" for segment in text).encode("utf-8", "surrogatepass")


def _differs(path: Path, content: bytes) -> bool:
    return path.exists() and path.read_bytes() != content
