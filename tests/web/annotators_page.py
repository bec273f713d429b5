"""The annotator's page in a real browser: words of the document, keys, and what is stored of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.campaigns.annotation.annotated_documents import annotated_documents

if TYPE_CHECKING:
    from tests.web.small_campaigns import SmallCampaign

ALONE: dict[str, Any] = {"annotators": 1, "per_document": 1, "adjudicators": ()}


def word(page: Any, text: str, nth: int = 0) -> Any:
    """A word of the document, as it stands there now."""
    return page.locator("#document .token", has_text=text).nth(nth)


def finish(page: Any, key: str | None = None) -> None:
    """Send the page, by its button or by a key, and wait for the next one."""
    with page.expect_navigation():
        if key is None:
            page.click("#submit")
        else:
            page.keyboard.press(key)
    page.wait_for_selector("html.ready, .paper", state="attached")


def marked(campaign: SmallCampaign, person: str = "annotator-1") -> list[list[tuple[str, str]]]:
    """What somebody has marked, segment by segment, of all documents."""
    return [
        [(one.text, one.kind) for one in found]
        for document in annotated_documents(campaign.desk.store)
        if document.person == person
        for found in document.entities
    ]


def select(page: Any, segment: int, text: str) -> None:
    """Select a stretch by keys alone: to its first word, then edge by edge, character by character."""
    start, end = page.evaluate(
        """([segment, wanted]) => {
            const page = JSON.parse(document.getElementById('page').textContent);
            const points = Array.from(page.candidates[segment].text), name = Array.from(wanted);
            for (let start = 0; start + name.length <= points.length; start += 1)
                if (name.every((point, place) => points[start + place] === point)) return [start, start + name.length];
        }""",
        [segment, text],
    )
    first = f"#document > p:nth-child({segment + 1}) .token"
    starts = page.eval_on_selector_all(first, "all => all.map(one => Number(one.dataset.start))")
    place = max(place for place, one in enumerate(starts) if one <= start)
    page.locator(first).nth(place).click()
    for edge, wanted in (("start", start), ("end", end)):
        for _ in range(60):
            now = page.evaluate(
                "edge => { const all = [...document.querySelectorAll('#document .selected')];"
                " const one = edge === 'start' ? all[0] : all.at(-1);"
                " return Number(one.dataset.start) + (edge === 'end' ? Array.from(one.textContent).length : 0); }",
                edge,
            )
            if now == wanted:
                break
            is_longer = (now < wanted) == (edge == "end")
            key = "ArrowUp" if is_longer else "ArrowDown"
            page.keyboard.press(f"Alt+Shift+{key}" if edge == "start" else f"Alt+{key}")
