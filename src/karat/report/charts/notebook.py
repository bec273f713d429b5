"""A chart in a notebook."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.errors import MissingExtra
from karat.report.charts.drawing import svg

if TYPE_CHECKING:
    from karat.report.charts.chart import Chart


def bundle(chart: Chart) -> dict[str, Any]:
    """The chart in every form that a notebook may show, the finding in words among them."""
    titled = replace(chart, specification={**chart.specification, "title": chart.title})
    made: dict[str, Any] = {
        "application/vnd.vegalite.v5+json": dict(titled.specification),
        "text/plain": f"{chart.title}. {chart.description}",
    }
    with suppress(MissingExtra):
        made["image/svg+xml"] = svg(titled)
    return made
