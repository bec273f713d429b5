"""A marked-up test set: texts whose segments are named by document and number, until they are aligned."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.corpus import Corpus, References
from karat.errors import InvalidFile, MissingReference, UnknownName, caller_level
from karat.readers.corpora.alignment import chosen, in_order, spoken
from karat.readers.corpora.segments import no_references

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Alignment


Key: TypeAlias = tuple[str, str]
Kind: TypeAlias = Literal["source", "reference", "system"]
Side: TypeAlias = Literal["source", "target"]


class LanguageSlip(UserWarning):
    """A file calls the same language by two names, one of which is a part of the other."""


@dataclass(slots=True)
class MarkedUpText:
    """One text of a test set: the source, a reference, or the output of a system."""

    file: str
    segments: dict[Key, str] = field(default_factory=dict)


@dataclass(slots=True)
class MarkedUp:
    """All texts of a test set as they come from its files."""

    texts: dict[tuple[Kind, str], MarkedUpText] = field(default_factory=dict)
    paragraphs: dict[Key, str] = field(default_factory=dict)
    text_types: dict[str, str] = field(default_factory=dict)
    collections: dict[str, str] = field(default_factory=dict)
    languages: dict[Side, str] = field(default_factory=dict)
    # Languages that seem to be slips, with the line of the first.
    slips: dict[tuple[Side, str], int] = field(default_factory=dict)

    def warn_of_slips(self, file: str) -> None:
        """Tell the caller of languages that were taken for another."""
        for (side, language), line in self.slips.items():
            warnings.warn(
                f"{file}, line {line}: the {side} language is {language!r}, and {self.languages[side]!r} in "
                "other places. Karat treats it as the same language. If it is another, put each language "
                "pair "
                "into its own file.",
                LanguageSlip,
                stacklevel=caller_level(),
            )

    def add(self, kind: Kind, name: str, key: Key, text: str, *, file: str, line: int) -> None:
        """Add one segment of a text."""
        segments = self.texts.setdefault((kind, name), MarkedUpText(file)).segments
        if key in segments:
            problem = f"{described(kind, name)} has segment {spoken(key)} a second time. Keep one of them."
            raise InvalidFile.at(file, problem, line=line)
        segments[key] = text

    def speak(self, kind: Kind, language: str | None, *, file: str, line: int) -> None:
        """Note the language of a text; it must be the language of the others on its side.

        A name that is a part of the other, such as `iv` where others have `liv`, is a slip, and warned of.
        """
        side: Side = "source" if kind == "source" else "target"
        known = self.languages.setdefault(side, language) if language else None
        if language and known and language != known:
            if language in known or known in language:
                self.slips.setdefault((side, language), line)
                return
            raise InvalidFile.at(
                file,
                f"the {side} language is {language!r}, before it was {self.languages[side]!r}. "
                "Put each language pair into its own file.",
                line=line,
            )

    def only(self, collections: Sequence[str]) -> MarkedUp:
        """The texts of some collections: of the documents that belong to them."""
        known = list(dict.fromkeys(name for name in self.collections.values() if name))
        for name in collections:
            if name not in known:
                raise UnknownName.among("collection", name, known)
        kept = {document for document, name in self.collections.items() if name in collections}
        texts = {
            whose: MarkedUpText(
                text.file, {key: segment for key, segment in text.segments.items() if key[0] in kept}
            )
            for whose, text in self.texts.items()
        }
        # A system or a reference that has none of these documents is not part of them.
        return replace(self, texts={whose: text for whose, text in texts.items() if text.segments})

    @property
    def segments_by_collection(self) -> dict[str, int]:
        """How many segments of the source, or of the first text, are in each collection."""
        first = next(iter(self._of("source").values()), None) or next(iter(self.texts.values()))
        counts: dict[str, int] = {}
        for document, _ in first.segments:
            name = self.collections.get(document, "")
            counts[name] = counts.get(name, 0) + 1
        return counts

    def corpus(
        self,
        systems: Sequence[str] | None = None,
        *,
        partial_references: bool = False,
        align: Alignment = "segment",
        needs_references: bool = True,
    ) -> Corpus:
        """The texts, aligned; `partial_references` lets a reference leave out whole documents.

        Without `needs_references` segments may have none, if there is a source.
        """
        order = self._order(needs_references=needs_references)
        if align == "document":
            return self._by_document(systems, partial_references=partial_references)
        references = self._references(order, partial=partial_references, needed=needs_references)
        names = chosen(list(self._of("system")), systems)
        return Corpus(
            {name: self._aligned("system", name, order) for name in names},
            references,
            sources=self._aligned("source", "", order) if ("source", "") in self.texts else None,
            documents=[document for document, _ in order],
            paragraphs=_unless_empty([self.paragraphs.get(key, "") for key in order]),
            text_types=_unless_empty([self.text_types.get(document, "") for document, _ in order]),
            source_language=self.languages.get("source"),
            target_language=self.languages.get("target"),
        )

    def _by_document(self, systems: Sequence[str] | None, *, partial_references: bool) -> Corpus:
        from karat.readers.corpora.documents import DocumentText, corpus_of_documents

        def text(kind: Kind, name: str) -> DocumentText:
            of_file = self.texts[kind, name]
            made = DocumentText(described(kind, name), of_file.file)
            for (document, number), segment in of_file.segments.items():
                made.add(document, segment, f"segment {number}")
            return made

        return corpus_of_documents(
            {name: text("system", name) for name in chosen(list(self._of("system")), systems)},
            {name: text("reference", name) for name in self._of("reference")},
            source=text("source", "") if ("source", "") in self.texts else None,
            text_types=self.text_types,
            source_language=self.languages.get("source"),
            target_language=self.languages.get("target"),
            partial_references=partial_references,
        )

    def _of(self, kind: Kind) -> dict[str, MarkedUpText]:
        return {name: text for (of_kind, name), text in self.texts.items() if of_kind == kind}

    def _order(self, *, needs_references: bool) -> list[Key]:
        """The segments of the source or, without one, of the first reference."""
        leading = [*self._of("source").values(), *self._of("reference").values()]
        if not (self._of("reference") if needs_references else leading):
            files = {text.file: None for text in self.texts.values()}
            where = f"{', '.join(files)}: there" if files else "There"
            raise MissingReference(f"{where} is no reference. Give at least one reference translation.")
        return list(leading[0].segments)

    def _aligned(self, kind: Kind, name: str, order: Sequence[Key]) -> list[str]:
        text = self.texts[kind, name]
        return in_order(text.file, described(kind, name), order, text.segments)

    def _references(self, order: Sequence[Key], *, partial: bool, needed: bool) -> References:
        names = tuple(self._of("reference"))
        if not names:
            return no_references(len(order))
        if not partial:
            return References(tuple(self._aligned("reference", name, order) for name in names), names)
        streams = tuple(self._partial_reference(name, order) for name in names)
        for key, texts in zip(order, zip(*streams, strict=True), strict=True):
            if needed and all(text is None for text in texts):
                raise MissingReference(
                    f"{self.texts['reference', names[0]].file}: segment {spoken(key)} has no reference. "
                    "Give at least one reference for each segment, or leave the segment out."
                )
        return References(streams, names)

    def _partial_reference(self, name: str, order: Sequence[Key]) -> list[str | None]:
        text = self.texts["reference", name]
        documents = {document for document, _ in text.segments}
        covered = [key for key in order if key[0] in documents]
        in_order(text.file, described("reference", name), covered, text.segments)
        return [text.segments.get(key) for key in order]


def described(kind: Kind, name: str) -> str:
    """A text as a message names it."""
    return f"{kind} {name!r}" if name else f"the {kind}"


def _unless_empty(labels: list[str]) -> list[str] | None:
    return labels if any(labels) else None
