"""The page: one HTML file that needs nothing else, and says for people and programs where it comes from."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from karat._version import __version__
from karat.errors import InvalidFile, InvalidOption, InvalidText
from karat.report.charts.chart import Chart
from karat.report.charts.drawing import inline
from karat.report.formats.json_document import plain
from karat.report.formats.written_table import write_out
from karat.report.html import Look, render
from karat.report.page.assets import assets
from karat.report.page.sections import Block, Piece, arranged, brief, chapters_of
from karat.report.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.report.page.browser import PackedTexts
    from karat.report.page.statements import Statement
    from karat.report.tables import Section

SEGMENTS = "segments"  # the name of the section that has the segment browser
# Roles that the style sheet of the page knows.
LOOK = Look(classes=frozenset({"sortable", "number", "best", "break"}))
IDENTIFIER = "karat-provenance"
# What only programs read: the arguments are in the command, and the figures on the page.
FOR_PROGRAMS = ("arguments", "figures")
_SCRIPT = re.compile(r"<script\b.*?(?:</script\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
# Inside a script nothing but these could end it or begin a comment.
_UNSAFE = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart as it stands on the page: drawings and captions by the width of the window they are for."""

    name: str
    title: str
    captions: Mapping[str, str]
    drawings: Mapping[str, Markup]


def page(
    title: str,
    answer: Sequence[Statement],
    sections: Sequence[Section],
    browser: PackedTexts | None,
    provenance: Mapping[str, Any],
    *,
    subtitle: str = "",
    headline: str = "",
    picture: Chart | None = None,
    digits: int = 2,
    draw: Callable[[Chart], str] = inline,
) -> str:
    """The answer in words, the evidence by section, the segments, and how to make the page again.

    `headline` is the answer in a sentence, `picture` the chart beside it. `draw` makes an SVG of a chart.
    """
    known: dict[str, Any] = plain(dict(provenance))
    chapters = chapters_of(sections)
    return render(
        "page.html",
        version=__version__,
        title=title,
        subtitle=subtitle,
        titles=_titles(sections, browser),
        assets=assets(browser=browser is not None),
        headline=headline,
        picture=None if picture is None else _figure(picture, draw, alone=False),
        statements=answer,
        chapters=[_chapter(chapter, digits, draw) for chapter in chapters],
        within={section.name for chapter in chapters for section in chapter[1:]},
        look=LOOK,
        segments=browser,
        origin={key: value for key, value in known.items() if key not in FOR_PROGRAMS},
        embedded_origin=embedded(known),
    )


def fragment(
    answer: Sequence[Statement],
    sections: Sequence[Section],
    *,
    digits: int = 2,
    draw: Callable[[Chart], str] = inline,
) -> Markup:
    """The same without a frame, for a page that is served: its style sheet is that of the page."""
    html = render(
        "fragments.html",
        statements=answer,
        titles={section.name: section.title for section in sections},
        sections=[_section(section, arranged(section.parts), digits, draw) for section in sections],
        look=LOOK,
    )
    # Markup: the template has escaped whatever is not ours.
    return Markup(html)


def _titles(sections: Sequence[Section], browser: PackedTexts | None) -> dict[str, str]:
    """The title of each section by its name; names are addresses on the page, so each is there once."""
    titles = {"answer": "The answer"}
    for section in sections:
        if section.name in (*titles, SEGMENTS, "provenance"):
            raise InvalidOption(
                f"Two sections of the page are called {section.name!r}; give each its own name."
            )
        titles[section.name] = section.title
    if browser is not None:
        titles[SEGMENTS] = "Segments"
    return titles


def _chapter(chapter: Sequence[Section], digits: int, draw: Callable[[Chart], str]) -> list[dict[str, Any]]:
    """The sections of a chapter, briefly; what the lead of the first says is not said again by its chart."""
    return [
        _section(section, brief(section.parts, is_first=not place), digits, draw, led=True)
        for place, section in enumerate(chapter)
    ]


