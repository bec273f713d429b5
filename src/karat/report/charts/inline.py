"""Charts inside a page: SVG whose colours follow the page's, light or dark."""

from __future__ import annotations

import re

from karat.report.charts.drawing import svg
from karat.report.charts.theme import COLOURS
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from karat.report.charts.chart import Chart

_VARIABLES = {each.light: f"var(--chart-{role}, {each.light})" for role, each in COLOURS.items()}
_PAINTED = ("fill", "stroke")
_REFERENCE = re.compile(r"url\(#([^)]*)\)")


def inline(chart: Chart, *, prefix: str = "") -> str:
    """The chart as an element of an HTML page.

    It has a name and a description for screen readers, takes the width that it is given, and has no id that
    another chart has too, unless both have the same name and the same `prefix`.
    """
    from xml.etree.ElementTree import SubElement, fromstring, tostring

    root = fromstring(svg(chart))
    own = f"chart-{prefix}{chart.name}"
    for element in root.iter():
        _without_namespaces(element)
        _own_ids(element, own)
        for name in _PAINTED:
            if (paint := element.get(name)) is not None:
                element.set(name, _VARIABLES.get(paint.lower(), paint))
    _without_background(root)
    title, description = SubElement(root, "title"), SubElement(root, "desc")
    root.remove(title)
    root.remove(description)
    title.text, title.attrib["id"] = chart.title, f"{own}-title"
    description.text, description.attrib["id"] = chart.description, f"{own}-description"
    root.insert(0, description)
    root.insert(0, title)
    width, height = root.attrib.pop("width"), root.attrib.pop("height")
    root.attrib.update(
        {
            "class": "chart",
            "role": "img",
            "aria-labelledby": f"{own}-title",
            "aria-describedby": f"{own}-description",
            "style": f"max-width:{width}px;width:100%;height:auto;aspect-ratio:{width}/{height}",
        }
    )
    return tostring(root, encoding="unicode", short_empty_elements=False)


def stylesheet() -> str:
    """The variables that inlined charts use, for light and dark; without it they are light.

    A page that lets people choose has `data-theme` on its root, `light` or `dark`.
    """
    light = "".join(f"--chart-{role}:{each.light};" for role, each in COLOURS.items())
    dark = "".join(f"--chart-{role}:{each.dark};" for role, each in COLOURS.items())
    return (
        f":root{{{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
    )


def _without_namespaces(element: Element) -> None:
    """An element of a page needs none."""
    element.tag = element.tag.rpartition("}")[2]
    for name in [name for name in element.attrib if name.startswith("{")]:
        element.attrib[name.rpartition("}")[2]] = element.attrib.pop(name)


def _own_ids(element: Element, own: str) -> None:
    if (name := element.get("id")) is not None:
        element.set("id", f"{own}-{name}")
    for attribute, value in element.attrib.items():
        if attribute not in ("aria-label", "class", "d") and "url(#" in value:
            element.set(attribute, _REFERENCE.sub(rf"url(#{own}-\1)", value))


def _without_background(root: Element) -> None:
    """The page has its own."""
    first = root[0] if len(root) else None
    if first is not None and first.tag == "rect" and first.get("width") == root.get("width"):
        root.remove(first)
