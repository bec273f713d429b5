"""Elements that text cannot break out of."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser

from hypothesis import given
from tests.strategies import segments

from karat.report.page.html import Markup, element, escape, joined, prose


class Reader(HTMLParser):
    """What a parser makes of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.text += data


@given(text=segments())
def test_any_text_stays_text(text: str) -> None:
    """In an element and in an attribute; only what no page may hold is replaced."""
    reader = Reader()
    reader.feed(element("p", text, title=text))
    reader.close()
    (tag,) = reader.tags
    kept = unescape(escape(text))
    assert tag == ("p", {"title": kept})
    assert reader.text == kept
    assert len(kept) == len(text)
    assert all(after in (before, "\ufffd") for before, after in zip(text, kept, strict=True))


@given(text=segments())
def test_any_text_can_be_written_to_a_file(text: str) -> None:
    """Halves of pairs have no UTF-8, and NUL no place in HTML."""
    written = escape(text).encode()
    assert b"\0" not in written


def test_markup_is_left_alone() -> None:
    """Only what was made of elements."""
    inner = element("b", "<")
    assert isinstance(inner, Markup)
    assert element("p", inner, None, "&") == "<p><b>&lt;</b>&amp;</p>"
    assert joined(inner, "<") == "<b>&lt;</b>&lt;"


def test_attributes() -> None:
    """True stands alone, None and False are left out, numbers are written."""
    made = element("td", class_="a", aria_label='"', hidden=False, open=True, colspan=2, id=None)
    assert made == '<td class="a" aria-label="&quot;" open colspan="2"></td>'


def test_elements_without_contents_are_not_closed() -> None:
    """As HTML has them."""
    assert element("meta", name="x") == '<meta name="x">'


def test_a_number_keeps_its_percent_sign() -> None:
    """At the end of a line too; other spaces are left alone."""
    assert prose("95 % of 3 % x") == "95\u00a0% of 3\u00a0% x"
