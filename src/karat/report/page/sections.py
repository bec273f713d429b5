"""The sections of the page, each a function from a dossier to a section, and how their parts are laid out.

A table and a chart stand open, no more, so that a page can be read to its end. What is folded is a click
away, is found by the browser's search where it can, and is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from karat.report.charts.chart import Chart
from karat.report.tables import Note, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.dossier import Dossier
    from karat.report.tables import Part, Section

# From what everybody asks to what researchers look for.
ORDER = (
    "standings",
    "contrasts",
    "slices",
    "human_scores",
    "agreement",
    "between_metrics",
    "order_sweep",
    "judges",
    "judge_groups",
    "prospects",
    "transfer",
    "system_labels",
    "checks",
    "entities",
    "variation",
    "units",
    "sensitivity",
    "omissions",
)
BEHIND = "The figures behind it"
_NAMED = 3  # so many titles a summary has room for
# Longer lists of notes are folded: they are there to look something up.
_MANY_NOTES = 3


def sections_of(dossier: Dossier) -> tuple[Section, ...]:
    """What there is to show of a dossier, in order."""
    made = (_maker(name)(dossier) for name in ORDER)
    return tuple(section for section in made if section is not None)


def _maker(name: str) -> Callable[[Dossier], Section | None]:
    maker: Callable[[Dossier], Section | None] = import_module(f"karat.report.topics.{name}").section
    return maker


@dataclass(frozen=True, slots=True)
class Block:
    """Parts that follow each other; `summary` is what is seen of those that are folded."""

    parts: list[Part]
    summary: str | None = None

    @property
    def pieces(self) -> list[Piece]:
        """What the parts are as elements of the page; notes that follow each other are together."""
        return list(_pieces(self.parts))


@dataclass(frozen=True, slots=True)
class Terms:
    """A list of terms with what they mean, such as the columns of a table."""

    terms: list[tuple[str, list[str]]]
    is_warning: bool

    @property
    def summary(self) -> str | None:
        """What is seen of a long list, which is folded; a warning never is."""
        many = not self.is_warning and len(self.terms) > _MANY_NOTES
        return f"{len(self.terms)} notes on the figures" if many else None


@dataclass(frozen=True, slots=True)
class Piece:
    """One element of the page."""

    kind: Literal["table", "chart", "paragraph", "terms"]
    content: Table | Chart | Terms | str


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


def _pieces(parts: Sequence[Part]) -> Iterator[Piece]:
    for are_notes, group in groupby(parts, key=lambda part: isinstance(part, Note)):
        if are_notes:
            yield from _notes([part for part in group if isinstance(part, Note)])
            continue
        for part in group:
            if isinstance(part, Chart):
                yield Piece("chart", part)
            elif isinstance(part, Table):
                yield Piece("table", part)


def _notes(notes: Sequence[Note]) -> Iterator[Piece]:
    """A note with a label is a term and what it means, and goes on in those without one after it."""
    for term, group in groupby(_with_terms(notes), key=lambda one: one[0] is not None):
        if not term:
            yield from (Piece("paragraph", text) for _, texts in group for text in texts)
            continue
        terms = [(name or "", texts) for name, texts in group]
        for is_warning in (True, False):
            some = [one for one in terms if (one[0].casefold() == "warning") == is_warning]
            if some:
                yield Piece("terms", Terms(some, is_warning))


def _with_terms(notes: Sequence[Note]) -> list[tuple[str | None, list[str]]]:
    found: list[tuple[str | None, list[str]]] = []
    for note in notes:
        if note.label or not found or found[-1][0] is None:
            found.append((note.label or None, [note.text]))
        else:
            found[-1][1].append(note.text)
    return found
