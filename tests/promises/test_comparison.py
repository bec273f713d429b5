"""Comparisons keep their error rates: `benchmarks/promises/comparison.py` with few trials and a fixed seed.

With segments as the unit, with plain percentiles or with a p-value that counts resampled differences, these fail.
"""

from __future__ import annotations

import pytest
from benchmarks.promises import comparison


def test_uneven_documents() -> None:
    """Size of both tests and coverage of both intervals, for few and for more documents of known truth."""
    # Percentiles of ten documents hold 88 % of true values: so many trials tell that from 93.
    few = comparison.rates("simulated", comparison.simulated, (10,), "documents", 400)
    more = comparison.rates("simulated", comparison.simulated, (50,), "documents", 150)
    assert [str(promise) for promise in (*few, *more) if not promise.kept] == []


def test_independent_segments() -> None:
    """Where there are no documents, segments are drawn, and that is right; Moses' tests reject too often."""
    found = comparison.rates("simulated", comparison.independent, (200,), "segments", 300)
    assert [str(promise) for promise in found if not promise.kept] == []


@pytest.mark.shared
@pytest.mark.usefixtures("shared_data")
def test_documents_of_wmt() -> None:
    """The same by people's scores, of documents drawn from the shared packs."""
    draw = comparison.from_packs("human scores")
    found = comparison.rates("human scores", draw, (20, 50), "documents", 120)
    assert [str(promise) for promise in found if not promise.kept] == []


@pytest.mark.shared
@pytest.mark.usefixtures("shared_data")
def test_power_of_documents() -> None:
    """What a pilot promises is what the test reaches, and its range holds the true error."""
    found = comparison.power("human scores", 80, (50,))
    assert [str(promise) for promise in found if not promise.kept] == []
