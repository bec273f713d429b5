"""The documentation as a site: it is built without a network, holds together, and loads nothing from elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest
from tests.documentation import DOCS, ROOT, name_of

if TYPE_CHECKING:
    from pathlib import Path

LOADING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
IN_NAVIGATION = {"md-nav__link", "md-tabs__link"}


class Page(HTMLParser):
    """What a built page links to, what it loads, and which anchors it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.navigation: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
            if IN_NAVIGATION & set(given.get("class", "").split()):
                self.navigation.add(given["href"])
        if LOADING.get(tag, "") in given:
            self.loaded.add(given[LOADING[tag]])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built anew; its builder is required in CI, optional elsewhere."""
    if find_spec("zensical") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("zensical is not installed")
        pytest.skip("zensical is not installed")
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / "zensical.toml", folder)
    shutil.copytree(DOCS, folder / "docs")
    nowhere = "http://127.0.0.1:9"  # whoever asks for the network gets no answer
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=folder,
        env={**os.environ, "http_proxy": nowhere, "https_proxy": nowhere},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, Page]:
    """Every page of the site."""
    return {path: Page(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}


def test_every_page_is_built(site: Path) -> None:
    """Every page of the documentation is a page of the site."""
    for page in DOCS.rglob("*.md"):
        assert (site / page.relative_to(DOCS)).with_suffix(".html").is_file(), name_of(page)


def test_links_lead_somewhere(pages: dict[Path, Page]) -> None:
    """A link within the site leads to a page that is there, and to an anchor that it has."""
    broken = [
        f"{path.name}: {link}"
        for path, page in pages.items()
        for link in page.links
        if not urlsplit(link).scheme and not _leads(link, path, pages)
    ]
    assert broken == []


def _leads(link: str, path: Path, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    return target in pages and unquote(parts.fragment) in {"", *pages[target].anchors}


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    """No script, style, font or image has an address on the network, and all are there."""
    for path, page in pages.items():
        for address in page.loaded:
            assert not urlsplit(address).netloc, f"{path.name} loads {address}"
            assert (path.parent / urlsplit(address).path).exists(), f"{path.name}: {address} is not there"
    for style in site.rglob("*.css"):
        taken = re.findall(r"(?:url\(|@import )[\"']?(https?:[^)\"']+)", style.read_text(encoding="utf-8"))
        assert taken == [], style.name


def test_navigation_has_every_page(site: Path, pages: dict[Path, Page]) -> None:
    """From the first page, the navigation leads to every other."""
    first = site / "index.html"
    reached = {(site / urlsplit(link).path).resolve() for link in pages[first].navigation}
    assert {path for path in pages if path not in reached} <= {first}


def test_code_is_no_text(pages: dict[Path, Page], site: Path) -> None:
    """Every fence of a page became a block: none is left as it was written."""
    for path in pages:
        written = re.sub(
            r"<(pre|code|script)\b.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        assert "```" not in written, str(path.relative_to(site))


def test_search_works_from_the_file_system(site: Path, chromium: Any) -> None:
    """A page that is opened as a file finds what is looked for, says no error and asks no network."""
    asked: list[str] = []
    said: list[str] = []
    page = chromium.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((site / "tutorial.html").as_uri())
    page.keyboard.press("Control+k")
    page.keyboard.type("Krippendorff")
    page.get_by_text("Krippendorff's α", exact=False).first.wait_for(timeout=10_000)
    page.close()
    assert said == []
    assert [address for address in asked if urlsplit(address).scheme not in ("file", "data", "blob")] == []
