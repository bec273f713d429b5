"""Intervals: how often they hold the truth, that a seed decides them, and that segments are drawn whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from karat.errors import InvalidOption
from karat.reliability import (
    Bootstrap,
    Estimate,
    Ratings,
    fleiss_kappa,
    intraclass_correlation,
    krippendorff_alpha,
    light_kappa,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# Three judges whose values are the item's plus noise of the same size: half of the variance is the items'.
JUDGES = 3


def matrix(rng: np.random.Generator, items: int, *, points: bool) -> list[list[float]]:
    """What three judges say, as they are or on a scale of five points."""
    values = rng.normal(size=(items, 1)) + rng.normal(size=(items, JUDGES))
    rows: list[list[float]] = (np.clip(np.round(3 + values), 1, 5) if points else values).tolist()
    return rows


STATISTICS: dict[str, tuple[bool, Callable[[Ratings, Bootstrap], Estimate]]] = {
    "κ": (True, lambda ratings, how: light_kappa(ratings, weighting="quadratic", bootstrap=how)),
    "Fleiss": (True, lambda ratings, how: fleiss_kappa(ratings, bootstrap=how)),
    "α ordinal": (True, lambda ratings, how: krippendorff_alpha(ratings, "ordinal", bootstrap=how)),
    "α interval": (False, lambda ratings, how: krippendorff_alpha(ratings, "interval", bootstrap=how)),
    "ICC": (False, lambda ratings, how: intraclass_correlation(ratings, "2,1", bootstrap=how)),
}


# Of 400,000 items; half is by construction.
TRUE = {"κ": 0.461, "Fleiss": 0.139, "α ordinal": 0.456, "α interval": 0.5, "ICC": 0.5}


@pytest.mark.parametrize("name", STATISTICS)
def test_coverage(name: str) -> None:
    """Of 95 % intervals over 80 items, 90 to 98 in a hundred hold the truth, which a large sample tells."""
    points, statistic = STATISTICS[name]
    rng = np.random.default_rng(8)
    large = statistic(Ratings.of(matrix(rng, 40_000, points=points)[:3000]), Bootstrap(samples=1))
    assert large.interval.low <= TRUE[name] <= large.interval.high
    held, trials = 0, 250
    for trial in range(trials):
        ratings = Ratings.of(matrix(rng, 80, points=points))
        interval = statistic(ratings, Bootstrap(samples=250, seed=trial)).interval
        held += interval.low <= TRUE[name] <= interval.high
    assert 0.90 <= held / trials <= 0.98


def test_segments_are_drawn_whole() -> None:
    """Where items of a segment are copies, intervals are those of the segments, not of the copies."""
    rng = np.random.default_rng(9)
    rows = np.array(matrix(rng, 30, points=False))
    alone = Ratings.of(rows.tolist())
    items = tuple(str(number) for number in range(90))
    copies = Ratings(items, alone.judges, np.repeat(rows, 3, axis=0), np.repeat(np.arange(30), 3))
    few = Bootstrap(samples=200)
    one, three = (
        intraclass_correlation(ratings, "3,1", bootstrap=few).interval for ratings in (alone, copies)
    )
    assert three.high - three.low == pytest.approx(one.high - one.low, rel=0.1)


def test_documents_are_drawn_whole() -> None:
    """Copies of a document's items make its interval no narrower, and the design effect says how much."""
    rng = np.random.default_rng(9)
    rows = np.array(matrix(rng, 30, points=False))
    documents = [str(number) for number in np.repeat(np.arange(30), 3)]
    copies = Ratings.of(np.repeat(rows, 3, axis=0).tolist(), documents=documents)
    whole = intraclass_correlation(copies, "3,1")
    alone = intraclass_correlation(Ratings.of(rows.tolist()), "3,1")
    assert (whole.unit, whole.units, whole.items) == ("document", 30, 90)
    assert (alone.unit, alone.units, alone.items) == ("item", 30, 30)
    assert whole.interval.high - whole.interval.low == pytest.approx(
        alone.interval.high - alone.interval.low, rel=0.1
    )
    assert whole.design_effect == pytest.approx(3, rel=0.2)
    with pytest.raises(InvalidOption, match="3 items and 2 documents"):
        Ratings.of([[1, 2]] * 3, documents=["a", "b"])


def test_a_seed_decides() -> None:
    """The same seed gives the same interval, another seed another; a jackknife needs no seed."""
    ratings = Ratings.of(matrix(np.random.default_rng(1), 50, points=True))
    first, again, other = (
        fleiss_kappa(ratings, bootstrap=Bootstrap(seed=seed, interval="percentile")).interval
        for seed in (0, 0, 1)
    )
    assert first == again
    assert first != other


def test_bca() -> None:
    """The corrected interval is near the plain one."""
    ratings = Ratings.of(matrix(np.random.default_rng(1), 60, points=True))
    plain = fleiss_kappa(ratings, bootstrap=Bootstrap(interval="percentile")).interval
    corrected = fleiss_kappa(ratings, bootstrap=Bootstrap(interval="bca")).interval
    assert corrected.method == "bca"
    assert (corrected.low, corrected.high) == pytest.approx((plain.low, plain.high), abs=0.1)


def test_what_is_refused() -> None:
    """Samples, seeds and levels that are none."""
    for wrong in ({"samples": 0}, {"seed": -1}, {"confidence": 95}, {"interval": "t"}, {"draw": "word"}):
        with pytest.raises(InvalidOption):
            Bootstrap(**wrong)
