"""Sections are there where the data have them, and their first sentences say what the figures say."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.dossier.dossiers import entity_dossier, labelled_dossier, lone_dossier, text_dossier, whole_dossier

from karat.report.charts.chart import Chart
from karat.report.page.sections import BEHIND, ORDER, arranged, brief, chapters_of, sections_of
from karat.report.tables import Column, Note, Row, Section, Table

if TYPE_CHECKING:
    from karat.dossier import Dossier
    from karat.report.tables import Part


# The section of each topic, in the order of the page.
NAMES = {
    "human_scores": "human",
    "people": "estimates",
    "judges": "judges",
    "judge_groups": "judge-groups",
    "standings": "scores",
    "contrasts": "pairs",
    "slices": "parts",
    "agreement": "people",
    "between_metrics": "metrics",
    "order_sweep": "orders",
    "prospects": "calibration",
    "transfer": "transfer",
    "system_labels": "labels",
    "checks": "checks",
    "entities": "entities",
    "variation": "variation",
    "units": "units",
    "sensitivity": "damage",
    "omissions": "absent",
}
# The demo data are judged as a whole, mark no entities, its judges are in no groups, and its systems of no kind.
LACKING = ("entities", "estimates", "judge-groups", "labels")


def named(dossier: Dossier) -> dict[str, Section]:
    """The sections of a dossier by name."""
    return {section.name: section for section in sections_of(dossier)}


def test_everything_is_shown_of_data_that_have_everything() -> None:
    """All sections but those of entities, estimates, groups of judges and kinds of systems, in the order of the page."""
    assert tuple(NAMES) == ORDER
    assert list(named(whole_dossier())) == [name for name in NAMES.values() if name not in LACKING]


def test_texts_alone_show_no_people() -> None:
    """Nothing is shown of what is not known, and the last section says why."""
    found = named(text_dossier())
    assert list(found) == [
        *("scores", "pairs", "parts", "checks", "variation", "units", "damage"),
        "absent",
    ]
    (table,) = found["absent"].parts
    assert isinstance(table, Table)
    reasons = {row.labels[0]: row.labels[1] for row in table.rows}
    assert "no human scores" in reasons["metrics against people"]


def test_one_system_shows_no_pairs() -> None:
    """Scores, checks and diagnosis need no second system."""
    assert list(named(lone_dossier())) == ["scores", "checks", "variation", "units", "damage", "absent"]


def test_entities_are_shown_where_they_are_marked() -> None:
    """The share by type, and the misses."""
    section = named(entity_dossier())["entities"]
    assert section.lead.startswith("right has 100 % of the ")
    assert section.lead.endswith(", wrong 0 %.")
    assert any(isinstance(part, Table) and "nearest" in part.labels for part in section.parts)


def test_kinds_of_systems_are_shown_where_they_are_named() -> None:
    """The answer in words, the tests and lines of all, and a chart of every text type."""
    section = named(labelled_dossier())["labels"]
    assert "calibrations shows it" in section.lead
    tests, lines = (part for part in section.parts if isinstance(part, Table))
    assert [row.labels[5] for row in tests.rows] == ["can't tell"] * 3
    assert {row.labels[4] for row in lines.rows} == {"neural", "<LLM>"}
    charts = [part for part in section.parts if isinstance(part, Chart)]
    assert len({chart.name for chart in charts}) == len(charts) == 3


@pytest.mark.parametrize(
    "name", [name for name in NAMES.values() if name not in (*LACKING, "absent", "checks")]
)
def test_every_section_has_a_finding_and_a_chart(name: str) -> None:
    """A sentence or more with figures, ending like one, and something to look at."""
    section = named(whole_dossier())[name]
    assert section.lead.endswith(".")
    assert "  " not in section.lead
    assert not re.search(r"\b(nan|inf|None)\b", section.lead)
    if name != "parts":
        assert re.search(r"\d", section.lead)
    assert any(isinstance(part, Chart) for part in section.parts)


def test_charts_have_names_of_their_own() -> None:
    """A name is a file and an address on the page."""
    charts = [
        part.name for one in sections_of(whole_dossier()) for part in one.parts if isinstance(part, Chart)
    ]
    assert len(set(charts)) == len(charts)


def test_the_first_sentence_of_scores_has_the_scores() -> None:
    """Who is first, with its interval, and who follows."""
    dossier = whole_dossier()
    assert dossier.comparison is not None
    first, second = dossier.comparison.metrics[0].standings[:2]
    lead = named(dossier)["scores"].lead
    assert lead.startswith(f"{first.system} has the best BLEU, {first.value:.1f} ")
    assert f"{first.interval.low:.1f} to {first.interval.high:.1f}" in lead
    assert f"{second.system} follows with {second.value:.1f}" in lead


def test_lines_that_differ_are_not_said_to_be_carried() -> None:
    """`no evidence against it` begins like `no: slopes differ`, and means the other."""
    dossier = whole_dossier()
    one, other = dossier.transfers[:2]
    fine = replace(one, tests=replace(one.tests, verdict="no evidence against it"))
    wrong = replace(other, tests=replace(other.tests, verdict="no: slopes differ"))
    assert named(replace(dossier, transfers=(fine,)))["transfer"].lead.startswith(
        "No test found evidence against it"
    )
    assert named(replace(dossier, transfers=(fine, wrong)))["transfer"].lead.startswith(
        "Not without a check: in 1 of 2 comparisons"
    )


def test_the_sentence_on_transfer_does_not_contradict_its_chart() -> None:
    """Where tests find nothing but z-scores do, both are said."""
    dossier = whole_dossier()
    fine = tuple(
        replace(one, tests=replace(one.tests, verdict="no evidence against it")) for one in dossier.transfers
    )
    beyond = sum(any(abs(z) > 1.96 for z in one.z_scores()) for one in fine)
    assert beyond
    assert (
        f"But in {beyond} of {len(fine)} directions"
        in named(replace(dossier, transfers=fine))["transfer"].lead
    )


def test_names_of_dimensions_are_left_as_they_are() -> None:
    """A dimension may be called mqm or da_sqm, which Mqm is not."""
    lead = named(whole_dossier())["orders"].lead
    assert " for adequacy " in lead


def parts(letters: str) -> list[Part]:
    """C is a chart, T a table, N a note; numbers tell them apart."""
    made: dict[str, Part] = {}
    for number, letter in enumerate(letters, 1):
        name = f"{letter}{number}"
        if letter == "C":
            made[name] = Chart(name, name, "", {})
        elif letter == "T":
            made[name] = Table(("x",), (Column("y"),), [Row(("a",), (1.0,))], title=name)
        else:
            made[name] = Note(name, "")
    return list(made.values())


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("", []),
        ("TCN", [(None, 3)]),
        ("CT", [(None, 1), (BEHIND, 1)]),
        ("CTT", [(None, 1), (BEHIND, 1), ("T3", 1)]),
        ("TCCC", [(None, 2), ("C3, C4", 2)]),
        ("CTCTCT", [(None, 1), (BEHIND, 1), ("C3, C5", 4)]),
        ("TTTTTT", [(None, 1), ("T2, T3, T4 and 2 more", 5)]),
        ("TNTN", [(None, 2), ("T3", 1), (None, 1)]),
        ("CNT", [(None, 2), ("T3", 1)]),
        ("CTNCTNCTN", [(None, 1), (BEHIND, 1), (None, 1), ("C4, C7", 5), (None, 1)]),
    ],
)
def test_a_table_and_a_chart_stand_open(letters: str, expected: list[tuple[str | None, int]]) -> None:
    """In their order, with nothing left out."""
    given = parts(letters)
    blocks = arranged(given)
    assert [(block.summary, len(block.parts)) for block in blocks] == expected
    assert [part for block in blocks for part in block.parts] == given


def test_tables_without_titles() -> None:
    """Are counted."""
    tables: list[Part] = [Table(("x",), (), []) for _ in range(3)]
    assert [block.summary for block in arranged(tables)] == [None, "More tables (2)"]
    assert arranged(tables[:2])[1].summary == "Another table"


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("", []),
        ("CT", [(None, 1), (BEHIND, 1)]),
        ("TCN", [(None, 1), ("Table: T1", 1), ("Notes: N3", 1)]),
        ("CTCTCT", [(None, 1), (BEHIND, 1), ("2 charts: C3; C5", 4)]),
        ("TTNN", [(None, 1), ("Table: T2", 1), ("Notes: N3; N4", 2)]),
        ("CNT", [(None, 1), ("Table: T3", 1), ("Notes: N2", 1)]),
    ],
)
def test_of_a_chapter_one_chart_stands_open(letters: str, expected: list[tuple[str | None, int]]) -> None:
    """Its first; the rest is folded by kind, each under what it is and its titles, and nothing is left out."""
    given = parts(letters)
    blocks = brief(given, is_first=True)
    assert [(block.summary, len(block.parts)) for block in blocks] == expected
    assert sorted(id(part) for block in blocks for part in block.parts) == sorted(map(id, given))
    assert all(block.summary is not None for block in brief(given, is_first=False))


def test_the_name_of_a_fold_has_room_in_a_row() -> None:
    """As many titles as fit, at least one, and how many more there are."""
    tables: list[Part] = [Table(("x",), (), [], title=letter * 30) for letter in "abc"]
    (fold,) = brief(tables, is_first=False)
    assert fold.summary == f"3 tables: {'a' * 30}; 2 more"
    assert brief([Table(("x",), (), [])], is_first=False)[0].summary == "Table"


def test_a_warning_stands_open_with_what_follows_it() -> None:
    """Also in a section of which nothing else does; a note without a label goes on with the one before it."""
    notes: list[Part] = [Note("one", "x"), Note("Warning", "Beware."), Note("", "Really."), Note("two", "y")]
    warned, folded = brief(notes, is_first=False)
    assert (warned.summary, warned.parts) == (None, notes[1:3])
    assert (folded.summary, folded.parts) == ("Notes: one; two", [notes[0], notes[3]])


def test_sections_with_one_question_in_common_make_a_chapter() -> None:
    """Every section is in one, in the order of the page; a chapter begins with whichever of them is there first."""
    chapters = [
        [section.name for section in chapter] for chapter in chapters_of(sections_of(whole_dossier()))
    ]
    assert chapters == [
        ["human", "judges"],
        ["scores", "pairs", "parts"],
        ["people", "metrics", "orders"],
        ["calibration", "transfer"],
        ["checks"],
        ["variation", "units", "damage"],
        ["absent"],
    ]
    own = [Section(name, "", "", ()) for name in ("pairs", "parts", "mine")]
    assert [[section.name for section in chapter] for chapter in chapters_of(own)] == [
        ["pairs", "parts"],
        ["mine"],
    ]


def test_dimensions_that_nobody_looked_at_are_named_as_missing() -> None:
    """With those that the page looks at instead."""
    dossier = whole_dossier()
    assert dossier.agreement is not None
    fewer = replace(dossier, agreement=replace(dossier.agreement, unused=("mqm", "<esa>")))
    (table,) = named(fewer)["absent"].parts
    assert isinstance(table, Table)
    assert table.rows[0].labels[0] == "mqm, <esa>"
    assert "adequacy and fluency" in table.rows[0].labels[1]
