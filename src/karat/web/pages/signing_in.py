"""Coming in and going out: the token behind the # of a link becomes a cookie."""

from __future__ import annotations

import asyncio
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from starlette.routing import Route

from karat.campaigns.campaign_errors import NotAllowed, TooMany
from karat.web.bodies import FORM, media_type, read_object, text_of
from karat.web.catalogues import catalogues
from karat.web.visits import Visit, visited

if TYPE_CHECKING:
    from starlette.responses import Response

    from karat.web.attempts import FailedAttempts

_LONGEST = 4096
# What a role sees first.
_HOMES = {"lead": "/lead"}
_AT_WORK = "/next"


async def entrance(visit: Visit) -> Response:
    """The page that a link opens."""
    return visit.page("enter.html", problem="")


async def enter(visit: Visit) -> Response:
    """A token for a session."""
    failed: FailedAttempts = visit.request.app.state.failed_attempts
    address = visit.request.client.host if visit.request.client else ""
    if seconds := failed.wait(address):
        raise TooMany(f"Too many attempts with links that are not valid. Wait {seconds} seconds.")
    found = await read_object(visit.request, _LONGEST)
    is_form = media_type(visit.request) == FORM
    if is_form and not ({"origin", "sec-fetch-site"} & set(visit.request.headers)):
        raise NotAllowed("The form is not from a page of this server.")
    token = text_of(found, "token", longest=2000).strip().rpartition("#")[2]
    external = text_of(found, "external", longest=200, default="")
    try:
        session = await visit.ask(visit.site.desk.enter, token, external=external)
    except NotAllowed:
        failed.add(address)
        # Whoever guesses learns nothing from how long it took, and little in a minute.
        await asyncio.sleep(0.2)
        if is_form:
            return visit.page("enter.html", 403, problem=visit.words.say("enter_refused"))
        raise
    if session.role == "lead":
        # The page that comes next needs it. Until there is a lead, no judge waits for it.
        Thread(target=import_module, args=("karat.web.lead_report",), daemon=True).start()
    home = _HOMES.get(session.role, _AT_WORK)
    if is_form:
        return visit.sign_in(visit.onward(home), session)
    answer = {"judge": session.judge, "role": session.role, "next": home}
    return visit.sign_in(visit.data(answer), session)


async def leave(visit: Visit) -> Response:
    """The session ends, here and on the server."""
    await visit.body(_LONGEST)
    if visit.session is not None:
        await visit.ask(visit.site.desk.leave, visit.session.cookie)
    response = visit.data({"left": True}) if visit.wants_json else visit.onward("/")
    return visit.sign_out(response)


async def language(visit: Visit) -> Response:
    """The language of the interface, for a year."""
    # It may be chosen before signing in, and does no harm: so this form needs no token of a session.
    found = await read_object(visit.request, _LONGEST)
    chosen = text_of(found, "language", longest=20)
    back = text_of(found, "back", longest=1000, default="/")
    # Only a path of ours: "//host" would lead elsewhere.
    is_ours = back.startswith("/") and not back.startswith("//") and "\\" not in back
    response = visit.onward(back if is_ours and back.isprintable() else "/")
    return visit.keep_language(response, chosen) if chosen in catalogues() else response


routes = (
    Route("/", visited(entrance), methods=["GET"]),
    Route("/enter", visited(enter), methods=["POST"]),
    Route("/leave", visited(leave), methods=["POST"]),
    Route("/language", visited(language), methods=["POST"]),
)
