"""A page opened in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page from a file; whatever it complains of or asks the network for fails the test."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def open_page(html: str, *, address: str = "", wait: bool = True, **options: Any) -> Any:
        path = tmp_path / f"page{len(contexts)}.html"
        path.write_text(html, encoding="utf-8", newline="")
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = chromium.new_context(**options)
        contexts.append(context)
        page = context.new_page()
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
    for context in contexts:
        context.close()
    assert troubles == []
