"""Links of a campaign, for people, for mailing and for programs."""

from __future__ import annotations

import csv
import json
import time
from datetime import UTC, datetime
from io import StringIO
from typing import TYPE_CHECKING
from urllib.parse import quote

from karat.cli.options import Options, option
from karat.web.addresses import base_address, link_address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.desk.entrance import Link

FORMATS = ("table", "csv", "json")
_DAY = 86_400
# What platforms put in for a participant is written with these: {{%PROLIFIC_PID%}}, ${workerId}.
_KEPT = "{}$%"


class LinkOptions(Options, title="links"):
    """What links are like."""

    url: str | None = option(
        "--url", "URL", f"where the campaign is served, as judges see it (default: {base_address()})"
    )
    expires: float | None = option(
        "--expires", "DAYS", "days until the links expire (default: 60)", convert=float
    )
    participant: str | None = option(
        "--participant",
        "TEXT",
        "what the crowd platform replaces by the participant's id, such as {{%%PROLIFIC_PID%%}}; it goes "
        "into each link",
    )
    format: str = option(
        "--format", "NAME", "table, csv, json (default: table)", default="table", choices=FORMATS
    )


def expiry(options: LinkOptions) -> float | None:
    """When links expire, in seconds since 1970; None for the usual time."""
    return None if options.expires is None else time.time() + options.expires * _DAY


def links_text(links: Sequence[Link], options: LinkOptions) -> str:
    """The links in the format that was asked for."""
    rows = [_row(link, options) for link in links]
    if options.format == "json":
        return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    if options.format == "csv":
        text = StringIO()
        writer = csv.DictWriter(
            text, ["judge", "role", "url", "expires", "code", "token"], lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()
    width = max((len(link.judge) for link in links), default=0)
    role = max((len(link.role) for link in links), default=0)
    return "".join(
        f"{row['judge']:<{width}}  {row['role']:<{role}}  until {row['expires'][:10]}  {row['url']}\n"
        for row in rows
    )


def _row(link: Link, options: LinkOptions) -> dict[str, str]:
    return {
        "judge": link.judge,
        "role": link.role,
        "token": link.token,
        "url": _url(link, options),
        "expires": datetime.fromtimestamp(link.expires, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "code": link.code,
    }


def _url(link: Link, options: LinkOptions) -> str:
    base = options.url or base_address()
    if options.participant is None:
        return link_address(base, link.token)
    return link_address(base, link.token).replace(
        "/#", f"/?participant={quote(options.participant, safe=_KEPT)}#"
    )
