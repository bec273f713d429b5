"""Which parts of a section stand open: a table, a chart, no more, so that a page can be read to its end.

What is folded is a click away, is found by the browser's search where it can, and is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.report.charts.chart import Chart
from karat.report.tables import Note, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.page.section import Part

BEHIND = "The figures behind it"
_NAMED = 3  # so many titles a summary has room for


@dataclass(frozen=True, slots=True)
class Block:
    """Parts that follow each other; `summary` is what is seen of those that are folded."""

    parts: list[Part]
    summary: str | None = None


def arranged(parts: Sequence[Part]) -> list[Block]:
    """The first chart stands open, and the first table if it comes before; everything else is folded.

    A table right after the open chart has the figures behind it, and is folded by itself. Notes belong to
    what they stand below; at the end they are about the whole section, and stand open.
    """
    groups: list[tuple[str, list[Part]]] = []
    opened: set[type] = set()
    before: Part | None = None
    last = max((place for place, part in enumerate(parts) if not isinstance(part, Note)), default=0)
    for place, part in enumerate(parts):
        state = "open"
        if isinstance(part, Note) and groups and groups[-1][0] == "more" and place < last:
            state = "more"
        elif isinstance(part, Table) and isinstance(before, Chart):
            state = "behind" if groups[-1][0] == "open" else "more"
        elif isinstance(part, Chart | Table):
            state = "more" if type(part) in opened or Chart in opened else "open"
            opened.add(type(part))
        if not groups or groups[-1][0] != state:
            groups.append((state, []))
        groups[-1][1].append(part)
        before = part
    return [Block(group, _summary(state, group)) for state, group in groups]


def _summary(state: str, parts: Sequence[Part]) -> str | None:
    if state == "open":
        return None
    if state == "behind":
        return BEHIND
    titles = [part.title for part in parts if not isinstance(part, Note) and part.title]
    # Tables behind charts go without saying, if there are charts.
    titles = [part.title for part in parts if isinstance(part, Chart)] or titles
    named = list(dict.fromkeys(titles))
    if not named:
        return f"More tables ({len(parts)})" if len(parts) > 1 else "Another table"
    rest = len(named) - _NAMED
    return ", ".join(named[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
