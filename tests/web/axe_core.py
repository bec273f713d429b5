"""axe-core, which finds what keeps people out of a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

AXE = Path(__file__).resolve().parents[2] / ".cache" / "axe" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def faults(page: Any, axe: str) -> list[str]:
    """What axe finds, in words."""
    # Through the debugger, since the page's policy lets no script of ours in.
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {axe}; }}")
    found = page.evaluate(
        "async tags => (await axe.run(document, {runOnly: tags, resultTypes: ['violations'],"
        # What lies half under a bar that sticks counts as small there. Sizes are tested in test_phone_in_chromium.
        " rules: {'target-size': {enabled: false}}})).violations"
        ".map(one => one.id + ': ' + one.nodes.map(node => node.html).slice(0, 3).join(' / '))",
        RULES,
    )
    return list(found)
