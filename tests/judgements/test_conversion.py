"""From one scale to another."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InvalidOption
from karat.judgements import Conversion, Scale

ENDS = st.tuples(st.integers(-100, 100), st.integers(1, 200)).map(lambda pair: (pair[0], pair[0] + pair[1]))
SCALES = st.builds(
    lambda ends, better: Scale("made up", ends[0], ends[1], better=better),
    ENDS,
    st.sampled_from(["higher", "lower"]),
)


def test_five_points_as_percent() -> None:
    """1 is 0, 3 is 50, 5 is 100; arrays at once."""
    convert = Conversion.between(Scale.parse("1-5"), Scale.parse("DA"))
    assert convert(np.array([1.0, 3.0, 5.0])).tolist() == [0, 50, 100]


def test_the_good_end_stays_good() -> None:
    """No errors are the best of a scale of quality."""
    convert = Conversion.between(Scale.parse("0..25:errors:lower"), Scale.parse("1-5"))
    assert (convert(0.0), convert(25.0)) == (5, 1)


@given(SCALES, SCALES, st.floats(0, 1))
def test_there_and_back(first: Scale, second: Scale, share: float) -> None:
    """A value converted to another scale lies on it, and comes back."""
    value = first.low + share * (first.high - first.low)
    there = Conversion.between(first, second)(value)
    assert second.holds(there)
    assert Conversion.between(second, first)(there) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("other", ["MQM", "rank"])
def test_an_end_that_is_not_known(other: str) -> None:
    """Any number of errors may be made, so no line leads from worst to worst."""
    with pytest.raises(InvalidOption, match="one of its ends is not known"):
        Conversion.between(Scale.parse(other), Scale.parse("1-5"))
