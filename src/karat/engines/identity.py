"""Which cell a segment belongs to, by a keyed hash of its identity.

Chance draws cells, not rows: segments of the same identity are in the same cell, in whichever shard, order
and system their rows come. So the sums of cells are whole numbers that add, and every draw from them is the
same for any sharding. Where there are fewer segments than cells, most segments have a cell of their own.

The hash is by hand: it must be the same on every machine and in every version, and take Arrow's buffers as
they are, thousands of rows at a time. hashlib takes one string of Python's after another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

CELLS = 4096
# Bytes that are hashed at once: eight bytes of memory for each, a few times over.
_BYTES = 1 << 20
# Odd numbers with no pattern in their bits: the golden ratio, and the constants of SplitMix64.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def cells_of(columns: Sequence[Any], cells: int = CELLS) -> NDArray[np.int64]:
    """The cell of each row, from the Arrow arrays that identify it.

    >>> import pyarrow as pa
    >>> both = cells_of([pa.array(["doc-1", "doc-2", "doc-1"])])
    >>> bool(both[0] == both[2]), bool(both[0] == both[1])
    (True, False)
    """
    found = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        found = mixed(found + _STEP + text_hashes(column))
    return (found % np.uint64(cells)).astype(np.int64)


def mixed(numbers: Hashes) -> Hashes:
    """Numbers whose bits each depend on every bit of the given ones (SplitMix64; Steele et al. 2014).

    >>> import numpy as np
    >>> hex(int(mixed(np.array([1], dtype=np.uint64))[0]))
    '0x5692161d100b05e5'
    """
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _FIRST
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _SECOND
    return numbers ^ (numbers >> np.uint64(31))


def text_hashes(column: Any) -> Hashes:
    """A hash of each value as text: 7 and "7" are the same identity."""
    import pyarrow as pa
    import pyarrow.compute as pc

    text = pc.fill_null(column.cast(pa.large_string()), "")
    _, offset_buffer, data = text.buffers()
    offsets = np.frombuffer(offset_buffer, dtype=np.int64)[text.offset : text.offset + len(text) + 1]
    units = np.frombuffer(data, dtype=np.uint8) if data is not None else np.zeros(0, dtype=np.uint8)
    found = np.empty(len(text), dtype=np.uint64)
    start = 0
    while start < len(text):
        end = int(np.searchsorted(offsets, offsets[start] + _BYTES, side="right")) - 1
        end = min(max(end, start + 1), len(text))
        found[start:end] = _hashed(units, offsets[start : end + 1])
        start = end
    return found


def _hashed(units: NDArray[np.uint8], offsets: NDArray[np.int64]) -> Hashes:
    """A polynomial of the bytes of each text, modulo 2⁶⁴, mixed with its length."""
    lengths = np.diff(offsets)
    begins = offsets[:-1] - offsets[0]
    powers = np.cumprod(np.full(int(lengths.max(initial=0)) + 1, _STEP, dtype=np.uint64), dtype=np.uint64)
    places = np.arange(int(offsets[-1] - offsets[0])) - np.repeat(begins, lengths)
    terms = (units[offsets[0] : offsets[-1]].astype(np.uint64) + np.uint64(1)) * powers[places]
    # An empty text has no terms; reduceat would give it the first of the next.
    sums = np.add.reduceat(np.append(terms, np.uint64(0)), np.minimum(begins, len(terms)))
    sums[lengths == 0] = 0
    return mixed(sums + lengths.astype(np.uint64) * _FIRST)
