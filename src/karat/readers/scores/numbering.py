"""Which segment of a corpus a row of another table is of.

Where a corpus is aligned by document, a row is of the document that it names.

A corpus knows its segments by their order. A table may number them from 1 or from 0, throughout or within
each document, or name them in the order of the corpus, or say nothing and have them in that order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import InvalidFile, MisalignedCorpus
from karat.readers.files import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.readers.files.input_table import InputTable


def positions(
    table: InputTable,
    corpus: Corpus,
    groups: Sequence[Sequence[int]],
    *,
    missing: str = "refuse",
    first: int | None = None,
) -> list[int | None]:
    """The segment of each row, counted from 0; `groups` has the rows of each system.

    `first` is the number of the first segment, where it is known.
    """
    if corpus.align == "document":
        return document_positions(table, corpus)
    column = table.find(columns.SEGMENT)
    if column is None:
        found = _by_order(table, corpus, groups)
    else:
        keys = [_key(table, column, row, value) for row, value in enumerate(table.values(column))]
        found = _by_key(table, corpus, column, keys, missing, first)
    _check_documents(table, corpus, found)
    _check_texts(table, corpus, found)
    return found


def document_positions(table: InputTable, corpus: Corpus) -> list[int | None]:
    """The document of each row, which the corpus must have."""
    place = {name: position for position, name in enumerate(corpus.documents or ())}
    table.require(columns.DOCUMENT)
    found: list[int | None] = []
    for row, label in enumerate(_labels(table) or ()):
        if label not in place:
            raise table.invalid(
                row,
                f"the corpus has no document {label!r}. The texts are aligned by document: name the "
                "document of each row as the corpus does.",
            )
        found.append(place[label])
    return found


def first_by_documents(table: InputTable, corpus: Corpus) -> int | None:
    """Whether a table counts from 0 or from 1, if only one of them fits the documents that it names."""
    column, labels = table.find(columns.SEGMENT), _labels(table)
    if column is None or labels is None or corpus.documents is None:
        return None
    keys = [_key(table, column, row, value) for row, value in enumerate(table.values(column))]
    numbers = [key for key in keys if isinstance(key, int)]
    if len(numbers) < len(keys):
        return None
    fitting = [
        first
        for first in (0, 1)
        if all(
            first <= number < first + len(corpus) and corpus.documents[number - first] == label
            for number, label in zip(numbers, labels, strict=True)
        )
    ]
    return fitting[0] if len(fitting) == 1 else None


def _by_order(table: InputTable, corpus: Corpus, groups: Sequence[Sequence[int]]) -> list[int | None]:
    found: list[int | None] = [None] * len(table)
    for rows in groups:
        if len(rows) != len(corpus):
            raise MisalignedCorpus(
                f"{table.file}: there are scores of {len(rows)} segments where the corpus has {len(corpus)}. "
                "Each segment needs one; number the segments in a column 'segment'."
            )
        for segment, row in enumerate(rows):
            found[row] = segment
    return found


def _key(table: InputTable, column: str, row: int, value: object) -> int | str:
    key = table.key(column, row, value)
    # What has more digits than a number of 64 bits is a name.
    is_number = isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 19
    return int(key) if is_number else key


def _by_key(
    table: InputTable, corpus: Corpus, column: str, keys: list[int | str], missing: str, first: int | None
) -> list[int | None]:
    numbers = [key for key in keys if isinstance(key, int)]
    if len(numbers) < len(keys):
        return _by_name(table, corpus, column, keys)
    labels = _labels(table)
    if labels is not None and len(set(zip(labels, numbers, strict=True))) > len(set(numbers)):
        return _within_documents(table, corpus, numbers, labels, first)
    return _throughout(table, corpus, column, numbers, missing, first)


def _by_name(table: InputTable, corpus: Corpus, column: str, keys: Sequence[int | str]) -> list[int | None]:
    """Names in order of first appearance; as the corpus keeps no names, there must be exactly as many."""
    order = {key: position for position, key in enumerate(dict.fromkeys(keys))}
    if len(order) != len(corpus):
        raise MisalignedCorpus(
            f"{table.file}: {column} names {len(order)} segments, the corpus has {len(corpus)}. "
            "Names must be "
            "there for every segment, in the order of the corpus; or number the segments from 1."
        )
    return [order[key] for key in keys]


def _throughout(
    table: InputTable, corpus: Corpus, column: str, numbers: Sequence[int], missing: str, known: int | None
) -> list[int | None]:
    total = len(corpus)
    first = (0 if 0 in numbers else 1) if known is None else known
    if known is None and missing != "refuse" and first == 1 and total not in numbers:
        raise InvalidFile.at(
            table.file,
            f"{column} has neither 0 nor {total}, so it is not clear whether it counts from 0 or "
            "from 1. Add a row for "
            "the first or last segment, with an empty score.",
        )
    for row, number in enumerate(numbers):
        if not first <= number < first + total:
            raise table.invalid(
                row,
                f"{column} is {number}, and the corpus has {total} segments. Number them from {first} to "
                f"{first + total - 1}, in the order of the corpus.",
            )
    return [number - first for number in numbers]


def _within_documents(
    table: InputTable, corpus: Corpus, numbers: Sequence[int], labels: Sequence[str], known: int | None
) -> list[int | None]:
    if corpus.documents is None:
        raise InvalidFile.at(
            table.file,
            "the numbers of the segments start again in each document, and the corpus has no "
            "documents. Number the "
            "segments through.",
        )
    of_document: dict[str, list[int]] = {}
    for segment, label in enumerate(corpus.documents):
        of_document.setdefault(label, []).append(segment)
    first = (0 if 0 in numbers else 1) if known is None else known
    found: list[int | None] = []
    for row, (label, number) in enumerate(zip(labels, numbers, strict=True)):
        segments = of_document.get(label)
        if segments is None:
            raise table.invalid(row, f"the corpus has no document {label!r}.")
        if not first <= number < first + len(segments):
            raise table.invalid(
                row,
                f"document {label!r} has {len(segments)} segments in the corpus, and this is number "
                f"{number}, "
                f"counted from {first}.",
            )
        found.append(segments[number - first])
    return found


def _labels(table: InputTable) -> list[str] | None:
    column = table.find(columns.DOCUMENT)
    if column is None:
        return None
    return [table.label(column, row, value) for row, value in enumerate(table.values(column))]


def _check_documents(table: InputTable, corpus: Corpus, found: Sequence[int | None]) -> None:
    labels = _labels(table)
    if labels is None or corpus.documents is None:
        return
    known = list(corpus.documents)
    for row, (label, segment) in enumerate(zip(labels, found, strict=True)):
        if segment is not None and known[segment] != label:
            raise table.invalid(
                row,
                f"segment {segment + 1} is of document {known[segment]!r} in the corpus, here of {label!r}. "
                "Put the segments in the order of the corpus.",
            )


def _check_texts(table: InputTable, corpus: Corpus, found: Sequence[int | None]) -> None:
    """Where the table has the outputs too, they must be those of the corpus."""
    column = table.find(columns.HYPOTHESIS)
    if column is None:
        return
    names = table.values("system") if table.find(columns.SYSTEM) else list(corpus.systems) * len(table)
    for row, (segment, value) in enumerate(zip(found, table.values(column), strict=True)):
        text = corpus.systems.get(str(names[row]))
        if text is None or segment is None:
            continue
        if table.text(column, row, value).strip() != text[segment].strip():
            raise table.invalid(
                row,
                f"{column} is not what system {names[row]!r} has in segment {segment + 1} of the "
                "corpus. Put the rows in "
                "the order of the corpus, or number the segments.",
            )
