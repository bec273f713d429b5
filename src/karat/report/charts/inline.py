"""Charts inside a page: SVG whose colours follow the page's, light or dark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Made
from xml.etree.ElementTree import fromstring, tostring

from karat.report.charts.drawing import svg
from karat.report.charts.theme import COLOURS, FONT

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from karat.report.charts.chart import Chart

_VARIABLES = {each.light: f"var(--chart-{role}, {each.light})" for role, each in COLOURS.items()}
_PAINTED = ("fill", "stroke")
_REFERENCE = re.compile(r"url\(#([^)]*)\)")
_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
# What the browser assumes anyway, or what nobody asks for.
_SILENT = {
    "opacity": "1",
    "stroke-width": "1",
    "pointer-events": "none",
    "aria-roledescription": None,
    "class": None,
    "stroke-miterlimit": None,
    "version": None,
}


def inline(chart: Chart, *, prefix: str = "") -> str:
    """The chart as an element of an HTML page.

    It has a title and a description for screen readers, takes the width that it is given, up to its own, and
    shares no id with another chart, unless both have the same name and the same `prefix`. Marks that say
    something have it as `aria-label`.
    """
    root = fromstring(svg(chart))
    own = f"chart-{prefix}{chart.name}"
    _without_background(root)
    _without_empty(root)
    for element in root.iter():
        _without_namespaces(element)
        _brief(element)
        _own_ids(element, own)
        for name in _PAINTED:
            if (paint := element.get(name)) is not None:
                element.set(name, _VARIABLES.get(paint.lower(), paint))
    _named(root, chart, own)
    return tostring(root, encoding="unicode")


def stylesheet() -> str:
    """The variables that inlined charts use, for light and dark; without it they are light.

    A page that lets people choose has `data-theme` on its root, `light` or `dark`. Paper is always light.
    """
    light = "".join(f"--chart-{role}:{each.light};" for role, each in COLOURS.items())
    dark = "".join(f"--chart-{role}:{each.dark};" for role, each in COLOURS.items())
    return (
        f":root{{{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
    )


def _named(root: Element, chart: Chart, own: str) -> None:
    """The chart's title and finding, for those who do not see it."""
    for place, (tag, text) in enumerate((("title", chart.title), ("desc", chart.description))):
        made = Made(tag, {"id": f"{own}-{tag}"})
        made.text = text
        root.insert(place, made)
    # Its size are attributes: a page that lets no foreign script run lets no style attribute in either.
    root.attrib |= {
        "class": "chart",
        # Not img: its marks have words of their own.
        "role": "group",
        "font-family": FONT,
        "aria-labelledby": f"{own}-title",
        "aria-describedby": f"{own}-desc",
    }


def _without_background(root: Element) -> None:
    """The page has its own."""
    first = root[0]
    if first.tag.endswith("rect") and first.get("width") == root.get("width"):
        root.remove(first)


def _without_empty(element: Element) -> None:
    """What is not drawn is left out: hidden elements, and groups with nothing in them."""
    for child in list(element):
        _without_empty(child)
        kind = child.tag.rpartition("}")[2]
        hidden = child.get("display") == "none"
        unpainted = kind == "path" and child.get("class") == "background" and child.get("stroke") is None
        if hidden or unpainted or (kind == "g" and not len(child)):
            element.remove(child)


def _without_namespaces(element: Element) -> None:
    """An element of a page needs none."""
    element.tag = element.tag.rpartition("}")[2]
    for name in [name for name in element.attrib if name.startswith("{")]:
        element.attrib[name.rpartition("}")[2]] = element.attrib.pop(name)


def _brief(element: Element) -> None:
    """Without what goes without saying, and with numbers to a tenth of a pixel."""
    for name, value in _SILENT.items():
        if name in element.attrib and value in (None, element.get(name)):
            del element.attrib[name]
    if element.get("font-family") == FONT:
        del element.attrib["font-family"]  # the whole chart has it
    if element.get("role") == "graphics-symbol":
        element.set("role", "img")
    for name in ("d", "transform"):
        if (text := element.get(name)) is not None:
            element.set(name, _LONG_NUMBER.sub(_rounded, text))


def _rounded(found: re.Match[str]) -> str:
    return f"{round(float(found[0]), 1):g}"


def _own_ids(element: Element, own: str) -> None:
    if (name := element.get("id")) is not None:
        element.set("id", f"{own}-{name}")
    for attribute in ("clip-path", "fill", "stroke"):
        if (value := element.get(attribute)) is not None and "url(#" in value:
            element.set(attribute, _REFERENCE.sub(rf"url(#{own}-\1)", value))
