"""Tables, notes and sections before they have a format: rows of values, and which of them are best."""

from __future__ import annotations

from math import nan

from karat.frozen import Frozen, UpperBound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal, TypeAlias

    from karat.metrics.explain.explanation import MarkedText
    from karat.report.charts.chart import Chart
    from karat.resampling import Interval

    Direction: TypeAlias = Literal["higher", "lower"]
    Compared: TypeAlias = Literal["in columns", "in rows", "nowhere"]
    Part: TypeAlias = "Chart | Table | Note"

# A notebook shows so many rows of a table, and says how many there are.
MOST_ROWS = 30


class Column(Frozen):
    """A column of values; `better` says which end of its scale is good, where one is.

    `digits` is for values that need more or fewer of them than the others, such as p-values, which are
    those of a column that `is_p`.
    """

    __slots__ = __match_args__ = ("name", "better", "digits", "is_p")

    def __init__(
        self,
        name: str,
        better: Direction | None = None,
        digits: int | None = None,
        is_p: bool = False,
    ) -> None:
        self.name = name
        self.better = better
        self.digits = digits
        self.is_p = is_p


# The last words of the columns that hold the ends of an interval; they stand right of the value's own column.
INTERVAL_ENDS = ("low", "high")


def interval_columns(name: str, digits: int | None = None) -> tuple[Column, Column, Column]:
    """A value and the ends of its interval."""
    low, high = INTERVAL_ENDS
    return (
        Column(name, digits=digits),
        Column(f"{name} {low}", digits=digits),
        Column(f"{name} {high}", digits=digits),
    )


class Row(Frozen):
    """The labels of a row and its values."""

    __slots__ = __match_args__ = ("labels", "values")

    def __init__(self, labels: tuple[str, ...], values: tuple[float, ...]) -> None:
        self.labels = labels
        self.values = values


class Table(Frozen):
    """Rows under named columns; `total` stands apart, `compared` says among which values one is best.

    `breaks` has the rows with which a new group begins, counted from 0.
    """

    __slots__ = __match_args__ = ("labels", "columns", "rows", "title", "total", "compared", "breaks")

    def __init__(
        self,
        labels: tuple[str, ...],
        columns: tuple[Column, ...],
        rows: Sequence[Row],
        title: str = "",
        total: Row | None = None,
        compared: Compared = "nowhere",
        breaks: frozenset[int] = frozenset(),
    ) -> None:
        self.labels = labels
        self.columns = columns
        self.rows = rows
        self.title = title
        self.total = total
        self.compared = compared
        self.breaks = breaks

    def written(
        self, row: Row, digits: int, missing: str = "nan", infinity: str = "inf", at_most: str = ""
    ) -> list[str]:
        """The values of a row, each with the digits of its column."""
        return [
            number(value, digits if column.digits is None else column.digits, missing, infinity, at_most)
            for column, value in zip(self.columns, row.values, strict=True)
        ]

    @property
    def all_rows(self) -> list[Row]:
        """The rows, and the total where there is one."""
        return [*self.rows] if self.total is None else [*self.rows, self.total]


class Note(Frozen):
    """A line below a table: what it is about, and what it says.

    `hint` says how the command line is asked for more. Only the command line shows it: readers of a page or
    of a notebook have no options to set.
    """

    __slots__ = __match_args__ = ("label", "text", "hint")

    def __init__(self, label: str, text: str, hint: str = "") -> None:
        self.label = label
        self.text = text
        self.hint = hint

    @property
    def with_hint(self) -> str:
        """The text as the command line shows it."""
        return f"{self.text} ({self.hint})" if self.hint else self.text


class RecipeNote(Note):
    """What decides the figures of the metric that its label names; TSV has it in a column."""

    __slots__ = ()


class View(Frozen):
    """What is shown of a result by itself: texts with what matched in them, tables below, notes below these.

    `spaced` says that the units of texts stand apart, as words do and characters do not.
    """

    __slots__ = __match_args__ = ("tables", "notes", "texts", "spaced")

    def __init__(
        self,
        tables: tuple[Table, ...],
        notes: tuple[Note, ...] = (),
        texts: tuple[MarkedText, ...] = (),
        spaced: bool = True,
    ) -> None:
        self.tables = tables
        self.notes = notes
        self.texts = texts
        self.spaced = spaced


def number(value: float, digits: int, missing: str = "nan", infinity: str = "inf", at_most: str = "") -> str:
    """A value with a fixed number of digits; programs read nan and inf, people do not.

    `at_most` goes before a number that is known from above only. What rounds to 0 has no sign.

    >>> number(2.5, 2), number(-0.001, 2), number(float("-inf"), 2), number(float("-inf"), 2, infinity="∞")
    ('2.50', '0.00', '-inf', '-∞')
    """
    if _is_missing(value):
        return missing
    bound = at_most if isinstance(value, UpperBound) else ""
    return f"{bound}{value:z.{digits}f}".replace("inf", infinity)


def ends(interval: Interval | None) -> tuple[float, float]:
    """Both ends of an interval; missing where there is none."""
    return (nan, nan) if interval is None else (interval.low, interval.high)


def printable(text: str) -> str:
    """A name without characters that would move the cursor or break the line."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def best_cells(table: Table, digits: int) -> set[tuple[int, int]]:
    """Row and column of each best value; values that look alike are best together."""
    if table.compared == "nowhere":
        return set()
    by_row = table.compared == "in rows"
    groups: dict[int, list[tuple[float, int, int]]] = {}
    for place, row in enumerate(table.all_rows if by_row else table.rows):
        for index, (column, value) in enumerate(zip(table.columns, row.values, strict=True)):
            if column.better is not None and not _is_missing(value):
                goodness = value if column.better == "higher" else -value
                groups.setdefault(place if by_row else index, []).append((goodness, place, index))
    return {cell for group in groups.values() if len(group) > 1 for cell in _best_of(group, digits)}


def _best_of(group: list[tuple[float, int, int]], digits: int) -> Iterator[tuple[int, int]]:
    best = number(max(group)[0], digits)
    return ((row, column) for goodness, row, column in group if number(goodness, digits) == best)


def _is_missing(value: float) -> bool:
    return value != value  # noqa: PLR0124 (only NaN is not itself, and math need not be imported)


class Section(Frozen):
    """What is shown under one heading: the finding in a sentence or two, then the evidence for it.

    `name` is the anchor to link to. A note with a label is a term and what it means; one without goes on
    with the one before, or is a paragraph. The first chart stands open, and the first table before it;
    others are folded: what matters most comes first. A table right after a chart has the figures behind it.
    """

    __slots__ = __match_args__ = ("name", "title", "lead", "parts")

    def __init__(self, name: str, title: str, lead: str, parts: tuple[Part, ...]) -> None:
        self.name = name
        self.title = title
        self.lead = lead
        self.parts = parts
