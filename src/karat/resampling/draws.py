"""Statistics of corpora that chance might have given instead: resampled, or with outputs swapped.

A resampled corpus is a weight for each row; its statistics are the weighted sum of the rows. So what is drawn
are weights, a batch at a time, and the same weights for every system and every metric: that is what makes a
comparison paired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import InvalidOption, MisalignedCorpus
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats

# Weights that are drawn at once: 32 MB of them, however long the text is.
_CELLS = 1 << 22
# A text of more rows is longer than the processor's caches. Its draws are multiplied so many at a time, and a
# block of rows after the other, so that the rows are fetched from memory once for all of these draws.
_LONG, _TOGETHER, _BLOCK = 1 << 18, 16, 1 << 14
# Draws whose values are kept, and worked on in one piece: so many take less than a second after Ctrl-C, and
# have more digits of a p-value than anyone needs.
_MOST = 1_000_000


def bootstrap_rows(
    tables: Sequence[Statistics], *, samples: int, seed: int, strata: Sequence[str] | None = None
) -> list[Statistics]:
    """Each table's rows summed over `samples` corpora drawn with replacement, one row for each.

    With `strata`, a label for each row, as many rows are drawn from each stratum as it has.

    >>> import numpy as np
    >>> from karat.statistics import Statistics
    >>> table = Statistics(("matches", "length"), np.array([[3, 4], [2, 5], [6, 6]]))
    >>> (drawn,) = bootstrap_rows([table], samples=4, seed=1)
    >>> drawn.counts.shape
    (4, 2)
    """
    counts = _side_by_side(tables)
    drawn = _bootstrap_draws(len(counts), samples=samples, seed=seed, strata=strata)
    return _apart(_summed(drawn, counts), tables)


def bootstrap_weights(
    rows: int, *, samples: int, seed: int, strata: Sequence[str] | None = None
) -> Iterator[Floats]:
    """How often each row is in each of `samples` corpora drawn with replacement, so many corpora at a time.

    For values that are more than a sum over rows; see `bootstrap_rows`.

    >>> weights = next(bootstrap_weights(3, samples=4, seed=1))
    >>> weights.shape, weights.sum(axis=1).tolist()
    ((4, 3), [3.0, 3.0, 3.0, 3.0])
    """
    for weights in _bootstrap_draws(rows, samples=samples, seed=seed, strata=strata):
        yield weights.astype(np.float64)


def swap_rows(
    tables: Sequence[Statistics], *, samples: int, seed: int, exhaustive: bool = False
) -> list[Statistics]:
    """Each table's rows summed over random halves of the corpus, one row for each of `samples` halves.

    Every row of the corpus is in a half with probability 1/2. The halves are the same for all tables. With
    `exhaustive`, each of all possible halves is taken once: see `is_exhaustive`.

    >>> import numpy as np
    >>> from karat.statistics import Statistics
    >>> table = Statistics(("matches", "length"), np.array([[3, 4], [2, 5], [6, 6]]))
    >>> (half,) = swap_rows([table], samples=2, seed=1)
    >>> half.counts.shape
    (2, 2)
    """
    check_count("samples", samples)
    counts = _side_by_side(tables)
    if exhaustive:
        return _apart((1 - swap_signs(len(counts), samples=samples, seed=seed)) / 2 @ counts, tables)
    rng = generator(seed)
    halves = (_bits(rng, size, len(counts)) for size in _batches(samples, len(counts)))
    return _apart(_summed(halves, counts), tables)


def row_weights(rows: int, *, samples: int, seed: int) -> Floats:
    """How often each row is drawn, when as many are drawn with replacement as there are: draws × rows.

    All at once, for tables of few rows; `bootstrap_weights` draws as many in batches.
    """
    check_count("samples", samples)
    return _multinomial(generator(seed), samples, rows, dtype=np.int64).astype(np.float64)


def picked(scores: Floats, drawn: Floats) -> Floats:
    """The scores of the systems that each resample holds, from how often each was drawn: draws × systems."""
    samples, systems = drawn.shape
    flat = np.repeat(np.tile(np.arange(systems), samples), drawn.astype(np.int64).ravel())
    return np.take_along_axis(np.broadcast_to(scores, drawn.shape), flat.reshape(drawn.shape), axis=1)


def swap_signs(rows: int, *, samples: int, seed: int) -> Floats:
    """Draws × rows of 1 and −1, each with probability ½; all possible ones where these are no more."""
    check_count("samples", samples)
    if is_exhaustive(rows, samples):
        numbers = np.arange(2**rows)[:, None] >> np.arange(rows)
        return (1 - 2 * (numbers & 1)).astype(np.float64)
    return 1 - 2 * _bits(generator(seed), samples, rows).astype(np.float64)


def is_exhaustive(rows: int, samples: int) -> bool:
    """Whether `swap_signs` gives every possible exchange once."""
    return rows < 63 and 2**rows <= samples


def swapped(whole: Statistics, half: Statistics, other_half: Statistics) -> Statistics:
    """A system's totals after the half of its outputs has been exchanged for another system's.

    >>> import numpy as np
    >>> from karat.statistics import Statistics
    >>> first = Statistics(("matches",), np.array([[3], [2], [6]]))
    >>> half, other_half = (Statistics(("matches",), np.array([[sum_]])) for sum_ in (5, 4))
    >>> swapped(first, half, other_half).counts.tolist()
    [[10.0]]
    """
    total = np.array(whole.total(), dtype=np.float64)
    return Statistics(whole.columns, total - half.counts + other_half.counts)


def leave_one_out_rows(table: Statistics) -> Statistics:
    """The sum of all rows but one, for each row.

    >>> import numpy as np
    >>> from karat.statistics import Statistics
    >>> table = Statistics(("matches", "length"), np.array([[3, 4], [2, 5], [6, 6]]))
    >>> leave_one_out_rows(table).counts.tolist()
    [[8, 11], [9, 10], [5, 9]]
    """
    return Statistics(table.columns, np.array(table.total()) - table.counts)


def generator(seed: int) -> np.random.Generator:
    """The source of chance; 0 is a seed like any other."""
    check_seed(seed)
    return np.random.default_rng(seed)


def check_seed(seed: object) -> None:
    """A whole number of at least 0."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InvalidOption(f"The seed is {seed!r}; it must be a whole number of at least 0.")


