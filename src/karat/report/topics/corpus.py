"""What is shown of a corpus: its texts by their beginnings, and what is known of its segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.tables import Note, Row, Table, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.corpus import Corpus


def view(found: Sequence[Corpus]) -> View:
    """Every text of a corpus by its beginning, and what is known of the segments."""
    tables: list[Table] = []
    notes: list[Note] = []
    for corpus in found:
        rows = [Row((kind, name, text), ()) for kind, name, text in _beginnings(corpus)]
        tables.append(Table(("text", "name", "first segment"), (), rows))
        notes += _facts(corpus)
    return View(tuple(tables), tuple(notes))


def _beginnings(corpus: Corpus) -> Iterator[tuple[str, str, str]]:
    if corpus.sources is not None:
        yield "source", corpus.source_language or "", corpus.sources[0]
    names = corpus.references.names
    for number, stream in enumerate(corpus.references.streams):
        name = names[number] if number < len(names) else str(number + 1)
        yield "reference", name, stream[0] or ""
    for name, text in corpus.systems.items():
        yield "people" if name in corpus.human_systems else "system", name, text[0]


def _facts(corpus: Corpus) -> Iterator[Note]:
    yield Note("segments", f"{len(corpus):,}")
    for what in ("documents", "paragraphs", "text_types"):
        if (labels := getattr(corpus, what)) is not None:
            names = list(dict.fromkeys(labels))
            listed = f": {', '.join(map(str, names))}" if len(names) <= 8 else ""
            yield Note(what.replace("_", " "), f"{len(names):,}{listed}")
    if corpus.source_language or corpus.target_language:
        yield Note("languages", f"{corpus.source_language or '?'}-{corpus.target_language or '?'}")
    if any(corpus.entities or ()):
        marked = sum(len(each) for of_reference in corpus.entities or () for each in of_reference or ())
        yield Note("entities", f"{marked:,} marked in the references")
