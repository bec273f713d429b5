"""What can be marked in a real browser: words of any script, edges, hostile text, MUC's examples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

import pytest
from tests.web.annotators_page import ALONE, finish, marked, select, word

from karat.campaigns.annotation.annotated_documents import annotated_documents, final_entities
from karat.campaigns.exchange.entity_export import written_entities
from karat.entities.muc import read_tagged
from karat.entities.standoff import read_standoff
from karat.errors import InvalidText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

    Annotate: TypeAlias = Callable[..., SmallCampaign]

# Text, the word to begin at, keys, what is selected then, and whether the page says that it ends within a word.
EDGES: tuple[tuple[str, str, tuple[str, ...], str, bool], ...] = (
    ("U.S. was big", "U.S.", ("Alt+ArrowRight",), "U.S. was", False),
    ("U.S. was big", "U.S.", ("Alt+ArrowRight", "Alt+ArrowLeft"), "U.S.", False),
    ("U.S. was big", "was", ("Alt+Shift+ArrowLeft",), "U.S. was", False),
    ("U.S. was big", "U.S.", ("Alt+ArrowUp",), "U.S. w", True),
    ("U.S. was big", "was", ("Alt+Shift+ArrowDown", "Alt+ArrowDown"), "a", True),
    ("U.S. was big", "was", ("Alt+ArrowDown", "Alt+ArrowRight"), "was", False),
    ("Lincoln's home", "Lincoln", ("Alt+ArrowRight",), "Lincoln's", False),
    ("voit l’Italie", "Italie", (), "Italie", False),
)


def test_edges_move_by_words(browsing: Browsing, annotate: Annotate) -> None:
    """As a selection snaps; character by character only with the keys for it, and the page says so."""
    texts = [one[0] for one in EDGES]
    page = browsing.open(annotate(texts=(texts,), **ALONE), "annotator-1")
    for place, (_, begin, keys, chosen, is_within) in enumerate(EDGES):
        page.locator(f"#document > p:nth-child({place + 1}) .token", has_text=begin).first.click()
        for key in keys:
            page.keyboard.press(key)
        assert page.text_content("#panel .chosen") == chosen
        assert page.locator("#panel .within").is_visible() is is_within
    page.keyboard.press("?")
    keys = page.locator("#keys[open]").inner_text()
    assert "by a word, or by a character where words have no spaces" in keys
    assert "longer or shorter by one character, also within a word" in keys


def test_an_edge_within_a_word_is_meant(browsing: Browsing, annotate: Annotate) -> None:
    """Moved there by hand, by its key or by its box, it is stored."""
    campaign = annotate(texts=(["Chinafreundlich und Russlandkritisch"],), language="de", **ALONE)
    page = browsing.open(campaign, "annotator-1")
    word(page, "China").click()
    page.keyboard.press("l")
    for _ in range(10):
        page.keyboard.press("Alt+ArrowDown")
    word(page, "Russland").click()
    page.keyboard.press("l")
    page.check("#by-character")
    for _ in range(8):
        page.click("[data-tool=end-back]")
    finish(page)
    assert marked(campaign) == [[("China", "LOCATION"), ("Russland", "LOCATION")]]


MUC_TEXTS = (
    "the Clinton government",
    "U.S. exporters",
    "all of 1987 was good",
    "175 to 180 million Canadian dollars",
)
# Text, the place of the entity in it, and its language.
HOSTILE: tuple[tuple[str, str, str], ...] = (
    ("اجتمع مجلس القاهرة يوم الثلاثاء", "القاهرة", "ar"),
    ("He met עמוס עוז in Tel Aviv", "עמוס עוז", "en"),
    ("x 👩\u200d👩\u200d👧 Ann 👩🏽 y 🇩🇪🇫🇷", "👩\u200d👩\u200d👧 Ann", "en"),
    ("Ame\u0301lie Nothomb e\u0301crit", "Ame\u0301lie Nothomb", "fr"),
    ("<b>Ann</b> &amp; <img src=x onerror=alert(1)>", "Ann", "en"),
    ("他在北京的大學工作", "北京", "zh"),
    ("山田さんは東京に住む", "東京", "ja"),
    ("เขาอยู่ที่กรุงเทพ", "กรุงเทพ", "th"),
    ("𝔸𝕟𝕟 Lee 𠮷野家", "𠮷野家", "en"),
    ("Zoë\u00a0Lee\u2028next", "Zoë", "en"),
    ("a | b \" c ' d \\ e {{ f }}", "b", "en"),
    ('<b><i title="<u>">Ann</i></b> <!-- <p> --> ]]>', "Ann", "en"),
    ("\u202e<a>\u202c \u2067عمرو\u2069 x", "عمرو", "ar"),
    (
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Leith 👩🏽\u200d🚀",
        "Leith 👩🏽\u200d🚀",
        "en",
    ),
    ("Z\u0336a\u0336l\u0336g\u0336o\u0336 a", "Z\u0336a\u0336l\u0336g\u0336o\u0336", "en"),
)


def test_hostile_text_comes_back_code_point_for_code_point(browsing: Browsing, annotate: Annotate) -> None:
    """Through page, store and export: from right to left, joined emoji, combining marks, markup as text."""
    texts = [text for text, _, _ in HOSTILE]
    campaign = annotate(texts=[texts], **ALONE)
    page = browsing.open(campaign, "annotator-1")
    assert page.eval_on_selector_all("#document > p", "all => all.map(one => one.textContent)") == texts
    for segment, (_, name, _) in enumerate(HOSTILE):
        select(page, segment, name)
        page.keyboard.press("p")
        assert page.text_content("#panel .chosen") == name
    finish(page)
    final = final_entities(campaign.desk.store)
    lines = written_entities(final, "entities").split("\n")[:-1]
    for (text, name, _), line in zip(HOSTILE, lines, strict=True):
        read, (entity,) = read_standoff(line, text)
        assert read == text
        assert entity.text == name
        assert text[entity.start : entity.end] == name
        assert json.loads(line)["text"] == text
    for (text, name, _), line in zip(HOSTILE, written_entities(final, "muc").split("\n")[:-1], strict=True):
        read, found = read_tagged(line)
        assert (read, [one.text for one in found]) == (text, [name])


# What MUC's own tags look like, as text: open, closed, one in the other, in a value.
TAGS = (
    ('He wrote <ENAMEX TYPE="PERSON"> and forgot Ann', "Ann"),
    ("Ann</ENAMEX> began nowhere", "Ann"),
    ('<ENAMEX TYPE="PERSON"><TIMEX TYPE="DATE">May</TIMEX></ENAMEX>', "May"),
    ('<NUMEX ALT="<ENAMEX>5</ENAMEX>" Ann', "Ann"),
)


def test_tags_of_muc_as_text(browsing: Browsing, annotate: Annotate) -> None:
    """JSON lines have them code point for code point; MUC cannot, and says so with the segment."""
    campaign = annotate(texts=([text for text, _ in TAGS],), **ALONE)
    page = browsing.open(campaign, "annotator-1")
    for segment, (_, name) in enumerate(TAGS):
        select(page, segment, name)
        page.keyboard.press("p")
    finish(page)
    final = final_entities(campaign.desk.store)
    lines = written_entities(final, "entities").split("\n")[:-1]
    for (text, name), line in zip(TAGS, lines, strict=True):
        read, found = read_standoff(line, text)
        assert (read, [(one.text, text[one.start : one.end]) for one in found]) == (text, [(name, name)])
    with pytest.raises(InvalidText, match="Segment 1: The text itself has what looks like a tag"):
        written_entities(final, "muc")


def test_examples_of_muc(browsing: Browsing, annotate: Annotate) -> None:
    """Marked on the page, exported as the tags that MUC has for them."""
    campaign = annotate(texts=(MUC_TEXTS,), **ALONE)
    page = browsing.open(campaign, "annotator-1")
    page.click("button[data-tool=rest]")
    for segment, name, key in (
        (0, "Clinton", "p"),
        (1, "U.S.", "l"),
        (2, "all of 1987", "d"),
        (3, "175", "m"),
        (3, "180 million Canadian dollars", "m"),
    ):
        select(page, segment, name)
        page.keyboard.press(key)
        if name == "all of 1987":
            page.keyboard.press("w")
            page.keyboard.type("1987")
            page.keyboard.press("Enter")
    finish(page)
    assert written_entities(final_entities(campaign.desk.store), "muc").splitlines() == [
        'the <ENAMEX TYPE="PERSON">Clinton</ENAMEX> government',
        '<ENAMEX TYPE="LOCATION">U.S.</ENAMEX> exporters',
        '<TIMEX TYPE="DATE" ALT="1987">all of 1987</TIMEX> was good',
        '<NUMEX TYPE="MONEY">175</NUMEX> to <NUMEX TYPE="MONEY">180 million Canadian dollars</NUMEX>',
    ]


# Language, text, keys, what is selected by words, and after the end has moved on and the start after it.
SCRIPTS: tuple[tuple[str, str, list[str], str, str, str], ...] = (
    (
        "ar",
        "اجتمع مجلس القاهرة اليوم",
        ["ArrowLeft", "Shift+ArrowLeft"],
        "مجلس القاهرة",
        "مجلس القاهرة اليوم",
        "القاهرة اليوم",
    ),
    ("th", "เขาอยู่ที่กรุงเทพฯ", [], "เขา", "เขาอ", "ขาอ"),
    ("zh", "他在北京的大學", ["ArrowRight"], "北京", "北京的", "京的"),
    ("ja", "東京に住む", [], "東京", "東京に", "京に"),
    ("ko", "서울에서 왔다", [], "서울에서", "서울에서 왔", "울에서 왔"),
)


@pytest.mark.parametrize(("language", "text", "keys", "selected", "longer", "moved"), SCRIPTS)
def test_snapping_by_script(
    browsing: Browsing,
    annotate: Annotate,
    language: str,
    text: str,
    keys: Sequence[str],
    selected: str,
    longer: str,
    moved: str,
) -> None:
    """A word is selected, whole; an edge moves by words, and by characters where words have no spaces.

    The server takes what was snapped as it is, and the mark is these characters in the store.
    """
    campaign = annotate(texts=([text],), language=language, **ALONE)
    page = browsing.open(campaign, "annotator-1")
    page.focus("#document")
    for key in keys:
        page.keyboard.press(key)
    assert page.text_content("#panel .chosen") == selected
    onward = "ArrowLeft" if language == "ar" else "ArrowRight"
    page.keyboard.press(f"Alt+{onward}")
    assert page.text_content("#panel .chosen") == longer
    page.keyboard.press("o")
    page.keyboard.press(f"Alt+Shift+{onward}")
    assert page.text_content("#panel .chosen") == moved
    sent = []
    page.on(
        "request", lambda request: sent.append(request.post_data_json) if "/answer/" in request.url else None
    )
    finish(page)
    assert ["within_word" in one for one in sent[0]["marks"]] == [False]
    assert marked(campaign) == [[(moved, "ORGANIZATION")]]


# Text, from which word to which is dragged, what is selected, the keys after it, and what is marked then.
DRAGGED = (
    ("เขาอยู่ที่กรุงเทพฯ", (2, 3), "ที่กรุงเทพฯ", "Alt+Shift+ArrowRight", (10, 18)),
    ("𠮷野家在北京的大學", (0, 1), "𠮷野家", "Alt+Shift+ArrowRight", (1, 3)),
    ("東京か\u3099好き", (0, 1), "東京か\u3099", "Alt+ArrowLeft", (0, 2)),
)


def test_dragging_takes_whole_words_and_edges_whole_characters(
    browsing: Browsing, annotate: Annotate
) -> None:
    """From within one word to within another; a vowel above, a second unit and a voicing mark stay with theirs."""
    campaign = annotate(texts=(tuple(text for text, *_ in DRAGGED),), language="ja", **ALONE)
    page = browsing.open(campaign, "annotator-1")
    for place, (_, (first, last), selected, key, _) in enumerate(DRAGGED, 1):
        words = page.locator(f"#document > p:nth-child({place}) .token")
        boxes = [words.nth(word).bounding_box() for word in (first, last)]
        across = (0.8, 0.2)
        for share, box, move in zip(across, boxes, ("down", "up"), strict=True):
            page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2, steps=2)
            getattr(page.mouse, move)()
        assert page.text_content("#panel .chosen") == selected
        page.keyboard.press("o")
        page.keyboard.press(key)
    finish(page)
    (document,) = annotated_documents(campaign.desk.store)
    places = [(one.start, one.end) for found in document.entities for one in found]
    assert places == [place for *_, place in DRAGGED]
