"""What a judge does at the desk, in both stores."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isnan, nan
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import COMPARE, MARK, MQM, answer_to, next_page, work

from karat.campaigns.answers import Answer, Span, Value
from karat.campaigns.campaign_errors import Conflict, Invalid, NotAllowed, NotFound
from karat.campaigns.desk.answer_checks import check_answer
from karat.campaigns.desk.judge_page import Done, Feedback, checksum
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.campaigns.store.pack_rows import BlindCandidate

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.campaigns.plans import Clock

    from karat.campaigns.desk import Desk

    NewDesk = Callable[..., Desk]

ONE, TWO = "judge 1", "judge 2"


def test_steps_of_an_item_come_one_after_the_other(new_desk: NewDesk) -> None:
    """Fluency is asked before the reference is shown, also in the context; adequacy with it."""
    desk = new_desk()
    pages = work(desk, ONE)
    assert [page.step for page in pages] == [0, 1] * 4
    assert [page.item for page in pages[::2]] == [page.item for page in pages[1::2]]
    assert [[asked.dimension for asked in page.dimensions] for page in pages[:2]] == [
        ["fluency"],
        ["adequacy"],
    ]
    assert (pages[0].reference, pages[1].reference) == (None, "Reference 1.")
    assert pages[0].context[0].reference is None
    assert pages[1].context[0].reference == "Reference 2."
    assert pages[0].source is None


def test_items_come_in_the_order_of_the_plan(new_desk: NewDesk) -> None:
    """Each judge sees the items of their pack, in its order, and no others."""
    desk = new_desk()
    plan = desk.store.plan()
    for pack in plan.packs:
        assert pack.judge is not None
        assert [page.item for page in work(desk, pack.judge)[::2]] == [item.id for item in pack.items]


def test_context_has_outputs_of_the_same_system(new_desk: NewDesk) -> None:
    """The other segment of the document, before or after, with the output of the same system and no name."""
    desk = new_desk(questionnaire=COMPARE, outputs=2)
    first, second = work(desk, TWO)[:2]
    assert [line.is_before for line in first.context] == [False]
    assert first.context[0].outputs == tuple(shown.text for shown in second.candidates)
    assert [line.is_before for line in second.context] == [True]
    assert second.context[0].outputs == tuple(shown.text for shown in first.candidates)
    assert second.context[0].source == "Quelle 5."


def test_next_is_the_same_until_answered(new_desk: NewDesk, clock: Clock) -> None:
    """Loading the page again gives the same key; the time of showing is that of the first."""
    desk = new_desk()
    first = next_page(desk, ONE)
    clock.now += 7
    assert next_page(desk, ONE) == first
    clock.now += 5
    desk.answer(ONE, first.item, first.key, answer_to(first))
    [record] = desk.store.records()
    assert record.stored - record.shown == 12


def test_the_same_key_gives_the_same_answer(new_desk: NewDesk, clock: Clock) -> None:
    """An answer that is sent again is stored once, and acknowledged as the first time."""
    desk = new_desk()
    page = next_page(desk, ONE)
    first = desk.answer(ONE, page.item, page.key, answer_to(page))
    clock.now += 60
    assert desk.answer(ONE, page.item, page.key, answer_to(page)) == first
    # JSON has 4 and 4.0 for the same number.
    assert desk.answer(ONE, page.item, page.key, answer_to(page, 4)) == first
    desk.close()
    assert desk.answer(ONE, page.item, page.key, answer_to(page)) == first
    assert len(desk.store.records()) == 1


def test_the_same_key_with_another_answer_is_refused(new_desk: NewDesk) -> None:
    """A changed answer must not look stored."""
    desk = new_desk()
    page = next_page(desk, ONE)
    desk.answer(ONE, page.item, page.key, answer_to(page))
    for other in (answer_to(page, 5.0), answer_to(page, comment="typo")):
        with pytest.raises(Conflict, match="other values"):
            desk.answer(ONE, page.item, page.key, other)
    assert [record.value for record in desk.store.records()] == [4.0]


def test_another_key_is_refused(new_desk: NewDesk) -> None:
    """Only the key of the page stores an answer."""
    desk = new_desk()
    page = next_page(desk, ONE)
    for key in ("", "f" * 32, "another", next_page(desk, TWO).key):
        with pytest.raises(Conflict, match="key"):
            desk.answer(ONE, page.item, key, answer_to(page))
    assert not desk.store.records()


def test_another_judges_item_looks_like_none(new_desk: NewDesk) -> None:
    """Whether an item exists cannot be found out by trying."""
    desk = new_desk()
    page, other = next_page(desk, ONE), next_page(desk, TWO)
    words = set()
    for item in (other.item, "f" * 32):
        for act in (
            lambda item: desk.answer(ONE, item, page.key, answer_to(page)),
            lambda item: desk.answer(ONE, item, other.key, answer_to(other)),
            lambda item: desk.draft(ONE, item, b"x"),
            lambda item: desk.skip(ONE, item, "why"),
            lambda item: desk.flag(ONE, item, "why"),
            lambda item: desk.page(ONE, item),
        ):
            with pytest.raises(NotFound) as refused:
                act(item)
            words.add(str(refused.value))
    assert len(words) == 1
    assert not desk.store.records()


def test_values_off_the_scale_are_refused(new_desk: NewDesk) -> None:
    """999 is accepted by two of the peers."""
    desk = new_desk()
    page = next_page(desk, ONE)
    for value in (0, 6, 999, -1, 4.5, nan, inf, -inf):
        with pytest.raises(Invalid, match="fluency is"):
            desk.answer(ONE, page.item, page.key, answer_to(page, value))
    assert not desk.store.records()
    assert next_page(desk, ONE) == page


def test_spans_and_their_values(new_desk: NewDesk) -> None:
    """Spans count code points; they are recorded on their candidate, once."""
    desk = new_desk(questionnaire=MARK)
    page = next_page(desk, ONE)
    [shown] = page.candidates
    at = shown.text.index("日本.")
    assert (len(shown.text), len(shown.text.encode("utf-16-le")) // 2) == (at + 3, at + 4)
    spans = (Span(shown.id, at, at + 3, "minor", "grammar"), Span(shown.id, 0, 0, "major", "meaning"))
    sent = replace(answer_to(page, 55.5), spans=spans, comment="why not")
    desk.answer(ONE, page.item, page.key, sent, 12.5)
    desk.answer(ONE, page.item, page.key, sent, 12.5)
    [record] = desk.store.records()
    assert (record.value, record.spans, record.comment) == (55.5, spans, "why not")
    assert (record.active, record.system, record.damage) == (12.5, "system-alpha", "")


def test_values_that_follow_from_spans(new_desk: NewDesk) -> None:
    """Nobody is asked for the value of MQM."""
    desk = new_desk(questionnaire=MQM)
    page = next_page(desk, ONE)
    [shown] = page.candidates
    assert page.dimensions == ()
    sent = Answer((), (Span(shown.id, 0, 6, "major"), Span(shown.id, 7, 8, "minor")))
    first = desk.answer(ONE, page.item, page.key, sent)
    assert desk.answer(ONE, page.item, page.key, sent) == first
    page = next_page(desk, ONE)
    desk.answer(ONE, page.item, page.key, Answer(()))
    assert [record.value for record in desk.store.records()] == [-6.0, 0.0]
    page = next_page(desk, ONE)
    own = Answer((Value(page.candidates[0].id, "mqm", -3.0),))
    with pytest.raises(Invalid, match="not asked"):
        desk.answer(ONE, page.item, page.key, own)


def test_skip_and_flag_say_why(new_desk: NewDesk) -> None:
    """A skipped item is passed, a flagged one stays; both are kept with their reasons."""
    desk = new_desk()
    first = next_page(desk, ONE)
    for act in (desk.skip, desk.flag):
        with pytest.raises(Invalid, match="Say why"):
            act(ONE, first.item, "  ")
        with pytest.raises(Invalid, match="characters"):
            act(ONE, first.item, "x" * 20_000)
        with pytest.raises(Invalid, match="no text"):
            act(ONE, first.item, "a\0b")
    desk.flag(ONE, first.item, "typo in the source")
    assert next_page(desk, ONE) == first
    desk.skip(ONE, first.item, "cannot read it")
    desk.skip(ONE, first.item, "cannot read it")
    after = next_page(desk, ONE)
    assert after.item != first.item
    assert after.progress.done == 1
    with desk.store.reading() as transaction:
        remarks = transaction.answers.remarks()
    assert [(remark.kind, remark.reason) for remark in remarks] == [
        ("flag", "typo in the source"),
        ("skip", "cannot read it"),
    ]


def test_training_has_two_attempts_and_feedback(new_desk: NewDesk) -> None:
    """A wrong answer comes back with what is right; after the second attempt the work goes on."""
    desk = new_desk(training=1)
    page = next_page(desk, ONE)
    assert page.purpose_is_training
    wrong = desk.answer(ONE, page.item, page.key, answer_to(page, 1))
    assert wrong.feedback == (Feedback("fluency", False, "fluency is good here."),)
    again = next_page(desk, ONE)
    assert (again.item, again.step, again.feedback) == (page.item, 0, wrong.feedback)
    assert again.key != page.key
    assert not desk.answer(ONE, again.item, again.key, answer_to(again, 2)).feedback[0].is_right
    adequacy = next_page(desk, ONE)
    assert (adequacy.step, adequacy.purpose_is_training) == (1, True)
    assert desk.answer(ONE, adequacy.item, adequacy.key, answer_to(adequacy, 5)).feedback[0].is_right
    assert not next_page(desk, ONE).purpose_is_training
    assert [(r.purpose, r.pack, r.version) for r in desk.store.records()] == [
        ("training", "", 0),
        ("training", "", 1),
        ("training", "", 0),
    ]


def test_every_judge_has_their_own_training(new_desk: NewDesk) -> None:
    """The items are the same, the answers are not in each other's way; one may skip it."""
    desk = new_desk(training=2)
    assert sum(page.purpose_is_training for page in work(desk, ONE)) == 4
    first = next_page(desk, TWO)
    assert first.purpose_is_training
    assert (first.progress.done, first.progress.total) == (0, 2)
    desk.skip(TWO, first.item, "I know this")
    second = next_page(desk, TWO)
    assert second.purpose_is_training
    assert second.item != first.item
    with pytest.raises(Conflict):
        desk.page(TWO, first.item)


