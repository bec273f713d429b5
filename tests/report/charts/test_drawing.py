"""Charts inside a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from tests.report.charts import results

from karat.report.charts.drawing import inline, stylesheet
from karat.report.charts.theme import COLOURS


@pytest.mark.parametrize("name", results.NAMES)
def test_every_paint_is_a_variable(name: str) -> None:
    """So that one picture is right on light paper and on dark."""
    root = ET.fromstring(inline(results.charts()[name]))
    paints = {element.get(side) for element in root.iter() for side in ("fill", "stroke")}
    assert {paint for paint in paints if paint and not re.match(r"var\(--chart-[a-z0-9]+, #", paint)} <= {
        "none"
    }


def test_no_two_charts_share_an_id() -> None:
    """Nor does a chart that is on the page twice, with a prefix."""
    texts = [inline(chart) for chart in results.charts().values()]
    texts.append(inline(results.charts()["scores-bleu"], prefix="again-"))
    ids = [found for text in texts for found in re.findall(r'\bid="([^"]*)"', text)]
    assert len(ids) == len(set(ids)) > len(texts)
    for text in texts:
        for reference in re.findall(r"url\(#([^)]*)\)", text):
            assert f'id="{reference}"' in text


def test_screen_readers_are_told() -> None:
    """Title and finding of the chart, words of the marks; nothing else is worth saying."""
    chart = results.charts()["scores-bleu"]
    root = ET.fromstring(inline(chart))
    assert root.attrib["role"] == "group"
    title, description = root[0], root[1]
    assert (title.text, description.text) == (chart.title, chart.description)
    assert root.attrib["aria-labelledby"] == title.attrib["id"]
    assert root.attrib["aria-describedby"] == description.attrib["id"]
    said = [element.attrib["aria-label"] for element in root.iter() if element.get("role") == "img"]
    assert sum("95 % interval" in words for words in said) == len(results.material()[0].systems)


def test_the_stylesheet_has_every_role() -> None:
    """For light, for dark as the system has it, and as the reader chose."""
    text = stylesheet()
    for role, each in COLOURS.items():
        assert text.count(f"--chart-{role}:{each.dark};") == 2
        assert text.count(f"--chart-{role}:{each.light};") == 1
