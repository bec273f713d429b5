"""`karat campaign serve` and `karat campaign demo`: pages that can be opened, and what is refused."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import MARK, Clock, PlanMaker, work

from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cli.conftest import Karat


@pytest.fixture
def demo() -> Iterator[tuple[subprocess.Popen[str], str, float]]:
    """The demo as a process of its own, all that it prints before it serves, and its CPU time until then."""
    command = [sys.executable, "-m", "karat", "campaign", "demo", "--port", "0", "--protocol", "esa"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    printed = ""
    while "Ctrl-C" not in printed:
        line = process.stdout.readline()
        assert line, process.communicate()
        printed += line
    yield process, printed, _seconds_of(process)
    if process.poll() is None:
        process.kill()
    process.communicate()


def _seconds_of(process: subprocess.Popen[str]) -> float:
    """The CPU time of a process that goes on, as ps has it: whole seconds."""
    asked = subprocess.run(
        ["ps", "-o", "cputimes=", "-p", str(process.pid)], capture_output=True, text=True, check=True
    )
    return float(asked.stdout)


def test_the_demo(demo: tuple[subprocess.Popen[str], str, float]) -> None:
    """A lead's link and three judges' links; the pages are there at once; Ctrl-C ends it in peace."""
    process, printed, seconds = demo
    found = re.findall(r"^  (\w+)\s+(\w+)\s+(http://127\.0\.0\.1:\d+/#\S+)$", printed, re.MULTILINE)
    links = {name: link for name, _, link in found}
    assert [(name, role) for name, role, _ in found] == [
        ("lead", "lead"),
        ("ada", "judge"),
        ("ben", "judge"),
        ("cleo", "judge"),
    ]
    # It is up in five seconds where nothing else runs. Here other tests may, so its own work is counted.
    assert seconds < 4
    address, _, token = links["ada"].partition("#")
    request = urllib.request.Request(
        f"{address}enter",
        json.dumps({"token": token}).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        assert json.load(response)["judge"] == "ada"
        cookie = response.headers["Set-Cookie"].partition(";")[0]
    request = urllib.request.Request(
        f"{address}next", headers={"Cookie": cookie, "Accept": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        assert json.load(response)["interaction"] == "mark"
    path = re.search(r"stored in (\S+)", printed)
    assert path is not None
    assert Path(path[1]).exists()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert errors == ""
    assert "karat campaign serve" in rest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Give one campaign"),
        (["a.campaign", "b.campaign"], "Give one campaign"),
        (["a.campaign", "--database", "postgresql://x/y"], "Give one campaign"),
        (["missing.campaign"], "missing.campaign"),
        (["--port", "70000", "x"], "--port is 70000"),
    ],
)
def test_what_is_refused(karat: Karat, arguments: list[str], said: str) -> None:
    """In one line."""
    result = karat("campaign", "serve", *arguments)
    assert result.code == 2
    assert said in result.err


def test_addresses_that_cannot_be_served(karat: Karat, tmp_path: Path) -> None:
    """Another host without TLS, a port that is taken, a URL of the wrong kind."""
    from tests.web.small_campaigns import small_campaign

    campaign = small_campaign(tmp_path)
    path = str(campaign.desk.store.address)
    campaign.desk.store.close()
    refused = karat("campaign", "serve", path, "--host", "0.0.0.0")
    assert refused.code == 2
    assert "--behind-tls" in refused.err
    url = karat("campaign", "serve", path, "--behind-tls", "--url", "http://judge.example.org")
    assert "https://" in url.err
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        busy = karat("campaign", "serve", path, "--port", port)
    assert busy.code == 2
    assert f"127.0.0.1:{port}" in busy.err


def test_a_clock_that_is_behind_is_told(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the newest answer of the campaign; the pages are served all the same."""
    path = tmp_path / "ahead.campaign"
    store = create_store(path, PlanMaker(questionnaire=MARK).make())
    monkeypatch.setattr("karat.web.serving.serve", lambda *_, **__: None)
    assert "clock" not in karat("campaign", "serve", path, "--port", 0).err
    work(Desk(store, clock=Clock(time.time() + 3600)), "judge 1", most=1)
    store.close()
    found = karat("campaign", "serve", path, "--port", 0)
    assert found.code == 0
    assert "The clock of this machine is 60 minutes behind the newest answer. Nothing is lost" in found.err


def test_the_hint_about_links_has_the_address(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links that are made as it says lead to this server, at whichever port; a shell takes the name as it is."""
    path = tmp_path / "any & all.campaign"
    create_store(path, PlanMaker(questionnaire=MARK).make()).close()
    monkeypatch.setattr("karat.web.serving.serve", lambda *_, on_start, **__: on_start())
    printed = karat("campaign", "serve", path, "--port", 0).out
    base = re.search(r"is served at (\S+)", printed)
    assert base is not None
    assert f"karat campaign links '{path}' --url {base[1]}\n" in printed
