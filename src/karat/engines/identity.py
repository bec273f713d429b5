"""Which cell a segment belongs to, by a keyed hash of its identity.

Chance draws cells, not rows: segments of the same identity are in the same cell, in whichever shard, order
and system their rows come. So the sums of cells are whole numbers that add, and every draw from them is the
same for any sharding. Where there are fewer segments than cells, most segments have a cell of their own.

The hash is the kernel's: it must be the same on every machine and in every version, and take Arrow's buffers
as they are. hashlib takes one string of Python's after another, and hash() differs in every process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from karat.kernel import Texts
from karat.kernel import text_hashes as hashes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

CELLS = 4096
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
    """A hash of each value as text (XXH64): 7 and "7" are the same identity, and so are "" and nothing."""
    import pyarrow as pa

    if isinstance(column, Texts):
        return hashes_of(column)
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    return hashes_of(Texts(column if is_text else column.cast(pa.string())))
