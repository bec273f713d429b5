"""Tables whose texts are aligned by document: a row holds a piece of any text, and says of which document.

A cell that is empty adds nothing, so a reference may have more rows than an output, or rows of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.errors import InvalidFile
from karat.readers.corpora.alignment import chosen
from karat.readers.corpora.documents import DocumentText, corpus_of_documents, document_types, joined
from karat.readers.corpora.layouts import human_systems, system_columns
from karat.readers.corpora.segments import languages
from karat.readers.files import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.readers.files.columns import Role
    from karat.readers.files.input_table import InputTable


def read_document_table(table: InputTable, systems: Sequence[str] | None = None) -> Corpus:
    """The corpus of a table, in which each document is a segment."""
    table.require(columns.DOCUMENT)
    pieces = _Pieces(table, _labels(table, columns.DOCUMENT), _labels(table, columns.SYSTEM))
    outputs = pieces.outputs(systems)
    references = {name: pieces.shared(f"reference {name!r}", cells) for name, cells in _references(table)}
    source = table.find(columns.SOURCE)
    source_language, target_language = languages(table)
    return corpus_of_documents(
        outputs,
        {name: text for name, text in references.items() if text.segments},
        source=None if source is None else pieces.shared("the source", table.values(source)),
        text_types=document_types(pieces.documents, _labels(table, columns.TEXT_TYPE), table.file),
        source_language=source_language,
        target_language=target_language,
        human_systems=human_systems(table, pieces.systems) & outputs.keys(),
        partial_references=True,
    )


def _labels(table: InputTable, role: Role) -> list[str]:
    """What a column says of each row; empty where it, or the column, says nothing."""
    column = table.find(role)
    if column is None:
        return [""] * len(table)
    return [table.label(column, row, value) for row, value in enumerate(table.values(column))]


def _references(table: InputTable) -> list[tuple[str, Sequence[object]]]:
    """The cells of each reference."""
    column = table.find(columns.REFERENCES)
    if column is None:
        names = columns.references(table.columns)
        if not names:
            raise columns.missing(table.columns, columns.REFERENCE, table.file)
        return [(name, table.values(name)) for name in names]
    lists = [value or [] for value in table.values(column)]
    for row, items in enumerate(lists):
        if not isinstance(items, list):
            raise table.invalid(row, f"{column} must be a list of texts; one goes into a column 'reference'.")
    most = max(len(items) for items in lists)  # type: ignore[arg-type]
    return [
        (str(n + 1), [items[n] if n < len(items) else None for items in lists])  # type: ignore[arg-type, index]
        for n in range(most)
    ]


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The rows of a table, with the document and the system of each; a row need not be of a system."""

    table: InputTable
    documents: Sequence[str]
    systems: Sequence[str]

    def outputs(self, wanted: Sequence[str] | None) -> dict[str, DocumentText]:
        """What each system wrote."""
        if not self.table.find(columns.SYSTEM):
            return {
                name: self._text(f"system {name!r}", self.table.values(column), range(len(self.table)))
                for name, column in system_columns(self.table, wanted).items()
            }
        cells = self.table.values(self.table.require(columns.HYPOTHESIS))
        rows = self._rows_by_system()
        self._refuse_repeats(rows)
        names = chosen([name for name in rows if name], wanted)
        if not names:
            raise InvalidFile.at(self.table.file, "there is no system. Name it in the rows of its output.")
        return {name: self._text(f"system {name!r}", cells, rows[name]) for name in names}

    def shared(self, what: str, cells: Sequence[object]) -> DocumentText:
        """A text that is of no system. Where the rows of several systems repeat it, it must be the same."""
        found = DocumentText(what, self.table.file)
        whose: dict[str, str] = {}
        for system, rows in self._rows_by_system().items():
            for document, segments in self._text(what, cells, rows).segments.items():
                if found.segments.setdefault(document, segments) is segments:
                    whose[document] = system
                elif joined(found.segments[document]) != joined(segments):
                    raise InvalidFile.at(
                        self.table.file,
                        f"{what} of document {document!r} is not the same in the rows of {whose[document]!r} "
                        f"and of {system!r}. Give it once, in rows of its own that name no system.",
                    )
        return found

    def _rows_by_system(self) -> dict[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, system in enumerate(self.systems):
            rows.setdefault(system, []).append(row)
        return rows

    def _text(self, what: str, cells: Sequence[object], rows: Sequence[int]) -> DocumentText:
        made = DocumentText(what, self.table.file)
        for row in rows:
            if cells[row] is None or (self.table.empty_is_missing and cells[row] == ""):
                continue
            text = self.table.text(what, row, cells[row])
            made.add(self.documents[row], text, self.table.place(row))
        return made

    def _refuse_repeats(self, rows: dict[str, list[int]]) -> None:
        """Segments that have names are there once, as they are where texts are aligned segment by segment."""
        column = self.table.find(columns.SEGMENT)
        if column is None:
            return
        keys = self.table.values(column)
        for system, of_system in rows.items():
            seen: dict[tuple[str, object], int] = {}
            for row in of_system:
                if keys[row] in (None, ""):
                    continue
                first = seen.setdefault((self.documents[row], keys[row]), row)
                if first != row:
                    whose = f"system {system!r}" if system else "the rows without a system"
                    raise self.table.invalid(
                        row,
                        f"{whose} has segment {keys[row]} of document {self.documents[row]!r} a second time; "
                        f"it is first in {self.table.place(first)}. Keep one row.",
                    )
