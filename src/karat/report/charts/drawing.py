"""Charts as files: SVG, PNG and PDF."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from karat.errors import MissingExtra

if TYPE_CHECKING:
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


def svg(chart: Chart, *, narrow: bool = False) -> str:
    """The chart as SVG; `narrow` for a column of a paper."""
    specification = chart.narrow if narrow and chart.narrow is not None else chart.specification
    shown, letters = _in_single_units(json.dumps(specification, ensure_ascii=False))
    picture = _library().vegalite_to_svg(json.loads(shown), vl_version=_VERSION)
    return _TEXT.sub(_with_font, _steady(picture.translate(letters)))


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
