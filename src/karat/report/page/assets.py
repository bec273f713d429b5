"""The colours, styles and scripts of the page, and the policy that lets nothing else run."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from karat.report.charts import drawing

if TYPE_CHECKING:
    from collections.abc import Mapping

# By role, on light paper and on dark; print is always light.
PAGE: Mapping[str, tuple[str, str]] = {
    "ink": ("#1c2026", "#e9ebee"),
    "muted": ("#59616d", "#a7afbb"),
    "rule": ("#868f9c", "#6c7582"),
    "grid": ("#e3e6ea", "#2f353e"),
    "paper": ("#ffffff", "#15181d"),
    "panel": ("#f5f6f8", "#1e232a"),
    "raised": ("#ffffff", "#1a1e24"),
    "line": ("#d9dde3", "#323842"),
    "link": ("#00558f", "#8cc8fb"),
    "focus": ("#00558f", "#8cc8fb"),
    "accent": ("#b07d00", "#e0b04a"),
    "good": ("#00694d", "#5fd3ae"),
    "good-back": ("#e6f5ef", "#14302a"),
    "doubtful": ("#7a5200", "#f2cf5b"),
    "doubtful-back": ("#fbf2dd", "#332b14"),
    "bad": ("#a8320a", "#ff9d75"),
    "bad-back": ("#fdece4", "#3a1f15"),
    # The longer the n-gram that matches, the stronger.
    "match1": ("#eaf2fa", "#1b2a38"),
    "match2": ("#d2e4f5", "#1c3850"),
    "match3": ("#b3d2ed", "#1f4a6d"),
    "match4": ("#8fbce3", "#235f8e"),
    "entity": ("#8f4a9e", "#d9a0e6"),
    "hit": ("#ffe27a", "#6b5600"),
    "meter": ("#c9d3df", "#3c4654"),
}
_STATIC = files("karat.report.page") / "static"
_BROWSER = ("segments", "order", "text", "list", "row", "browser")
# A lozenge of gold; a page without an icon would make a server be asked for one.
_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Cpath fill='%23b07d00' d='M8 1l7 7-7 7-7-7z'/%3E%3C/svg%3E"
)


def colour_variables() -> str:
    """The roles as CSS variables: light, then dark where the system or the reader wants it on a screen."""
    light, dark = ("".join(f"--{role}:{pair[place]};" for role, pair in PAGE.items()) for place in (0, 1))
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark)"
        f'{{:root:not([data-theme="light"]){{color-scheme:dark;{dark}}}}}\n'
        f'@media screen{{:root[data-theme="dark"]{{color-scheme:dark;{dark}}}}}\n'
    )


@dataclass(frozen=True, slots=True)
class Assets:
    """The style sheet, the scripts that run before and after the page is there, and what lets them run."""

    policy: Markup
    icon: str
    style: Markup
    early_script: Markup
    late_script: Markup


def page_style() -> str:
    """The style sheet of a page without the segment browser, for pages that are served."""
    return "\n".join([colour_variables(), drawing.stylesheet(), text("page.css"), text("print.css")])


def page_script() -> str:
    """The script of such a page: sorting, contents, colours."""
    return _in_one_scope([text("page.js")])


def assets(*, browser: bool) -> Assets:
    """The styles and scripts of a page, with or without the segment browser."""
    styles = [text(f"{name}.css") for name in ("page", *(("browser",) if browser else ()), "print")]
    modules = [text(f"{name}.js") for name in ("page", *(_BROWSER if browser else ()))]
    style = "\n".join([colour_variables(), drawing.stylesheet(), *styles])
    early = text("theme.js")
    late = _in_one_scope(modules)
    # Markup: these are our own files, and escaped they would not be what their checksums say.
    return Assets(
        Markup(_policy(style, [early, late])),
        _ICON,
        Markup(style),
        Markup(early),
        Markup(late),
    )


def _in_one_scope(scripts: list[str]) -> str:
    """One scope for all files, and none of their names on the page."""
    return '"use strict";\n(() => {\n' + "\n".join(scripts) + "})();\n"


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
