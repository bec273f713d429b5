"""Any column of a corpus' table, for every segment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, MisalignedCorpus, UnknownName
from karat.readers.corpora.folder import TABLES, preferred
from karat.readers.corpora.segments import agreed, by_row, take_segments
from karat.readers.files import columns
from karat.readers.files.table_files import table_of

if TYPE_CHECKING:
    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath


def read_segment_column(path: FilePath, corpus: Corpus, column: str) -> list[object]:
    """What a column of the table of the corpus says of each segment, None where it says nothing."""
    table = table_of(_file(path), what="segments")
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


def _file(path: FilePath) -> FilePath:
    """The file itself, or the table of segments of a folder."""
    if not Path(path).is_dir():
        return path

    found = {name: Path(path) / name for name in TABLES if (Path(path) / name).is_file()}
    if not found:
        raise InvalidFile.at(path, "there is no table of segments, and so no column of one.")
    return preferred(found)
