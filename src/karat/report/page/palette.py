"""The colours of the page by role, on light paper and on dark; print is always light."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# (light, dark)
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


def stylesheet() -> str:
    """The roles as CSS variables: light, then dark where the system or the reader wants it on a screen."""
    light, dark = ("".join(f"--{role}:{pair[place]};" for role, pair in PAGE.items()) for place in (0, 1))
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark)"
        f'{{:root:not([data-theme="light"]){{color-scheme:dark;{dark}}}}}\n'
        f'@media screen{{:root[data-theme="dark"]{{color-scheme:dark;{dark}}}}}\n'
    )