def test_consent_is_recorded_with_every_answer(new_desk: NewDesk) -> None:
    """Which version of the guidelines, in which language; and which reference was shown."""
    desk = new_desk()
    assert desk.consented(ONE) is None
    german = next(each for each in desk.guidelines() if each.language == "de")
    with pytest.raises(Invalid, match="guidelines"):
        desk.consent(ONE, "no such version")
    assert desk.consent(ONE, german.version).language == "de"
    assert desk.consented(ONE) is not None
    assert desk.consented(TWO) is None
    pages = work(desk, ONE, most=2)
    assert pages[0].guidelines == german.version
    fluency, adequacy = desk.store.records()
    assert fluency.guidelines == adequacy.guidelines == checksum(german.text)
    assert (fluency.reference, adequacy.reference) == ("", checksum("Reference 1."))


def test_progress_counts_items_and_knows_the_pace(new_desk: NewDesk, clock: Clock) -> None:
    """Until there are three items nobody knows how long the rest takes; then the judge's own median tells."""
    desk = new_desk(questionnaire=MARK, items=10)
    start = next_page(desk, ONE).progress
    assert (start.done, start.total) == (0, 10)
    assert start.seconds_left is None
    for seconds in (20, 40, 30):
        page = next_page(desk, ONE)
        clock.now += seconds
        desk.answer(ONE, page.item, page.key, answer_to(page))
    later = next_page(desk, ONE).progress
    assert (later.done, later.total, later.seconds_left) == (3, 10, 210)


