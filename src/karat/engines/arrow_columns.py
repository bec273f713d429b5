"""Columns of Arrow's, as the kernel and numpy take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.errors import InvalidText

if TYPE_CHECKING:
    from karat.arrays import Floats


def whole(column: Any) -> Any:
    """A column in one piece, as an array."""
    import pyarrow as pa

    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)


def string_array(rows: int, nulls: int, validity: Any, offsets: Any, data: Any) -> Any:
    """An array out of the memory that the kernel has filled."""
    import pyarrow as pa

    buffers = [pa.py_buffer(validity) if nulls else None, pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), rows, buffers, nulls)


def strings(array: Any, column: str, shard: str) -> Any:
    """An array of text, as the kernel reads it."""
    import pyarrow as pa
    import pyarrow.types as kinds

    if kinds.is_string(array.type) or kinds.is_large_string(array.type):
        return array
    if kinds.is_null(array.type) or kinds.is_dictionary(array.type) or "string" in str(array.type):
        return array.cast(pa.string())
    raise InvalidText(f"{shard}: the column {column!r} holds {array.type}; text was expected.")


def numbers(array: Any, column: str, shard: str) -> Floats:
    """A column of scores; what is missing is NaN."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.types as kinds

    numeric = (kinds.is_integer, kinds.is_floating, kinds.is_decimal, kinds.is_null)
    if not any(is_kind(array.type) for is_kind in numeric):
        raise InvalidText(f"{shard}: the column {column!r} holds {array.type}; numbers were expected.")
    return np.asarray(whole(array).cast(pa.float64()).to_numpy(zero_copy_only=False), dtype=np.float64)
