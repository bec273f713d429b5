"""The whole application: pages behind the guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from karat.campaigns.campaign_errors import Refused
from karat.campaigns.watch.watching import Watch
from karat.web.answering import failed, not_found, refused
from karat.web.attempts import FailedAttempts
from karat.web.guard import Guard
from karat.web.pages import assets_served, judging, lead, signing_in
from karat.web.visits import Site

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.campaigns.desk import Desk

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))


def application(
    desk: Desk,
    *,
    hosts: Iterable[str] | None = LOOPBACK,
    is_secure: bool = False,
    cookie_suffix: str = "",
) -> Guard:
    """The pages of a campaign.

    `hosts` are the names that the server answers to, None for any; `is_secure` says that browsers come by
    TLS; `cookie_suffix` keeps two servers on one machine apart, since browsers share cookies between ports.
    """
    made = Starlette(
        # In the order of how often they are asked for: each route is tried until one fits.
        routes=[*judging.routes, *assets_served.routes, *signing_in.routes, *lead.routes],
        exception_handlers={Refused: refused, HTTPException: not_found, Exception: failed},
    )
    # Browsers take a cookie called so only from this very host, by TLS, for the whole of it.
    name = "__Host-karat" if is_secure else "karat"
    made.state.site = Site.of(desk, is_secure=is_secure, cookie_name=name + cookie_suffix)
    made.state.failed_attempts = FailedAttempts()
    made.state.watch = Watch(desk.store)
    return Guard(made, None if hosts is None else frozenset(hosts), is_secure)