def _section(
    section: Section,
    blocks: Sequence[Block],
    digits: int,
    draw: Callable[[Chart], str],
    *,
    led: bool = False,
) -> dict[str, Any]:
    """A section for the template: tables written out, charts drawn."""
    written = [
        {
            "summary": block.summary,
            "pieces": [
                _piece(piece, digits, draw, alone=not (led and block.summary is None))
                for piece in block.pieces
            ],
        }
        for block in blocks
    ]
    return {"name": section.name, "title": section.title, "lead": section.lead, "blocks": written}


def _piece(piece: Piece, digits: int, draw: Callable[[Chart], str], *, alone: bool) -> dict[str, Any]:
    content: Any = piece.content
    if isinstance(content, Table):
        content = write_out(content, digits, as_prose=True)
    elif isinstance(content, Chart):
        content = _figure(content, draw, alone=alone)
    return {"kind": piece.kind, "content": content}


def _figure(chart: Chart, draw: Callable[[Chart], str], *, alone: bool) -> Figure:
    """The chart; where there is one for narrow columns too, a phone shows that.

    One that stands alone says what it shows; beside a sentence that says it, how to read it is enough.
    """

    def caption(of: Chart) -> str:
        return of.description if alone else of.reading

    if chart.narrow is None:
        return Figure(chart.name, chart.title, {"": caption(chart)}, {"": Markup(draw(chart))})
    narrow = replace(chart.for_column, name=f"{chart.name}-narrow")
    captions = {"wide": caption(chart), "narrow": caption(narrow)}
    if captions["wide"] == captions["narrow"]:
        captions = {"": captions["wide"]}
    drawings = {"wide": Markup(draw(chart)), "narrow": Markup(draw(narrow))}
    return Figure(chart.name, chart.title, captions, drawings)


def embedded(provenance: Mapping[str, Any]) -> Markup:
    """The provenance as JSON that a browser does not run and a program can read."""
    text = json.dumps(plain(dict(provenance)), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if pair := _HALVES.search(text):
        # As escapes they would be read as the one character that they make together.
        raise InvalidText(
            f"Two halves of a surrogate pair stand side by side ({ascii(pair[0])[1:-1]}), against JSON. "
            f"Write the character that is meant: {pair[0].encode('utf-16', 'surrogatepass').decode('utf-16')}"
        )
    # A lone surrogate has no UTF-8; as an escape it has the form that JSON gives it.
    safe = text.translate(_UNSAFE).encode("utf-8", "backslashreplace").decode("utf-8")
    # Markup: no character is left that could end the script.
    return Markup(f'<script type="application/json" id="{IDENTIFIER}">\n{safe}\n</script>')


def read_provenance(html: str) -> dict[str, Any]:
    """What a page says of how it was made."""
    finder = _Finder()
    # A page is a megabyte of charts and texts; only its scripts need a parser.
    finder.feed("".join(_SCRIPT.findall(html)))
    finder.close()
    if len(finder.found) != 1:
        count = "no provenance" if not finder.found else f"{len(finder.found)} provenances"
        raise InvalidFile(
            f"The page has {count}; a page of karat report has one, in a script with the id {IDENTIFIER}. "
            "Give the HTML file as karat report wrote it."
        )
    try:
        provenance = json.loads(finder.found[0])
    except (ValueError, RecursionError) as problem:
        raise InvalidFile(
            f"The provenance of the page is not JSON: {problem}. Give the HTML file as karat report wrote it."
        ) from None
    if not isinstance(provenance, dict):
        raise InvalidFile(
            f"The provenance of the page is a {type(provenance).__name__}; a JSON object was expected."
        )
    return provenance


class _Finder(HTMLParser):
    """Collects the contents of the scripts that hold a provenance."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag == "script" and dict(attrs).get("id") == IDENTIFIER:
            self._inside = True
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data
