"""What annotators and adjudicators do at the desk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.annotation.annotators import TEXTS, mark, new_desk, page_of, send

from karat import Corpus
from karat.campaigns.annotation import plan_annotation
from karat.campaigns.annotation.annotated_documents import annotated_documents, final_entities
from karat.campaigns.annotation.annotation_status import annotation_status
from karat.campaigns.answers import AdjudicatorDecision, Answer, EntityMark
from karat.campaigns.campaign_errors import Conflict, Invalid, NotAllowed
from karat.campaigns.desk.judge_page import Done
from karat.campaigns.exchange.entity_export import written_entities
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.entities import Entity
from karat.errors import InvalidOption, UnknownName

if TYPE_CHECKING:
    from pathlib import Path

    from karat.campaigns.desk import Desk


def test_a_document_is_one_page(tmp_path: Path) -> None:
    """With its segments, and what rules suggest in them; nothing is asked."""
    page = page_of(new_desk(tmp_path), "anna")
    assert [one.text for one in page.candidates] == list(TEXTS[:2])
    assert page.entities is not None
    assert [(one.start, one.end, one.kind) for one in page.entities.suggestions] == [(25, 30, "DATE")]
    assert page.dimensions == ()


def test_a_suggestion_never_counts_as_done(tmp_path: Path) -> None:
    """Whoever leaves one open cannot send; accepting and rejecting are stored as what they are."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    with pytest.raises(Invalid, match="1 suggestion is neither accepted nor rejected"):
        desk.answer("anna", page.item, page.key, Answer(()))
    assert final_entities(desk.store, annotator="anna").entities == ((), (), ())
    send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"), mark(page, "May", "DATE", suggestion=0))
    (found,) = annotated_documents(desk.store)
    assert found.counts == {"hand": 1, "corrected": 1}
    assert [one.text for one in found.entities[0]] == ["Ann Lee", "May"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"start": 5, "end": 5}, "is not in the text"),
        ({"start": -1}, "is not in the text"),
        ({"end": 99}, "is not in the text"),
        ({"end": 8}, "begins or ends with a space"),
        ({"kind": "DRAGON"}, "has the type 'DRAGON'"),
        ({"kind": "ORGANIZATION|PERSON"}, "the order is that of the list"),
        ({"kind": "PERSON|PERSON"}, "has the type"),
        ({"candidate": "elsewhere"}, "a text that is not on this page"),
        ({"alternatives": ("",)}, "Another correct text is empty"),
        ({"alternatives": ("Lee", "Lee")}, "the same correct text twice"),
        ({"alternatives": ("Ann Lee",)}, "the same correct text twice"),
        ({"alternatives": ("a\nb",)}, "ends a line"),
        ({"suggestion": 7}, "no suggestion 7"),
        ({"suggestion": 0}, "does not touch the suggestion"),
    ],
)
def test_marks_that_cannot_be(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    """Refused in words, and nothing is stored."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    one = replace(mark(page, "Ann Lee", "PERSON"), **change)
    answer = Answer((), marks=(one,), rejected=() if one.suggestion == 0 else (0,))
    with pytest.raises(Invalid, match=problem):
        desk.answer("anna", page.item, page.key, answer)
    assert annotated_documents(desk.store) == ()


def test_marks_never_overlap(tmp_path: Path) -> None:
    """Neither over each other, nor twice."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    whole, part = mark(page, "Ann Lee", "PERSON"), mark(page, "Lee", "PERSON")
    for pair in ((whole, part), (whole, whole), (part, whole)):
        with pytest.raises(Invalid, match="lies over the one"):
            desk.answer("anna", page.item, page.key, Answer((), marks=pair, rejected=(0,)))


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [("Ae\u0301b", 0, 2), ("x👩\u200d👩y", 1, 2), ("🇩🇪🇫🇷", 1, 2), ("👍🏽!", 0, 1), ("กรุง", 0, 3)],
)
def test_no_mark_cuts_a_character(tmp_path: Path, text: str, start: int, end: int) -> None:
    """Combining marks, joined emoji, flags, skin tones, vowels above a consonant."""
    desk = new_desk(tmp_path, texts=[text], documents=["d"])
    page = page_of(desk, "anna")
    marks = (EntityMark(page.candidates[0].id, start, end, "PERSON"),)
    if text == "กรุง":
        marks = (EntityMark(page.candidates[0].id, 0, 2, "PERSON"),)
    with pytest.raises(Invalid, match="cuts a character in two"):
        desk.answer("anna", page.item, page.key, Answer((), marks=marks))


