"""Scales: how they are written, and what they refuse."""

import numpy as np
import pytest

from karat.errors import InvalidOption, KaratError, UnknownName
from karat.judgements import SCALES, Scale
from karat.judgements.scale import usual_scale


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-5", (1, 5, "ordinal", "higher")),
        ("1..7", (1, 7, "ordinal", "higher")),
        ("0 to 100", (0, 100, "interval", "higher")),
        ("0–1", (0, 1, "ordinal", "higher")),
        ("0..1:interval", (0, 1, "interval", "higher")),
        ("-25..0:errors", (-25, 0, "errors", "higher")),
        ("1..inf:ordinal:lower", (1, float("inf"), "ordinal", "lower")),
        (".5..2.5", (0.5, 2.5, "interval", "higher")),
        ("DA", (0, 100, "interval", "higher")),
        ("MQM", (-float("inf"), 0, "errors", "higher")),
    ],
)
def test_written_scales(text: str, expected: tuple[object, ...]) -> None:
    """Ends, kind and good end, with the usual ones where nothing is said."""
    scale = Scale.parse(text)
    assert (scale.low, scale.high, scale.kind, scale.better) == expected


def test_recipe_is_a_scale() -> None:
    """What a scale writes of itself, it reads."""
    for scale in SCALES.values():
        again = Scale.parse(scale.recipe)
        assert (again.low, again.high, again.kind, again.better) == (
            scale.low,
            scale.high,
            scale.kind,
            scale.better,
        )


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("five", UnknownName, "Known: 1-5"),
        ("5-1", InvalidOption, "low end"),
        ("1-5:nominal", InvalidOption, "ordinal, interval, errors"),
        ("1-5:ordinal:up", InvalidOption, "higher, lower"),
        ("", UnknownName, "no scale"),
        ("nan..5", UnknownName, "no scale"),
    ],
)
def test_what_is_no_scale(text: str, error: type[KaratError], words: str) -> None:
    """It is said what was expected."""
    with pytest.raises(error, match=words):
        Scale.parse(text)


def test_faults() -> None:
    """Values outside the ends, what is no number, and halves on an ordinal scale."""
    values = np.array([1, 5, 0, 6, 2.5, np.nan, np.inf, 999])
    assert Scale.parse("1-5").faults(values).tolist() == [False, False, *[True] * 6]
    assert Scale.parse("1..5:interval").faults(values)[4] == False  # noqa: E712 (a value of numpy's)


def test_usual_scales() -> None:
    """Dimensions that everybody knows have a scale without saying so."""
    assert usual_scale("Adequacy") == Scale.parse("1-5")
    assert usual_scale("clarity") is None
