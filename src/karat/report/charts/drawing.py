"""Charts as files: SVG, PNG and PDF."""

from __future__ import annotations

import re

from karat.errors import MissingExtra
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karat.report.charts.chart import Chart

# The language that specifications are written in.
_VERSION = "5.21"
# A figure of 300 dots per inch; specifications are in pixels of 1/96 inch.
PRINT_SCALE = 300 / 96
_CLIP = re.compile(r'(id="|url\(#)clip(\d+)')


def svg(chart: Chart, *, narrow: bool = False) -> str:
    """The chart as SVG; `narrow` for a column of a paper."""
    return _steady(_library().vegalite_to_svg(_specification(chart, narrow), vl_version=_VERSION))


def png(chart: Chart, *, narrow: bool = False, scale: float = PRINT_SCALE) -> bytes:
    """The chart as PNG, by default for print."""
    return bytes(_library().svg_to_png(svg(chart, narrow=narrow), scale=scale, ppi=72))


def pdf(chart: Chart, *, narrow: bool = False) -> bytes:
    """The chart as PDF."""
    return bytes(_library().svg_to_pdf(svg(chart, narrow=narrow)))


def _specification(chart: Chart, narrow: bool) -> dict[str, Any]:
    return dict(chart.narrow if narrow and chart.narrow is not None else chart.specification)


def _steady(picture: str) -> str:
    """The picture with ids that do not depend on what was drawn before it."""
    numbers: dict[str, int] = {}
    return _CLIP.sub(lambda found: f"{found[1]}clip{numbers.setdefault(found[2], len(numbers) + 1)}", picture)


def _library() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingExtra.of("charts", "report") from None
    return vl_convert