def test_the_same_answer_again_changes_nothing(tmp_path: Path) -> None:
    """The key belongs to the page; another answer with it is refused."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    first = send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"))
    assert send(desk, "anna", page, mark(page, "Ann Lee", "PERSON")) == first
    with pytest.raises(Conflict, match="answered already"):
        send(desk, "anna", page, mark(page, "Lee", "PERSON"))
    assert len(annotated_documents(desk.store)) == 1


def test_own_names_are_suggested_in_the_next_document(tmp_path: Path) -> None:
    """One's own, not the other annotator's; each is decided like any other suggestion."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    towns = [mark(page, "Porto", "LOCATION", nth=nth) for nth in (0, 1)]
    send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"), *towns)
    second = page_of(desk, "anna")
    assert second.entities is not None
    assert [(one.kind, one.source) for one in second.entities.suggestions] == [
        ("MONEY", "program"),
        ("LOCATION", "own"),
        ("PERSON", "own"),
    ]
    assert second.entities.counts.documents == 1
    assert second.entities.counts.marks == {"hand": 3, "rejected": 1}
    assert page_of(desk, "anna") == second
    other = page_of(desk, "ben")
    send(desk, "ben", other)
    other = page_of(desk, "ben")
    assert other.entities is not None
    assert [one.source for one in other.entities.suggestions] == ["program"]


def test_what_an_annotator_mostly_passes_over_is_not_suggested(tmp_path: Path) -> None:
    """Porto was marked in one of two places: the next one would be as likely wrong as right."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"), mark(page, "Porto", "LOCATION"))
    second = page_of(desk, "anna")
    assert second.entities is not None
    assert [one.kind for one in second.entities.suggestions if one.source == "own"] == ["PERSON"]


def test_no_suggestion_cuts_a_character(tmp_path: Path) -> None:
    """A recogniser may; annotators are not shown what the server would refuse."""
    text = "Ame\u0301lie and Ann"

    def cutting(given: str) -> list[Entity]:
        return [
            Entity.of(given, 0, 3, "PERSON", suggested=True),
            Entity.of(given, 12, 15, "PERSON", suggested=True),
        ]

    plan = plan_annotation(
        Corpus.of(["-"], [text]), read_questionnaire("entities"), annotators=1, recognise=cutting
    )
    (item,) = plan.packs[0].items
    assert [(one.start, one.end) for one in item.suggestions] == [(12, 15)]


def test_a_correction_is_a_new_version(tmp_path: Path) -> None:
    """What was marked before stays in the store."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    send(desk, "anna", page, mark(page, "Lee", "PERSON"))
    again = desk.page("anna", page.item)
    assert again.given is not None
    assert [one.kind for one in again.given.marks if one.is_kept] == ["PERSON"]
    send(desk, "anna", again, mark(page, "Ann Lee", "PERSON"))
    (found,) = annotated_documents(desk.store)
    assert found.versions == 2
    assert [one.text for one in found.entities[0]] == ["Ann Lee"]
    with desk.store.reading() as transaction:
        versions = [transaction.answers.marks(row.number) for row in transaction.answers.of_item(page.item)]
    assert [[one.end - one.start for one in marks if one.is_kept] for marks in versions] == [[3], [7]]


def both_done(desk: Desk) -> None:
    """Both annotators have done the first document, and differ twice."""
    page = page_of(desk, "anna")
    send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"), mark(page, "Porto", "LOCATION"), accept=True)
    page = page_of(desk, "ben")
    porto = mark(page, "Porto", "LOCATION")
    send(desk, "ben", page, mark(page, "Lee", "PERSON"), porto, mark(page, "Porto", "ORGANIZATION", nth=1))


