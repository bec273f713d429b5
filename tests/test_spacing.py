"""Whether words are kept apart by spaces."""

import re

import pytest

from karat.spacing import UNSPACED, lacks_spaces


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("", False),
        ("The river is wide, and the bridge is long.", False),
        ("Die Rindfleischetikettierungsüberwachung ist eine Aufgabe der Behörden.", False),
        ("오늘은 날씨가 좋습니다.", False),
        ("Сегодня хорошая погода.", False),
        ("昨日は友達と映画を見に行きました。", True),
        ("昨日 は 友達 と 映画 を 見 に 行き まし た 。", False),
        ("他今年几岁？", True),
        ("他 几 岁 ？", False),
        ("我的 iPhone 坏了，你能帮我修理一下吗？", True),
        ("สวัสดีครับ คุณสบายดีไหม", True),
        ("สวัสดี ครับ คุณ สบาย ดี ไหม", False),
        ("ខ្ញុំស្រឡាញ់ភាសាខ្មែរ", True),
        ("The word 谢谢您的帮助 is Chinese.", False),
        ("x" * 40, True),
    ],
)
def test_what_stands_between_spaces(text: str, lacking: bool) -> None:
    """Clauses of Asian scripts are not words, even short ones; what was cut into words is."""
    assert lacks_spaces(text.split()) == lacking


@pytest.mark.parametrize("character", "漢々〇かカｶㄅกລམမខ")
def test_scripts_without_spaces(character: str) -> None:
    """Chinese, Japanese, Bopomofo, Thai, Lao, Tibetan, Burmese and Khmer; not Hangul, which has spaces."""
    assert re.fullmatch(f"[{UNSPACED}]", character)
    assert not re.fullmatch(f"[{UNSPACED}]", "한")
