"""A folder as a corpus: one table called `segments` and its columns, or plain text files side by side."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, MisalignedCorpus, MissingReference, UnknownName, UnreadableFile
from karat.readers.corpora.alignment import chosen, or_by_document
from karat.readers.corpora.document_folders import holds_document_folders, read_corpus_of_folders
from karat.readers.corpora.layouts import read_table
from karat.readers.corpora.segments import agreed, by_row, take_segments
from karat.readers.corpora.texts import read_by_source, read_texts
from karat.readers.files import columns
from karat.readers.files.input_table import table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Alignment, Corpus
    from karat.readers.files.opening import FilePath


TABLES = (
    "segments.parquet",
    "segments.jsonl",
    "segments.jsonl.gz",
    "segments.jsonl.zst",
    "segments.json",
    "segments.tsv",
)

_SOURCE = re.compile(r"(source|src)\..+")
# A number, a letter, or anything after a dot or dash may follow: a system may still be called 'refined'.
_REFERENCE = re.compile(r"ref(erence)?s?([._-].*|[0-9]+|[A-Za-z])?\.txt(\.gz|\.zst)?")
_DOCUMENTS = re.compile(r"documents\.txt(\.gz|\.zst)?")
_PARAGRAPHS = re.compile(r"paragraphs\.txt(\.gz|\.zst)?")
_TEXT_TYPES = re.compile(r"(text_types|domains)\.txt(\.gz|\.zst)?")
_SYSTEM = re.compile(r"(.+)\.txt(\.gz|\.zst)?")


def read_folder(
    path: FilePath,
    *,
    systems: Sequence[str] | None = None,
    keep_bom: bool = False,
    align: Alignment = "segment",
    needs_references: bool = True,
) -> Corpus:
    """The corpus of a folder; its text files are systems unless their names say otherwise."""
    folder = Path(path)
    files = _files(folder)
    tables = {file.name: file for file in files if file.name in TABLES}
    if tables:
        table = table_of(preferred(tables), what="segments")
        return read_table(table, systems, align=align, needs_references=needs_references)
    if align == "document" and holds_document_folders(folder):
        return read_corpus_of_folders(folder, systems=systems)
    if not needs_references and not _matching(files, _REFERENCE) and _matching(files, _SOURCE):
        return _read_without_references(folder, files, systems, keep_bom=keep_bom)
    return _read_text_files(folder, files, systems, keep_bom=keep_bom, align=align)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(item for item in folder.iterdir() if item.is_file() and not item.name.startswith("."))
    except OSError as error:
        raise UnreadableFile(f"{folder}: the folder cannot be read ({error.strerror}).") from None


def preferred(tables: dict[str, Path]) -> Path:
    """The table that is read fastest, of several that say the same."""
    if len(tables) > 1 and find_spec("pyarrow") is None:
        tables = {name: file for name, file in tables.items() if name != "segments.parquet"}
    return next(tables[name] for name in TABLES if name in tables)


def _read_without_references(
    folder: Path, files: Sequence[Path], systems: Sequence[str] | None, *, keep_bom: bool
) -> Corpus:
    outputs = _system_files(folder, files)
    return read_by_source(
        {name: outputs[name] for name in chosen(list(outputs), systems)},
        _at_most_one(folder, _matching(files, _SOURCE)) or "",
        documents=_at_most_one(folder, _matching(files, _DOCUMENTS)),
        text_types=_at_most_one(folder, _matching(files, _TEXT_TYPES)),
        keep_bom=keep_bom,
    )


def _read_text_files(
    folder: Path, files: Sequence[Path], systems: Sequence[str] | None, *, keep_bom: bool, align: Alignment
) -> Corpus:
    references = _matching(files, _REFERENCE)
    if not references and holds_document_folders(folder):
        raise MissingReference(f"{folder}: the references are in folders. {or_by_document()}")
    if not references:
        raise MissingReference(
            f"{folder}: there is no reference. Expected was {TABLES[0]}, {TABLES[1]} or {TABLES[-1]}, or a "
            "text file reference.txt beside source.txt and one text file for each system."
        )
    outputs = _system_files(folder, files)
    return read_texts(
        {name: outputs[name] for name in chosen(list(outputs), systems)},
        references,
        source=_at_most_one(folder, _matching(files, _SOURCE)),
        documents=_at_most_one(folder, _matching(files, _DOCUMENTS)),
        paragraphs=_at_most_one(folder, _matching(files, _PARAGRAPHS)),
        text_types=_at_most_one(folder, _matching(files, _TEXT_TYPES)),
        keep_bom=keep_bom,
        align=align,
    )


def _system_files(folder: Path, files: Sequence[Path]) -> dict[str, Path]:
    """The files that are none of the others, by the name of their system."""
    others = (_SOURCE, _REFERENCE, _DOCUMENTS, _PARAGRAPHS, _TEXT_TYPES)
    beside = [file for file in files if not any(other.fullmatch(file.name) for other in others)]
    below = folder / "systems"
    outputs: dict[str, Path] = {}
    for file in [*beside, *(_files(below) if below.is_dir() else ())]:
        if (match := _SYSTEM.fullmatch(file.name)) is None:
            continue
        if (first := outputs.setdefault(match[1], file)) != file:
            raise InvalidFile.at(
                folder, f"{first.name} and {file.name} are both system {match[1]!r}. Keep one."
            )
    if not outputs:
        raise InvalidFile.at(folder, "there is no system. One text file for each was expected: NAME.txt.")
    return outputs


def _matching(files: Sequence[Path], pattern: re.Pattern[str]) -> list[Path]:
    return [file for file in files if pattern.fullmatch(file.name)]


def _at_most_one(folder: Path, files: Sequence[Path]) -> Path | None:
    if len(files) > 1:
        names = " and ".join(file.name for file in files)
        raise InvalidFile.at(folder, f"{names} say the same thing twice. Keep one of them.")
    return files[0] if files else None


def read_segment_column(path: FilePath, corpus: Corpus, column: str) -> list[object]:
    """What a column of the table of the corpus says of each segment, None where it says nothing."""
    table = table_of(_segment_table(path), what="segments")
    if column not in table.columns:
        raise UnknownName.among("column", column, table.columns)
    segments = (
        take_segments(table, table.require(columns.SEGMENT)) if table.find(columns.SYSTEM) else by_row(table)
    )
    if len(segments.names) != len(corpus):
        raise MisalignedCorpus(
            f"{table.file} has {len(segments.names)} segments, the corpus has {len(corpus)}. Take the column "
            "from the table of the corpus."
        )
    return agreed(table, column, segments)


def _segment_table(path: FilePath) -> FilePath:
    """The file itself, or the table of segments of a folder."""
    if not Path(path).is_dir():
        return path
    found = {name: Path(path) / name for name in TABLES if (Path(path) / name).is_file()}
    if not found:
        raise InvalidFile.at(path, "there is no table of segments, and so no column of one.")
    return preferred(found)
