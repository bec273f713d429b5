"""A chart before it has a format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn, as a Vega-Lite specification, and what it says to those who cannot see it.

    `name` is the stem of its file, such as `scores-bleu`; `finding` is what it shows in words, `reading` how
    to read it. `narrow` is the same chart for a column of a paper, None where it is the same; where other
    things are seen in it, such as no figures in its cells, `narrow_reading` says how to read that.
    """

    name: str
    title: str
    finding: str
    specification: Mapping[str, Any]
    narrow: Mapping[str, Any] | None = None
    reading: str = ""
    narrow_reading: str | None = None

    @property
    def description(self) -> str:
        """What it shows and how to read it: the caption."""
        return " ".join(filter(None, (self.finding, self.reading)))

    @property
    def for_column(self) -> Chart:
        """The narrow chart by itself."""
        return replace(
            self,
            specification=self.specification if self.narrow is None else self.narrow,
            narrow=None,
            reading=self.reading if self.narrow_reading is None else self.narrow_reading,
            narrow_reading=None,
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        """What a notebook shows: the specification, the finding in words, a picture where it can be drawn."""
        # Imported when a notebook asks: the checks after a plain score use this module and draw nothing.
        from contextlib import suppress

        from karat.errors import MissingExtra
        from karat.report.charts.drawing import svg

        titled = replace(self, specification={**self.specification, "title": self.title})
        made: dict[str, Any] = {
            "application/vnd.vegalite.v5+json": dict(titled.specification),
            "text/plain": f"{self.title}. {self.description}",
        }
        with suppress(MissingExtra):
            made["image/svg+xml"] = svg(titled)
        return made
