"""Arrangements that keep every count: counted, searched, drawn, and every one of them tried."""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial, log10
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.diagnosis.arrangement_cases import TEXTS, number_kept
from tests.oracles import variation as oracle

from karat.diagnosis import arrangements
from karat.diagnosis.arrangements import KeptArrangements, keeping, signed_path_sets
from karat.diagnosis.blocks import gains, log10_arrangements, pair_counts, split

JOINTS = st.sets(
    st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda joint: joint[0] != joint[1]), max_size=9
)


@given(TEXTS)
def test_arrangements_that_keep_all_counts(text: tuple[list[str], list[list[str]], int]) -> None:
    """As many as there are when all are tried; none loses, and safe counts them all."""
    hypothesis, references, order = text
    blocks = split(hypothesis, references, order=order)
    assume(1 <= len(blocks) <= 6)  # to try all of more takes long
    same, gaining, losing = oracle.of_blocks(blocks, references, order)
    assert losing == 0
    kept = keeping(blocks, references, order=order)
    assert kept is not None
    assert kept.number == same
    assert kept.share == pytest.approx(same / (same + gaining))
    assert log10_arrangements(blocks) == pytest.approx(log10(same + gaining), abs=1e-9)


def test_a_long_ngram_across_closed_pairs() -> None:
    """The reference has given d c already, but not a d c: joining a d and c gains; by pairs alone 15 would keep."""
    hypothesis, references = ["c", "c", "d", "c", "a", "d", "b"], [["a", "d", "c", "b", "d", "d"]]
    blocks = split(hypothesis, references)
    assert number_kept(blocks, references, 4) == oracle.of_blocks(blocks, references, 4)[0] == 11
    assert number_kept(blocks, references, 2) == 15


def test_many_blocks_with_few_joints_are_counted() -> None:
    """Thirty blocks, one pair that would match: all arrangements but those with the pair."""
    units = [f"w{place}" for place in range(30)]
    assert number_kept([(unit,) for unit in units], [["w3", "w7"]], 4) == factorial(30) - factorial(29)


def test_joints_in_groups_of_their_own() -> None:
    """Pairs that share no block are counted apart, and put together as if all were tried."""
    blocks = [(unit,) for unit in "bacfegd"]
    references = [["a", "b"], ["c", "d"], ["d", "c"], ["e", "f", "g"]]
    assert number_kept(blocks, references, 2) == oracle.of_blocks(blocks, references, 2)[0]


def forms_paths(joints: tuple[tuple[int, int], ...]) -> bool:
    """No block leads to two or from two, and no way comes back."""
    following = dict(joints)
    if len(following) < len(joints) or len(set(following.values())) < len(joints):
        return False
    return not any(comes_back(start, following) for start in following)


def comes_back(start: int, following: dict[int, int]) -> bool:
    """Whether the way from a block ends where it began."""
    block = following[start]
    while block in following and block != start:
        block = following[block]
    return block == start


@given(JOINTS)
def test_sets_of_joints_that_form_paths(joints: set[tuple[int, int]]) -> None:
    """As many of each size as there are when every set is tried."""
    expected = [sum(map(forms_paths, combinations(joints, size))) for size in range(len(joints) + 1)]
    while not expected[-1]:
        expected.pop()
    assert signed_path_sets(joints) == tuple((-1) ** size * number for size, number in enumerate(expected))


def test_many_joints_that_hang_together() -> None:
    """Forty blocks in a ring of pairs: any set of its joints but the whole ring forms paths."""
    size = 40
    blocks = [(f"w{place}",) for place in range(size)]
    references = [[f"w{place}", f"w{(place + 1) % size}"] for place in range(size)]
    expected = sum((-1) ** k * comb(size, k) * factorial(size - k) for k in range(size))
    assert number_kept(blocks, references, 2) == expected


def test_three_blocks_in_a_row() -> None:
    """b a | b | a b has a b a, which no two of the blocks make and whose pairs the reference has given."""
    references = [["a", "b", "a"]]
    blocks = split(["b", "a", "a", "b", "b"], references, order=3)
    found = gains(blocks, references, pair_counts(references), 3)
    assert found is not None
    assert (found.joints, found.rows) == (frozenset[tuple[int, int]](), frozenset({(0, 2, 1)}))
    assert number_kept(blocks, references, 3) == oracle.of_blocks(blocks, references, 3)[0] == 5


def test_what_is_drawn_is_right_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimates lie about the exact shares as far as their errors say."""
    random = Random(7)
    exact: list[KeptArrangements | None] = []
    drawn: list[KeptArrangements | None] = []
    while len(exact) < 150:
        hypothesis, reference = (random.choices("abcd", k=size) for size in (9, 7))
        blocks = split(hypothesis, [reference], order=4)
        found = gains(blocks, [reference], pair_counts([reference]), 4)
        if found is None or not (found.joints or found.rows) or len(blocks) > 7:
            continue
        exact.append(keeping(blocks, [reference], order=4))
        with monkeypatch.context() as patch:
            patch.setattr(arrangements, "MOST_JOINTS", 0)
            patch.setattr(arrangements, "MOST_SEARCHED", 0)
            drawn.append(keeping(blocks, [reference], order=4, seed=len(drawn)))
    assert all(one is not None and one.number is None for one in drawn)
    scores = np.array([(a.share - b.share) / a.error for a, b in zip(drawn, exact, strict=True) if a and b])
    assert abs(scores.mean()) < 3 / np.sqrt(len(scores))
    assert 0.8 < scores.std() < 1.2


def test_rows_that_are_too_many_to_list_are_found_in_what_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same draws give the same share, whether rows are listed or looked for in each arrangement."""
    random = Random(11)
    compared = 0
    for _ in range(4000):
        hypothesis, reference = (random.choices("abc", k=size) for size in (9, 8))
        blocks = split(hypothesis, [reference], order=4)
        found = gains(blocks, [reference], pair_counts([reference]), 4)
        if found is None or not found.rows:
            continue
        with monkeypatch.context() as patch:
            patch.setattr(arrangements, "MOST_SEARCHED", 0)
            listed = keeping(blocks, [reference], order=4)
            patch.setattr("karat.diagnosis.blocks.MOST_ROWS", 0)
            assert keeping(blocks, [reference], order=4) == listed
        compared += 1
        if compared == 20:
            break
    assert compared == 20


def test_a_hundred_blocks_that_all_meet_are_drawn() -> None:
    """Every word may follow every other: hardly an arrangement keeps the counts, and the estimate says so."""
    blocks = [(f"w{place % 10}", f"x{place}") for place in range(60)]
    references = [[f"x{place}", f"w{other}"] for place in range(60) for other in range(10)]
    kept = keeping(blocks, references, order=2)
    assert kept is not None
    assert (kept.number, kept.share) == (None, 0.0)
    assert 0 < kept.error < 0.01
    assert kept == keeping(blocks, references, order=2)
