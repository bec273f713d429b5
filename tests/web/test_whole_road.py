"""The whole road on the demo: plan, six judges over HTTP, the lead's page, close, export, and all that follows."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2 as httpx
import numpy as np
import pytest

from karat import demo, read, read_judgements
from karat.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

JUDGES = 6
TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "tutorial-campaign.md"


def karat(folder: Path, *arguments: object) -> str:
    """What a command prints; it runs in this process, because starting a dozen takes longer than they do."""
    shown, noted = io.StringIO(), io.StringIO()
    with chdir(folder), redirect_stdout(shown), redirect_stderr(noted):
        code = main(list(map(str, arguments)))
    assert code == 0, f"karat {arguments}: {noted.getvalue()}"
    return shown.getvalue()


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign on the demo data: six judges, each output judged once, with checks."""
    path = tmp_path / "demo.campaign"
    options = ("--judges", JUDGES, "--per-item", 1, "--repeats", 2, "--spoilt", 2, "--seed", 3)
    chosen = ("--protocol", "da", "--design", "together")
    karat(tmp_path, "campaign", "plan", demo.path(), *chosen, *options, "-o", path)
    return path


@pytest.fixture
def address(campaign: Path) -> Iterator[str]:
    """The campaign, served by its command in a process of its own."""
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "karat", "campaign", "serve", str(campaign), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        for line in server.stdout:
            if "http://" in line:
                yield "http://" + line.partition("http://")[2].split()[0].rstrip("/.")
                break
    finally:
        server.terminate()
        server.wait(20)
        server.stdout.close()


@cache
def judge_everything() -> Callable[..., int]:
    """The program of the tutorial, as it is printed there."""
    (code,) = re.findall(r"```python\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    found: Callable[..., int] = names["judge_everything"]
    return found


class Simulated:
    """A judge who knows what the demo's judges said of a text, leans to one side, and slips now and then."""

    def __init__(self, address: str, token: str, number: int) -> None:
        self.address, self.token = address, token
        self.rng = np.random.default_rng(number)
        self.leaning = self.rng.normal(0, 0.3)

    def judge(self, known: dict[str, float]) -> int:
        """Answer every page; how many there were."""
        return judge_everything()(
            self.address, self.token, lambda text, scale: self._value(known, text, scale)
        )

    def _value(self, known: dict[str, float], text: str, scale: dict[str, Any]) -> int:
        # A spoilt output is none that the demo knows.
        thought = known.get(text, 1.5) + self.leaning + self.rng.normal(0, 0.4)
        low, high = scale["low"], scale["high"]
        return int(np.clip(round(low + (thought - 1) / 4 * (high - low)), low, high))


def what_people_said() -> dict[str, float]:
    """The mean of what the demo's judges said of each text, from 1 to 5."""
    corpus = read(demo.path())
    said: dict[str, list[float]] = {}
    for one in read_judgements(demo.judgements_path(), corpus):
        said.setdefault(corpus.systems[one.system][int(one.segment) - 1], []).append(one.value)
    return {text: float(np.mean(values)) for text, values in said.items()}


@pytest.mark.usefixtures("drawn_once")
def test_from_the_plan_to_the_report(campaign: Path, address: str) -> None:
    """Every station takes what the one before made, without a step by hand."""
    folder = campaign.parent
    links = json.loads(karat(folder, "campaign", "links", campaign, "--format", "json"))
    tokens = [link["token"] for link in links if link["role"] == "judge"]
    (lead,) = [link["token"] for link in links if link["role"] == "lead"]
    known = what_people_said()
    with ThreadPoolExecutor(JUDGES) as pool:
        judges = [Simulated(address, token, number) for number, token in enumerate(tokens)]
        pages = sum(pool.map(lambda judge: judge.judge(known), judges))

    # The lead's page is live: it has every answer, and says whether there is enough.
    with httpx.Client(base_url=address, timeout=120) as client:
        assert client.post("/enter", json={"token": lead}).status_code == 200
        live = client.get("/lead/status.json", headers={"Accept": "application/json"}).json()
        assert live["progress"]["pages"]["done"] == live["progress"]["pages"]["planned"]
        assert live["progress"]["pages"]["planned"] == pages
        page = client.get("/lead", headers={"Accept": "text/html"}).text
        assert "Is there enough?" in page
        assert "<svg" in page
    (told,) = live["standings"]
    assert told["systems"][-1]["system"] == "elm"

    karat(folder, "campaign", "close", campaign)
    shown = json.loads(karat(folder, "campaign", "status", campaign, "--json"))
    assert shown["state"] == "closed"
    assert [claim["worse"] for claim in shown["stop"]["claims"]]

    # The export is read as any judgements, and the campaign itself as well.
    karat(folder, "campaign", "export", campaign, "-o", "judgements.jsonl")
    exported = json.loads(
        karat(folder, "judges", "judgements.jsonl", "--data", demo.path(), "--format", "json")
    )
    direct = json.loads(karat(folder, "judges", campaign, "--format", "json"))
    assert [one["agreement"] for one in exported["dimensions"]] == [
        one["agreement"] for one in direct["dimensions"]
    ]
    agreed = json.loads(karat(folder, "agree", campaign, "-m", "bleu", "chrf", "--format", "json"))
    assert agreed
    chosen = ("--systems", "aurora", "cobalt", "dune", "elm")
    direct_assessment = (campaign, "-m", "bleu", "--human", "da")
    karat(folder, "calibrate", *direct_assessment, *chosen, "-o", "calibration.json")
    predicted = json.loads(
        karat(folder, "predict", "calibration.json", campaign, "--systems", "birch", "--format", "json")
    )
    assert predicted
    accepted = json.loads(
        karat(folder, "accept", *direct_assessment, "--threshold", 60, "--samples", 100, "--format", "json")
    )
    assert {cell["text_type"] for cell in accepted["dimensions"][0]["cells"]} == {"news", "email", "manual"}
    karat(folder, "report", campaign, "-o", "report.html")
    report = (folder / "report.html").read_text(encoding="utf-8")
    assert "Do the judges agree?" in report
