"""A section of the page before it is HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from karat.report.charts.chart import Chart
    from karat.report.tables import Note, Table

Part: TypeAlias = "Chart | Table | Note"


@dataclass(frozen=True, slots=True)
class Section:
    """What is shown under one heading: the finding in a sentence or two, then the evidence for it.

    `name` is the anchor to link to. A note with a label is a term and what it means; one without goes on
    with the one before, or is a paragraph. The first chart stands open, and the first table before it;
    others are folded: what matters most comes first. A table right after a chart has the figures behind it.
    """

    name: str
    title: str
    lead: str
    parts: tuple[Part, ...]
