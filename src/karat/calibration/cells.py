"""The cells of a data set: a language pair and a text type each, of which people judge alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from karat.calibration.fitting import Setting, fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Material, Rater
    from karat.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False)
class CellData:
    """A part of one data set that makes a cell: its raters, its texts, and where it belongs."""

    metrics: tuple[Rater, ...]
    humans: tuple[Rater, ...]
    documents: Sequence[str] | None
    rows: Sequence[int]
    setting: Setting


def parts_of(
    material: Material,
    *,
    by: str | None = None,
    by_document: bool = False,
    languages: str | None = None,
) -> Iterator[CellData]:
    """The parts of a data set, each with what it is of; scores of whole systems say nothing of a part."""
    corpus = material.corpus
    documents = list(corpus.labels("document")) if by_document or corpus.documents is not None else None
    for text_type, rows in rows_by_type(corpus, by).items():
        whole = len(rows) == len(corpus)
        humans = [one for one in material.humans if whole or one.segments is not None]
        metrics = [one for one in material.metrics if whole or one.segments is not None]
        yield CellData(
            tuple(one if whole else one.within(rows) for one in metrics),
            tuple(one if whole else one.within(rows) for one in humans),
            documents and [documents[row] for row in rows],
            rows,
            Setting(
                language_pair=languages or language_pair(corpus),
                text_type=text_type,
                data=material.data,
                outputs={name: [text[row] for row in rows] for name, text in corpus.systems.items()},
                text=text_fingerprint(corpus, rows),
                segments=len(rows),
                references=len(corpus.references.streams),
                text_types=types_of(corpus, rows) if text_type is None else (),
                date=_today(),
            ),
        )


def rows_by_type(corpus: Corpus, by: str | None = None) -> dict[str | None, list[int]]:
    """The segments of each text type; all under None where they are taken together."""
    if by == "text-type" or (by is None and corpus.text_types is not None):
        rows: dict[str | None, list[int]] = {}
        for row, label in enumerate(corpus.labels("text_type")):
            rows.setdefault(label or "(none)", []).append(row)
        return rows
    return {None: list(range(len(corpus)))}


def types_of(corpus: Corpus, rows: Sequence[int]) -> tuple[str, ...]:
    """The text types of some segments; none where they are not known."""
    if corpus.text_types is None:
        return ()
    labels = corpus.labels("text_type")
    return tuple(sorted({labels[row] or "(none)" for row in rows}))


def language_pair(corpus: Corpus) -> str | None:
    """The languages of a corpus, where it says them."""
    if corpus.source_language and corpus.target_language:
        return f"{corpus.source_language}-{corpus.target_language}"
    return None


def text_fingerprint(corpus: Corpus, rows: Sequence[int]) -> str:
    """By which the references of a text are known again."""
    # In any order: shuffled or listed otherwise, it is the same text.
    return fingerprint(sorted(text for row in rows for text in corpus.references.of_segment(row)))


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
