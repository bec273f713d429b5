"""What holds for every topic: whole tables, plain sentences, and no options of the command line on a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.dossier.dossiers import entity_dossier, lone_dossier, text_dossier, whole_dossier
from tests.report.notebook.results import all_results

from karat import show
from karat.report.charts import Chart
from karat.report.notebook.views import VIEWS, view_of
from karat.report.page.sections import sections_of
from karat.report.page.statements import statements_of
from karat.report.tables import Note, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

DOSSIERS = [whole_dossier, text_dossier, lone_dossier, entity_dossier]
# An option, or a command of ours.
_COMMAND_LINE = re.compile(
    r"(?<![\w-])--?[a-z][\w-]+|\bkarat (?:score|compare|agree|predict|check|transfer|entities|report)\b"
)


def said_on_page(dossier: Any) -> Iterator[str]:
    """Every sentence that a reader of the page sees, but for the names and texts of the data."""
    yield from (one.text for one in statements_of(dossier))
    for section in sections_of(dossier):
        yield from (section.title, section.lead)
        for part in section.parts:
            if isinstance(part, Note):
                yield part.text
            elif isinstance(part, Chart):
                yield from (part.title, part.description)
            else:
                yield from (part.title, *part.labels, *(column.name for column in part.columns))
                yield from (label for row in part.rows for label in row.labels)


@pytest.mark.parametrize("made", DOSSIERS)
def test_the_page_knows_no_options(made: Any) -> None:
    """Its readers have a page, not a command line."""
    found = {text: _COMMAND_LINE.findall(text) for text in said_on_page(made())}
    assert {text: options for text, options in found.items() if options} == {}


@pytest.mark.parametrize("home", VIEWS)
def test_a_notebook_knows_no_options(home: str) -> None:
    """Hints are for the command line; in HTML and in text they are left out."""
    results = all_results()[home]
    hints = [note.hint for note in view_of(results).notes if note.hint]
    shown = show(results)
    for text in (shown._repr_html_(), str(shown)):
        assert not [hint for hint in hints if hint in text]
    notes = [note.text for note in view_of(results).notes]
    assert not [text for text in notes if _COMMAND_LINE.search(text)]


@pytest.mark.parametrize("made", DOSSIERS)
def test_tables_are_whole(made: Any) -> None:
    """Every row has a label for every heading and a value for every column."""
    tables = [part for one in sections_of(made()) for part in one.parts if isinstance(part, Table)]
    assert tables
    for table in tables:
        assert {len(row.labels) for row in table.all_rows} <= {len(table.labels)}
        assert {len(row.values) for row in table.all_rows} <= {len(table.columns)}
        assert all(0 < place < len(table.rows) for place in table.breaks)


@pytest.mark.parametrize("home", VIEWS)
def test_views_are_whole(home: str) -> None:
    """The same of what notebooks show, of one result and of several."""
    results = all_results()[home]
    for view in (view_of(results), view_of(results[:1])):
        assert view.tables
        for table in view.tables:
            assert {len(row.labels) for row in table.all_rows} <= {len(table.labels)}
            assert {len(row.values) for row in table.all_rows} <= {len(table.columns)}
        assert all(note.text for note in view.notes)


@pytest.mark.parametrize("made", DOSSIERS)
def test_sentences_are_whole(made: Any) -> None:
    """Leads and findings begin and end like sentences, and hold no Python."""
    for section in sections_of(made()):
        texts = [section.lead, *(part.description for part in section.parts if isinstance(part, Chart))]
        for text in texts:
            assert text.endswith("."), text
            assert "  " not in text
            assert not re.search(r"\b(nan|inf|None|True|False)\b", text), text
