"""Templates that text cannot break out of."""

from __future__ import annotations

from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import given
from jinja2 import UndefinedError
from markupsafe import Markup
from tests.strategies import segments

from karat.report.html import Look, environment, in_full, permitted, prose


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
    made = environment().from_string('<p title="{{ text }}">{{ text }}</p>').render(text=text)
    reader.feed(made)
    reader.close()
    (tag,) = reader.tags
    kept = permitted(text)
    assert tag == ("p", {"title": kept})
    assert reader.text == kept
    assert len(kept) == len(text)
    assert all(after in (before, "\ufffd") for before, after in zip(text, kept, strict=True))


@given(text=segments())
def test_any_text_can_be_written_to_a_file(text: str) -> None:
    """Halves of pairs have no UTF-8, and NUL no place in HTML."""
    assert b"\0" not in environment().from_string("{{ text }}").render(text=text).encode()


def test_markup_is_left_alone() -> None:
    """Only what is known to be ours; joined with a text, the text is still escaped."""
    made = environment().from_string("{{ ours }}{{ ours ~ theirs }}")
    assert made.render(ours=Markup("<b>\x85</b>"), theirs="<") == "<b>\x85</b><b>\x85</b>&lt;"


def test_every_template_escapes_and_is_complete() -> None:
    """No template switches escaping off, and each can be read."""
    templates = files("karat.report") / "templates"
    names = sorted(one.name for one in templates.iterdir())
    assert names == sorted(environment().list_templates())
    for name in names:
        source = (templates / name).read_text(encoding="utf-8")
        assert "autoescape" not in source
        assert "safe" not in source
        assert environment().get_template(name).name == name


def test_a_name_that_is_not_known_is_an_error() -> None:
    """Not an empty place that nobody notices."""
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing }}").render()


def test_a_number_keeps_its_percent_sign() -> None:
    """At the end of a line too; other spaces are left alone."""
    assert prose("95 % of 3 % x") == "95\u00a0% of 3\u00a0% x"


def test_values_in_full() -> None:
    """As many digits as there are, and nothing for what is missing."""
    assert [in_full(value) for value in (0.1 + 0.2, 3, float("nan"))] == ["0.30000000000000004", "3.0", ""]


def test_a_look_is_classes_or_styles() -> None:
    """Roles that a style sheet does not know have no class; without one, styles stand at the element."""
    page = Look(classes=frozenset({"number", "best"}))
    assert page("cell", "number", "best", "") == ' class="number best"'
    assert page("cell") == ""
    alone = Look(styles={"number": 'text-align:right;font-family:"x"'})
    assert alone("number", "best") == ' style="text-align:right;font-family:&#34;x&#34;"'
    assert alone("best") == ""
    assert page.has_style_sheet
    assert not alone.has_style_sheet
