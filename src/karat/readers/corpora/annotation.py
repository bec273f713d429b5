"""What is marked in texts: tags of words from a file beside them, and the named entities of references."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from karat.corpus import References
from karat.entities.muc import is_tagged, read_tagged
from karat.entities.standoff import differing, read_standoff
from karat.errors import InvalidFile, InvalidOption, InvalidText, MisalignedCorpus, UnknownName
from karat.readers.corpora.documents import entities_by_document
from karat.readers.files.lines import read_lines
from karat.readers.files.opening import display_name
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus, OptionalText, Text
    from karat.entities.entity import Entity
    from karat.readers.files.opening import FilePath

Segment: TypeAlias = "tuple[str, tuple[Entity, ...]]"


def annotate(
    corpus: Corpus,
    tags: Mapping[str, Text],
    reference_tags: Sequence[OptionalText],
    *,
    separator: str = "|",
) -> Corpus:
    """The corpus with a tag after every token of systems and references, as the metric tag-bleu reads it.

    `tags` has a text for each system and `reference_tags` one for each reference; white space separates words
    as it separates tags, and there are as many tags as words.

    >>> from karat import Corpus
    >>> corpus = Corpus.of(["dogs bark"], ["a dog barks"])
    >>> annotate(corpus, {"hypothesis": ["N V"]}, [["DET N V"]]).system("hypothesis")
    ['dogs|N bark|V']
    """
    for name in tags:
        corpus.system(name)
    if missing := [name for name in corpus.systems if name not in tags]:
        raise UnknownName(f"There are no tags of the system {missing[0]!r}. Give tags for every system.")
    streams = corpus.references.streams
    if len(reference_tags) != len(streams):
        raise MisalignedCorpus(
            f"There are tags of {len(reference_tags)} references, and {len(streams)} references. "
            "Give tags for each reference, in the same order."
        )
    systems = {
        name: [text or "" for text in _annotated(words, tags[name], f"system {name!r}", separator)]
        for name, words in corpus.systems.items()
    }
    references = tuple(
        _annotated(words, of_words, f"reference {number}", separator)
        for number, (words, of_words) in enumerate(zip(streams, reference_tags, strict=True), 1)
    )
    return replace(corpus, systems=systems, references=References(references, corpus.references.names))


def _annotated(words: OptionalText, tags: OptionalText, what: str, separator: str) -> list[str | None]:
    if len(words) != len(tags):
        raise MisalignedCorpus(
            f"The tags of {what} have {len(tags)} segments, its text has {len(words)}. "
            "Each line of tags must be of the same line of the text."
        )
    return [
        None if text is None else _joined(text, of_text or "", f"Segment {segment} of {what}", separator)
        for segment, (text, of_text) in enumerate(zip(words, tags, strict=True), 1)
    ]


def _joined(words: str, tags: str, where: str, separator: str) -> str:
    tokens, of_tokens = words.split(), tags.split()
    if len(tokens) != len(of_tokens):
        raise MisalignedCorpus(
            f"{where} has {len(tokens)} {'token' if len(tokens) == 1 else 'tokens'} and {len(of_tokens)} "
            f"{'tag' if len(of_tokens) == 1 else 'tags'}. Give the text as it was tagged, with white space "
            "between its tokens and one tag for each."
        )
    for tag in of_tokens:
        if separator in tag:
            raise InvalidText(f"{where}: the tag {tag!r} holds the separator {separator!r}. Choose another.")
    return " ".join(f"{token}{separator}{tag}" for token, tag in zip(tokens, of_tokens, strict=True))


def read_annotated(path: FilePath, *, is_plain: bool = False) -> list[Segment]:
    """The segments of a file and the entities of each: MUC's tags line by line, or stand-off JSON lines.

    With `is_plain`, what looks like a tag is text.
    """
    if is_plain and not _is_json(path):
        return [(line, ()) for line in read_lines(path)]
    return [_read(path, line, number, None) for number, line in enumerate(read_lines(path), 1)]


def documents_named(path: FilePath) -> list[str] | None:
    """The document of each segment, where every line of stand-off JSON names one."""
    if not _is_json(path):
        return None
    found = []
    for number, line in enumerate(read_lines(path), 1):
        if not line.startswith("{"):
            return None
        try:
            document = json.loads(line).get("document")
        except (ValueError, RecursionError) as error:
            raise InvalidFile.at(
                display_name(path), f"this is not JSON ({error}). Correct it.", line=number
            ) from None
        if not isinstance(document, str) or not document:
            return None
        found.append(document)
    return found


def other_documents(corpus: Corpus, paths: Sequence[FilePath]) -> list[str]:
    """The files of entities that group segments into other documents than the corpus has."""
    if corpus.documents is None or corpus.align == "document":
        return []
    found = []
    for path in paths:
        named = documents_named(path)
        if named is not None and _says_something(named) and not _is_alike(named, corpus.documents):
            found.append(display_name(path))
    return found


def _says_something(documents: Sequence[str]) -> bool:
    """Where each line is a document by itself, nobody said which belong together."""
    return len(set(documents)) < len(documents)


def _is_alike(documents: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two lists of labels group the same segments, by whatever names."""
    if len(documents) != len(others):
        return False
    pairs = len(set(zip(documents, others, strict=True)))
    return pairs == len(set(documents)) == len(set(others))


