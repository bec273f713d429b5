"""The judge's work: guidelines and consent, the next page, drafts, answers, skips and flags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.routing import Route

from karat.campaigns.campaign_errors import Invalid
from karat.campaigns.desk.judge_page import Done
from karat.campaigns.desk.training_feedback import ATTEMPTS
from karat.web import bodies
from karat.web.catalogues import preferred
from karat.web.entity_presentation import (
    entities_shown,
    entity_contract,
    entity_script,
    entity_task,
    given_marks,
)
from karat.web.guard import LONGEST_BODY
from karat.web.presentation import ends, script_page, task
from karat.web.rendering import prose, script_data
from karat.web.visits import Visit, visited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from karat.campaigns.answers import Answer
    from karat.campaigns.desk.judge_page import Guidelines, Page, Stored

_LONGEST_FORM = 64 * 1024


async def next_page(visit: Visit) -> Response:
    """The page that the judge is to answer now, or that all is done."""
    if not visit.wants_json and visit.person.role == "lead":
        return visit.onward("/lead")
    # Whoever reads pages reads the guidelines first; a program only where the campaign asks for consent.
    found = await visit.ask(visit.site.desk.next, visit.judge, must_read=not visit.wants_json)
    if isinstance(found, Done):
        if visit.wants_json:
            waiting = {"waiting": found.waiting} if found.waiting else {}
            return visit.data({"done": True, "code": found.code, "progress": _progress(found), **waiting})
        return visit.page("done.html", code=found.code, waiting=found.waiting)
    return visit.data(_contract(found)) if visit.wants_json else _work(visit, found)


async def answered_page(visit: Visit) -> Response:
    """A page that was answered, to correct it."""
    desk = visit.site.desk
    # What comes before the last step may no longer be changed by somebody who has seen more.
    last = len(desk.questionnaire.steps) - 1
    found = await visit.ask(desk.page, visit.judge, visit.request.path_params["item"], last)
    if visit.wants_json:
        return visit.data(_contract(found))
    return _work(visit, found, is_correction=True)


async def draft(visit: Visit) -> Response:
    """Keep what the judge has begun."""
    judge = visit.judge
    body = await bodies.read_body(visit.request)
    await visit.ask(visit.site.desk.draft, judge, visit.request.path_params["item"], body)
    return visit.data({"saved": True})


async def answer(visit: Visit) -> Response:
    """Store an answer."""
    judge, item = visit.judge, visit.request.path_params["item"]
    found = await visit.body(LONGEST_BODY)
    is_form = bodies.media_type(visit.request) == bodies.FORM
    given = bodies.answer_of_form(found) if is_form else bodies.answer_of(found)
    stored = await visit.ask(
        visit.site.desk.answer,
        judge,
        item,
        _key(visit, found, is_form=is_form),
        given,
        bodies.active_seconds(found),
    )
    return visit.onward("/next") if is_form else visit.data(_stored(stored))


async def skip(visit: Visit) -> Response:
    """The judge cannot judge the page, and says why."""
    return await _remark(visit, visit.site.desk.skip, "skipped")


async def flag(visit: Visit) -> Response:
    """The judge says what is wrong with the page."""
    return await _remark(visit, visit.site.desk.flag, "flagged")


async def consent(visit: Visit) -> Response:
    """The guidelines, to be agreed to."""
    if visit.wants_json:
        return await guidelines(visit)
    found = await visit.ask(_guidelines, visit)
    return visit.onward("/next") if found is None else _consent_page(visit, found, problem="")


async def give_consent(visit: Visit) -> Response:
    """The judge agrees to the guidelines that were shown."""
    judge = visit.judge
    found = await visit.body(_LONGEST_FORM)
    is_form = bodies.media_type(visit.request) == bodies.FORM
    if is_form and found.get("agreed") != "yes":
        shown = await visit.ask(_guidelines, visit)
        if shown is not None:
            return _consent_page(visit, shown, problem=visit.words.say("consent_missing"), status=422)
    version = bodies.text_of(found, "version", longest=200)
    await visit.ask(visit.site.desk.consent, judge, version)
    return visit.onward("/next") if is_form else visit.data({"consented": version})


async def guidelines(visit: Visit) -> Response:
    """The guidelines, for programs."""
    if not visit.judge or not visit.wants_json:
        return visit.onward("/consent")
    texts = await visit.ask(visit.site.desk.guidelines)
    return visit.data({one.language: _readable(one) for one in texts})


def _readable(one: Guidelines) -> dict[str, str]:
    consent = {"consent": one.consent} if one.consent else {}
    return {"version": one.version, "text": one.text, **consent}


async def _remark(visit: Visit, method: Any, done: str) -> Response:
    judge = visit.judge
    found = await visit.body(_LONGEST_FORM)
    reason = bodies.text_of(found, "reason", longest=bodies.LONGEST_REASON)
    await visit.ask(method, judge, visit.request.path_params["item"], reason)
    return visit.data({done: True})


def _key(visit: Visit, found: dict[str, Any], *, is_form: bool) -> str:
    key = found.get("key", "") if is_form else visit.request.headers.get("idempotency-key", "")
    if not key or len(key) > 200:
        raise Invalid("The header Idempotency-Key is missing: it is the key that /next gave.")
    return str(key)


def _guidelines(visit: Visit) -> Guidelines | None:
    return _readable_by(visit, visit.site.desk.guidelines()) if visit.judge else None


def _readable_by(visit: Visit, texts: Sequence[Guidelines]) -> Guidelines | None:
    """In the language of the interface, else in English, else in whatever language there is."""
    known = {one.language: one for one in texts}
    if not known:
        return None
    chosen = preferred([visit.words.language, "en"], list(known)) or next(iter(known))
    return known[chosen]


def _consent_page(visit: Visit, guidelines: Guidelines, *, problem: str, status: int = 200) -> Response:
    return visit.page(
        "consent.html",
        status,
        guidelines=prose(guidelines.text) if guidelines.text else "",
        consent=prose(guidelines.consent) if guidelines.consent else "",
        guidelines_language=guidelines.language,
        version=guidelines.version,
        problem=problem,
    )


def _work(visit: Visit, page: Page, *, is_correction: bool = False) -> Response:
    guidelines = _readable_by(visit, page.terms)
    beside: dict[str, Any] = {
        "guidelines": "" if guidelines is None else prose(guidelines.text),
        "guidelines_language": "" if guidelines is None else guidelines.language,
    }
    if page.entities is not None:
        shown = entity_task(page, visit.words, is_correction=is_correction)
        script = script_page(page, shown, _draft(page))
        script["entities"] = entity_script(page.entities, visit.words)
        template = "entities.html" if page.entities.adjudicated is None else "adjudication.html"
        entities = entities_shown(page, visit.words)
        return visit.page(template, task=shown, entities=entities, script_page=script_data(script), **beside)
    shown = task(page, visit.words, is_correction=is_correction)
    script = script_page(page, shown, _draft(page))
    return visit.page("task.html", task=shown, script_page=script_data(script), **beside)


def _draft(page: Page) -> Any:
    """What the judge had begun, or has answered before. A draft may be anything; ours is an object."""
    if page.draft is not None:
        try:
            return bodies.json_object(page.draft)
        except Invalid:
            return None
    # In training a second attempt begins with an empty page.
    return None if page.given is None or page.purpose_is_training else _answered(page, page.given)


def _answered(page: Page, given: Answer) -> dict[str, Any]:
    asked = {one.dimension for one in page.dimensions if not one.from_spans}
    return {
        "step": page.step,
        "saved": 0,
        "answers": [
            {"candidate": one.candidate, "dimension": one.dimension, "value": one.value}
            for one in given.values
            if one.dimension in asked
        ],
        "spans": [
            {
                "candidate": one.candidate,
                "start": one.start,
                "end": one.end,
                "severity": one.severity,
                "category": one.category,
            }
            for one in given.spans
        ],
        "comment": given.comment,
        **given_marks(page.entities, given.marks),
    }


def _contract(page: Page) -> dict[str, Any]:
    """The page as programs get it."""
    return {
        "item": page.item,
        "key": page.key,
        "step": page.step + 1,
        "steps": page.steps,
        "interaction": page.interaction,
        "training": page.purpose_is_training,
        "dimensions": [
            {
                "name": one.dimension,
                "scale": {**ends(one), "kind": one.scale.kind, "better": one.scale.better},
                "wording": one.wording,
                "marks": {f"{point:g}": word for point, word in one.marks.items()},
            }
            for one in page.dimensions
            if not one.from_spans
        ],
        "spans": None
        if page.spans is None
        else {
            "severities": list(page.spans.severities),
            "categories": list(page.spans.categories),
            "omissions": page.spans.omissions,
        },
        "candidates": [{"id": one.id, "text": one.text} for one in page.candidates],
        "source": page.source,
        "reference": page.reference,
        "context": [
            {
                "before": line.is_before,
                "source": line.source,
                "reference": line.reference,
                "outputs": list(line.outputs),
            }
            for line in page.context
        ],
        "languages": {"source": page.languages[0], "target": page.languages[1]},
        "progress": _progress(page),
        "previous": page.previous,
        **({} if page.entities is None else {"entities": entity_contract(page.entities)}),
        "guidelines": {
            "agreed": page.guidelines or None,
            "current": {one.language: one.version for one in page.terms},
        },
    }


def _progress(found: Page | Done) -> dict[str, float | None]:
    progress = found.progress
    left = None if progress.seconds_left is None else round(progress.seconds_left)
    return {"done": progress.done, "total": progress.total, "seconds_left": left}


def _stored(stored: Stored) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "stored": stored.stored,
        "item": stored.item,
        "step": stored.step + 1,
        "version": stored.version,
    }
    if stored.feedback:
        is_right = all(said.is_right for said in stored.feedback)
        answer["feedback"] = [
            {"dimension": said.dimension, "right": said.is_right, "words": said.words}
            for said in stored.feedback
        ]
        answer["again"] = not is_right and stored.version + 1 < ATTEMPTS
    return answer


routes = (
    Route("/next", visited(next_page), methods=["GET"]),
    Route("/answer/{item}", visited(answer), methods=["POST"]),
    Route("/draft/{item}", visited(draft), methods=["PUT"]),
    Route("/item/{item}", visited(answered_page), methods=["GET"]),
    Route("/skip/{item}", visited(skip), methods=["POST"]),
    Route("/flag/{item}", visited(flag), methods=["POST"]),
    Route("/consent", visited(consent), methods=["GET"]),
    Route("/consent", visited(give_consent), methods=["POST"]),
    Route("/guidelines", visited(guidelines), methods=["GET"]),
)
