"""Texts as folders: one plain text file for each document, and a folder for each text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, MissingReference, UnreadableFile
from karat.readers.corpora.alignment import chosen
from karat.readers.corpora.documents import DocumentText, corpus_of_documents
from karat.readers.files.lines import read_unmarked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath

_DOCUMENT = re.compile(r"(.+)\.txt(\.gz|\.zst)?")
_SOURCE = re.compile(r"source|src")
_REFERENCE = re.compile(r"ref(erence)?s?([._-].*|[0-9]+|[A-Za-z])?")


def read_document_folders(
    hypotheses: Mapping[str, FilePath], references: Sequence[FilePath], source: FilePath | None = None
) -> Corpus:
    """The corpus of folders, one for each text; a file `NAME.txt` in each is the document NAME."""
    return corpus_of_documents(
        {name: _text(f"system {name!r}", path) for name, path in hypotheses.items()},
        {Path(path).name: _text(f"reference {Path(path).name!r}", path) for path in references},
        source=None if source is None else _text("the source", source),
    )


def holds_document_folders(folder: Path) -> bool:
    """Whether a folder has a folder of references."""
    return any(_REFERENCE.fullmatch(item.name) for item in _folders(folder))


def read_corpus_of_folders(folder: Path, *, systems: Sequence[str] | None = None) -> Corpus:
    """The corpus of a folder of folders: `source`, `reference`, and one per system, also in `systems`."""
    found = _folders(folder)
    references = [item for item in found if _REFERENCE.fullmatch(item.name)]
    source = next((item for item in found if _SOURCE.fullmatch(item.name)), None)
    beside = [item for item in found if item not in references and item not in (source, folder / "systems")]
    below = folder / "systems"
    outputs = {item.name: item for item in [*beside, *(_folders(below) if below.is_dir() else ())]}
    if not outputs:
        raise InvalidFile.at(folder, "there is no system. One folder of documents was expected for each.")
    return read_document_folders(
        {name: outputs[name] for name in chosen(list(outputs), systems)}, references, source
    )


def _folders(folder: Path) -> list[Path]:
    return sorted(item for item in folder.iterdir() if item.is_dir() and not item.name.startswith("."))


def _text(what: str, path: FilePath) -> DocumentText:
    folder = Path(path)
    if not folder.is_dir():
        raise UnreadableFile(f"{folder}: a folder was expected, with one text file for each document.")
    text = DocumentText(what, str(folder))
    for file in sorted(folder.iterdir()):
        match = _DOCUMENT.fullmatch(file.name)
        if match is None or not file.is_file() or file.name.startswith("."):
            continue
        if match[1] in text.segments:
            raise InvalidFile.at(
                folder, f"document {match[1]!r} is there twice, as {file.name} too. Keep one."
            )
        # A file without text is a document without text.
        for line in read_unmarked(file).removesuffix("\n").split("\n"):
            text.add(match[1], line, file.name)
    if not text.segments:
        raise MissingReference(f"{folder}: there are no documents. Text files were expected: NAME.txt.")
    return text
