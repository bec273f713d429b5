"""Krippendorff's α: the published figures, the definition, and what it cannot say."""

from __future__ import annotations

from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import reliability as oracle

from karat.errors import InvalidOption
from karat.reliability import Bootstrap, Ratings, krippendorff_alpha

FEW = Bootstrap(samples=20)
NONE = None
# Krippendorff (2011), "Computing Krippendorff's alpha-reliability": four judges, twelve items.
FOUR_JUDGES = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3],
    [NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE],
]
ITEMS = [list(row) for row in zip(*FOUR_JUDGES, strict=True)]

matrices = st.integers(2, 4).flatmap(
    lambda judges: st.lists(
        st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=judges, max_size=judges),
        min_size=1,
        max_size=8,
    )
)


@pytest.mark.parametrize(
    ("difference", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_published_figures(difference: str, value: float) -> None:
    """Krippendorff's own example."""
    found = krippendorff_alpha(Ratings.of(ITEMS), difference, bootstrap=FEW)  # type: ignore[arg-type]
    assert round(found.value, 3) == value
    assert found.items == 11
    assert found.interval.low <= found.value <= found.interval.high


@given(rows=matrices)
def test_definition(rows: list[list[int | None]]) -> None:
    """For every kind of difference the same as pair by pair, whatever is missing."""
    once, ratings = Bootstrap(samples=1), Ratings.of(rows)
    for difference in ("nominal", "ordinal", "interval", "ratio"):
        found = krippendorff_alpha(ratings, difference, bootstrap=once)
        if not oracle.values_of(rows):
            assert "two judges" in found.reason
            continue
        expected = oracle.alpha(rows, difference)
        assert found.value == pytest.approx(expected, abs=1e-9, nan_ok=True), difference
        assert isnan(found.value) == bool(found.reason)


def test_what_is_not_defined() -> None:
    """Equal values, single judges, and ratios of negative values have no α, and it is said why."""
    assert "all values are the same" in krippendorff_alpha(Ratings.of([[3, 3], [3, 3]]), bootstrap=FEW).reason
    assert "two judges" in krippendorff_alpha(Ratings.of([[3], [4]]), bootstrap=FEW).reason
    assert "below 0" in krippendorff_alpha(Ratings.of([[-3, 1], [4, 2]]), "ratio", bootstrap=FEW).reason
    assert krippendorff_alpha(Ratings.of([[1, 2]]), bootstrap=FEW).value == pytest.approx(0)
    spread_out = Ratings.of([[value, value + 0.5] for value in range(1000)])
    assert "2,000 different values" in krippendorff_alpha(spread_out, "nominal", bootstrap=FEW).reason
    with pytest.raises(InvalidOption, match="nominal, ordinal, interval, ratio"):
        krippendorff_alpha(Ratings.of([[1, 2]]), "cardinal")  # type: ignore[arg-type]


def test_ratings_must_be_rows() -> None:
    """Names for every column."""
    with pytest.raises(InvalidOption, match="2 columns of ratings and 1 judges"):
        Ratings.of([[1, 2]], judges=["a"])