def test_the_end_has_a_code(new_desk: NewDesk) -> None:
    """Each judge has their own, or all have the lead's."""
    desk = new_desk()
    work(desk, ONE)
    work(desk, TWO)
    one, two = desk.next(ONE), desk.next(TWO)
    assert isinstance(one, Done)
    assert isinstance(two, Done)
    assert one.code != two.code
    assert desk.next(ONE) == one
    assert (one.progress.done, one.progress.total, one.progress.seconds_left) == (4, 4, 0)
    desk.set_completion_code("C1A2B3")
    assert [done.code for done in map(desk.next, (ONE, TWO)) if isinstance(done, Done)] == ["C1A2B3"] * 2


def test_records_say_everything(new_desk: NewDesk, clock: Clock) -> None:
    """Every field of what is weighed is filled."""
    desk = new_desk()
    desk.consent(TWO, desk.guidelines()[0].version)
    page = next_page(desk, TWO)
    clock.now += 3
    desk.answer(TWO, page.item, page.key, answer_to(page, 3, "hm"), nan)
    [record] = desk.store.records()
    pack = desk.store.plan().packs[1]
    assert (record.judge, record.item, record.pack, record.position) == (TWO, pack.items[0].id, pack.id, 0)
    assert (record.step, record.purpose, record.segment) == (0, "plan", 5)
    assert (record.document, record.text_type) == ("doc3", "news")
    assert (record.system, record.damage) == ("system-beta", "")
    assert (record.dimension, record.value, record.comment) == ("fluency", 3, "hm")
    assert (record.shown, record.stored, record.version) == (clock.now - 3, clock.now, 0)
    assert isnan(record.active)


def test_only_judges_judge(new_desk: NewDesk) -> None:
    """Neither the lead nor somebody unknown gets a page."""
    desk = new_desk()
    for name in ("lead", "nobody"):
        with pytest.raises(NotAllowed):
            desk.next(name)


def test_no_page_names_a_system(new_desk: NewDesk) -> None:
    """Nothing that a judge gets has a system's name in it."""
    desk = new_desk(outputs=2, questionnaire=COMPARE, training=1)
    shown = repr([*work(desk, ONE), desk.next(ONE)])
    assert "system-" not in shown


def test_the_same_text_gets_the_same_place() -> None:
    """Side by side, two outputs that read the same cannot be better than each other."""
    step = read_questionnaire("preference").steps[0]
    dimension = step.questions[0].dimension
    shown = [BlindCandidate(name, text, name) for name, text in (("a", "one"), ("b", "two"), ("c", "one"))]

    def places(*values: float) -> Answer:
        given = zip(shown, values, strict=True)
        return Answer(tuple(Value(one.id, dimension, value) for one, value in given))

    check_answer(places(1, 2, 1), step, shown)
    with pytest.raises(Invalid, match=r"Outputs 1 and 3 are the same text\. Give them the same place"):
        check_answer(places(1, 2, 3), step, shown)
