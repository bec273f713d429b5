"""`karat campaign serve`: the pages of a campaign, until it is interrupted."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from karat.campaigns.store import open_store
from karat.cli.notes import note
from karat.cli.option_groups import OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption, MissingExtra
from karat.web.addresses import DEFAULT_HOST, DEFAULT_PORT, base_address

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.campaigns.desk import Desk

# Clocks of two machines differ by seconds. More, in seconds, is worth a word.
_CLOCKS_DIFFER = 120


class AddressOptions(Options, title="address"):
    """Where the pages are served."""

    host: str | None = option(
        "--host", "NAME", f"address to listen on (default: {DEFAULT_HOST}, this machine alone)"
    )
    port: int | None = option(
        "--port", "N", f"port (default: {DEFAULT_PORT}); 0 takes any that is free", least=0, most=65535
    )
    behind_tls: bool | None = option(
        "--behind-tls", "", "a web server with TLS stands in front; needed for any other host"
    )
    url: str | None = option(
        "--url", "URL", "address that judges see, such as https://judge.example.org; others are refused"
    )


class ServeOptions(AddressOptions, title="options"):
    """What `karat campaign serve` was asked for."""

    file: list[str] | None = option("file", "FILE…", "the campaign, as `karat campaign plan` wrote it")
    database: str | None = option(
        "--database", "URL", "a campaign in PostgreSQL in place of FILE: postgresql://…"
    )
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "campaign serve",
    ServeOptions,
    usage="""\
karat campaign serve FILE [options]
       karat campaign serve --database postgresql://… [options]""",
    description="""\
Serve the pages of a campaign: judges open their links and judge, the lead watches. Everything is stored in
the file as soon as it is acknowledged; the server may be stopped, or killed, at any time and started again.

Only this machine can open the pages, unless --host says otherwise. Then links and answers would cross the
network, so a web server with TLS has to stand in front, and --behind-tls says that it does.""",
    examples="""\
examples:
  karat campaign serve news.campaign
  karat campaign serve news.campaign --host 0.0.0.0 --behind-tls --url https://judge.example.org
""",
)


def run(arguments: Sequence[str]) -> int:
    """Serve what the arguments name."""
    options: ServeOptions = COMMAND.read(arguments)
    address = _address(options)
    desk = open_desk(address)
    if (behind := desk.clock_behind()) > _CLOCKS_DIFFER:
        note(
            f"The clock of this machine is {behind / 60:.0f} minutes behind the newest answer. "
            "Nothing is lost, and answers keep their order; but their times, and when links expire, are off. "
            "Set the clock."
        )
    base = serve_desk(
        desk,
        options,
        lambda base: (
            f"The campaign is served at {base}\n"
            f"Links for judges and lead: karat campaign links {quote(address)} --url {base}\n"
            "Ctrl-C stops the server; it can be started again at any time.\n"
        ),
    )
    write(f"Stopped. Everything that was acknowledged at {base} is stored.\n")
    return 0


def _address(options: ServeOptions) -> str:
    given: list[str] = [*(options.file or ()), *([options.database] if options.database else ())]
    if len(given) != 1:
        raise InvalidOption("Give one campaign: a file, or --database with the address of a database.")
    return given[0]


def open_desk(address: str) -> Desk:
    """The desk of a campaign, or which extra it takes."""
    store = open_store(address)
    from karat.campaigns.desk import Desk

    return Desk(store)


def serve_desk(desk: Desk, options: AddressOptions, words: Callable[[str], str]) -> str:
    """Serve until it is interrupted; `words` are printed, with the address, once pages can be opened."""
    try:
        from karat.web.serving import bound_socket, check_host, serve
    except ModuleNotFoundError as error:
        raise MissingExtra.of("Serving a campaign", "web") from error
    host = options.host or DEFAULT_HOST
    behind_tls = bool(options.behind_tls)
    public = _public(options)
    check_host(host, behind_tls=behind_tls)
    listening = bound_socket(host, DEFAULT_PORT if options.port is None else options.port)
    base = options.url or base_address(host, listening.getsockname()[1])
    try:
        serve(
            desk,
            listening,
            behind_tls=behind_tls,
            public_host=public,
            on_start=lambda: write(words(base)),
        )
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    return base


def _public(options: AddressOptions) -> str | None:
    if options.url is None:
        return None
    parts = urlsplit(options.url)
    expected = "https" if options.behind_tls else "http"
    if parts.scheme != expected or not parts.hostname:
        raise InvalidOption(
            f"--url is {options.url!r}; an address that begins with {expected}:// was expected."
        )
    return parts.hostname
