"""How charts look: colours, marks and sizes.

Colours are told apart by people who see no red, green or blue, and differ in lightness, so that they stay
apart in greyscale; wherever colour says something, a shape, a dash or a word says it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# Fonts of the same widths, of which every system has one.
FONT = "Arial, Liberation Sans, Helvetica, sans-serif"
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


@dataclass(frozen=True, slots=True)
class Colour:
    """One role, on light paper and on dark."""

    light: str
    dark: str


COLOURS: Mapping[str, Colour] = {
    "ink": Colour("#1c2026", "#e9ebee"),
    "muted": Colour("#59616d", "#a7afbb"),
    "rule": Colour("#9aa2ae", "#6c7582"),
    "grid": Colour("#e3e6ea", "#2f353e"),
    "paper": Colour("#ffffff", "#15181d"),
    "band": Colour("#d5e4f1", "#1d3a52"),
    "halo": Colour("#edf3f9", "#1a2733"),
    # The darkest of one paper is the lightest of the other.
    "blue": Colour("#00508f", "#4c9ff0"),
    "orange": Colour("#cc5200", "#ffb066"),
    "green": Colour("#12a682", "#6fe0bd"),
    "plum": Colour("#501450", "#f4ecff"),
    "pink": Colour("#c565b5", "#d65cbc"),
    "grey": Colour("#6b6b6b", "#8b8f96"),
    # From worse to better, with a class for what is neither.
    "worse3": Colour("#c2510c", "#d9722e"),
    "worse2": Colour("#eb9a63", "#94511f"),
    "worse1": Colour("#f8d9c2", "#4d3320"),
    "even": Colour("#f2f3f5", "#262b32"),
    "better1": Colour("#cfe1f0", "#1d3a52"),
    "better2": Colour("#74a9d2", "#22618f"),
    "better3": Colour("#0b5a94", "#2f8fd0"),
}


def colour(role: str) -> str:
    """The colour of a role on paper."""
    return COLOURS[role].light


@dataclass(frozen=True, slots=True)
class Style:
    """How one of several lines is drawn: no two share a dash or a shape."""

    colour: str
    dash: tuple[int, ...]
    shape: str


STYLES = (
    Style("blue", (1, 0), "circle"),
    Style("orange", (6, 3), "square"),
    Style("green", (2, 2), "triangle-up"),
    Style("plum", (8, 3, 2, 3), "diamond"),
    Style("pink", (12, 4), "triangle-down"),
    Style("grey", (4, 2, 1, 2, 1, 2), "cross"),
)


def style(place: int) -> Style:
    """The style of the line at a place; beyond the last they come round with another shape."""
    once, again = place % len(STYLES), place // len(STYLES)
    return Style(STYLES[once].colour, STYLES[once].dash, STYLES[(once + again) % len(STYLES)].shape)


@dataclass(frozen=True, slots=True)
class Size:
    """How wide a chart is in all, in CSS pixels of 1/96 inch, and how large its letters and steps are."""

    width: int
    letters: float
    step: int
    point: int

    @property
    def names(self) -> int:
        """The most room that the name of a system gets."""
        return int(self.width * (0.3 if self.letters > 11 else 0.36))


PAGE = Size(680, 12, 22, 60)
# 85 mm, a column of the usual two-column paper, with letters of 7.5 points.
COLUMN = Size(321, 10, 15, 32)


def config(size: Size) -> dict[str, Any]:
    """What all charts share."""
    ink, muted, grid, rule = (colour(role) for role in ("ink", "muted", "grid", "rule"))
    letters = size.letters
    return {
        "font": FONT,
        "background": colour("paper"),
        "view": {"stroke": None},
        "axis": {
            "labelColor": ink,
            "labelFontSize": letters,
            "labelLimit": size.names,
            "titleColor": ink,
            "titleFontSize": letters,
            "titleFontWeight": "normal",
            "titlePadding": round(letters * 0.6),
            "gridColor": grid,
            "domainColor": rule,
            "tickColor": rule,
            "tickSize": 4,
            "labelPadding": 4,
            "labelFlush": False,
            "labelSeparation": 4,
        },
        # Numbers are short; without a limit they are measured once less, which is a good part of drawing.
        "axisQuantitative": {"tickCount": 6 if size is PAGE else 4, "labelLimit": 0},
        "legend": {
            "labelColor": ink,
            "labelFontSize": letters,
            "labelLimit": size.width,
            "titleColor": ink,
            "titleFontSize": letters,
            "titleFontWeight": "normal",
            "titleLimit": size.width,
            "orient": "top",
            "symbolStrokeWidth": 2,
        },
        "header": {
            "labelColor": ink,
            "labelFontSize": letters,
            "titleColor": ink,
            "titleFontSize": letters,
            "labelFontWeight": "bold",
            "labelLimit": size.width,
        },
        "title": {
            "color": ink,
            "subtitleColor": muted,
            "fontSize": letters + 1,
            "subtitleFontSize": letters,
            "anchor": "start",
            "fontWeight": "bold",
            "limit": size.width,
        },
        "text": {"color": ink, "fontSize": letters},
    }
