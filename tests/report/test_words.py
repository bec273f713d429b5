"""Numbers and names as charts write them."""

from math import inf, nan

import pytest

from karat.report.words import digits_for, listed, number, p_value, plain, signed, stem, text_width


@pytest.mark.parametrize(
    ("values", "digits"),
    [([20, 45], 1), ([30, 32.5], 2), ([0.81, 0.86], 4), ([100, 1100], 0), ([5], 2), ([nan], 2), ([], 2)],
)
def test_digits_follow_the_range(values: list[float], digits: int) -> None:
    """Three significant digits of the range."""
    assert digits_for(values) == digits


def test_numbers_for_people() -> None:
    """A true minus, a sign for differences, a dash for what is missing."""
    assert number(-1.25, 1) == "−1.2"
    assert (signed(1.0, 1), signed(-1.0, 1), signed(0.0, 1)) == ("+1.0", "−1.0", "0.0")
    assert (number(-0.04, 1), signed(0.04, 1), signed(-0.04, 1)) == ("0.0", "0.0", "0.0")
    assert number(nan, 2) == number(inf, 2) == number(None, 2) == signed(nan, 2) == "–"
    assert (p_value(0.0004), p_value(0.0312), p_value(1.0)) == ("p < .001", "p = .031", "p = 1.000")
    assert p_value(nan) == "p not known"


def test_numbers_for_specifications() -> None:
    """Six digits, no infinities, and no negative zero."""
    assert plain(1 / 3) == 0.333333
    assert plain(nan) is plain(inf) is plain(None) is None
    assert str(plain(-0.0)) == "0.0"


def test_file_names_are_safe() -> None:
    """Of anything, and never empty."""
    assert stem("scores", "BLEU") == "scores-bleu"
    assert stem("scores", "../../etc/passwd") == "scores-etc-passwd"
    assert stem("", "///") == "chart"
    assert stem("訳", "x" * 200).startswith("訳-xxx")
    assert len(stem("x" * 200)) == 80


def test_names_in_a_sentence() -> None:
    """Of many the first few, and of long ones the beginning."""
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(list("abcdef")) == "a, b, c and 3 more"
    assert len(listed(["a" * 90])) == 60


def test_wide_letters_are_wide() -> None:
    """Chinese, Japanese and Korean letters fill a square."""
    assert text_width("翻訳", 10) == 20
    assert text_width("il", 10) < text_width("MW", 10) < 20
