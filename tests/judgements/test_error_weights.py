"""What an error costs: the longest name that fits counts."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InvalidOption
from karat.judgements.error_weights import WEIGHTS, ErrorWeights

PARTS = st.lists(
    st.sampled_from(["Major", "Minor", "Fluency", "Punctuation", "Style"]), min_size=1, max_size=3
)


@pytest.mark.parametrize(
    ("severity", "category", "weight"),
    [
        ("Major", "Accuracy/Mistranslation", 5),
        ("major", "", 5),
        ("Major", "Non-translation!", 25),
        ("MAJOR", "non-translation!/x", 25),
        ("Minor", "Fluency/Grammar", 1),
        ("Minor", "Fluency/Punctuation", 0.1),
        ("Minor", "Fluency/Punctuation/Comma", 0.1),
        ("Neutral", "Style", 0),
        ("No-error", "No-error", 0),
        ("Critical", "Accuracy", None),
        ("", "", None),
    ],
)
def test_weights_of_the_field(severity: str, category: str, weight: float | None) -> None:
    """Those of Freitag et al. (2021), whatever the letters' case; a severity that has none is not guessed."""
    assert ErrorWeights().of(severity, category) == weight


@given(weights=st.dictionaries(PARTS.map("/".join), st.floats(0, 100), min_size=1, max_size=6), error=PARTS)
def test_the_longest_name_counts(weights: dict[str, float], error: list[str]) -> None:
    """Of all names that an error's name begins with, part by part."""
    fitting = [name for name in weights if error[: len(name.split("/"))] == name.split("/")]
    expected = weights[max(fitting, key=len)] if fitting else None
    assert ErrorWeights(weights).of(error[0], "/".join(error[1:])) == expected


def test_names_are_severities() -> None:
    """Each once: what a message may list."""
    assert ErrorWeights(WEIGHTS).names == ["major", "minor", "neutral", "no-error"]


@pytest.mark.parametrize("weight", [-1, nan, inf])
def test_weights_that_are_none(weight: float) -> None:
    """Errors cannot make a translation better, and none is infinitely bad."""
    with pytest.raises(InvalidOption, match="The weight of Major is"):
        ErrorWeights({"Major": weight})
