"""Other orders of the units: all of them, and random ones, whose mean score comes close to that of all."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from statistics import mean

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.diagnosis.arrangement_cases import TEXTS, words

from karat import Bleu
from karat.diagnosis.reordering import Orders, check_units, every_order, shuffled_value
from karat.errors import InvalidOption

BLEU = Bleu(order=2, tokenize="none", smoothing="none")


@given(TEXTS)
def test_the_order_in_which_units_come_decides_what_is_the_same(
    text: tuple[list[str], list[list[str]], int],
) -> None:
    """Orders with the same counts agree on how many there are of them."""
    hypothesis, references, order = text
    assume(1 <= len(hypothesis) <= 5)
    found = every_order(hypothesis, references, order=order)
    assert found.all == len(set(permutations(hypothesis)))
    assert found.same >= 1
    assert found.all == found.same + found.gaining + found.losing


@given(words("a b c d", 6), st.integers(1, 4))
def test_a_perfect_text_gains_nothing(text: list[str], order: int) -> None:
    """Where everything matches, every other order keeps the counts or loses."""
    assume(text)
    assert every_order(text, [text], order=order).gaining == 0


def test_without_a_match_every_order_is_the_same() -> None:
    """Units that no reference has can stand anywhere; equal ones are one order."""
    assert every_order(["x", "y", "y"], [["a"]], order=4) == Orders(all=3, same=3, gaining=0)


def test_of_order_one_nothing_rests_on_order() -> None:
    """Single units match in any order."""
    assert every_order(["a", "b", "c"], [["a", "b", "c"]], order=1) == Orders(6, 6, 0)


def test_no_units_have_one_order() -> None:
    """Nothing can be put in one way."""
    assert every_order([], [["a"]], order=4) == Orders(1, 1, 0)


def test_too_many_units_are_refused() -> None:
    """Nine units are tried, ten are not."""
    check_units(9)
    with pytest.raises(InvalidOption, match="10 units have too many orders"):
        every_order(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], [["a"]], order=2)


def test_random_orders_come_close_to_all_orders() -> None:
    """The mean of many random orders is the mean of all orders, up to chance."""
    units, reference = ["a", "b", "c", "d", "e"], ["a", "b", "c", "x", "e", "d"]
    texts = [" ".join(order) for order in permutations(units)]
    exact = mean(BLEU.values(BLEU.count(texts, [[" ".join(reference)]] * len(texts))).tolist())
    drawn = shuffled_value(BLEU, [units], [[reference]], shuffles=4000, seed=3)
    assert drawn == pytest.approx(exact, rel=0.05)
    assert len(texts) == factorial(5)


def test_units_stay_in_their_segments() -> None:
    """Segments of one unit each cannot be shuffled, however many there are."""
    hypotheses = [["a"], ["b"], ["c"]]
    found = shuffled_value(Bleu(order=1, tokenize="none"), hypotheses, [[["a"]], [["b"]], [["x"]]])
    assert found == pytest.approx(100 * 2 / 3)


def test_spelling_plays_no_part() -> None:
    """Units are numbered, so what a tokenizer would make of their texts changes nothing."""
    plain = shuffled_value(BLEU, [["a", "b", "c", "d"]], [[["a", "b", "d", "c"]]], shuffles=50)
    odd = shuffled_value(BLEU, [["a b", "&amp;", "\n", "Ü"]], [[["a b", "&amp;", "Ü", "\n"]]], shuffles=50)
    assert odd == plain


@pytest.mark.parametrize("unit", ["word", "char"])
def test_the_options_of_the_text_are_no_longer_needed(unit: str) -> None:
    """Units are given, so lowercasing, tokenizing and characters have been done before."""
    bleu = Bleu(order=2, unit=unit, lowercase=True, smoothing="none")  # type: ignore[arg-type]
    assert shuffled_value(bleu, [["a", "a"]], [[["a", "a"]]]) == pytest.approx(100)


def test_the_seed_decides() -> None:
    """The same seed gives the same score, another one another."""
    hypotheses, references = [list("abcdefgh")], [[list("abcdefgh")]]
    first, again, other = (
        shuffled_value(BLEU, hypotheses, references, shuffles=5, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_long_texts_are_shuffled_less_often() -> None:
    """The number of shuffles falls with the number of segments and of units, and is never below one."""
    from karat.diagnosis.reordering import _shuffles

    assert _shuffles([["a"]] * 10) == 200
    assert _shuffles([["a"]] * 3000) == 1
    assert _shuffles([["a"] * 100_000]) == 2
    assert _shuffles([]) == 2000


def test_no_shuffle_is_refused() -> None:
    """A mean takes one shuffle at least."""
    with pytest.raises(InvalidOption, match="shuffles"):
        shuffled_value(BLEU, [["a"]], [[["a"]]], shuffles=0)
