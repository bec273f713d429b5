"""Where tokens stand in their text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from tests.strategies import choices, segments

from karat.tokens import tokenizer
from karat.tokens.places import places

NATIVE = ("none", "13a", "intl", "char", "char-spaces", "zh")


def spelled(text: str, tokens: list[str]) -> list[str]:
    """What stands at the place of each token."""
    return [text[start:end] for start, end in places(text, tokens)]


@pytest.mark.parametrize("name", NATIVE)
@given(text=segments())
def test_places_are_in_order_and_within_the_text(name: str, text: str) -> None:
    """Whatever a tokenizer rewrites, no token stands before the one before it."""
    tokens = tokenizer(name)(text)
    found = places(text, tokens)
    assert len(found) == len(tokens)
    assert all(0 <= start <= end <= len(text) for start, end in found)
    assert all(first[0] <= second[0] for first, second in pairwise(found))


@given(words=choices(["a", "ab", "b", "ba", "cat", "我", "😀"], max_size=30))
def test_tokens_that_are_not_rewritten_stand_where_they_are_spelled(words: list[str]) -> None:
    """White space decides, not what comes again later."""
    text = "  ".join(words)
    assert spelled(text, words) == words


def test_a_rewritten_token_has_what_lies_between_its_neighbours() -> None:
    """mteval-v13a unescapes entities."""
    text = "He said &quot;no&quot;, twice."
    tokens = tokenizer("13a")(text)
    assert tokens == ["He", "said", '"', "no", '"', ",", "twice", "."]
    assert spelled(text, tokens) == ["He", "said", "&quot;", "no", "&quot;", ",", "twice", "."]


def test_a_lost_token_does_not_take_what_comes_much_later() -> None:
    """Only what is near can be the token."""
    text = "one " + "two " * 20 + "lost"
    assert places(text, ["one", "lost", "two"])[2] == (4, 7)


def test_pieces_of_words_stand_without_their_mark() -> None:
    """SentencePiece writes ▁ for the space before a word."""
    assert spelled("Hello world", ["▁Hel", "lo", "▁world"]) == ["Hel", "lo", "world"]
