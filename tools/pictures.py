"""Make the pictures of the documentation anew: `python tools/pictures.py`, with Chromium for the page.

Each is made by Karat itself from the demo data. Beside them stands which stored output each shows, with its
checksum, so that a test notices when the output has changed and the picture has not.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from html import escape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import ViewportSize, sync_playwright
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "assets" / "pictures"
SOURCES = FOLDER / "sources.json"
ELSEWHERE = "growth.svg"  # what `make bench-growth` draws
STORY = "tests/golden/demo.txt"
# Charts of the demo data by their names, and the stored chart that changes if they do.
CHARTS = {
    name: f"tests/golden/charts/{name}.json"
    for name in (
        "agreement-bleu-adequacy",
        "calibration-bleu-adequacy",
        "judges-agreement-adequacy",
        "pairs-bleu",
        "precisions-bleu",
        "scores-bleu",
        "sensitivity-aurora",
        "slices-bleu-text-type",
    )
}
# What the terminal shows: commands, and how many tables of each.
TERMINAL = ("karat score demo: -m bleu chrf ter", "karat compare demo: --show standings")
_COLUMNS = 62
_WINDOW: ViewportSize = {"width": 1180, "height": 860}
# Rich fills this in; nothing in it is loaded from elsewhere.
_FRAME = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<desc>@TEXT@</desc>
<style>
.{unique_id}-matrix {{
font: {char_height}px/{line_height}px ui-monospace, "Liberation Mono", Menlo, Consolas, monospace }}
.{unique_id}-title {{ font: bold 18px sans-serif }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main() -> None:
    """Write every picture, and what each was made of."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        if old not in (FOLDER / ELSEWHERE, SOURCES):
            old.unlink()
    (FOLDER / "terminal.svg").write_text(terminal(), encoding="utf-8")
    with TemporaryDirectory() as folder:
        _karat("report", "demo:", "-o", f"{folder}/page.html", "--figures", f"{folder}/figures")
        (FOLDER / "page.webp").write_bytes(photographed(Path(folder, "page.html")))
        for name in CHARTS:
            shutil.copy(Path(folder, "figures", f"{name}.svg"), FOLDER)
    made_of = {
        "page.webp": STORY,
        "terminal.svg": STORY,
        **{f"{name}.svg": file for name, file in CHARTS.items()},
    }
    sources = {picture: {file: checksum(file)} for picture, file in made_of.items()}
    sources[ELSEWHERE] = json.loads(SOURCES.read_text(encoding="utf-8"))[ELSEWHERE]
    SOURCES.write_text(json.dumps(dict(sorted(sources.items())), indent=1) + "\n", encoding="utf-8")


def checksum(file: str) -> str:
    """Of a stored output; of the story, only of the steps that the terminal and the page show."""
    text = (ROOT / file).read_text(encoding="utf-8")
    if file == STORY:
        steps = re.split(r"^\d+\. ", text, flags=re.MULTILINE)
        text = "".join(step for step in steps if step.startswith(("Scores", "Comparison", "Report")))
    return hashlib.sha256(text.encode()).hexdigest()


def _karat(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "karat", *arguments],
        check=True,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    return done.stdout


def terminal() -> str:
    """A terminal with the first table of each command, drawn from what the commands print."""
    shown = Text()
    for line in TERMINAL:
        printed = _karat(*line.split()[1:], "--format", "table", FORCE_COLOR="1", COLUMNS=str(_COLUMNS))
        shown.append("$ ", "bold green").append(f"{line}\n", "bold")
        shown.append_text(Text.from_ansi(printed.split("\n\n")[0])).append("\n\n")
    shown.rstrip()
    console = Console(record=True, width=_COLUMNS, file=StringIO(), force_terminal=True)
    console.print(shown)
    picture = console.export_svg(title="Karat", code_format=_FRAME, theme=MONOKAI, unique_id="karat")
    return picture.replace("@TEXT@", escape(shown.plain))


def photographed(page: Path) -> bytes:
    """The first screen of a page, as WebP."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page(viewport=_WINDOW, color_scheme="light", device_scale_factor=1.5)
        tab.goto(page.as_uri())
        tab.wait_for_load_state()
        taken = tab.context.new_cdp_session(tab).send(
            "Page.captureScreenshot", {"format": "webp", "quality": 72}
        )
        browser.close()
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    main()