def test_adjudication(tmp_path: Path) -> None:
    """Agreed marks merge, only differences are shown, names are hidden, the reason is kept."""
    desk = new_desk(tmp_path)
    waiting = desk.next("dora")
    assert isinstance(waiting, Done)
    assert waiting.waiting == 2
    both_done(desk)
    page = page_of(desk, "dora")
    assert page.entities is not None
    found = page.entities.adjudicated
    assert found is not None
    assert [one.kind for one in found.agreed] == ["LOCATION"]
    assert [
        [[(mark.start, mark.end, mark.kind) for mark in version] for version in one.versions]
        for one in found.differences
    ] == [
        [[(4, 7, "PERSON")], [(0, 7, "PERSON")]],
        [[(25, 30, "DATE")], []],
        [[(0, 5, "ORGANIZATION")], []],
    ]
    assert not any(name in repr(replace(page, terms=())) for name in ("anna", "ben"))
    own = mark(page, "Porto", "LOCATION", segment=1)
    decisions = (
        AdjudicatorDecision(0, "the whole name", version=1),
        AdjudicatorDecision(1, "a date", version=0),
        AdjudicatorDecision(2, "a town", marks=(own,)),
    )
    desk.answer("dora", page.item, page.key, Answer((), decisions=decisions), 30.0)
    final = final_entities(desk.store)
    assert [[(one.text, one.kind) for one in found] for found in final.entities] == [
        [("Ann Lee", "PERSON"), ("Porto", "LOCATION"), ("3 May", "DATE")],
        [("Porto", "LOCATION")],
        [],
    ]
    assert final.open_documents == ("two",)
    with desk.store.reading() as transaction:
        (row,) = transaction.answers.of_item(page.item)
        kept = transaction.answers.marks(row.number)
    assert [(one.origin, one.reason) for one in kept] == [
        ("agreed", ""),
        ("chosen", "the whole name"),
        ("refused", "the whole name"),
        ("chosen", "a date"),
        ("own", "a town"),
        ("refused", "a town"),
    ]
    assert [one.entities for one in annotated_documents(desk.store) if one.person == "anna"] != []


@pytest.mark.parametrize(
    ("decisions", "problem"),
    [
        ((), "3 differences are not decided"),
        ((AdjudicatorDecision(0, "", version=0),) * 3, "decided twice"),
        ((AdjudicatorDecision(9, "x", version=0),), "no difference 9"),
        (tuple(AdjudicatorDecision(n, " ", version=0) for n in range(3)), "without a reason"),
        (tuple(AdjudicatorDecision(n, "x", version=5) for n in range(3)), "has no version 5"),
    ],
)
def test_decisions_that_cannot_be(
    tmp_path: Path, decisions: tuple[AdjudicatorDecision, ...], problem: str
) -> None:
    """Every difference once, with a reason."""
    desk = new_desk(tmp_path)
    both_done(desk)
    page = page_of(desk, "dora")
    with pytest.raises(Invalid, match=problem):
        desk.answer("dora", page.item, page.key, Answer((), decisions=decisions))


def test_an_own_mark_may_not_lie_over_an_agreed_one(tmp_path: Path) -> None:
    """The adjudicated text is flat as well."""
    desk = new_desk(tmp_path)
    both_done(desk)
    page = page_of(desk, "dora")
    over = mark(page, "Lee flew to Porto", "LOCATION")
    decisions = (
        AdjudicatorDecision(0, "x", marks=(over,)),
        AdjudicatorDecision(1, "x", version=0),
        AdjudicatorDecision(2, "x", version=0),
    )
    with pytest.raises(Invalid, match="lies over the one"):
        desk.answer("dora", page.item, page.key, Answer((), decisions=decisions))


