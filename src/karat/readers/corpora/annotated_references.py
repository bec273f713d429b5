"""References without any output of a system, as annotators of named entities are given them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.entities.muc import read_tagged
from karat.errors import InvalidFile, InvalidText, MisalignedCorpus
from karat.readers.files.lines import read_lines
from karat.readers.files.opening import display_name
from karat.readers.people.entity_files import is_standoff, read_annotator
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.entities.entity import Entity
    from karat.readers.files.opening import FilePath


def read_annotated_references(
    paths: Sequence[FilePath],
    *,
    documents: FilePath | None = None,
    text_types: FilePath | None = None,
    is_plain: bool = False,
) -> Corpus:
    """The corpus of references alone: plain text, MUC's tags or stand-off JSON lines, one file for each.

    Documents are those of the stand-off lines, if no file names them. `is_plain` says that plain text has no
    tags: what looks like one is text.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "reference.muc")
    ...     _ = path.write_text('in <ENAMEX TYPE="LOCATION">Porto</ENAMEX>')
    ...     corpus = read_annotated_references([path])
    >>> corpus.references.of_segment(0)
    ('in Porto',)
    """
    read = [_standoff(path) if is_standoff(path) else _lines(path, is_plain=is_plain) for path in paths]
    first = display_name(paths[0])
    count = len(read[0][0])
    for path, (texts, _, _) in zip(paths, read, strict=True):
        _check_length(display_name(path), len(texts), first, count)
    known = next((labels for _, _, labels in read if labels is not None), None)
    return Corpus(
        {},
        References(tuple(texts for texts, _, _ in read)),
        documents=known if documents is None else _labels(documents, first, count),
        text_types=None if text_types is None else _labels(text_types, first, count),
        entities=tuple(entities for _, entities, _ in read),
    )


def _standoff(path: FilePath) -> tuple[list[str], list[tuple[Entity, ...]], list[str] | None]:
    found = read_annotator(path)
    return list(found.texts), list(found.entities), None if found.documents is None else list(found.documents)


def _lines(path: FilePath, *, is_plain: bool) -> tuple[list[str], list[tuple[Entity, ...]], None]:
    texts, entities = [], []
    for number, line in enumerate(read_lines(path), 1):
        try:
            text, found = (line, ()) if is_plain else read_tagged(line)
        except InvalidText as error:
            remedy = f"If it is text and no tag, say so: {option('plain_text', True)}."
            raise InvalidFile.at(display_name(path), f"{error} {remedy}", line=number) from None
        texts.append(text)
        entities.append(found)
    return texts, entities, None


def _labels(path: FilePath, reference: str, count: int) -> list[str]:
    found = list(read_lines(path))
    _check_length(display_name(path), len(found), reference, count)
    return found


def _check_length(name: str, count: int, reference: str, expected: int) -> None:
    if count != expected:
        raise MisalignedCorpus(
            f"{name} has {count} lines, and {reference} has {expected}. Give one line for each segment."
        )
