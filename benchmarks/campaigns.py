"""Judges at once over HTTP, while the server is killed: `make bench-campaigns`.

Twenty judges send 1,200 answers, a fifth of them twice, and the server is killed with −9 five times at random
moments. Then every acknowledged answer must be stored, none twice, none over-judged, each judge's in the
order of the plan. Then the same with two servers on PostgreSQL, for which a database server is started; with
`--database` on that one alone.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.postgres import postgres_folder, running_postgres

from karat import Corpus
from karat.campaigns.desk import Desk
from karat.campaigns.planning import plan_campaign
from karat.campaigns.store import create_store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import CampaignPlan

_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Load:
    """How much is asked of a server."""

    judges: int = 20
    segments: int = 100
    systems: int = 4
    per_item: int = 3
    kills: int = 5
    servers: int = 1
    seed: int = 1

    @property
    def answers(self) -> int:
        """How many there will be."""
        return self.segments * self.systems * self.per_item


@dataclass(slots=True)
class Findings:
    """What the judges were told, and how long they waited for it."""

    acknowledged: dict[tuple[str, str], Any] = field(default_factory=dict)
    sent_twice: int = 0
    sent_again: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def load_plan(load: Load) -> CampaignPlan:
    """Documents of five segments, outputs of some systems, direct assessment."""
    texts = [f"Segment {number} of a test set that nobody wrote." for number in range(load.segments)]
    corpus = Corpus.of(
        {f"system-{system}": [f"{text} ({system})" for text in texts] for system in range(load.systems)},
        texts,
        sources=texts,
        documents=[f"document-{number // 5}" for number in range(load.segments)],
    )
    return plan_campaign(corpus, "da", judges=load.judges, per_item=load.per_item, seed=load.seed)


class Servers:
    """Server processes for one campaign, each on a port of its own, that can be killed and started again."""

    def __init__(self, address: str, count: int) -> None:
        self._address = address
        self.ports = [free_port() for _ in range(count)]
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, port: int) -> None:
        """Start one, and wait until it answers."""
        kind = ["--database", self._address] if "://" in self._address else [self._address]
        command = [sys.executable, "-m", "karat", "campaign", "serve", *kind, "--port", str(port)]
        self._processes[port] = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_for_port(port)

    def kill(self, port: int) -> None:
        """Without a chance to write anything."""
        process = self._processes.pop(port)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def process(self, port: int) -> int:
        """The number of the process that listens there."""
        return self._processes[port].pid

    def stop(self) -> None:
        """All of them."""
        for port in list(self._processes):
            self.kill(port)


def wait_for_port(port: int) -> None:
    """Until a server answers there."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            time.sleep(0.05)
    message = "the server did not start"
    raise TimeoutError(message)


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


class SimulatedJudge:
    """A program that judges over HTTP and never gives up on an answer."""

    def __init__(self, name: str, token: str, ports: Sequence[int], findings: Findings, seed: int) -> None:
        self.name = name
        self._token = token
        self._ports = ports
        self._findings = findings
        self._random = random.Random(f"{name} {seed}")
        self._cookie = ""
        self._connection: HTTPConnection | None = None

    def work(self) -> None:
        """Sign in, and answer until there is nothing more."""
        try:
            self._enter()
            while not (page := self._call("GET", "/next")[1]).get("done") or page.get("waiting"):
                if page.get("waiting"):
                    time.sleep(0.1)  # an adjudicator, whose annotators are still at work
                else:
                    self._answer(page)
        except Exception as error:  # a thread that dies must be heard of
            with self._findings.lock:
                self._findings.wrong.append(f"{self.name}: {error!r}")
        finally:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _enter(self) -> None:
        status, answer = self._call("POST", "/enter", {"token": self._token})
        if status != 200:
            message = f"not let in: {answer}"
            raise PermissionError(message)

    def made(self, page: dict[str, Any], chance: random.Random) -> tuple[dict[str, Any], Any]:
        """An answer to a page, and what of it must be in the store."""
        value = chance.randint(0, 100)
        body = {
            "answers": [
                {"candidate": one["id"], "dimension": each["name"], "value": value}
                for one in page["candidates"]
                for each in page["dimensions"]
            ]
        }
        return body, value

    def _answer(self, page: dict[str, Any]) -> None:
        body, value = self.made(page, self._random)
        path, key = f"/answer/{page['item']}", {"Idempotency-Key": page["key"]}
        start = time.perf_counter()
        status, answer = self._call("POST", path, body, key)
        seconds = time.perf_counter() - start
        if status != 200:
            message = f"answer refused: {status} {answer}"
            raise ValueError(message)
        with self._findings.lock:
            self._findings.acknowledged[self.name, page["item"]] = value
            self._findings.seconds.append(seconds)
        if self._random.random() < 0.2:
            status, again = self._call("POST", path, body, key)
            with self._findings.lock:
                self._findings.sent_twice += 1
                if (status, again) != (200, answer):
                    self._findings.wrong.append(
                        f"{self.name}: the same key gave {status} {again}, not {answer}"
                    )

    def _call(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Until there is an answer: servers come and go."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            try:
                return self._try(method, path, body, headers or {})
            except (OSError, HTTPException):
                self._hang_up()
                with self._findings.lock:
                    self._findings.sent_again += 1
                time.sleep(0.05)
        message = f"no answer to {method} {path} for {_PATIENCE:g} seconds"
        raise TimeoutError(message)

    def _try(
        self, method: str, path: str, body: object, headers: dict[str, str]
    ) -> tuple[int, dict[str, Any]]:
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self._random.choice(self._ports), timeout=30)
        sent = {"Accept": "application/json", "Content-Type": "application/json", **headers}
        if self._cookie:
            # Browsers share cookies between ports; servers here have one each, so all names are sent.
            sent["Cookie"] = "; ".join(f"karat-{port}={self._cookie}" for port in self._ports)
        self._connection.request(method, path, json.dumps(body) if body is not None else None, sent)
        response = self._connection.getresponse()
        data = json.loads(response.read())
        if cookie := response.getheader("Set-Cookie"):
            self._cookie = cookie.partition("=")[2].partition(";")[0]
        return response.status, data


def run(load: Load, address: str) -> tuple[Findings, float]:
    """Judge a new campaign at an address to its end, and check what is stored; and how long it took."""
    plan = load_plan(load)
    store = create_store(address, plan)
    desk = Desk(store)
    tokens = {link.judge: link.token for link in desk.links() if link.role == "judge"}
    findings, servers = Findings(), Servers(address, load.servers)
    judges = [
        SimulatedJudge(name, token, servers.ports, findings, load.seed) for name, token in tokens.items()
    ]
    threads = [threading.Thread(target=judge.work, daemon=True) for judge in judges]
    try:
        for port in servers.ports:
            servers.start(port)
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        kill_at_random(servers, load, findings, threads)
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - start
    finally:
        servers.stop()
    findings.wrong += faults(plan, desk, findings)
    store.close()
    return findings, seconds


def kill_at_random(
    servers: Servers, load: Load, findings: Findings, threads: Sequence[threading.Thread]
) -> None:
    """Kill a server whenever the next of some random numbers of answers is reached."""
    chance = random.Random(load.seed)
    moments = sorted(chance.sample(range(load.answers // 20, load.answers * 19 // 20), load.kills))
    for moment in moments:
        while len(findings.acknowledged) < moment and any(thread.is_alive() for thread in threads):
            time.sleep(0.002)
        port = chance.choice(servers.ports)
        servers.kill(port)
        servers.start(port)


def faults(plan: CampaignPlan, desk: Desk, findings: Findings) -> list[str]:
    """What the store has and should not, or has not and should."""
    stored = list(desk.store.records())
    values = {(record.judge, record.item): record.value for record in stored}
    found = []
    if len(values) != len(stored):
        found.append(f"{len(stored) - len(values)} answers are stored twice")
    if lost := [key for key, value in findings.acknowledged.items() if values.get(key) != value]:
        found.append(f"{len(lost)} acknowledged answers are lost or changed")
    if unknown := set(values) - set(findings.acknowledged):
        found.append(f"{len(unknown)} answers are stored that nobody was told of")
    outputs = Counter((record.system, record.segment) for record in stored)
    wrong = {key: count for key, count in outputs.items() if count != plan.judges_per_output}
    if wrong:
        found.append(f"{len(wrong)} outputs have another number of judges than {plan.judges_per_output}")
    for judge in plan.judges:
        order = [item.id for pack in plan.packs if pack.judge == judge for item in pack.items]
        if [record.item for record in stored if record.judge == judge] != order:
            found.append(f"{judge}'s answers are not in the order of the plan")
    return found


def quantile(values: Sequence[float], part: float) -> float:
    """The value that a part of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> int:
    """Run it on both stores, or on a database that is given, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="a PostgreSQL database that is empty: postgresql://…")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--servers", type=int)
    given = parser.parse_args()
    if given.database:
        return report(given.database, Load(kills=given.kills, servers=given.servers or 2))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "load.campaign"
        failed = report(str(file), Load(kills=given.kills, servers=given.servers or 1))
    programs = postgres_folder()
    if programs is None:
        print("PostgreSQL is not installed, so only the file was tried. `make postgres` installs it.")
        return failed
    with running_postgres(programs) as server:
        failed += report(server.address(), Load(kills=given.kills, servers=given.servers or 2))
    return min(failed, 1)


def report(address: str, load: Load) -> int:
    """One run in lines; 1 where something is wrong."""
    findings, seconds = run(load, address)
    store = "PostgreSQL" if address.startswith("postgresql:") else "SQLite"
    print(f"{store}: {load.judges} judges, {load.servers} server(s), {load.kills} kills")
    print(f"{len(findings.acknowledged)} of {load.answers} answers acknowledged in {seconds:.1f} s")
    print(f"{findings.sent_twice} sent twice, {findings.sent_again} calls tried again")
    print(f"{len(findings.acknowledged) / seconds:.0f} answers per second, restarts included")
    times = " ".join(
        f"{name} {quantile(findings.seconds, part) * 1000:.0f} ms"
        for name, part in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))
    )
    print(f"an answer took: {times}")
    for fault in findings.wrong:
        print(f"WRONG: {fault}")
    print("Nothing lost, nothing twice, nothing over-judged, order kept." if not findings.wrong else "FAILED")
    return 1 if findings.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
