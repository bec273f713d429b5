"""Texts aligned by document: each document is one segment, however many lines it has in each text."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.errors import InvalidFile, InvalidText, MisalignedCorpus, MissingReference, caller_level
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.corpus import OptionalText
    from karat.entities.entity import Entity

_SHOWN = 5
# White space, as it stands between sentences of one line: no metric sees where lines ended.
_BETWEEN = " "


class EmptyDocument(UserWarning):
    """A document has text on one side and none on the other."""


@dataclass(slots=True)
class DocumentText:
    """The source, a reference or the output of a system: the segments of each document, in order."""

    what: str
    file: str
    segments: dict[str, list[str]] = field(default_factory=dict)
    _last: str | None = None

    def add(self, document: str, segment: str, place: str = "") -> None:
        """The next segment of a document; `place` says where in the file it stands."""
        where = ", ".join(filter(None, (self.file, place)))
        if not document:
            raise InvalidFile.at(
                where,
                f"{self.what} has a segment of a document without a name. To align texts by document, name "
                "the document of every segment.",
            )
        # Two documents of one name would become one, and nobody would see it.
        if document in self.segments and document != self._last:
            raise InvalidFile.at(
                where,
                f"{self.what} has document {document!r} a second time, after {self._last!r}. If it is "
                "another document, rename it; if it is the same, put its segments together.",
            )
        self.segments.setdefault(document, []).append(segment)
        self._last = document

    def joined(self, order: Sequence[str]) -> list[str]:
        """A text for each of these documents, which must be those that it has."""
        found = self.joined_where_present(order)
        if missing := [name for name, text in zip(order, found, strict=True) if text is None]:
            raise MisalignedCorpus(
                f"{self.file}: {self.what} has {len(order) - len(missing)} of {len(order)} documents; "
                f"{_listed(missing)} missing. Documents are matched by name: add what is missing, or leave "
                f"{self.what} out."
            )
        return [text for text in found if text is not None]

    def joined_where_present(self, order: Sequence[str]) -> list[str | None]:
        """A text for each of these documents, None where it has none."""
        known = set(order)
        if foreign := [name for name in self.segments if name not in known]:
            raise MisalignedCorpus(
                f"{self.file}: {self.what} has documents that the source or the references do not have; "
                f"{_listed(foreign)} not there. Documents are matched by name: rename or remove them."
            )
        return [joined(self.segments[name]) if name in self.segments else None for name in order]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorpusOfDocuments(Corpus):
    """A corpus in which each document is a segment, and the segments that its texts were joined of.

    Whoever cuts an output into the segments of a reference (`karat.resegmentation`) needs these.
    """

    system_texts: Mapping[str, DocumentText] = field(default_factory=dict)
    reference_texts: Sequence[DocumentText] = ()
    source_text: DocumentText | None = None


def joined(segments: Iterable[str]) -> str:
    """The text of a document; segments without text leave no trace."""
    return _BETWEEN.join(text for segment in segments if (text := segment.strip()))


def corpus_of_documents(
    systems: Mapping[str, DocumentText],
    references: Mapping[str, DocumentText],
    *,
    source: DocumentText | None = None,
    text_types: Mapping[str, str] | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
    human_systems: frozenset[str] = frozenset(),
    partial_references: bool = False,
) -> CorpusOfDocuments:
    """The corpus in which each document is a segment; documents are matched by name.

    Their order is that of the source or, without one, of the references. `partial_references` lets a
    reference leave out documents that another one has.
    """
    leading = list(references.values()) if source is None else [source]
    order = list(dict.fromkeys(name for text in leading for name in text.segments))
    streams: list[OptionalText]
    if partial_references:
        streams = [text.joined_where_present(order) for text in references.values()]
    else:
        streams = [text.joined(order) for text in references.values()]
    for name, texts in zip(order, zip(*streams, strict=True), strict=True):
        if all(text is None for text in texts):
            raise MissingReference(
                f"{leading[0].file}: document {name!r} has no reference. Give at least one for each, or "
                "leave the document out."
            )
    types = [(text_types or {}).get(name, "") for name in order]
    corpus = CorpusOfDocuments(
        {name: text.joined(order) for name, text in systems.items()},
        References(tuple(streams), tuple(references)),
        sources=None if source is None else source.joined(order),
        documents=order,
        text_types=types if any(types) else None,
        source_language=source_language,
        target_language=target_language,
        human_systems=human_systems,
        align="document",
        system_texts=systems,
        reference_texts=tuple(references.values()),
        source_text=source,
    )
    _warn_of_empty(corpus)
    return corpus


def by_document(corpus: Corpus, file: str) -> Corpus:
    """A corpus that is aligned segment by segment, with its documents as segments."""
    if corpus.documents is None:
        raise MisalignedCorpus(
            f"{file} does not say of which document each segment is. Name them with {option('documents')}, "
            "or use a format that has them."
        )
    labels = list(corpus.documents)

    def text(what: str, segments: OptionalText) -> DocumentText:
        made = DocumentText(what, file)
        for number, (label, segment) in enumerate(zip(labels, segments, strict=True), 1):
            if segment is not None:
                made.add(label, segment, f"segment {number}")
        return made

    names = corpus.references.names or tuple(str(n) for n in range(1, corpus.references.count + 1))
    made = corpus_of_documents(
        {name: text(f"system {name!r}", output) for name, output in corpus.systems.items()},
        {
            name: text(f"reference {name!r}", stream)
            for name, stream in zip(names, corpus.references.streams, strict=True)
        },
        source=None if corpus.sources is None else text("the source", corpus.sources),
        text_types=document_types(labels, corpus.text_types, file),
        source_language=corpus.source_language,
        target_language=corpus.target_language,
        human_systems=corpus.human_systems,
        partial_references=True,
    )
    return replace(made, references=References(made.references.streams, corpus.references.names))


def document_types(documents: Sequence[str], types: Sequence[str] | None, file: str) -> dict[str, str]:
    """The text type of each document, which is that of all its segments."""
    found: dict[str, str] = {}
    for document, text_type in zip(documents, types or (), strict=types is not None):
        if text_type and found.setdefault(document, text_type) != text_type:
            raise InvalidFile.at(
                file,
                f"document {document!r} is of the text types {found[document]!r} and {text_type!r}. A "
                "document that is one segment has one text type.",
            )
    return found


def entities_by_document(
    annotated: Sequence[tuple[str, Sequence[Entity]]], documents: OptionalText, file: str
) -> list[tuple[Entity, ...]]:
    """The entities of each document, from lines that stand for documents or for their segments, in order."""
    lines = iter(annotated)
    found: list[tuple[Entity, ...]] = []
    for number, document in enumerate(documents, 1):
        text, entities = "", []
        while document and len(text) < len(document):
            segment, of_segment = next(lines, (None, ()))
            if segment is None:
                break
            # What `joined` strips from a segment moves its entities.
            start = len(text) + (len(_BETWEEN) if text else 0) - (len(segment) - len(segment.lstrip()))
            entities += [
                replace(entity, start=entity.start + start, end=entity.end + start) for entity in of_segment
            ]
            text = joined((text, segment))
        if text != (document or ""):
            raise InvalidText(
                f"{file}: the lines are not those of the reference from document {number} on. Give a line "
                "for each segment of the reference, or for each document, in the order of the documents."
            )
        found.append(tuple(entities))
    if any(text.strip() for text, _ in lines):
        raise InvalidText(f"{file}: there are more lines than the reference has. Leave out the others.")
    return found


def _warn_of_empty(corpus: Corpus) -> None:
    """Say where a text has nothing to say about a document that others have text for."""
    texts: dict[str, OptionalText] = {f"system {name!r}": text for name, text in corpus.systems.items()}
    for number, stream in enumerate(corpus.references.streams, 1):
        texts[f"reference {number}"] = stream
    filled = [any(text[place] for text in texts.values()) for place in range(len(corpus))]
    for what, text in texts.items():
        empty = [
            name
            for name, segment, there in zip(corpus.documents or (), text, filled, strict=True)
            if there and segment == ""
        ]
        if empty:
            warnings.warn(
                f"{what[0].upper()}{what[1:]} has no text in {len(empty)} of {len(corpus)} documents: "
                f"{_names(empty)}. It counts as an empty translation.",
                EmptyDocument,
                stacklevel=caller_level(),
            )


def _listed(names: Sequence[str]) -> str:
    return f"{_names(names)} {'is' if len(names) == 1 else 'are'}"


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:_SHOWN]))
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown
