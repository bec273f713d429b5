"""The sections of the page, each a function from a dossier to a section, and how their parts are laid out.

Sections with one question in common make a chapter. The best chart of its first section stands open; whatever
else there is stays folded, under a name that says what is in it, so that the page can be read to its end.
What is folded is a click away, is found by the browser's search, and is printed if the reader has opened it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Literal

from karat.report.charts.chart import Chart
from karat.report.tables import Note, Table, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.dossier import Dossier
    from karat.report.tables import Part, Section

# From what everybody asks to what researchers look for; the topics of a line make a chapter.
_CHAPTERS = (
    ("human_scores", "people", "judges", "judge_groups"),
    ("standings", "contrasts", "slices"),
    ("agreement", "between_metrics", "order_sweep"),
    ("prospects", "transfer", "system_labels"),
    ("checks",),
    ("entities",),
    ("variation", "units", "sensitivity"),
    ("omissions",),
)
ORDER = tuple(topic for topics in _CHAPTERS for topic in topics)
# The chapter that each section belongs to, by the names of sections, which are addresses on the page.
_CHAPTER_OF = {
    **dict.fromkeys(("human", "estimates", "judges", "judge-groups"), "human"),
    **dict.fromkeys(("scores", "pairs", "parts"), "scores"),
    **dict.fromkeys(("people", "metrics", "orders"), "people"),
    **dict.fromkeys(("calibration", "transfer", "labels"), "calibration"),
    **dict.fromkeys(("variation", "units", "damage"), "variation"),
}
BEHIND = "The figures behind it"
_NAMED = 3  # so many titles a summary has room for
_LONGEST = 56  # letters of names in a row of summaries
# Longer lists of notes are folded: they are there to look something up.
_MANY_NOTES = 3
WARNING = "warning"


def sections_of(dossier: Dossier) -> tuple[Section, ...]:
    """What there is to show of a dossier, in order."""
    made = (_maker(name)(dossier) for name in ORDER)
    return tuple(section for section in made if section is not None)


def _maker(name: str) -> Callable[[Dossier], Section | None]:
    maker: Callable[[Dossier], Section | None] = import_module(f"karat.report.topics.{name}").section
    return maker


def chapters_of(sections: Sequence[Section]) -> list[list[Section]]:
    """Neighbouring sections of one chapter together; any other section is a chapter of its own."""
    groups = groupby(sections, key=lambda section: _CHAPTER_OF.get(section.name, section.name))
    return [list(group) for _, group in groups]


@dataclass(frozen=True, slots=True)
class Block:
    """Parts that follow each other; `summary` is what is seen of those that are folded.

    Within an open block long lists of terms are folded by themselves, where `terms_folded` says so.
    """

    parts: list[Part]
    summary: str | None = None
    terms_folded: bool = True

    @property
    def pieces(self) -> list[Piece]:
        """What the parts are as elements of the page; notes that follow each other are together."""
        return list(_pieces(self.parts, self.terms_folded))


@dataclass(frozen=True, slots=True)
class Terms:
    """A list of terms with what they mean, such as the columns of a table."""

    terms: list[tuple[str, list[str]]]
    is_warning: bool
    is_foldable: bool = True

    @property
    def summary(self) -> str | None:
        """What is seen of a long list, which is folded; a warning never is."""
        many = self.is_foldable and not self.is_warning and len(self.terms) > _MANY_NOTES
        return f"{len(self.terms)} notes on the figures" if many else None


@dataclass(frozen=True, slots=True)
class Piece:
    """One element of the page."""

    kind: Literal["table", "chart", "paragraph", "terms"]
    content: Table | Chart | Terms | str


def brief(parts: Sequence[Part], *, is_first: bool) -> list[Block]:
    """Of the first section of a chapter its best chart, or else its first table; of others nothing is open.

    The best chart is the first. Warnings are never folded. Everything else is, in this order: the figures of
    the open chart, other charts, each with its figures, other tables, notes.
    """
    charts, tables = _with_figures(parts)
    warnings, notes = _without_warnings(parts)
    open_parts: list[Part] = []
    folded: list[Block] = []
    if is_first and charts:
        chart, *behind = charts.pop(0)
        open_parts.append(chart)
        folded += [Block(behind, BEHIND)] if behind else []
    elif is_first and tables:
        open_parts.append(tables.pop(0))
    open_parts += warnings
    folded += [_fold("chart", [part for group in charts for part in group])] if charts else []
    folded += [_fold("table", tables)] if tables else []
    folded += [Block([*notes], _on(notes), terms_folded=False)] if notes else []
    return [*([Block(open_parts)] if open_parts else []), *folded]


def _with_figures(parts: Sequence[Part]) -> tuple[list[list[Part]], list[Part]]:
    """Every chart with the tables right after it, and the tables that belong to none."""
    charts: list[list[Part]] = []
    tables: list[Part] = []
    before: Part | None = None
    for part in parts:
        if isinstance(part, Chart):
            charts.append([part])
        elif isinstance(part, Table) and isinstance(before, Chart):
            charts[-1].append(part)
        elif isinstance(part, Table):
            tables.append(part)
        before = part
    return charts, tables


def _without_warnings(parts: Sequence[Part]) -> tuple[list[Part], list[Note]]:
    """Warnings, and the other notes; a note without a label goes with the one before it."""
    warnings: list[Part] = []
    others: list[Note] = []
    warned = False
    for part in parts:
        if isinstance(part, Note):
            warned = part.label.casefold() == WARNING if part.label else warned
            (warnings if warned else others).append(part)
    return warnings, others


def _fold(kind: Literal["chart", "table"], parts: list[Part]) -> Block:
    """Charts or tables under their titles."""
    wanted = Chart if kind == "chart" else Table
    titles = [part.title for part in parts if isinstance(part, wanted)]
    count = "Chart" if kind == "chart" else "Table"
    if len(titles) > 1:
        count = f"{len(titles)} {kind}s"
    named = _names(list(dict.fromkeys(filter(None, titles))))
    return Block(parts, f"{count}: {named}" if named else count)


def _on(notes: Sequence[Note]) -> str:
    """What notes are about: the terms that they explain."""
    terms = _names(list(dict.fromkeys(note.label for note in notes if note.label)))
    return f"Notes: {terms}" if terms else "Notes"


def _names(names: Sequence[str]) -> str:
    """As many names as a line has room for, and how many more there are."""
    widths = accumulate(map(len, names))
    shown = names[: max(sum(width <= _LONGEST for width in widths), 1)]
    rest = len(names) - len(shown)
    return "; ".join(map(printable, shown)) + (f"; {rest} more" if rest > 0 else "")


def arranged(parts: Sequence[Part]) -> list[Block]:
    """For the page of a lead, who wants more at once: the first chart and a table before it stand open.

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


def _pieces(parts: Sequence[Part], terms_folded: bool) -> Iterator[Piece]:
    for are_notes, group in groupby(parts, key=lambda part: isinstance(part, Note)):
        if are_notes:
            yield from _notes([part for part in group if isinstance(part, Note)], terms_folded)
            continue
        for part in group:
            if isinstance(part, Chart):
                yield Piece("chart", part)
            elif isinstance(part, Table):
                yield Piece("table", part)


def _notes(notes: Sequence[Note], foldable: bool) -> Iterator[Piece]:
    """A note with a label is a term and what it means, and goes on in those without one after it."""
    for term, group in groupby(_with_terms(notes), key=lambda one: one[0] is not None):
        if not term:
            yield from (Piece("paragraph", text) for _, texts in group for text in texts)
            continue
        terms = [(name or "", texts) for name, texts in group]
        for is_warning in (True, False):
            some = [one for one in terms if (one[0].casefold() == WARNING) == is_warning]
            if some:
                yield Piece("terms", Terms(some, is_warning, foldable))


def _with_terms(notes: Sequence[Note]) -> list[tuple[str | None, list[str]]]:
    found: list[tuple[str | None, list[str]]] = []
    for note in notes:
        if note.label or not found or found[-1][0] is None:
            found.append((note.label or None, [note.text]))
        else:
            found[-1][1].append(note.text)
    return found
