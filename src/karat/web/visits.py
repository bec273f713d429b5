"""One request to one of our pages: who asks, in which language, and whether for a page or for data."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from karat.campaigns.campaign_errors import NotAllowed, Refused
from karat.web.bodies import FORM, media_type, read_object
from karat.web.catalogues import USUAL, Catalogue, accepted, catalogues, preferred
from karat.web.desk_queue import DeskQueue
from karat.web.rendering import render

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from karat.campaigns.desk import Desk
    from karat.campaigns.desk.entrance import Session

LANGUAGE_COOKIE = "karat-language"
_A_YEAR = 365 * 24 * 3600


class SignedOut(Refused):
    """Nobody is signed in."""


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages share: the desk, and how browsers reach it."""

    desk: Desk
    is_secure: bool
    cookie_name: str
    desk_queue: DeskQueue
    session_queue: DeskQueue

    @classmethod
    def of(cls, desk: Desk, *, is_secure: bool, cookie_name: str) -> Site:
        """With a queue for all that is done, and one for who comes, which need not wait for the disk."""
        store = desk.store
        return cls(desk, is_secure, cookie_name, DeskQueue(store.together), DeskQueue(store.reading_together))


@dataclass(frozen=True, slots=True)
class Visit:
    """A request, and what is known of who makes it."""

    request: Request
    site: Site
    session: Session | None

    @property
    def words(self) -> Catalogue:
        """The catalogue that the visitor chose, or whose language the browser asks for."""
        chosen = self.request.cookies.get(LANGUAGE_COOKIE, "")
        wanted = [chosen, *accepted(self.request.headers.get("accept-language", ""))]
        known = catalogues()
        return known[preferred(wanted, list(known)) or USUAL]

    @property
    def wants_json(self) -> bool:
        """Whether a program asks, or a script of a page."""
        accept = self.request.headers.get("accept", "")
        return "application/json" in accept and "text/html" not in accept

    @property
    def form_token(self) -> str:
        """What a form of this session must carry, so that no other page can make one."""
        return "" if self.session is None else form_token(self.session.cookie)

    @property
    def person(self) -> Session:
        """Who is signed in."""
        if self.session is None:
            raise SignedOut("Nobody is signed in. Open your link.")
        return self.session

    @property
    def judge(self) -> str:
        """The name of the judge who asks."""
        return self.person.judge

    def require_lead(self) -> None:
        """Refuse whoever is not the lead."""
        if self.person.role != "lead":
            raise NotAllowed("Only the lead of this campaign can see that.")

    async def ask(self, method: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """What the desk says, in turn: it waits for the disk, together with all who ask now."""
        return await self.site.desk_queue.ask(partial(method, *arguments, **options))

    async def compute(self, method: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """What may take seconds, in a thread that nobody who judges waits for."""
        return await run_in_threadpool(method, *arguments, **options)

    async def body(self, longest: int) -> dict[str, Any]:
        """What was sent; a form must carry the token of its session."""
        found = await read_object(self.request, longest)
        if media_type(self.request) == FORM:
            given = found.pop("form", "")
            if self.session is None or not hmac.compare_digest(given.encode(), self.form_token.encode()):
                raise NotAllowed("The form is not from a page of this session. Load the page again.")
        return found

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page, in the visitor's language."""
        html = render(template, self.words, form_token=self.form_token, path=self.request.url.path, **values)
        return HTMLResponse(html, status, headers={"Vary": "Accept, Accept-Language, Cookie"})

    def data(self, value: object, status: int = 200) -> Response:
        """JSON."""
        return JSONResponse(value, status, headers={"Vary": "Accept, Cookie"})

    def onward(self, path: str) -> Response:
        """To another page, after a form."""
        return RedirectResponse(path, 303)

    def sign_in(self, response: Response, session: Session) -> Response:
        """Give the browser the cookie of a new session: whatever it had before no longer counts."""
        response.set_cookie(
            self.site.cookie_name,
            session.cookie,
            path="/",
            secure=self.site.is_secure,
            httponly=True,
            samesite="strict",
        )
        return response

    def sign_out(self, response: Response) -> Response:
        """Take the cookie away."""
        response.delete_cookie(
            self.site.cookie_name, path="/", secure=self.site.is_secure, httponly=True, samesite="strict"
        )
        return response

    def keep_language(self, response: Response, language: str) -> Response:
        """Remember the language of the interface."""
        response.set_cookie(
            LANGUAGE_COOKIE,
            language,
            max_age=_A_YEAR,
            path="/",
            secure=self.site.is_secure,
            httponly=True,
            samesite="strict",
        )
        return response


def form_token(cookie: str) -> str:
    """A value that only our pages can know: it is made of the cookie, which no script can read."""
    return hmac.new(cookie.encode(), b"karat form", "sha256").hexdigest()


async def visit_of(request: Request) -> Visit:
    """Who makes a request."""
    site: Site = request.app.state.site
    cookie = request.cookies.get(site.cookie_name, "")
    session = await site.session_queue.ask(partial(site.desk.session, cookie)) if cookie else None
    return Visit(request, site, session)


def visited(page: Callable[[Visit], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A page as Starlette calls it."""

    async def called(request: Request) -> Response:
        return await page(await visit_of(request))

    return called
