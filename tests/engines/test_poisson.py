"""Draws by hash: known weights, the right distribution, and intervals like those in memory."""

import numpy as np
import pyarrow as pa
import pytest
from benchmarks.engines_coverage import simulate

from karat.engines.identity import cells_of, text_hashes
from karat.engines.poisson import drawn_totals, poisson_weights

WEIGHTS = [[0, 2, 2, 1, 5, 3, 3, 0], [1, 2, 1, 0, 2, 5, 1, 0]]
# XXH64 of nothing and of "a", as in its specification.
HASHES = [0xEF46DB3751D8E999, 0xD24EC4F1A98C6E5B]


def test_weights_never_change() -> None:
    """Stored figures depend on them: these are the weights of the first version."""
    assert poisson_weights(8, samples=2, seed=12345).tolist() == WEIGHTS
    late = poisson_weights(8, samples=1, seed=12345, first=1)
    assert late.tolist() == WEIGHTS[1:]


def test_weights_are_poisson() -> None:
    """The share of each weight is that of the distribution of mean 1, and samples do not correlate."""
    weights = poisson_weights(2000, samples=500, seed=1)
    shares = np.bincount(weights.ravel(), minlength=6)[:6] / weights.size
    expected = np.exp(-1) / np.array([1, 1, 2, 6, 24, 120])
    assert np.abs(shares - expected).max() < 0.002
    assert abs(np.corrcoef(weights[0], weights[1])[0, 1]) < 0.1
    assert abs(np.corrcoef(weights[:, 0], weights[:, 1])[0, 1]) < 0.2


def test_hashes_never_change() -> None:
    """Nor do they depend on how the column is cut or typed; numbers are their text."""
    names = pa.array(["", "a", "b", "ab", "Größe", None, "7"])
    whole = text_hashes(names)
    assert whole.tolist() == [*(int(text_hashes(names.slice(place, 1))[0]) for place in range(len(names)))]
    assert whole[0] == whole[5]
    assert len(set(whole.tolist())) == 6
    assert text_hashes(pa.array([7]))[0] == whole[6]
    assert [int(number) for number in whole[:2]] == HASHES
    assert text_hashes(names.cast(pa.large_string())).tolist() == whole.tolist()
    assert text_hashes(names.dictionary_encode()).tolist() == whole.tolist()


def test_cells_are_filled_evenly() -> None:
    """Names that differ in their last digits go to cells that have nothing in common."""
    cells = cells_of([pa.array([f"segment-{number}" for number in range(20_000)])], 64)
    assert abs(np.bincount(cells, minlength=64) - 312.5).max() < 90


def test_totals_of_samples_are_whole_and_add() -> None:
    """The totals of two parts are the totals of both."""
    rng = np.random.default_rng(1)
    one, other = (rng.integers(0, 2**40, (16, 3)) for _ in range(2))
    parts = drawn_totals([one, other, one + other], samples=5, seed=2)
    assert parts[0].dtype == np.int64
    assert np.array_equal(parts[0] + parts[1], parts[2])


@pytest.mark.parametrize("segments", [40])
def test_intervals_are_as_good_as_those_in_memory(segments: int) -> None:
    """On 60 small test sets of one pool; `python -m benchmarks.engines_coverage` has many and large ones."""
    rng = np.random.default_rng(5)
    lengths = rng.integers(8, 30, 500)
    matches = [rng.binomial(lengths - order, share) for order, share in enumerate((0.7, 0.5, 0.35, 0.25))]
    totals = [lengths - order for order in range(4)]
    first = np.stack([lengths, lengths + rng.integers(-2, 3, 500), *matches, *totals], axis=1)
    second = np.stack(
        [
            lengths,
            first[:, 1],
            *(np.minimum(m + rng.integers(0, 2, 500), t) for m, t in zip(matches, totals, strict=True)),
            *totals,
        ],
        axis=1,
    )
    kept = simulate(first, second, segments=segments, repeats=60, samples=100, cells=256, seed=3)
    memory, cells = kept.coverage
    assert cells >= 0.85
    assert abs(memory - cells) <= 0.1
    assert kept.size[1] <= 0.2
