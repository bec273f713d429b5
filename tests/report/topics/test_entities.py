"""What the page shows of named entities, against figures counted by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.dossier.dossiers import entity_dossier
from tests.report.topics.shown import cells

from karat import Corpus, evaluate
from karat.corpus import References
from karat.dossier.analyses import entity_answer
from karat.entities.muc import read_tagged
from karat.metrics import Bleu
from karat.report.page.sections import BEHIND, arranged
from karat.report.tables import Note, Section, Table
from karat.report.topics import entities

if TYPE_CHECKING:
    from karat.dossier import EntityAnswer


def person(name: str) -> str:
    """In MUC's tags."""
    return f'<ENAMEX TYPE="PERSON">{name}</ENAMEX>'


def place(name: str) -> str:
    """In MUC's tags."""
    return f'<ENAMEX TYPE="LOCATION">{name}</ENAMEX>'


# Two paragraphs and a document of one segment. Entities by segment 3 + 1 + 2 + 1 = 7; by paragraph, each
# once, 3 + 2 + 1 = 6; by document 4 + 1 = 5: people 2, places 3.
MARKED = (
    f"{person('Ann Lee')} met {person('Bo')} in {place('Porto')}.",
    f"{place('Porto')} was warm.",
    f"{person('Ann Lee')} left {place('Rome')}.",
    f"In {place('Rome')} it rained.",
)
PARAGRAPHS = ("1", "1", "2", "3")
DOCUMENTS = ("first", "first", "first", "second")
# It has Ann Lee, Porto and Rome once each: by segment 3 of 7, by paragraph 3 of 6, by document 3 of 5.
HALF = ("Ann Lee met him in town.", "Porto was warm.", "She left Rome.", "It rained there.")
# Another person's translation: 6 of 7, 5 of 6, and all 5.
HUMAN = ("Ann Lee and Bo met in Porto.", "It was warm in Porto.", "Lee left Rome.", "Rain fell on Rome.")


def answer(*, human: bool = True, documents: bool = True, **more: tuple[str, ...]) -> EntityAnswer:
    """Of two systems, or more."""
    read = [read_tagged(text) for text in MARKED]
    texts = tuple(text for text, _ in read)
    corpus = Corpus.of(
        {"all": list(texts), "half": list(HALF)} | {name: list(words) for name, words in more.items()},
        References((texts, HUMAN) if human else (texts,)),
        paragraphs=PARAGRAPHS if documents else None,
        documents=DOCUMENTS if documents else None,
        entities=[[found for _, found in read], *([None] if human else [])],
    )
    return entity_answer(evaluate(corpus, Bleu()))


def shown(found: EntityAnswer) -> Section:
    """The section of the page."""
    made = entities.section(replace(entity_dossier(), entities=found))
    assert made is not None
    return made


def tables(made: Section) -> dict[str, Table]:
    """The tables of a section by their titles."""
    return {part.title: part for part in made.parts if isinstance(part, Table)}


def test_found_by_type_and_system() -> None:
    """Shares of each type, of all, and how many there are."""
    made = shown(answer())
    table = tables(made)["Found, %"]
    assert cells(table, "person", "2") == {"all": 100, "half": 50}
    assert cells(table, "location", "3") == {"all": 100, "half": pytest.approx(200 / 3)}
    assert table.total is not None
    assert (table.total.labels, table.total.values) == (("all", "5"), (100, 60))
    assert made.lead == "all has 100 % of the 5 named entities of the references, half 60 %."


def test_a_tie_has_no_winner() -> None:
    """All who share a place are named, first or last."""
    of_all = "% of the 5 named entities of the references"
    assert shown(answer(other=HALF)).lead == f"all has 100 {of_all}, half and other 60 %."
    assert shown(answer(other=HUMAN)).lead == f"all and other each have 100 {of_all}, half 60 %."
    read = tuple(read_tagged(text)[0] for text in MARKED)
    alike = answer(other=read)
    whole = replace(alike, scores=tuple(score for score in alike.scores if score.system != "half"))
    assert shown(whole).lead == f"Both systems each have 100 {of_all}."


def test_missed_by_type_and_system() -> None:
    """Each with its type, for the system that misses it; nothing of a system that has everything."""
    table = tables(shown(answer()))["Entities that were missed"]
    found = [dict(zip(table.labels, row.labels, strict=True)) for row in table.rows]
    assert {one["system"] for one in found} == {"half"}
    assert [(one["entity"], one["type"]) for one in found] == [("Bo", "PERSON"), ("Rome", "LOCATION")]


def test_levels_and_the_human_ceiling() -> None:
    """By segment, paragraph and document; another human translation is the most that can be expected."""
    made = shown(answer())
    table = tables(made)["Found of one reference, %, by unit"]
    assert [column.name for column in table.columns] == ["by segment", "by paragraph", "by document"]
    assert list(cells(table, "half", "").values()) == pytest.approx([300 / 7, 50, 60])
    assert list(cells(table, "reference 2", "human").values()) == pytest.approx([600 / 7, 500 / 6, 100])
    (ceiling,) = [part.text for part in made.parts if isinstance(part, Note) and part.label == "ceiling"]
    assert ceiling.startswith("another human translation has 100.0 % by document; a system that has more")


def test_the_ceiling_stands_open() -> None:
    """Nobody has to unfold how far people get, by which unit; what is behind the chart is folded."""
    blocks = arranged(shown(answer()).parts)
    opened = [part for block in blocks if block.summary is None for part in block.parts]
    assert [part.title for part in opened if isinstance(part, Table)] == [
        "Found of one reference, %, by unit"
    ]
    assert "ceiling" in [part.label for part in opened if isinstance(part, Note)]
    assert [block.summary for block in blocks if block.summary] == [BEHIND, "Entities that were missed"]


def test_a_human_system_is_a_ceiling_too() -> None:
    """As a table says with is_human; the marked reference itself, among the systems, is none."""
    read = [read_tagged(text) for text in MARKED]
    texts = [text for text, _ in read]
    corpus = Corpus.of(
        {"same": texts, "ann": list(HUMAN), "half": list(HALF)},
        texts,
        entities=[[found for _, found in read]],
    )
    corpus = replace(corpus, human_systems=frozenset(("same", "ann")))
    made = shown(entity_answer(evaluate(corpus, Bleu(), keep_references=True)))
    rows = [row.labels for row in tables(made)["Found of one reference, %, by unit"].rows]
    assert rows == [("same", ""), ("ann", "human"), ("half", "")]
    (ceiling,) = [part.text for part in made.parts if isinstance(part, Note) and part.label == "ceiling"]
    assert "85.7 % by segment" in ceiling


def test_without_a_second_translation_there_is_no_ceiling() -> None:
    """And systems are still shown by unit."""
    made = shown(answer(human=False))
    table = tables(made)["Found of one reference, %, by unit"]
    assert [row.labels for row in table.rows] == [("all", ""), ("half", "")]
    assert not [part for part in made.parts if isinstance(part, Note) and part.label == "ceiling"]


def test_without_documents_units_are_segments() -> None:
    """Nothing is said of units that the corpus does not have."""
    table = tables(shown(answer(documents=False)))["Found of one reference, %, by unit"]
    assert [column.name for column in table.columns] == ["by segment"]
    assert list(cells(table, "half", "").values()) == pytest.approx([300 / 7])
