"""The page before it is HTML: the answer, the evidence, and what it takes to make the page again."""

from __future__ import annotations

from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.report.page.answer_type import Answer
    from karat.report.page.section import Section
    from karat.report.tables import Note


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that is shown, in order.

    `figures` is the JSON document of every figure on the page, in full precision; `browser` holds the segments
    as the segment browser reads them, or nothing.
    """

    title: str
    subtitle: str
    answer: Answer
    sections: tuple[Section, ...]
    provenance: tuple[Note, ...]
    figures: str
    browser: str = ""
