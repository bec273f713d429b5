"""What went wrong, as a status and words: data for programs, a page for people."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from karat.campaigns.campaign_errors import (
    Closed,
    Conflict,
    ConsentMissing,
    Invalid,
    NotAllowed,
    NotFound,
    Paused,
    Refused,
    TooMany,
    Unavailable,
)
from karat.web.bodies import TooLong, UnknownMediaType
from karat.web.visits import SignedOut, Visit

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_LOG = logging.getLogger("karat.web")
# The first class that fits: the status, and the entries of the catalogue for title and text.
_REFUSALS: tuple[tuple[type[Refused], int, str, str], ...] = (
    (SignedOut, 401, "title_enter", "refused_signed_out"),
    (TooLong, 413, "title_refused", "refused_invalid"),
    (UnknownMediaType, 415, "title_refused", "refused_invalid"),
    (NotAllowed, 403, "title_refused", "refused_forbidden"),
    (NotFound, 404, "title_refused", "refused_missing"),
    (Paused, 409, "title_paused", "paused"),
    (Conflict, 409, "title_refused", "refused_conflict"),
    (Closed, 410, "title_closed", "closed"),
    (Invalid, 422, "title_refused", "refused_invalid"),
    (TooMany, 429, "title_refused", "refused_too_many"),
    (Unavailable, 503, "title_refused", "refused_fault"),
    (Refused, 400, "title_refused", "refused_invalid"),
)
_SELF_EXPLAINING = frozenset(("closed", "paused", "refused_signed_out", "refused_missing", "refused_fault"))


async def refused(request: Request, error: Exception) -> Response:
    """The answer to something that the campaign does not do."""
    status, title, text = next(
        (status, title, text) for kind, status, title, text in _REFUSALS if isinstance(error, kind)
    )
    visit = _visit(request)
    words = str(error)
    if isinstance(error, Unavailable):
        # Whoever runs the server has to act; judges need not know where it keeps its files.
        _LOG.error("%s", error)
        words = f"The store of this campaign does not work: {error.words}"
    if visit.wants_json:
        return visit.data({"error": words, **_remedy(error)}, status)
    if isinstance(error, ConsentMissing):
        return visit.onward("/consent")
    detail = "" if text in _SELF_EXPLAINING else words
    return _notice(visit, status, title, text, detail)


def _remedy(error: Exception) -> dict[str, str]:
    """What a program can do about it."""
    if not isinstance(error, ConsentMissing):
        return {}
    return {
        "remedy": 'GET /consent has the texts and their versions. POST /consent {"version": …} agrees to one.'
    }


async def not_found(request: Request, error: Exception) -> Response:
    """No such address, or not with this method."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    visit = _visit(request)
    if visit.wants_json:
        reason = "There is no such page." if status == 404 else "This address does not take this method."
        return visit.data({"error": reason}, status)
    return _notice(visit, status, "title_refused", "refused_missing", "")


async def failed(request: Request, error: Exception) -> Response:  # noqa: ARG001 (the log has it)
    """A fault of ours. What it was stands in the server's log, and nowhere else."""
    visit = _visit(request)
    if visit.wants_json:
        return visit.data({"error": "The server could not do this. Nothing was stored."}, 500)
    return _notice(visit, 500, "title_refused", "refused_fault", "")


def _visit(request: Request) -> Visit:
    # Without the session: what went wrong may be the store that has it.
    return Visit(request, request.app.state.site, None)


def _notice(visit: Visit, status: int, title: str, text: str, detail: str) -> Response:
    words = visit.words
    link = {401: "/", 410: ""}.get(status, "/next")
    return visit.page(
        "notice.html", status, title=words.say(title), text=words.say(text), detail=detail, link=link
    )
