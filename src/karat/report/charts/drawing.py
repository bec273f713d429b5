"""Charts as files (SVG, PNG, PDF), and inside a page, where colours follow the page's, light or dark."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Made
from xml.etree.ElementTree import fromstring, tostring

from karat.errors import MissingExtra
from karat.report.charts.theme import COLOURS, FONT

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from karat.report.charts.chart import Chart

# The language that specifications are written in.
_VERSION = "5.21"
# A figure of 300 dots per inch; specifications are in pixels of 1/96 inch.
PRINT_SCALE = 300 / 96
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_CLIP = re.compile(r'(id="|url\(#)clip(\d+)')
_TEXT = re.compile(r'(<text [^>]*font-family=")([^"]*)("[^>]*>)(.*?)(?=</text>)', re.DOTALL)
# Letters that a Latin font does not have, and a font for each: signs are the same in Chinese and Japanese, so
# that kana decide.
_WRITINGS = (
    (re.compile(r"[\u3040-\u30ff\uff66-\uff9d]"), "Noto Sans CJK JP"),
    (re.compile(r"[\u1100-\u11ff\uac00-\ud7a3]"), "Noto Sans CJK KR"),
    (
        re.compile(r"[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"),
        "Noto Sans CJK SC",
    ),
)
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


def svg(chart: Chart, *, narrow: bool = False) -> str:
    """The chart as SVG; `narrow` for a column of a paper."""
    specification = chart.narrow if narrow and chart.narrow is not None else chart.specification
    shown, letters = _in_single_units(json.dumps(specification, ensure_ascii=False))
    picture = _drawn(_library(), shown)
    # To translate nothing takes as long as to translate every letter.
    return _TEXT.sub(_with_font, _steady(picture.translate(letters) if letters else picture))


@lru_cache(maxsize=128)
def _drawn(library: Any, specification: str) -> str:
    """A report with files for a paper shows every chart twice; drawing is what takes longest."""
    picture: str = library.vegalite_to_svg(json.loads(specification), vl_version=_VERSION)
    return picture


def png(chart: Chart, *, narrow: bool = False, scale: float = PRINT_SCALE) -> bytes:
    """The chart as PNG, by default for print."""
    return _as_png(svg(chart, narrow=narrow), scale)


def pdf(chart: Chart, *, narrow: bool = False) -> bytes:
    """The chart as PDF."""
    return _as_pdf(svg(chart, narrow=narrow))


def in_all_formats(chart: Chart, *, narrow: bool = False) -> dict[str, bytes]:
    """The chart by the ending of its file; it is drawn once, which takes longest."""
    picture = svg(chart, narrow=narrow)
    return {"svg": picture.encode(), "pdf": _as_pdf(picture), "png": _as_png(picture, PRINT_SCALE)}


def _as_png(picture: str, scale: float) -> bytes:
    return bytes(_library().svg_to_png(picture, scale=scale, ppi=72))


def _as_pdf(picture: str) -> bytes:
    return bytes(_library().svg_to_pdf(_SIZE.sub(_in_points, picture, count=1)))


def _in_single_units(text: str) -> tuple[str, dict[int, str]]:
    """The text with a stand-in for each letter beyond U+FFFF, and what puts the letters back.

    The library counts in units of UTF-16; where it cuts a name that is too long between the two of an emoji,
    it fails at what is left.
    """
    used = set(text)
    if max(used) <= "\uffff":
        return text, {}
    beyond = sorted(letter for letter in used if letter > "\uffff")
    free = (chr(code) for code in range(0xE000, 0xF900) if chr(code) not in used)
    letters = dict(zip(beyond, free, strict=False))
    # Nobody has six thousand of them; what is left over is not drawn.
    stand_ins = {ord(letter): letters.get(letter, "\ufffd") for letter in beyond}
    return text.translate(stand_ins), {ord(free): letter for letter, free in letters.items()}


def _in_points(size: re.Match[str]) -> str:
    """PDF counts in points of 1/72 inch."""
    width, height = (float(length) * 72 / 96 for length in size.groups())
    return f'width="{width:g}" height="{height:g}"'


def _steady(picture: str) -> str:
    """The picture with ids that do not depend on what was drawn before it."""
    numbers: dict[str, int] = {}
    return _CLIP.sub(lambda found: f"{found[1]}clip{numbers.setdefault(found[2], len(numbers) + 1)}", picture)


def _with_font(text: re.Match[str]) -> str:
    """A text with a font that has its letters: the converter takes the first of a list, whatever it lacks."""
    needed = next((font for letters, font in _WRITINGS if letters.search(text[4])), None)
    families = text[2] if needed is None else f"{needed}, {text[2]}"
    return f"{text[1]}{families}{text[3]}{text[4]}"


def _library() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingExtra.of("Drawing charts", "report") from None
    return vl_convert


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