def check_count(what: str, number: object) -> None:
    """A whole number of at least 1, and not so large that no machine comes to the end of it."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise InvalidOption(f"The number of {what} is {number!r}; it must be a whole number of at least 1.")
    if number > _MOST:
        raise InvalidOption(f"The number of {what} is {number:,}; it must be at most {_MOST:,}.")


def _bootstrap_draws(
    rows: int, *, samples: int, seed: int, strata: Sequence[str] | None
) -> Iterator[NDArray[np.int64]]:
    check_count("samples", samples)
    groups = _groups(rows, strata)
    rng = generator(seed)
    for size in _batches(samples, rows):
        if strata is None:
            yield _multinomial(rng, size, rows)
            continue
        weights = np.empty((size, rows), dtype=np.int64)
        for group in groups:
            weights[:, group] = _multinomial(rng, size, len(group))
        yield weights


def _summed(batches: Iterator[NDArray[Any]], counts: Floats) -> Floats:
    """The rows of `counts` times the weights of each draw, summed: draws × columns."""
    rows = len(counts)
    if rows <= _LONG:
        return np.vstack([weights.astype(np.float64) @ counts for weights in batches])
    return np.vstack(
        [
            sum(
                weights[:, start : start + _BLOCK].astype(np.float64) @ counts[start : start + _BLOCK]
                for start in range(0, rows, _BLOCK)
            )
            for weights in _together(batches)
        ]
    )


def _together(batches: Iterator[NDArray[Any]]) -> Iterator[NDArray[Any]]:
    """Batches of few draws made one of more, in the smallest numbers that hold them."""
    held: list[NDArray[Any]] = []
    for weights in batches:
        held.append(weights.astype(np.min_scalar_type(int(weights.max(initial=0))), copy=False))
        if sum(map(len, held)) >= _TOGETHER:
            yield np.vstack(held)
            held = []
    if held:
        yield np.vstack(held)


def _bits(rng: np.random.Generator, samples: int, rows: int) -> NDArray[np.uint8]:
    """Samples × rows of 0 and 1, each with probability ½."""
    bits = np.unpackbits(np.frombuffer(rng.bytes(-(-samples * rows // 8)), dtype=np.uint8))
    return bits[: samples * rows].reshape(samples, rows)


def _multinomial(
    rng: np.random.Generator, samples: int, rows: int, *, dtype: type[np.signedinteger[Any]] = np.int32
) -> NDArray[np.int64]:
    """How often each of `rows` was drawn, in `samples` draws of as many as there are.

    Numbers of 32 and of 64 bits are not the same draws: which of them are taken decides figures.
    """
    drawn = rng.integers(0, rows, size=(samples, rows), dtype=dtype)
    if rows > _LONG:
        return np.stack([np.bincount(sample, minlength=rows) for sample in drawn])
    # Drawings of several short samples are counted at once, those of each in a range of their own.
    places = drawn + np.arange(samples, dtype=np.int64)[:, None] * rows
    return np.bincount(places.ravel(), minlength=samples * rows).reshape(samples, rows)


def _side_by_side(tables: Sequence[Statistics]) -> Floats:
    lengths = {len(table) for table in tables}
    if len(lengths) != 1:
        raise MisalignedCorpus(
            f"The statistics have {' and '.join(map(str, sorted(lengths)))} rows; what is compared must be "
            "of the same segments."
        )
    if lengths == {0}:
        raise MisalignedCorpus("The statistics have no rows. There is nothing to draw from.")
    # BLAS multiplies floats only; counts are exact in them up to 2⁵³.
    return np.hstack([table.counts.astype(np.float64) for table in tables])


def _apart(totals: Floats, tables: Sequence[Statistics]) -> list[Statistics]:
    # Column by column in memory, as metrics read them: what is worked out of these keeps the order.
    parts, start = [], 0
    for table in tables:
        stop = start + len(table.columns)
        parts.append(Statistics(table.columns, np.asfortranarray(totals[:, start:stop])))
        start = stop
    return parts


def _groups(rows: int, strata: Sequence[str] | None) -> list[NDArray[np.int64]]:
    if strata is None:
        return [np.arange(rows)]
    if len(strata) != rows:
        raise MisalignedCorpus(f"There are {len(strata)} strata for {rows} rows; each row needs one.")
    labels = np.array(strata, dtype=object)
    return [np.flatnonzero(labels == label) for label in dict.fromkeys(strata)]


def _batches(samples: int, rows: int) -> Iterator[int]:
    """How many draws are made at once, again and again."""
    size = max(_CELLS // rows, 1)
    for start in range(0, samples, size):
        yield min(size, samples - start)
