"""Our styles and scripts. Only names that we know are served, so no path leads anywhere else."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from karat.report.page.assets import colour_variables
from karat.web.rendering import static_files

if TYPE_CHECKING:
    from starlette.requests import Request

_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_COLOURS = "colours.css"


async def asset(request: Request) -> Response:
    """A file, or that the browser's copy is still right."""
    name = request.path_params["name"]
    content = colours() if name == _COLOURS else static_files().get(name)
    if content is None:
        raise HTTPException(404)
    tag = f'"{_checksum(content)}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    return Response(content, media_type=_TYPES[name.rpartition(".")[2]], headers={"ETag": tag})


@cache
def colours() -> bytes:
    """The colours of Karat's reports: one place decides them."""
    return colour_variables().encode()


@cache
def _checksum(content: bytes) -> str:
    return sha256(content).hexdigest()[:20]


routes = (Route("/static/{name}", asset, methods=["GET"]),)
