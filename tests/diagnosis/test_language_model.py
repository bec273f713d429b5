"""The language model that tells plausible variants from word salad, beside its definition."""

from __future__ import annotations

from itertools import permutations
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.arrangement_cases import words
from tests.oracles import language_model as oracle

from karat.diagnosis.variants import LanguageModel

CORPORA = st.lists(words("a b c", 6), min_size=1, max_size=4)
ENGLISH = [text.split() for text in ("the cat sat on the mat", "the dog sat on the rug", "a cat saw a dog")]


@given(CORPORA, st.sampled_from(["a", "c", "z", "\0"]), words("a b z", 2), st.integers(1, 3))
def test_probabilities_are_those_of_the_definition(
    texts: list[list[str]], unit: str, context: list[str], order: int
) -> None:
    """For known and unknown units and contexts, of every order."""
    model = LanguageModel.counted(texts, order=order)
    history = tuple(context)[-(order - 1) :] if order > 1 else ()
    expected = oracle.probability(texts, unit, history, order)
    assert model.probability(unit, history) == pytest.approx(expected)


@given(CORPORA, words("a b z", 2))
def test_probabilities_add_up_to_one(texts: list[list[str]], context: list[str]) -> None:
    """Over what was seen and one unknown unit, after any context."""
    model = LanguageModel.counted(texts)
    units = [*model.followers[()], "unknown"]
    assert sum(model.probability(unit, tuple(context)) for unit in units) == pytest.approx(1)


@given(CORPORA, words("a b c z", 5))
def test_plausibility_is_the_mean_logarithm(texts: list[list[str]], text: list[str]) -> None:
    """Per unit, the end of the text included; never above 0."""
    model = LanguageModel.counted(texts)
    padded = ["", "", *text, "\0"]
    logs = [
        log10(model.probability(padded[place], tuple(padded[place - 2 : place])))
        for place in range(2, len(padded))
    ]
    assert model.plausibility(text) == pytest.approx(sum(logs) / len(logs))
    assert model.plausibility(text) <= 1e-12


def test_a_text_that_was_seen_is_more_plausible_than_its_words_in_disorder() -> None:
    """No other order of a seen sentence is as plausible as the sentence."""
    model = LanguageModel.counted(ENGLISH)
    seen = ("a", "cat", "saw", "a", "dog")
    others = {order for order in permutations(seen) if order != seen}
    assert all(model.plausibility(seen) > model.plausibility(order) for order in others)


def test_a_longer_context_than_the_order_is_cut() -> None:
    """Only as many units as the order knows are looked at."""
    model = LanguageModel.counted(ENGLISH, order=2)
    assert model.probability("cat", ("x", "the")) == model.probability("cat", ("y", "the"))


def test_of_order_one_context_plays_no_part() -> None:
    """A model of single units knows frequencies alone."""
    model = LanguageModel.counted(ENGLISH, order=1)
    assert model.plausibility(["the", "cat"]) == model.plausibility(["cat", "the"])


def test_a_frequent_word_is_likelier() -> None:
    """After an unknown context, frequency decides; an unknown word has some probability too."""
    model = LanguageModel.counted(ENGLISH)
    the, rug, unknown = (model.probability(word, ("?",)) for word in ("the", "rug", "zebra"))
    assert the > rug > unknown > 0
