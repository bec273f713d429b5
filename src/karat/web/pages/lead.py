"""The lead's page: how the campaign stands, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from karat.campaigns.campaign_errors import Invalid
from karat.report.formats.json_document import plain
from karat.web.addresses import link_address
from karat.web.bodies import text_of
from karat.web.lead_view import PARTS, lead_view
from karat.web.visits import Visit, visited

if TYPE_CHECKING:
    from markupsafe import Markup

    from karat.campaigns.watch.status import Status
    from karat.campaigns.watch.watching import Watch

_LONGEST_FORM = 16 * 1024
_DOWNLOADS = {"judgements.jsonl": "judgements", "answers.csv": "csv"}
# What the forms call whoever works in the campaign.
_JUDGES = {"one": "lead_judge", "add": "lead_add", "close_hint": "lead_close_hint"}
_ANNOTATORS = {"one": "lead_person", "add": "lead_add_annotator", "close_hint": "lead_close_hint_entities"}
_TYPES = {"jsonl": "application/x-ndjson", "csv": "text/csv", "muc": "text/plain"}


async def status(visit: Visit) -> Response:
    """Everything that the page has, for programs."""
    if visit.site.desk.questionnaire.entities is not None:
        visit.require_lead()
        from karat.campaigns.annotation.annotation_status import annotation_status

        found = await visit.compute(annotation_status, visit.site.desk.store)
        return visit.data(plain(found.to_dict()))
    found = await _status(visit)
    people = await visit.compute(visit.site.desk.people)
    return visit.data(
        {
            **plain(found.to_dict()),
            "people": [
                {"name": person.name, "role": person.role, "revoked": person.revoked is not None}
                for person in people
            ],
        }
    )


async def progress(visit: Visit) -> Response:
    """How many answers there are: cheap to ask again and again."""
    visit.require_lead()
    watch: Watch = visit.request.app.state.watch
    return visit.data({"answers": await visit.compute(watch.answers)})


async def page(visit: Visit) -> Response:
    """The page itself; with `Accept: application/json` the same as `/lead/status.json`."""
    if visit.wants_json:
        return await status(visit)
    return await _page(visit)


async def download(visit: Visit) -> Response:
    """The answers as a file."""
    visit.require_lead()
    name = visit.request.path_params["name"]
    known = _downloads(visit)
    if name not in known:
        raise Invalid(f"There is no file {name!r}. Known: {', '.join(known)}.")
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if visit.site.desk.questionnaire.entities is not None:
        from karat.web.annotation_lead import annotation_file

        text = await visit.compute(annotation_file, visit.site.desk, name)
        return Response(text.encode(), media_type=_TYPES[name.rpartition(".")[2]], headers=headers)
    store = visit.site.desk.store
    plan, records = await visit.compute(store.plan), await visit.ask(store.records)
    if plan.masked and await visit.compute(visit.site.desk.state) != "closed":
        raise Invalid("The names of the systems are hidden until the campaign is closed. Close it first.")
    from karat.campaigns.exchange.exporting import export

    text = await visit.compute(export, plan, records, _DOWNLOADS[name])
    return Response(text.encode(), media_type=_TYPES[name.rpartition(".")[2]], headers=headers)


async def change_state(visit: Visit) -> Response:
    """Pause, go on, or close for good, which must be meant."""
    visit.require_lead()
    found = await visit.body(_LONGEST_FORM)
    wanted, desk = text_of(found, "state", longest=20), visit.site.desk
    methods = {"paused": desk.pause, "open": desk.resume, "closed": desk.close}
    if wanted not in methods:
        raise Invalid(f"The state is {wanted!r}; open, paused or closed was expected.")
    if wanted == "closed" and text_of(found, "sure", longest=10, default="") != "yes":
        raise Invalid("A campaign is closed for good. Say that you are sure.")
    await visit.compute(methods[wanted])
    return _done(visit, {"state": wanted})


async def add_judge(visit: Visit) -> Response:
    """One more judge. The link is shown once: only its digest is stored."""
    visit.require_lead()
    found = await visit.body(_LONGEST_FORM)
    link = await visit.compute(visit.site.desk.add_judge, text_of(found, "name", longest=200).strip())
    return await _with_link(visit, link.judge, link.token)


async def new_link(visit: Visit) -> Response:
    """Another link for somebody, whose old ones end."""
    visit.require_lead()
    found = await visit.body(_LONGEST_FORM)
    name = text_of(found, "name", longest=200)
    (link,) = await visit.compute(visit.site.desk.links, [name], replace=True)
    return await _with_link(visit, link.judge, link.token)


async def revoke(visit: Visit) -> Response:
    """Somebody's links end; the answers stay."""
    visit.require_lead()
    found = await visit.body(_LONGEST_FORM)
    name = text_of(found, "name", longest=200)
    await visit.compute(visit.site.desk.revoke, name)
    return _done(visit, {"revoked": name})


