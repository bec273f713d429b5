"""Named entities of references: tags in the references themselves, or a file beside each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from karat.corpus import References
from karat.entities.muc import is_tagged, read_tagged
from karat.entities.standoff import differing, read_standoff
from karat.errors import InvalidFile, InvalidOption, InvalidText
from karat.readers.files.lines import read_lines
from karat.readers.files.opening import display_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus, OptionalText
    from karat.entities.entity import Entity
    from karat.readers.files.opening import FilePath


Segment: TypeAlias = "tuple[str, tuple[Entity, ...]]"


def read_annotated(path: FilePath) -> list[Segment]:
    """The segments of a file and the entities of each: MUC's tags line by line, or stand-off JSON lines."""
    return [_read(path, line, number, None) for number, line in enumerate(read_lines(path), 1)]


def with_entities(corpus: Corpus, paths: Sequence[FilePath]) -> Corpus:
    """The corpus with the entities of its references, from one file for each."""
    if len(paths) > corpus.references.count:
        raise InvalidOption(
            f"There are {len(paths)} files of entities, and {corpus.references.count} references. "
            "Give one for each reference, in the same order."
        )
    corpus = lifted(corpus)
    entities = list(corpus.entities or [None] * corpus.references.count)
    for number, path in enumerate(paths):
        entities[number] = _entities(path, corpus.references.streams[number])
    return replace(corpus, entities=tuple(entities))


def lifted(corpus: Corpus) -> Corpus:
    """The corpus with MUC's tags taken out of its references, and the entities that they marked."""
    streams = corpus.references.streams
    tagged = [any(text is not None and is_tagged(text) for text in stream) for stream in streams]
    if not any(tagged):
        return corpus
    clean: list[OptionalText] = list(streams)
    entities: list[Sequence[Sequence[Entity]] | None] = [None] * len(streams)
    for number, stream in enumerate(streams):
        if tagged[number]:
            clean[number], entities[number] = _lift(stream, number + 1)
    references = References(tuple(clean), corpus.references.names)
    return replace(corpus, references=references, entities=tuple(entities))


def _lift(stream: OptionalText, number: int) -> tuple[list[str | None], list[tuple[Entity, ...]]]:
    clean: list[str | None] = []
    entities: list[tuple[Entity, ...]] = []
    for segment, text in enumerate(stream, 1):
        try:
            bare, found = (None, ()) if text is None else read_tagged(text)
        except InvalidText as error:
            raise InvalidText(f"Reference {number}, segment {segment}: {error}") from None
        clean.append(bare)
        entities.append(found)
    return clean, entities


def _entities(path: FilePath, stream: OptionalText) -> list[tuple[Entity, ...]]:
    lines = read_lines(path)
    if len(lines) != len(stream):
        raise InvalidFile.at(
            display_name(path),
            f"there are {len(lines)} lines, and the reference has {len(stream)} segments. "
            "Give one line for each segment.",
        )
    both = enumerate(zip(lines, stream, strict=True), 1)
    return [_read(path, line, number, text)[1] for number, (line, text) in both]


def _is_json(path: FilePath) -> bool:
    name = display_name(path).removesuffix(".gz").removesuffix(".zst").lower()
    return name.endswith((".jsonl", ".ndjson", ".json"))


def _read(path: FilePath, line: str, number: int, segment: str | None) -> Segment:
    try:
        if _is_json(path):
            return read_standoff(line, segment)
        text, entities = read_tagged(line)
        if segment is not None and text != segment:
            raise differing(text, segment)
    except InvalidText as error:
        raise InvalidFile.at(display_name(path), f"{error}", line=number) from None
    return text, entities
