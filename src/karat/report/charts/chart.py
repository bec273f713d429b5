"""A chart before it has a format."""

from __future__ import annotations

from karat.records import dataclass
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn, as a Vega-Lite specification, and what it says to those who cannot see it.

    `name` is the stem of its file, such as `scores-bleu`; `description` is the finding in words.
    """

    name: str
    title: str
    description: str
    specification: Mapping[str, Any]
