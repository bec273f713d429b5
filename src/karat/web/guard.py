"""What every request and every response goes through, before and after any page.

Requests for another host, changes that another site's page asks for, and bodies that are too long are
turned away here. Every response forbids whatever a page of ours does not need.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY = 256 * 1024
_LONGEST_PATH = 1024
_SAFE = frozenset(("GET", "HEAD"))
_METHODS = _SAFE | {"POST", "PUT"}
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_HEADERS = tuple(
    (name.lower().encode(), value.encode())
    for name, value in {
        "Content-Security-Policy": _POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        # Not "no-referrer": with it, browsers hide from us that a form is our own.
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    }.items()
)


@dataclass(frozen=True, slots=True)
class Guard:
    """The application behind its checks.

    `hosts` are the names, without a port, that the server answers to; None is any. `is_secure` says that
    browsers reach it by TLS.
    """

    application: ASGIApp
    hosts: frozenset[str] | None
    is_secure: bool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or turn it away."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers(scope["path"])]
            await send(message)

        refusal = self._refusal(scope["method"], Headers(scope=scope), scope["path"])
        await (refusal or self.application)(scope, receive, send_guarded)

    def _refusal(self, method: str, headers: Headers, path: str) -> Response | None:
        host = headers.get("host", "")
        if self.hosts is not None and _host_name(host) not in self.hosts:
            return _refused(
                421, "This server has another name. Open the address that it printed when it started."
            )
        if method not in _METHODS:
            return _refused(405, f"{method} is not a method of this server.")
        if "\0" in path or len(path) > _LONGEST_PATH:
            return _refused(404, "There is no such page.")
        return None if method in _SAFE else self._refusal_of_change(headers, host)

    def _refusal_of_change(self, headers: Headers, host: str) -> Response | None:
        if not self._is_from_here(headers, host):
            return _refused(403, "The request came from a page of another site.")
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length) > LONGEST_BODY:
            return _refused(413, f"The body is longer than {LONGEST_BODY} bytes.")
        return None

    def _is_from_here(self, headers: Headers, host: str) -> bool:
        """Whether the page that asks is ours. Programs that are no browser send neither header."""
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        return origin == f"{'https' if self.is_secure else 'http'}://{host}"

    def _headers(self, path: str) -> Iterator[tuple[bytes, bytes]]:
        """What no page says itself."""
        yield from _HEADERS
        # What a judge works on is for nobody's cache; files that everybody may have are asked for again.
        yield b"cache-control", b"no-cache" if path.startswith("/static/") else b"no-store"
        if self.is_secure:
            yield b"strict-transport-security", b"max-age=31536000"


def _refused(status: int, reason: str) -> Response:
    return Response(json.dumps({"error": reason}), status, media_type="application/json")


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
