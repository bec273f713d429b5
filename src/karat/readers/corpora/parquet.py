"""Parquet: the columns of a table in binary, read with pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.errors import InvalidFile, MissingExtra
from karat.readers.corpora.layouts import read_table
from karat.readers.files.input_table import InputTable
from karat.readers.files.opening import display_name, read_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Alignment, Corpus
    from karat.readers.files.opening import FilePath


def read_parquet(
    path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment"
) -> Corpus:
    """The corpus of a Parquet file."""
    return read_table(parquet_table(path), systems, align=align)


def parquet_table(path: FilePath) -> InputTable:
    """The table of a Parquet file."""
    name = display_name(path)
    file = _open(path, name)
    return InputTable(
        name, file.schema_arrow.names, lambda column: _values(file, column, name), file.metadata.num_rows
    )


def _open(path: FilePath, name: str) -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra.of("Reading .parquet files", "parquet") from None
    data = read_bytes(path)
    try:
        return pq.ParquetFile(pa.BufferReader(data), pre_buffer=False)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _unsound(name, error) from None


def _values(file: Any, column: str, name: str) -> list[object]:
    import pyarrow as pa

    try:
        # Without threads: the data are here, and those of pyarrow 26 may abort a process that ends soon.
        found = file.read(columns=[column], use_threads=False)
        values: list[object] = found.column(column).to_pylist()
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _unsound(f"{name}, column {column}", error) from None
    if len(values) != file.metadata.num_rows:
        raise _unsound(f"{name}, column {column}", f"{len(values)} of {file.metadata.num_rows} rows")
    return values


def _unsound(name: str, problem: object) -> InvalidFile:
    return InvalidFile.at(name, f"this is not a sound Parquet file ({problem}). Make or download it again.")