def with_entities(corpus: Corpus, paths: Sequence[FilePath]) -> Corpus:
    """The corpus with the entities of its references, from one file for each.

    Documents are those that stand-off lines name, if the corpus has none.
    """
    if len(paths) > corpus.references.count:
        raise InvalidOption(
            f"There are {len(paths)} files of entities, and {corpus.references.count} references. "
            "Give one for each reference, in the same order."
        )
    plain = [
        number
        for number, (path, stream) in enumerate(zip(paths, corpus.references.streams, strict=False))
        if corpus.align != "document" and _has_tags_as_text(path, stream)
    ]
    corpus = lifted(corpus, plain=plain)
    entities = list(corpus.entities or [None] * corpus.references.count)
    for number, path in enumerate(paths):
        stream = corpus.references.streams[number]
        if corpus.align == "document":
            entities[number] = entities_by_document(read_annotated(path), stream, display_name(path))
        else:
            entities[number] = _entities(path, stream)
    corpus = replace(corpus, entities=tuple(entities))
    return corpus if corpus.documents is not None else _with_documents(corpus, paths)


def _with_documents(corpus: Corpus, paths: Sequence[FilePath]) -> Corpus:
    for path in paths:
        named = documents_named(path)
        if named is not None and _says_something(named):
            return replace(corpus, documents=named)
    return corpus


def _has_tags_as_text(path: FilePath, stream: OptionalText) -> bool:
    """Whether stand-off lines quote what looks like tags in a reference: then it is text."""
    lines = read_lines(path) if _is_json(path) else []
    if len(lines) != len(stream):
        return False
    tagged = [(line, text) for line, text in zip(lines, stream, strict=True) if text and is_tagged(text)]
    try:
        return bool(tagged) and all(read_standoff(line)[0] == text for line, text in tagged)
    except InvalidText:
        return False


def lifted(corpus: Corpus, *, plain: Sequence[int] = ()) -> Corpus:
    """The corpus with MUC's tags taken out of its references, and the entities that they marked.

    In the `plain` ones, by their places, what looks like a tag is text.
    """
    streams = corpus.references.streams
    tagged = [
        number not in plain and any(text is not None and is_tagged(text) for text in stream)
        for number, stream in enumerate(streams)
    ]
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
            remedy = either(
                "If it is text and no tag, give the entities as stand-off JSON lines",
                "If it is text and no tag, give the entities as JSON lines: --entities FILE.jsonl",
            )
            raise InvalidText(f"Reference {number}, segment {segment}: {error} {remedy}.") from None
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
