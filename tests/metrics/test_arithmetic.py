"""The arithmetic of one row is numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.metrics import arithmetic

NUMBERS = st.floats(-700, 700)


@given(x=NUMBERS)
def test_exp(x: float) -> None:
    """e to the power x."""
    assert arithmetic.exp(x) == pytest.approx(float(np.exp(x)), rel=1e-15)


@given(x=st.floats(1e-300, 1e300))
def test_log(x: float) -> None:
    """The natural logarithm."""
    assert arithmetic.log(x) == pytest.approx(float(np.log(x)), rel=1e-15, abs=1e-15)


@given(condition=st.booleans(), x=NUMBERS, y=NUMBERS)
def test_where(condition: bool, x: float, y: float) -> None:
    """One of two values."""
    assert arithmetic.where(condition, x, y) == np.where(condition, x, y)


@given(x=NUMBERS, y=NUMBERS)
def test_minimum(x: float, y: float) -> None:
    """The smaller of two values."""
    assert arithmetic.minimum(x, y) == np.minimum(x, y)


def test_every_name_is_numpys() -> None:
    """The module has no function that numpy has not under the same name."""
    names = [name for name in vars(arithmetic.Arithmetic) if not name.startswith("_")]
    assert names == ["exp", "log", "where", "minimum"]
    assert all(hasattr(np, name) and hasattr(arithmetic, name) for name in names)
