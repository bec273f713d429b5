"""The server: uvicorn on one address, for one campaign."""

from __future__ import annotations

import socket
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

import uvicorn

from karat.errors import InvalidOption
from karat.remedies import option
from karat.web.application import LOOPBACK, application

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.campaigns.desk import Desk


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket at an address, bound before anything is printed: what is printed can be opened."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise InvalidOption(
            f"The address {host}:{port} cannot be used: {error.strerror or error}. "
            "Choose another port, or 0 for any that is free."
        ) from None
    return made


def check_host(host: str, *, behind_tls: bool) -> None:
    """Refuse to talk to the network without TLS: links and answers could be read on the way."""
    if host not in LOOPBACK and not behind_tls:
        raise InvalidOption(
            f"The host is {host}, so that other machines can reach the server, and links and answers would "
            "cross the network in the clear. Let a web server with TLS stand in front, and say so with "
            f"{option('behind_tls', True)}; or serve this machine alone, on 127.0.0.1."
        )


def serve(
    desk: Desk,
    listening: socket.socket,
    *,
    behind_tls: bool = False,
    public_host: str | None = None,
    on_start: Callable[[], None] | None = None,
) -> None:
    """Serve a campaign until somebody interrupts it."""
    port = listening.getsockname()[1]
    hosts = (
        None if behind_tls and public_host is None else LOOPBACK | ({public_host} if public_host else set())
    )
    app = application(desk, hosts=hosts, is_secure=behind_tls, cookie_suffix="" if behind_tls else f"-{port}")
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=behind_tls,
        lifespan="off",
        timeout_graceful_shutdown=5,
        ws="none",
    )
    server = _Server(config, on_start)
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says when it has started."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._on_start is not None:
            self._on_start()
        # The lead's first page need not wait for it, and no judge does.
        Thread(target=import_module, args=("karat.web.lead_report",), daemon=True).start()
