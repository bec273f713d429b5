"""Comparisons keep their error rates: `benchmarks/promises/comparison.py` with few trials and a fixed seed.

With segments as the unit, or with plain percentiles, most of these fail.
"""

from __future__ import annotations

import pytest
from benchmarks.promises import comparison


def test_uneven_documents() -> None:
    """Size of both tests and coverage of both intervals, for few and for more documents of known truth."""
    found = comparison.rates("simulated", comparison.simulated, (10, 50), "documents", 150)
    assert [str(promise) for promise in found if not promise.kept] == []


def test_independent_segments() -> None:
    """Where there are no documents, segments are drawn, and that is right."""
    found = comparison.rates("simulated", comparison.independent, (200,), "segments", 100)
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
