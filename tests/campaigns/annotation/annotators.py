"""Annotators without a browser: marks by their words, and a campaign to put them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat import Corpus
from karat.campaigns.annotation import plan_annotation
from karat.campaigns.answers import Answer, EntityMark
from karat.campaigns.desk import Desk
from karat.campaigns.desk.judge_page import Page
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.campaigns.store import create_store
from karat.entities.recognisers import recogniser

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TEXTS = ("Ann Lee flew to Porto on 3 May.", "Porto was cheap.", "In Porto, Ann Lee paid $1.2 million.")
DOCUMENTS = ("one", "one", "two")


def new_desk(
    folder: Path,
    *,
    texts: Sequence[str] = TEXTS,
    documents: Sequence[str] = DOCUMENTS,
    protocol: str | Path = "entities",
    recognises: str = "rules",
    **options: Any,
) -> Desk:
    """The desk of a new campaign of annotators."""
    corpus = Corpus.of(["-"] * len(texts), list(texts), documents=list(documents))
    given: dict[str, Any] = {
        "annotators": ["anna", "ben"],
        "per_document": 2,
        "adjudicators": ["dora"],
    } | options
    plan = plan_annotation(
        corpus, read_questionnaire(protocol), recognise=recogniser(recognises, "en"), **given
    )
    return Desk(create_store(folder / "names.campaign", plan))


def page_of(desk: Desk, person: str) -> Page:
    """The page that somebody is to answer now."""
    page = desk.next(person)
    assert isinstance(page, Page), page
    return page


def mark(
    page: Page, text: str, kind: str, *, nth: int = 0, segment: int | None = None, **more: Any
) -> EntityMark:
    """A mark of words that a page has; `nth` of the places where it has them."""
    places = []
    for place, candidate in enumerate(page.candidates):
        start = candidate.text.find(text)
        while start >= 0:
            if segment is None or segment == place:
                places.append((candidate.id, start))
            start = candidate.text.find(text, start + 1)
    candidate_id, start = places[nth]
    return EntityMark(candidate_id, start, start + len(text), kind, **more)


def send(desk: Desk, person: str, page: Page, *marks: EntityMark, accept: bool = False) -> Any:
    """Answer a page with marks; suggestions are accepted or rejected, all of them."""
    assert page.entities is not None
    suggested = page.entities.suggestions
    taken = {one.suggestion for one in marks if one.suggestion is not None}
    rest = [place for place in range(len(suggested)) if place not in taken]
    accepted = [
        EntityMark(
            one.candidate, one.start, one.end, one.kind, one.alternatives, one.optional, suggestion=place
        )
        for place in (rest if accept else ())
        for one in (suggested[place],)
    ]
    answer = Answer((), marks=(*marks, *accepted), rejected=() if accept else tuple(rest))
    return desk.answer(person, page.item, page.key, answer, 20.0)
