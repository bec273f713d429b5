"""The search: whole words, or characters where a script has no spaces; and what is nearest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.entities.normal_form import Normaliser
from karat.entities.search import Output, edit_distance, longest_part, nearest

PLAIN = Normaliser(language="none")


def found(entity: str, text: str, search: str = "script") -> bool:
    """Whether the text has the entity."""
    return Output(PLAIN.of_output(text)).has(PLAIN.of_entity(entity), search)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entity", "text", "there"),
    [
        ("York", "in New York City", True),
        ("York", "in Yorkshire", False),
        ("New York", "New, York", False),
        ("U.S.", "the U.S.", True),
        ("5", "5.5", False),
        ("5", "5, 5", True),
        ("美国", "在美国的", True),
        ("美国", "在 美 国 的", True),
        ("2月", "12月", False),
        ("2月", "在2月", True),
        ("NASA", "由NASA發射", True),
        ("NASA", "由NASAX發射", False),
        ("서울", "서울에서", True),
        ("กรุงเทพ", "ในกรุงเทพมหานคร", True),
        ("القاهرة", "بالقاهرة", False),
    ],
)
def test_the_unit_follows_the_script(entity: str, text: str, there: bool) -> None:
    """Words where there are spaces, characters elsewhere; digits and letters are never cut."""
    assert found(entity, text) is there


@pytest.mark.parametrize(
    ("entity", "text", "there"),
    [
        ("한산사", "한산 사원에서", False),
        ("한산사", "유명한 한산사에서", True),
        ("뉴욕 타임스", "뉴욕 타임스는", True),
        ("뉴욕 타임스", "뉴욕의 타임스는", False),
        ("กรุงเทพ", "เขาอยู่ กรุงเทพ นาน", True),
        ("กรุงเทพ", "กรุง เทพ", False),
        ("北京大学", "他 在 北京 大学 学习", True),
        ("東京都庁", "新しい 東京 都庁", True),
        ("الأردن", "في الأردن اليوم", True),
        ("الأردن", "ال أردن", False),
        ("محمد علي", "محمدعلي", False),
    ],
)
def test_spaces_count_where_a_script_writes_them(entity: str, text: str, there: bool) -> None:
    """In Korean, Thai and Arabic; in Chinese and Japanese a tokenizer put them there."""
    assert found(entity, text) == there


def test_spaces_are_no_part_of_a_name() -> None:
    """A part of a Korean name counts by its letters."""
    output = Output(PLAIN.of_output("뉴욕 신문"))
    assert longest_part(PLAIN.of_entity("뉴욕 타임스"), output) == (2, 5)


def test_the_unit_may_be_chosen() -> None:
    """Tokens and characters for every script, on demand."""
    assert not found("美国", "在美国的", "token")
    assert found("York", "in Yorkshire", "character")


words = st.lists(st.sampled_from(["a", "b", "c", "ab", "bc", "东", "京", "东京"]), max_size=8)


@given(words, words.filter(bool))
def test_token_search_is_a_search_of_lists(text: list[str], entity: list[str]) -> None:
    """The joined search finds what comparing every stretch of tokens finds."""
    places = range(len(text) - len(entity) + 1)
    slow = any(text[place : place + len(entity)] == entity for place in places)
    assert Output(text).has(entity, "token") is slow


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_edit_distance(first: str, second: str) -> None:
    """The textbook's recursion gives the same."""

    def slow(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        return min(
            slow(i - 1, j) + 1, slow(i, j - 1) + 1, slow(i - 1, j - 1) + (first[i - 1] != second[j - 1])
        )

    assert edit_distance(first[:5], second[:5]) == (slow(min(len(first), 5), min(len(second), 5)))


def test_nearest() -> None:
    """The most like stretch, in as many words give or take one; nothing where there is nothing."""
    near = nearest(["kori", "schulman"], PLAIN.of_output("says Cori Shulman there"))
    assert near is not None
    assert (near.text, near.distance) == ("cori shulman", 2)
    assert nearest(["x"], []) is None
    close = nearest(["奥巴马"], PLAIN.of_output("在欧巴马的"))
    assert close is not None
    assert (close.text, close.distance) == ("欧巴马", 1)


def test_longest_part() -> None:
    """How much of an entity is there in one piece."""
    output = Output(PLAIN.of_output("the bank of england said; 舒爾曼先生"))
    assert longest_part(["central", "bank", "of", "england"], output) == (3, 4)
    assert longest_part(["nothing"], output) == (0, 1)
    assert longest_part(["科瑞舒爾曼"], output) == (3, 5)


@given(words, words.filter(bool))
def test_longest_part_of_tokens(text: list[str], entity: list[str]) -> None:
    """No longer stretch of the entity stands in the output, and one of this length does."""
    length, whole = longest_part(entity, Output(text), "token")
    assert whole == len(entity)

    def somewhere(size: int) -> bool:
        parts = [entity[start : start + size] for start in range(len(entity) - size + 1)]
        return any(text[place : place + size] in parts for place in range(len(text) - size + 1))

    assert somewhere(length)
    assert not any(map(somewhere, range(length + 1, len(entity) + 1)))


spaced = st.lists(st.sampled_from(["a", "b", "ab", "bca", "cab"]), max_size=6)


@given(spaced, spaced.filter(bool))
def test_nearest_of_words(text: list[str], entity: list[str]) -> None:
    """The first of those stretches, of as many words give or take one, that are most like the entity."""
    name = " ".join(entity)
    sizes = [size for size in (len(entity), len(entity) - 1, len(entity) + 1) if size]
    stretches = [" ".join(text[at : at + size]) for size in sizes for at in range(len(text) - size + 1)]
    found = nearest(entity, text)
    best = min(stretches, key=lambda other: edit_distance(name, other), default=None)
    assert (found and found.text) == best
    assert found is None or found.distance == edit_distance(name, found.text)
