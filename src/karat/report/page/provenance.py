"""Where a page comes from: written into its footer for people and for programs, and read back."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from karat.errors import InvalidFile
from karat.report.formats.json_document import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

IDENTIFIER = "karat-provenance"
# What only programs read: the arguments are in the command, and the figures on the page.
FOR_PROGRAMS = ("arguments", "figures")
# Inside a script nothing but these could end it or begin a comment.
_UNSAFE = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def embedded(provenance: Mapping[str, Any]) -> Markup:
    """The provenance as JSON that a browser does not run and a program can read."""
    text = json.dumps(plain(dict(provenance)), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # A lone surrogate has no UTF-8; as an escape it has the form that JSON gives it.
    safe = text.translate(_UNSAFE).encode("utf-8", "backslashreplace").decode("utf-8")
    # Markup: no character is left that could end the script.
    return Markup(f'<script type="application/json" id="{IDENTIFIER}">\n{safe}\n</script>')


def read(html: str) -> dict[str, Any]:
    """What a page says of how it was made."""
    finder = _Finder()
    finder.feed(html)
    finder.close()
    if len(finder.found) != 1:
        count = "no provenance" if not finder.found else f"{len(finder.found)} provenances"
        raise InvalidFile(
            f"The page has {count}; a page of karat report has one, in a script with the id {IDENTIFIER}. "
            "Give the HTML file as karat report wrote it."
        )
    try:
        provenance = json.loads(finder.found[0])
    except json.JSONDecodeError as problem:
        raise InvalidFile(
            f"The provenance of the page is not JSON: {problem}. Give the HTML file as karat report wrote it."
        ) from None
    if not isinstance(provenance, dict):
        raise InvalidFile(
            f"The provenance of the page is a {type(provenance).__name__}; a JSON object was expected."
        )
    return provenance


class _Finder(HTMLParser):
    """Collects the contents of the scripts that hold a provenance."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag == "script" and dict(attrs).get("id") == IDENTIFIER:
            self._inside = True
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data