async def reassign(visit: Visit) -> Response:
    """A pack goes to another judge."""
    visit.require_lead()
    found = await visit.body(_LONGEST_FORM)
    pack, judge = text_of(found, "pack", longest=200), text_of(found, "judge", longest=200)
    await visit.compute(visit.site.desk.reassign, pack, judge)
    return _done(visit, {"pack": pack, "judge": judge})


async def _status(visit: Visit) -> Status:
    visit.require_lead()
    watch: Watch = visit.request.app.state.watch
    found: Status = await visit.compute(watch.status)
    return found


async def _with_link(visit: Visit, name: str, token: str) -> Response:
    base = f"{'https' if visit.site.is_secure else 'http'}://{visit.request.headers['host']}"
    url = link_address(base, token)
    if visit.wants_json:
        return visit.data({"judge": name, "token": token, "url": url})
    return await _page(visit, link={"name": name, "url": url})


def _downloads(visit: Visit) -> list[str]:
    if visit.site.desk.questionnaire.entities is None:
        return list(_DOWNLOADS)
    from karat.web.annotation_lead import FILES

    return list(FILES)


async def _page(visit: Visit, *, link: dict[str, str] | None = None) -> Response:
    visit.require_lead()
    desk = visit.site.desk
    people = [person for person in await visit.compute(desk.people) if person.revoked is None]
    shared = {
        "answers": await visit.compute(visit.request.app.state.watch.answers),
        "judges": [person.name for person in people if person.role in desk.workers],
        "packs": await visit.compute(_packs, visit),
        "link": link,
    }
    if desk.questionnaire.entities is not None:
        from karat.web.annotation_lead import annotation_view

        values = await visit.compute(annotation_view, desk, visit.words)
        return visit.page("annotation_lead.html", people=_ANNOTATORS, **values, **shared)
    found = await _status(visit)
    names, report = await visit.compute(_report, found)
    return visit.page(
        "lead.html",
        campaign=found,
        view=lead_view(found, visit.words),
        report=report,
        parts=[(name, visit.words.say(PARTS[name])) for name in names],
        downloads=[] if found.masked else list(_DOWNLOADS),
        people=_JUDGES,
        **shared,
    )


def _packs(visit: Visit) -> list[tuple[str, int, str | None]]:
    """Each pack by its id, its number, and who has it."""
    with visit.site.desk.store.reading() as transaction:
        return [(pack.id, number, pack.judge) for number, pack in enumerate(transaction.packs.all(), 1)]


def _report(found: Status) -> tuple[tuple[str, ...], Markup]:
    from karat.web.lead_report import written_report

    return written_report(found)


def _done(visit: Visit, value: dict[str, str]) -> Response:
    return visit.data(value) if visit.wants_json else visit.onward("/lead")


routes = (
    Route("/lead", visited(page), methods=["GET"]),
    Route("/lead/status.json", visited(status), methods=["GET"]),
    Route("/lead/progress", visited(progress), methods=["GET"]),
    Route("/lead/files/{name}", visited(download), methods=["GET"]),
    Route("/lead/state", visited(change_state), methods=["POST"]),
    Route("/lead/judges", visited(add_judge), methods=["POST"]),
    Route("/lead/link", visited(new_link), methods=["POST"]),
    Route("/lead/revoke", visited(revoke), methods=["POST"]),
    Route("/lead/reassign", visited(reassign), methods=["POST"]),
)
