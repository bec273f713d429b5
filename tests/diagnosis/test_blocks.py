"""Blocks, and the joints at which they gain a match: beside what is seen when they are really joined."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import factorial, log10

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.diagnosis.arrangement_cases import TEXTS, number_kept, words
from tests.oracles import variation as oracle

from karat.diagnosis.blocks import (
    Gains,
    cut,
    gains,
    log10_arrangements,
    log10_factorial,
    pair_counts,
    repetitions,
    split,
)

BLOCKS = st.lists(words("a b c", 3).filter(bool).map(tuple), max_size=6)


def found(blocks: list[tuple[str, ...]], references: list[list[str]], order: int) -> Gains:
    """The gains of blocks, which are few enough to have them."""
    gained = gains(blocks, references, pair_counts(references), order)
    assert gained is not None
    return gained


def test_a_cut_is_where_no_reference_has_the_pair() -> None:
    """Neighbours of two different references hold a block together as those of one do."""
    references = [["a", "b"], ["b", "c"]]
    assert split(["a", "b", "c", "d"], references) == [("a", "b", "c"), ("d",)]


def test_single_units_have_no_pairs_to_hold_them() -> None:
    """Of order 1 every unit is a block of its own, whatever the references have."""
    assert split(["a", "b"], [["a", "b"]], order=1) == [("a",), ("b",)]


def test_no_text_has_no_block() -> None:
    """An empty hypothesis has no block, rather than an empty one."""
    assert cut([], {}) == split([], [["a", "b"]]) == []


@given(TEXTS)
def test_every_pair_inside_a_block_is_known(text: tuple[list[str], list[list[str]], int]) -> None:
    """Inside blocks every pair is in a reference; between two blocks no pair is."""
    hypothesis, references, _ = text
    known = {pair for reference in references for pair in pairwise(reference)}
    blocks = split(hypothesis, references)
    assert all(pair in known for block in blocks for pair in pairwise(block))
    assert all((left[-1], right[0]) not in known for left, right in pairwise(blocks))


@given(st.lists(words("a b c", 8), max_size=4))
def test_pairs_count_as_often_as_one_reference_has_them(references: list[list[str]]) -> None:
    """The reference that has a pair most often decides; others do not add to it."""
    counted = pair_counts(references)
    for pair in {pair for reference in references for pair in pairwise(reference)}:
        assert counted[pair] == max(list(pairwise(reference)).count(pair) for reference in references)
    assert set(counted) == {pair for reference in references for pair in pairwise(reference)}


@given(BLOCKS)
def test_repetitions_are_what_equal_blocks_cost(blocks: list[tuple[str, ...]]) -> None:
    """All permutations, divided by those that look the same, are the different ones."""
    different = len(set(permutations(blocks)))
    assert factorial(len(blocks)) // repetitions(blocks) == different
    assert log10_arrangements(blocks) == pytest.approx(log10(different), abs=1e-9)


@pytest.mark.parametrize("number", [0, 1, 2, 20, 170])
def test_the_logarithm_of_a_factorial(number: int) -> None:
    """It is that of the factorial, where this can be written."""
    assert log10_factorial(number) == pytest.approx(log10(factorial(number)), abs=1e-9)


def test_the_logarithm_of_a_factorial_nobody_could_write() -> None:
    """It grows by the logarithm of the number."""
    assert log10_factorial(10**6) - log10_factorial(10**6 - 1) == pytest.approx(6, abs=1e-6)


@given(BLOCKS, st.lists(words("a b c", 6), min_size=1, max_size=3))
def test_a_pair_is_open_while_a_reference_has_more(
    blocks: list[tuple[str, ...]], references: list[list[str]]
) -> None:
    """Of order 2, two blocks gain where a reference has their pair more often than all blocks together."""
    assume(len(blocks) > 1)
    most = pair_counts(references)
    inside = [pair for block in blocks for pair in pairwise(block)]
    expected = {
        (first, second)
        for first, second in permutations(range(len(blocks)), 2)
        if most[pair := (blocks[first][-1], blocks[second][0])] > inside.count(pair)
    }
    gained = found(blocks, references, 2)
    assert gained.joints == expected
    assert gained.rows == frozenset()


@given(TEXTS)
def test_two_blocks_gain_exactly_where_joining_them_matches_more(
    text: tuple[list[str], list[list[str]], int],
) -> None:
    """A joint gains where the text with the two blocks joined has a match that they have not apart."""
    hypothesis, references, order = text
    blocks = split(hypothesis, references, order=order)[:4]  # of more there are too many to join
    assume(len(blocks) > 1 and order > 1)
    apart = "\0"  # a unit that no reference has keeps blocks apart
    most = oracle.allowed(references, order)
    alone = oracle.matches([unit for block in blocks for unit in (*block, apart)], most)
    expected = set()
    for first, second in permutations(range(len(blocks)), 2):
        others = [place for place in range(len(blocks)) if place not in (first, second)]
        joined = [*blocks[first], *blocks[second], apart]
        joined += [unit for place in others for unit in (*blocks[place], apart)]
        if oracle.matches(joined, most) != alone:
            expected.add((first, second))
    assert found(blocks, references, order).joints == expected


def test_order_one_gains_nothing() -> None:
    """Single units match wherever they stand."""
    assert found([("a",), ("b",)], [["a", "b"]], 1) == Gains()


def test_one_block_meets_nobody() -> None:
    """A block that could follow itself does not, as there is one of it."""
    assert found([("a", "b")], [["b", "a", "b", "a"]], 4) == Gains()


def test_two_equal_blocks_meet() -> None:
    """Of two equal blocks each can follow the other."""
    assert found([("a",), ("a",)], [["a", "a"]], 2).joints == {(0, 1), (1, 0)}


def test_what_the_blocks_have_already_is_closed() -> None:
    """The reference has the pair once, and a block has it too: no more can be gained by it."""
    gained = found([("a", "b"), ("a",), ("b",)], [["a", "b"]], 2)
    assert gained.joints == frozenset()


def test_blocks_that_could_meet_in_too_many_ways_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit there is no answer, and nothing is said of what is kept."""
    monkeypatch.setattr("karat.diagnosis.blocks.MOST_MEETINGS", 3)
    blocks = [("a",), ("a",), ("b",), ("b",)]
    assert gains(blocks, [["a", "b"]], pair_counts([["a", "b"]]), 2) is None
    assert number_kept(blocks, [["a", "b"]], 2) is None


def test_rows_that_are_too_many_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The open n-grams are still named, so that they can be looked for in each arrangement."""
    references = [["a", "b", "a"]]
    blocks = split(["b", "a", "a", "b", "b"], references, order=3)
    monkeypatch.setattr("karat.diagnosis.blocks.MOST_ROWS", 0)
    gained = found(blocks, references, 3)
    assert gained.rows is None
    assert gained.opened == {("a", "b", "a")}


@given(BLOCKS, st.lists(words("a b c", 6), min_size=1, max_size=2), words("a b c", 6), st.integers(2, 4))
def test_another_reference_opens_more(
    blocks: list[tuple[str, ...]], references: list[list[str]], more: list[str], order: int
) -> None:
    """With one more reference, no arrangement of the same blocks keeps its counts that did not before."""
    before, after = (number_kept(blocks, given, order) for given in (references, [*references, more]))
    assert before is not None
    assert after is not None
    assert after <= before
