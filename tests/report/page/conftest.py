"""A page opened in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

VIEWPORT = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def usual(chromium: Any) -> Iterator[Any]:
    """A window for all pages that ask for nothing special: most of a page's time would go into a new one."""
    context = chromium.new_context()
    # It stays open when the last page is closed, and so does the process behind it.
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def opened(chromium: Any, usual: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page from a file; whatever it complains of or asks the network for fails the test."""
    pages: list[Any] = []
    contexts: list[Any] = []
    troubles: list[str] = []

    def open_page(
        html: str,
        *,
        address: str = "",
        wait: bool = True,
        viewport: dict[str, int] = VIEWPORT,
        color_scheme: str = "light",
        reduced_motion: str = "reduce",
        **options: Any,
    ) -> Any:
        path = tmp_path / f"page{len(pages)}.html"
        path.write_text(html, encoding="utf-8", newline="")
        context = usual
        if options:
            context = chromium.new_context(**options)
            contexts.append(context)
        page = context.new_page()
        page.set_viewport_size(viewport)
        # Who scrolls a long page smoothly paints it sixty times a second.
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        pages.append(page)
        own = path.as_uri()
        page.on("console", lambda message: troubles.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on("dialog", lambda dialog: troubles.append(f"dialog: {dialog.message}"))
        page.on(
            "request",
            lambda request: (
                None if request.url.split("#")[0] == own else troubles.append(f"request: {request.url}")
            ),
        )
        page.goto(own + address)
        if wait:
            page.wait_for_selector("#browser:not([hidden])")
        return page

    yield open_page
    for page in pages:
        if page.context is usual:
            page.evaluate("localStorage.clear()")  # what a reader chose is remembered
            page.close()
    for context in contexts:
        context.close()
    assert troubles == []
