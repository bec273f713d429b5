"""Looking up what a topic shows: results of the demo data, and the cells of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.dossier.dossiers import whole_dossier
from tests.report.notebook.results import all_results

from karat.report.page.sections import sections_of

if TYPE_CHECKING:
    from karat.report.tables import Note, Section, Table


def result(home: str) -> Any:
    """A result of the demo data by the home of its class."""
    return all_results()[home][0]


def results(home: str) -> list[Any]:
    """Several of one kind."""
    return all_results()[home]


def section(name: str) -> Section:
    """A section of the page of the demo data."""
    return next(one for one in sections_of(whole_dossier()) if one.name == name)


def cells(table: Table, *labels: str) -> dict[str, float]:
    """The values of the row that begins with these labels, by column."""
    (row,) = [row for row in table.rows if row.labels[: len(labels)] == labels]
    return {column.name: value for column, value in zip(table.columns, row.values, strict=True)}


def column(table: Table, name: str) -> list[float]:
    """A column of values by its name."""
    place = [one.name for one in table.columns].index(name)
    return [row.values[place] for row in table.rows]


def labels(table: Table, name: str) -> list[str]:
    """A column of labels by its name."""
    place = table.labels.index(name)
    return [row.labels[place] for row in table.rows]


def note(notes: list[Note] | tuple[Note, ...], label: str) -> str:
    """What the only note of that label says."""
    (text,) = [one.text for one in notes if one.label == label]
    return text
