"""Corrections for many tests, beside statsmodels'."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from karat.resampling import benjamini_hochberg, holm

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(p_values=P_VALUES)
def test_holm(p_values: list[float]) -> None:
    """Holm's step-down procedure."""
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1].tolist())


@given(p_values=P_VALUES)
def test_benjamini_hochberg(p_values: list[float]) -> None:
    """Benjamini and Hochberg's step-up procedure."""
    assert benjamini_hochberg(p_values) == pytest.approx(multipletests(p_values, method="fdr_bh")[1].tolist())


def test_nothing_to_correct() -> None:
    """No tests, no p-values."""
    assert holm([]) == benjamini_hochberg([]) == []
