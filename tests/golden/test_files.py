"""How output is compared with what is stored."""

from __future__ import annotations

import pytest
from tests.golden.files import difference

LINE = '{"system": "A", "value": 33.4752, "low": 0.0, "p": 9.999e-05, "rank": 3, "version": "0.1.0"}\n'


def test_the_same_text_has_no_difference() -> None:
    """Nothing differs from itself."""
    assert difference(LINE, LINE) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("33.4752", "33.4753"),
        ("33.4752", "33.47519999"),
        ("9.999e-05", "9.99901e-05"),
    ],
)
def test_the_sixth_digit_may_be_rounded_either_way(old: str, new: str) -> None:
    """A number that lies between two is stored as one of them."""
    assert difference(LINE, LINE.replace(old, new)) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("33.4752", "33.4762"),
        ("33.4752", "-33.4752"),
        ("33.4752", "null"),
        ("0.0", "1.05471e-14"),
        ("0.0", "-1e-300"),
        ("9.999e-05", "9.998e-05"),
        ('"rank": 3', '"rank": 4'),
        ("0.1.0", "0.1.1"),
        ('"A"', '"B"'),
        (", ", ",  "),
        ("}\n", "}"),
        ("}\n", "}\n\n"),
    ],
)
def test_everything_else_must_be_the_same(old: str, new: str) -> None:
    """Figures, noise where there is a 0, whole numbers, words, spaces and ends of lines."""
    assert difference(LINE, LINE.replace(old, new)) is not None
    assert difference(LINE.replace(old, new), LINE) is not None


def test_the_first_line_that_differs_is_shown() -> None:
    """With its number, as it is and as it should be."""
    found = difference("one\ntwo\nthree\n", "one\n2\n3\n")
    assert found == "line 2 is   '2\\n'\nand should be 'two\\n'"


@pytest.mark.parametrize("number", ["−0.41", "-0.41", ".41", "0.41."])
def test_numbers_as_people_write_them(number: str) -> None:
    """With a sign of either kind, without a 0, or at the end of a sentence."""
    assert difference(f"r = {number}\n", f"r = {number.replace('41', '410001')}\n") is None
    assert difference(f"r = {number}\n", f"r = {number.replace('41', '42')}\n") is not None
