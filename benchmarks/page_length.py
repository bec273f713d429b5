"""How long the page of `karat report` is for a real test set, in pixels and in sheets of paper.

    python -m benchmarks.page_length

Version 0.1's page of WMT23 English–German had 13,700 pixels and 51 printed sheets; at most half of that is
asked for. Ends with 1 where there is more. Needs the data, Playwright and a Chromium of the system.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

from benchmarks.corpora import DATA
from karat.cli.main import main as karat

PACK = "wmt23.en-de"
FORMER_PIXELS, FORMER_SHEETS = 13_700, 51
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def measured(page: Path) -> tuple[int, int]:
    """The height of a page, folded as it comes, in a window of 1,280 pixels, and its printed sheets."""
    browser = next(filter(None, map(which, _BROWSERS)), None)
    if browser is None:
        sys.exit("There is no Chromium.")
    with sync_playwright() as play:
        window = play.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page(
            viewport={"width": 1280, "height": 900}
        )
        window.goto(page.as_uri())
        pixels = int(window.evaluate("document.documentElement.scrollHeight"))
        sheets = [int(found) for found in re.findall(rb"/Type /Pages\n/Count (\d+)", window.pdf(format="A4"))]
    return pixels, max(sheets)


def main() -> int:
    """A line for each."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        # Fewer samples make other figures, and no other page.
        if karat(["report", str(DATA / PACK), "--samples", "100", "-o", str(page)]):
            return 2
        pixels, sheets = measured(page)
    most_pixels, most_sheets = FORMER_PIXELS // 2, FORMER_SHEETS // 2
    print(f"{PACK}: {pixels:,} px (at most {most_pixels:,}), {sheets} sheets (at most {most_sheets})")
    return int(pixels > most_pixels or sheets > most_sheets)


if __name__ == "__main__":
    sys.exit(main())
