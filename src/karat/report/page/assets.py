"""Our own styles and scripts, as they stand in the page, and the policy that lets nothing else run."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from markupsafe import Markup

from karat.report.charts import inline
from karat.report.page import palette

_STATIC = files("karat.report.page") / "static"
_BROWSER = ("segments", "order", "text", "list", "row", "browser")
# A lozenge of gold; a page without an icon would make a server be asked for one.
_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Cpath fill='%23b07d00' d='M8 1l7 7-7 7-7-7z'/%3E%3C/svg%3E"
)


@dataclass(frozen=True, slots=True)
class Assets:
    """The style sheet, the scripts that run before and after the page is there, and what lets them run."""

    policy: Markup
    icon: str
    style: Markup
    early_script: Markup
    late_script: Markup


def assets(*, browser: bool) -> Assets:
    """The styles and scripts of a page, with or without the segment browser."""
    styles = [text(f"{name}.css") for name in ("page", *(("browser",) if browser else ()), "print")]
    modules = [text(f"{name}.js") for name in ("page", *(_BROWSER if browser else ()))]
    style = "\n".join([palette.stylesheet(), inline.stylesheet(), *styles])
    early = text("theme.js")
    # One scope for all files, and none of their names on the page.
    late = '"use strict";\n(() => {\n' + "\n".join(modules) + "})();\n"
    # Markup: these are our own files, and escaped they would not be what their checksums say.
    return Assets(
        Markup(_policy(style, [early, late])),
        _ICON,
        Markup(style),
        Markup(early),
        Markup(late),
    )


def text(name: str) -> str:
    """One of our files."""
    return (_STATIC / name).read_text(encoding="utf-8")


def _policy(style: str, scripts: list[str]) -> str:
    """Nothing is fetched, and only what is in this file runs: each part is named by its checksum."""
    allowed = " ".join(map(_checksum, scripts))
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_checksum(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _checksum(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
