"""The page: one HTML file that needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat._version import __version__
from karat.errors import InvalidOption
from karat.report.charts.inline import inline
from karat.report.page import assets as static
from karat.report.page import provenance as origin
from karat.report.page.html import Markup, element, joined, prose
from karat.report.page.parts import parts_markup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.report.charts.chart import Chart
    from karat.report.page.browser import PackedTexts
    from karat.report.page.section import Section
    from karat.report.page.statement import Statement

SEGMENTS = "segments"  # the name of the section that has the segment browser
_SIGNS = {"good": ("✓", "Good"), "doubtful": ("?", "Doubtful"), "bad": ("✗", "Bad")}


def page(
    title: str,
    answer: Sequence[Statement],
    sections: Sequence[Section],
    browser: PackedTexts | None,
    provenance: Mapping[str, Any],
    *,
    subtitle: str = "",
    digits: int = 2,
    draw: Callable[[Chart], str] | None = None,
) -> str:
    """The answer in words, the evidence by section, the segments, and how to make the page again.

    `draw` makes an SVG of a chart; where there is none, Karat's own does.
    """
    titles = _titles(sections, browser)
    assets = static.assets(browser=browser is not None)
    draw = draw or _draw
    body = element(
        "body",
        element("a", "Skip to the answer", href="#answer", class_="skip"),
        _top(title, subtitle),
        element(
            "div",
            _contents(titles),
            element(
                "main",
                _answer(answer, titles),
                *(_section(section, digits, draw) for section in sections),
                _browser(browser),
            ),
            class_="frame",
        ),
        _foot(provenance),
        assets.script,
    )
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content=f"Karat {__version__}"),
        element("title", title),
        assets.head,
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


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


def _top(title: str, subtitle: str) -> Markup:
    theme = element("button", "Dark colours", type="button", id="theme", hidden=True)
    return element(
        "header",
        element("div", element("span", "Karat", class_="brand-name"), theme, class_="brand"),
        element("h1", element("bdi", title)),
        element("p", element("bdi", subtitle), class_="subtitle") if subtitle else None,
        class_="top",
    )


def _contents(titles: Mapping[str, str]) -> Markup:
    links = [element("li", element("a", title, href=f"#{name}")) for name, title in titles.items()]
    links.append(element("li", element("a", "How this page was made", href="#provenance")))
    folded = element("details", element("summary", "Contents"), element("ol", *links), open=True)
    return element("nav", folded, class_="contents", aria_label="Contents")


def _answer(answer: Sequence[Statement], titles: Mapping[str, str]) -> Markup:
    return element(
        "section",
        element("h2", titles["answer"], id="answer-title"),
        element("ul", *(_statement(statement, titles) for statement in answer), class_="answer"),
        id="answer",
        aria_labelledby="answer-title",
    )


def _statement(statement: Statement, titles: Mapping[str, str]) -> Markup:
    """A sentence, its tone as a sign and a word, and where the evidence is, if it is on the page."""
    sign, word = _SIGNS[statement.tone]
    name = statement.section or ""
    return element(
        "li",
        element("span", sign, class_="sign", aria_hidden="true"),
        element("span", element("span", f"{word}: ", class_="unseen"), element("bdi", prose(statement.text))),
        element("a", titles[name], href=f"#{name}") if name in titles else None,
        class_=statement.tone,
    )


def _section(section: Section, digits: int, draw: Callable[[Chart], str]) -> Markup:
    heading = f"{section.name}-title"
    return element(
        "section",
        element("h2", element("bdi", section.title), id=heading),
        element("p", element("bdi", prose(section.lead)), class_="lead") if section.lead else None,
        parts_markup(section.parts, digits=digits, draw=draw),
        id=section.name,
        aria_labelledby=heading,
    )


def _browser(browser: PackedTexts | None) -> Markup | None:
    if browser is None:
        return None
    return joined(Markup(static.text("browser.html")), static.packed_script("karat-segments", browser.data))


def _foot(provenance: Mapping[str, Any]) -> Markup:
    return element(
        "footer",
        element("h2", "How this page was made", id="provenance"),
        origin.readable(provenance),
        origin.embedded(provenance),
        class_="foot",
    )


def _draw(chart: Chart) -> str:
    return inline(chart)
