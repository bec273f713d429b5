"""Parquet: the columns of a table in binary, read with pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import InvalidFile, InvalidText, MissingExtra
from karat.kernel import Texts
from karat.readers.corpora.layouts import read_table
from karat.readers.files.input_table import InputTable
from karat.readers.files.opening import display_name, read_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Alignment, Corpus
    from karat.readers.files.opening import FilePath


def read_parquet(
    path: FilePath,
    *,
    systems: Sequence[str] | None = None,
    align: Alignment = "segment",
    in_place: bool = False,
) -> Corpus:
    """The corpus of a Parquet file.

    With `in_place` its texts are Arrow's memory as the kernel reads it, where the file has a row for each
    segment: nothing is faster to count, but to look at every text again and again is slower.
    """
    return read_table(parquet_table(path, in_place=in_place), systems, align=align)


def parquet_table(path: FilePath, *, in_place: bool = False) -> InputTable:
    """The table of a Parquet file."""
    name = display_name(path)
    file = _open(path, name)
    return InputTable(
        name,
        file.schema_arrow.names,
        lambda column: _values(file, column, name),
        file.metadata.num_rows,
        in_place=(lambda column: _sound_texts(_read(file, column, name))) if in_place else None,
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
        values: list[object] = _read(file, column, name).to_pylist()
    except (pa.ArrowException, UnicodeDecodeError) as error:
        raise _unsound(f"{name}, column {column}", error) from None
    return values


def _read(file: Any, column: str, name: str) -> Any:
    import pyarrow as pa

    try:
        # Without threads: the data are here, and those of pyarrow 26 may abort a process that ends soon.
        found = file.read(columns=[column], use_threads=False).column(column)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _unsound(f"{name}, column {column}", error) from None
    if len(found) != file.metadata.num_rows:
        raise _unsound(f"{name}, column {column}", f"{len(found)} of {file.metadata.num_rows} rows")
    return found


def _sound_texts(column: Any) -> Texts | None:
    """A column of Arrow's as text, if each cell holds text and none has a NUL character."""
    import pyarrow.types as kinds

    is_text = kinds.is_string(column.type) or kinds.is_large_string(column.type)
    if not is_text or column.null_count or any(map(_has_nul, column.chunks)):
        return None
    try:
        return Texts(column)
    except InvalidText:  # the cells are looked at one by one, and the message says which it is
        return None


def _has_nul(array: Any) -> bool:
    import pyarrow.types as kinds

    _, offsets, data = array.buffers()
    if not len(array) or data is None:
        return False
    places = np.frombuffer(offsets, np.int32 if kinds.is_string(array.type) else np.int64)
    first, end = places[array.offset], places[array.offset + len(array)]
    return bool(first < end and np.frombuffer(data, np.uint8)[first:end].min() == 0)


def _unsound(name: str, problem: object) -> InvalidFile:
    return InvalidFile.at(name, f"this is not a sound Parquet file ({problem}). Make or download it again.")
