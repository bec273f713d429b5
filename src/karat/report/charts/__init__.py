"""Charts: one kind per file, each a function from a result to a `Chart`."""

from __future__ import annotations

from karat.report.charts.chart import Chart

__all__ = ["Chart"]
