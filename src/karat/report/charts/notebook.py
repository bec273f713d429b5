"""A chart in a notebook."""

from __future__ import annotations

from karat.errors import MissingExtra
from karat.report.charts.drawing import svg
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karat.report.charts.chart import Chart


def bundle(chart: Chart) -> dict[str, Any]:
    """The chart in every form that a notebook may show, the finding in words among them."""
    made: dict[str, Any] = {
        "application/vnd.vegalite.v5+json": dict(chart.specification),
        "text/plain": f"{chart.title}. {chart.description}",
    }
    try:
        made["image/svg+xml"] = svg(chart)
    except MissingExtra:
        pass
    return made
