"""What follows from equating two units, beside obvious versions."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import Corpus, demo, read
from karat.diagnosis.equate import Criteria, Equation, equate
from karat.diagnosis.equated_units import (
    UnitPairing,
    by_length,
    equated,
    exchanged,
    pairing,
    short_outputs,
    systems_in_both,
)
from karat.diagnosis.order_scores import Units
from karat.errors import InvalidOption


@pytest.fixture(scope="module")
def equation() -> Equation:
    """The demo data, up to 3 words and 15 characters."""
    return equate(read(demo.segments_path()), Units(order=3, characters=15), criteria=Criteria(samples=50))


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=6))
def test_pairs_that_change_places(ranks: list[tuple[int, int]]) -> None:
    """A pair is exchanged where one is ahead in words and the other in characters; ties are not."""
    expected = sum(
        (a[0] < b[0] and a[1] > b[1]) or (a[0] > b[0] and a[1] < b[1]) for a, b in combinations(ranks, 2)
    )
    assert exchanged(ranks) == expected


def test_everything_hangs_together(equation: Equation) -> None:
    """The parts are those that their own functions give for the pair that was chosen."""
    found = equated(equation)
    assert found.pair == pairing(equation) == UnitPairing(3, found.pair.characters)
    assert found.pair.characters == equation.chosen(3)
    assert (found.in_words, found.in_characters) == ("BLEU_w3", f"BLEU_c{found.pair.characters}")
    assert list(found.systems) == systems_in_both(equation, found.pair)
    assert found.exchanged == (
        exchanged([one.mean_ranks for one in found.systems]),
        exchanged([one.corpus_ranks for one in found.systems]),
    )


def test_an_order_may_be_named(equation: Equation) -> None:
    """Instead of what the methods agree on."""
    found = equated(equation, characters=2)
    assert found.pair == UnitPairing(3, 2)
    assert found.in_characters == "BLEU_c2"


@pytest.mark.parametrize(
    ("words", "characters", "problem"),
    [
        (0, None, "Order 0 in words was not counted; it must be from 1 to 3"),
        (4, None, "Order 4 in words"),
        (2, 0, "Order 0 in characters was not counted; it must be from 1 to 15"),
        (2, 16, "Order 16 in characters"),
    ],
)
def test_orders_that_were_not_counted(
    equation: Equation, words: int, characters: int | None, problem: str
) -> None:
    """They are refused with the orders that there are."""
    with pytest.raises(InvalidOption, match=problem):
        pairing(equation, words=words, characters=characters)


def test_too_short_is_shorter_than_the_order(equation: Equation) -> None:
    """Each output is in one of the four cells, by its length in both units."""
    pair = UnitPairing(3, 15)
    words, characters = equation.words.lengths.ravel(), equation.characters.lengths.ravel()
    cells = list(zip((words < 3).tolist(), (characters < 15).tolist(), strict=True))
    found = short_outputs(equation, pair)
    assert found.both == cells.count((True, True))
    assert found.only_words == cells.count((True, False))
    assert found.only_characters == cells.count((False, True))
    assert found.neither == cells.count((False, False))


def test_short_outputs_of_each_kind() -> None:
    """Two long words are short in words alone, three short ones in characters alone."""
    corpus = Corpus.of(
        ["international organization", "a b c", "x", "one two three four"], ["one two three"] * 4
    )
    found = short_outputs(
        equate(corpus, Units(order=3, characters=8), criteria=Criteria(samples=5)), UnitPairing(3, 8)
    )
    assert (found.both, found.only_words, found.only_characters, found.neither) == (1, 1, 1, 1)


def test_groups_of_length_have_the_scores_of_their_outputs(equation: Equation) -> None:
    """Cut at edges, each group has the mean, the deviation and the correlation of the outputs in it."""
    pair = UnitPairing(2, 8)
    lengths = equation.words.lengths.ravel()
    words = equation.words.values[:, :, 1].ravel()
    characters = equation.characters.values[:, :, 7].ravel()
    groups = by_length(equation, pair, edges=[12])
    assert [group.label for group in groups] == ["below 12", "12 or above"]
    for group, inside in zip(groups, ((lengths >= 2) & (lengths < 12), lengths >= 12), strict=True):
        assert group.share == pytest.approx(inside.mean())
        assert group.mean == pytest.approx(words[inside].mean())
        assert group.deviation == pytest.approx(words[inside].std())
        assert group.pearson == pytest.approx(np.corrcoef(words[inside], characters[inside])[0, 1])
        assert group.local_pearson >= group.pearson - 1e-12


def test_a_group_without_outputs_is_left_out(equation: Equation) -> None:
    """No output has a thousand words."""
    assert [group.label for group in by_length(equation, UnitPairing(2, 8), edges=[1000])] == ["below 1000"]


def test_outputs_too_short_for_a_score_have_no_group() -> None:
    """Where every output is shorter than the order in words, there is no table."""
    corpus = Corpus.of(["a", "b"], ["a", "c"])
    found = equate(corpus, Units(order=2, characters=2), criteria=Criteria(samples=5))
    assert by_length(found, UnitPairing(2, 1)) == []


def test_scores_that_do_not_vary_have_no_best_order() -> None:
    """Perfect outputs of any length: no correlation, and no order that would be best."""
    texts = ["one two three", "four five six seven"]
    found = equate(Corpus.of(texts, texts), Units(order=2, characters=4), criteria=Criteria(samples=5))
    (first, *_) = by_length(found, UnitPairing(2, 3))
    assert first.local is None
    assert np.isnan(first.local_pearson)
    assert np.isnan(first.pearson)
    with pytest.raises(InvalidOption, match="do not vary"):
        equated(found)


def test_systems_come_best_first(equation: Equation) -> None:
    """By their mean score in words; ranks begin at 1, and equal scores share one."""
    found = systems_in_both(equation, UnitPairing(2, 8))
    assert [one.mean_words for one in found] == sorted((one.mean_words for one in found), reverse=True)
    assert [one.mean_ranks[0] for one in found] == list(range(1, len(found) + 1))
    twice = Corpus.of({"a": ["x y"], "b": ["x y"], "c": ["y z"]}, ["x y"])
    ties = systems_in_both(
        equate(twice, Units(order=1, characters=1), criteria=Criteria(samples=5)), UnitPairing(1, 1)
    )
    assert [one.mean_ranks for one in ties] == [(1, 1), (1, 1), (3, 3)]


def test_methods_that_disagree_are_settled_by_the_middle(equation: Equation) -> None:
    """Of three orders the middle one, of two the lower."""
    for words in (1, 2, 3):
        orders = sorted(one.characters for one in equation.of(words).values() if one.characters is not None)
        assert equation.chosen(words) == (orders[1] if len(orders) == 3 else orders[0])


def test_characters_for_a_word(equation: Equation) -> None:
    """M / N, its mean over the orders, and the mean length of a word, counted output by output."""
    found = equated(equation, characters=12)
    assert found.ratio == 4.0
    by_method: dict[str, list[float]] = {}
    for each in equation.equivalents:
        by_method.setdefault(each.method, []).append((each.characters or 0) / each.words)
    assert found.mean_ratios == {name: pytest.approx(np.mean(values)) for name, values in by_method.items()}
    corpus = Corpus.of(["a bb ccc", "dddd"], ["a bb ccc", "dddd"])
    whole = equate(corpus, Units(order=1, characters=4, tokenize="none"), criteria=Criteria(samples=10))
    assert equated(whole, characters=1).word_length == (1 + 2 + 3 + 4) / 4


def test_shares_below_one_word_less(equation: Equation) -> None:
    """Of characters, what behaviour measures; words of one order more are never above, here."""
    found = equated(equation)
    assert found.shares_below is not None
    words, characters = found.shares_below
    assert words == 1.0
    behaviour = equation.likeness.behaviour[0, found.pair.words - 1, found.pair.characters - 1]
    assert characters == pytest.approx(behaviour)
    assert found.before == "BLEU_w2"
    alone = equate(read(demo.segments_path()), Units(order=1, characters=6), criteria=Criteria(samples=10))
    assert (equated(alone).shares_below, equated(alone).before) == (None, None)
