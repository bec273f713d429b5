"""A real browser to open pages in: Debian's Chromium, driven by playwright."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FLAGS = (
    "--no-sandbox",  # for those who run as root, as in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def _missing(what: str) -> None:
    """In CI a test that cannot run has failed."""
    message = f"{what}; `make browser` brings what the tests of the page need"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed")
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        _missing("there is no Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page from a file; whatever it complains of or asks the network for fails the test."""
    contexts = []
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
        page.on("dialog", lambda dialog: (troubles.append("dialog"), dialog.dismiss()))
        page.on(
            "request",
            lambda request: None if request.url.split("#")[0] == own else troubles.append(f"request: {request.url}"),
        )
        page.goto(own + address)
        if wait:
            page.wait_for_selector("#browser:not([hidden])")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []
