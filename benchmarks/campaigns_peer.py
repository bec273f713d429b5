"""Answers of twenty judges at once, beside Pearmut on the same machine: `make bench-campaigns-peer`.

Each judge asks for a page and answers it, again and again, over one connection to 127.0.0.1. Pearmut is
installed into a folder of its own, `.cache/pearmut`; it needs Python 3.12. The two do not promise the same:
an answer that Karat acknowledges is on the disk and cannot be stored twice; Pearmut leaves it to the system
when its files are written.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from benchmarks.campaigns import Load, Servers, free_port, load_plan, quantile, wait_for_port
from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PEARMUT = "pearmut==1.1.6"
FOLDER = Path(".cache/pearmut")
PYTHONS = ("python3.12", "python3.13", "python3.14")


@dataclass(slots=True)
class Timing:
    """Seconds that judges waited for a page, and for the acknowledgement of an answer; and of the whole.

    `processor` is how many seconds the server computed, which other work on the machine changes little.
    """

    pages: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    whole: float = 0.0
    processor: float = 0.0

    def line(self, name: str) -> str:
        """A row of the table."""
        cells = [f"{len(self.answers) / self.whole:,.0f}"]
        for seconds in (self.answers, self.pages):
            cells += [f"{1000 * quantile(seconds, share):,.0f}" for share in (0.5, 0.99)]
        cells.append(f"{1000 * self.processor / len(self.answers):.1f}")
        return f"| {name} | {' | '.join(cells)} |"


class Client(Protocol):
    """A judge's way to a server."""

    def next(self) -> Any:
        """The next page; None at the end."""

    def answer(self, page: Any) -> None:
        """Give the page a value."""


class Calls:
    """JSON over one connection that stays open."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookie = ""

    def __call__(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """What the server answers; anything but success is an error."""
        given = {"Accept": "application/json", "Content-Type": "application/json", **headers}
        if self.cookie:
            given["Cookie"] = self.cookie
        self._connection.request(method, path, None if body is None else json.dumps(body), given)
        response = self._connection.getresponse()
        text = response.read()
        if response.status != 200:
            message = f"{method} {path}: {response.status} {text[:200]!r}"
            raise ValueError(message)
        self.cookie = (response.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        return json.loads(text)


class KaratClient:
    """A judge of Karat's."""

    def __init__(self, port: int, token: str) -> None:
        self._call = Calls(port)
        self._call("POST", "/enter", {"token": token})

    def next(self) -> Any:
        """The next page; None at the end."""
        page = self._call("GET", "/next")
        return None if page.get("done") else page

    def answer(self, page: Any) -> None:
        """Give the page a value."""
        (candidate,), (dimension,) = page["candidates"], page["dimensions"]
        values = [{"candidate": candidate["id"], "dimension": dimension["name"], "value": 70}]
        key = {"Idempotency-Key": page["key"]}
        self._call("POST", f"/answer/{page['item']}", {"answers": values}, **key)


class PearmutClient:
    """A person who annotates in Pearmut; what is sent is what its page sends."""

    def __init__(self, port: int, user: str) -> None:
        self._call = Calls(port)
        self._who = {"campaign_id": "bench", "user_id": user}

    def next(self) -> Any:
        """The next page; None at the end."""
        found = self._call("POST", "/get-next-item", self._who)
        return None if "payload" not in found or found.get("status") != "ok" else found

    def answer(self, page: Any) -> None:
        """Give the page a value."""
        now = time.time()
        annotation: list[dict[str, Any]] = [
            {system: {"score": 70, "error_spans": [], "textfield": None} for system in item["tgt"]}
            for item in page["payload"]
        ]
        payload = {
            "annotation": annotation,
            "actions": [{"time": now, "action": "load"}, {"time": now, "action": "submit"}],
            "item": page["payload"],
        }
        body = {**self._who, "item_i": page["info"]["item_i"], "payload": payload}
        self._call("POST", "/log-response", body)


def timed(clients: Sequence[Client], server: int) -> Timing:
    """All judges at once, until each has answered everything; `server` is the process that they ask."""
    found, lock, wrong = Timing(), threading.Lock(), list[BaseException]()

    def work(client: Client) -> None:
        pages, answers = [], []
        try:
            while True:
                start = time.perf_counter()
                page = client.next()
                if page is None:
                    break
                shown = time.perf_counter()
                client.answer(page)
                pages.append(shown - start)
                answers.append(time.perf_counter() - shown)
        except BaseException as error:  # a thread that dies must be heard of
            wrong.append(error)
        with lock:
            found.pages += pages
            found.answers += answers

    threads = [threading.Thread(target=work, args=(client,)) for client in clients]
    start, before = time.perf_counter(), processor_seconds(server)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found.whole = time.perf_counter() - start
    found.processor = processor_seconds(server) - before
    if wrong:
        raise wrong[0]
    return found


def processor_seconds(process: int) -> float:
    """How long a process has computed, all its threads; NaN where the system does not say so in /proc."""
    try:
        # After the name, which may have spaces and stands in brackets.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return nan
    user, system = int(fields[11]), int(fields[12])
    return (user + system) / os.sysconf("SC_CLK_TCK")


def karat_timing(load: Load) -> Timing:
    """On a campaign in a file."""
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / "bench.campaign")
        store = create_store(address, load_plan(load))
        tokens = [link.token for link in Desk(store).links() if link.role == "judge"]
        store.close()
        servers = Servers(address, 1)
        try:
            servers.start(servers.ports[0])
            clients = [KaratClient(servers.ports[0], token) for token in tokens]
            return timed(clients, servers.process(servers.ports[0]))
        finally:
            servers.stop()


def pearmut_command() -> str:
    """The program, installed where nothing else is."""
    program = FOLDER / "bin" / "pearmut"
    if not program.exists():
        python = next(filter(_starts, filter(None, map(shutil.which, PYTHONS))), None)
        if python is None:
            sys.exit(f"Pearmut needs one of {', '.join(PYTHONS)}, and none is there.")
        subprocess.run([python, "-m", "venv", str(FOLDER)], check=True)
        subprocess.run([str(FOLDER / "bin" / "pip"), "install", "--quiet", PEARMUT], check=True)
    return str(program.absolute())


def _starts(python: str) -> bool:
    """Whether an interpreter runs: a version manager may have put a name there, and nothing behind it."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def pearmut_campaign(load: Load) -> dict[str, Any]:
    """As many pages for as many people: one segment with one output on each."""
    each = load.answers // load.judges

    def item(number: int) -> dict[str, Any]:
        text = f"Segment {number} of a test set that nobody wrote."
        return {"src": text, "tgt": {"system-0": f"{text} (0)"}, "item_id": f"s{number}"}

    tasks = [[[item(judge * each + place)] for place in range(each)] for judge in range(load.judges)]
    info = {"assignment": "task-based", "template": "annotate", "protocol": "DA", "shuffle": False}
    return {"campaign_id": "bench", "info": info, "data": tasks}


def pearmut_timing(load: Load, keep: Path | None = None) -> Timing:
    """On a campaign in a folder; its file of answers is copied to `keep`."""
    program = pearmut_command()
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        (folder / "bench.json").write_text(json.dumps(pearmut_campaign(load)), encoding="utf-8")
        around: dict[str, Any] = {"cwd": name, "env": os.environ | {"PEARMUT_ROOT": name}}
        subprocess.run([program, "add", "bench.json"], check=True, stdout=subprocess.DEVNULL, **around)
        server = subprocess.Popen(
            [program, "run", "--port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **around,
        )
        try:
            wait_for_port(port)
            progress = json.loads((folder / "data/progress/bench.json").read_text(encoding="utf-8"))
            found = timed([PearmutClient(port, user) for user in progress], server.pid)
        finally:
            server.kill()
            server.wait()
        if keep is not None:
            shutil.copy(folder / "data/annotations/bench.jsonl", keep)
        return found


def check_import(path: Path, load: Load) -> None:
    """What Pearmut wrote must be read, all of it."""
    from karat.readers.people.pearmut import read_pearmut

    found = len(list(read_pearmut(path).judgements))
    if found != load.answers:
        sys.exit(f"Of {load.answers} answers in Pearmut's file {found} were read.")


def report(load: Load, rounds: int) -> Iterator[str]:
    """A table of both, round by round: the machine has other work, too."""
    yield f"{load.judges} judges at once, {load.answers} answers; milliseconds, median and 99th percentile."
    yield "The last column is how long the server computed for an answer and its page."
    yield ""
    yield "| | answers / s | answer p50 | answer p99 | page p50 | page p99 | processor |"
    yield "|---|---|---|---|---|---|---|"
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, rounds + 1):
            yield karat_timing(load).line(f"Karat, round {number}")
            path = Path(folder) / "pearmut.jsonl"
            yield pearmut_timing(load, path).line(f"Pearmut, round {number}")
            check_import(path, load)


def main() -> None:
    """Both, side by side."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--judges", type=int, default=20)
    reader.add_argument("--pages", type=int, default=30, help="pages of each judge")
    reader.add_argument("--rounds", type=int, default=2)
    chosen = reader.parse_args()
    load = Load(judges=chosen.judges, segments=chosen.judges * chosen.pages // 4, systems=4, per_item=1)
    for line in report(load, chosen.rounds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