def test_what_the_adjudicator_has_seen_changes_no_more(tmp_path: Path) -> None:
    """Not by a page that was opened before, either."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    send(desk, "anna", page)
    open_before = desk.page("anna", page.item)
    send(desk, "ben", page_of(desk, "ben"))
    page_of(desk, "dora")
    with pytest.raises(Conflict, match="with the adjudicator now"):
        desk.page("anna", page.item)
    with pytest.raises(Conflict, match="with the adjudicator now"):
        send(desk, "anna", open_before)


def test_a_skipped_document_does_not_hold_up_the_adjudicator(tmp_path: Path) -> None:
    """Who skipped it has no version of it."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"))
    desk.skip("ben", page_of(desk, "ben").item, "unreadable")
    page = page_of(desk, "dora")
    assert page.entities is not None
    assert page.entities.adjudicated is not None
    assert page.entities.adjudicated.differences == ()
    desk.answer("dora", page.item, page.key, Answer(()))
    assert [one.text for one in final_entities(desk.store).entities[0]] == ["Ann Lee"]


def test_roles_keep_to_their_work(tmp_path: Path) -> None:
    """An annotator decides nothing, an adjudicator marks nothing, a judge has no place."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    with pytest.raises(Invalid, match="Only an adjudicator"):
        desk.answer("anna", page.item, page.key, Answer((), decisions=(AdjudicatorDecision(0, "x"),)))
    both_done(desk)
    page = page_of(desk, "dora")
    with pytest.raises(Invalid, match="An adjudicator sends decisions"):
        desk.answer("dora", page.item, page.key, Answer((), marks=(mark(page, "Lee", "PERSON"),)))
    with pytest.raises(NotAllowed):
        desk.next("lead")
    pack = next(pack.id for pack in desk.store.plan().packs if pack.judge == "anna")
    with pytest.raises(Conflict, match="'dora' is no annotator"):
        desk.reassign(pack, "dora")
    assert desk.add_judge("emil").role == "annotator"


def test_export_needs_one_truth(tmp_path: Path) -> None:
    """Two annotators without an adjudicator: one of them must be named."""
    desk = new_desk(tmp_path, adjudicators=[])
    with pytest.raises(InvalidOption, match="Name the annotator whose marks"):
        final_entities(desk.store)
    with pytest.raises(UnknownName, match="annotator"):
        final_entities(desk.store, annotator="zoe")
    (tmp_path / "alone").mkdir()
    single = new_desk(tmp_path / "alone", annotators=["anna"], per_document=1, adjudicators=[])
    page = page_of(single, "anna")
    send(single, "anna", page, mark(page, "Ann Lee", "PERSON", alternatives=("Ms Lee",), optional=True))
    assert written_entities(final_entities(single.store), "muc").splitlines()[0] == (
        '<ENAMEX TYPE="PERSON" ALT="Ms Lee" STATUS="OPT">Ann Lee</ENAMEX> flew to Porto on 3 May.'
    )


def test_status_counts_what_suggestions_saved(tmp_path: Path) -> None:
    """Suggested, accepted, corrected, repeated and by hand, seconds per document, and agreement."""
    desk = new_desk(tmp_path)
    both_done(desk)
    found = annotation_status(desk.store)
    anna = next(one for one in found.people if one.person == "anna")
    assert (anna.done, anna.total, anna.suggested) == (1, 2, 1)
    assert anna.counts == {"hand": 2, "accepted": 1}
    assert anna.seconds_per_document == 20
    assert (found.documents, found.finished) == (2, 0)
    (agreement,) = found.agreement
    assert agreement.whole.f1["exact"].value == pytest.approx(2 * 1 / 6)
    assert found.to_dict()["people"][0]["suggested"] == 1


def test_types_of_ones_own(tmp_path: Path) -> None:
    """Any set by a file; the export has MUC's types, as the file says."""
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "products"\n[[step]]\ninteraction = "entities"\n[step.entities]\n'
        'types = ["PERSON", "CITY", "PRODUCT"]\ncounts_as = { CITY = "LOCATION" }\n'
    )
    desk = new_desk(tmp_path, protocol=own, annotators=["anna"], per_document=1, adjudicators=[])
    page = page_of(desk, "anna")
    assert page.entities is not None
    assert page.entities.suggestions == ()
    send(desk, "anna", page, mark(page, "Porto", "CITY"), mark(page, "Ann", "PRODUCT"))
    final = final_entities(desk.store)
    assert [(one.text, one.kind) for one in final.entities[0]] == [("Porto", "LOCATION")]
    assert final.left_out == {"PRODUCT": 1}
