"""One system, thirty, missing values, and names that are long, hostile or in any script."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from tests.report.charts import results

from karat.report.charts import drawing
from karat.report.charts.drawing import inline
from karat.report.charts.theme import COLUMN, PAGE
from karat.report.topics import agreement, contrasts, outliers, slices, standings

if TYPE_CHECKING:
    from karat.report.charts.chart import Chart

THIRTY = (*results.HOSTILE, *(f"System-{place:02d}-of-the-team" for place in range(21)))


def drawn(chart: Chart | None) -> None:
    """Draws in both sizes, within the width."""
    assert chart is not None
    for narrow, size in ((False, PAGE), (True, COLUMN)):
        root = ET.fromstring(drawing.svg(chart, narrow=narrow))
        assert float(root.attrib["width"]) <= size.width + size.letters


@pytest.mark.parametrize("count", [1, 2, 5, 6, 30])
def test_any_number_of_systems(count: int) -> None:
    """Scores, pairs, parts and points. Names are plain but for the thirty: hostile ones take long to measure."""
    names = tuple(THIRTY) if count == len(THIRTY) else tuple(f"System-{place}" for place in range(count))
    drawn(standings.chart(results.comparison(names, missing=count > 1)))
    drawn(slices.chart(results.parts_of(names, 3), metric="BLEU", by="part"))
    drawn(outliers.chart(results.points_of(names)))
    pairs = contrasts.chart(results.comparison(names))
    assert (pairs is None) == (count == 1)
    if pairs is not None:
        drawn(pairs)


@pytest.mark.parametrize("parts", [1, 2, 11, 25])
def test_any_number_of_parts(parts: int) -> None:
    """With names too long for their columns."""
    drawn(slices.chart(results.parts_of(THIRTY[:9], parts), metric="BLEU", by="part"))


def test_nothing_to_draw() -> None:
    """No part, no agreement."""
    assert slices.chart([], metric="BLEU", by="part") is None
    assert agreement.by_metric([]) is None


def test_one_system_is_no_finding() -> None:
    """Two points are on a line whatever they are."""
    for count in (0, 1, 2):
        found = outliers.chart(results.points_of(THIRTY[:count]))
        assert "nothing can be concluded" in found.description
        drawn(found)


def test_names_are_not_code() -> None:
    """Names of systems and parts are text in every place."""
    names = results.HOSTILE
    for chart in (
        standings.chart(results.comparison(names)),
        contrasts.chart(results.comparison(names)),
        outliers.chart(results.points_of(names)),
        slices.chart(results.parts_of(names, 2), metric="<b>", by='"by"'),
    ):
        assert chart is not None
        text = inline(chart)
        root = ET.fromstring(text)
        assert {element.tag for element in root.iter()} <= {
            *("svg", "g", "path", "text", "tspan", "line", "rect", "title", "desc", "defs", "clipPath"),
        }
        assert "<script" not in text
        assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]


def test_a_name_that_looks_like_a_colour_stays_a_name() -> None:
    """Only paint is replaced by variables."""
    text = inline(standings.chart(results.comparison(("#00508f", "b"))))
    assert ">#00508f</text>" in text


def test_a_missing_score_is_a_dash() -> None:
    """Its system is listed, and no point is drawn."""
    chart = standings.chart(results.comparison(("a", "b"), missing=True))
    text = drawing.svg(chart)
    assert text.count('aria-roledescription="point"') == 1
    assert "–" in text
    assert str(nan) not in text


@pytest.mark.parametrize(
    ("name", "font"),
    [("翻訳システム", "Noto Sans CJK JP"), ("机器翻译", "Noto Sans CJK SC"), ("번역기", "Noto Sans CJK KR")],
)
def test_a_font_that_has_the_letters(name: str, font: str) -> None:
    """The converter takes the first font of a list, whatever it lacks."""
    text = drawing.svg(standings.chart(results.comparison((name, "b"))))
    assert f'font-family="{font}, ' in text


def test_an_emoji_may_be_cut_off_a_long_name() -> None:
    """Letters of two UTF-16 units are not cut in half, wherever the name ends, and come out as they went in."""
    # Wherever a name is cut off, one of two that begin with a letter more or less is cut within an emoji.
    names = ["x" * before + "\U0001f600" * 40 for before in range(2)]
    drawn(standings.chart(results.comparison((*names, "b"))))
    assert "fine \U0001f600" in drawing.svg(standings.chart(results.comparison(("fine \U0001f600", "b"))))


def test_a_legend_wider_than_its_field_is_shown_whole() -> None:
    """The last class of two columns is as far from the edge as that of six."""
    for parts in (1, 2, 6):
        found = slices.chart(results.parts_of(("a", "b"), parts), metric="BLEU", by="part")
        assert found is not None
        root = ET.fromstring(drawing.svg(found))
        assert "better" in "".join(root.itertext())
        assert float(root.attrib["width"]) >= 240
