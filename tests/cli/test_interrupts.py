"""Ctrl-C and SIGTERM in the middle of real work: an end within a second, in order, and nothing half done."""

from __future__ import annotations

import json
import os
import pty
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.cli.interrupting import AT_LAST, SOON, Interrupter
from tests.interruptible import interruptible

from karat.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are watched through /proc")

# A command's call, and after how many seconds of work it is interrupted: none of them is done by then.
DRAWS, COUNTED = ("--samples", "1000000"), ("-m", "ter", "gtm", "cder")
CALLS: dict[str, tuple[tuple[str, ...], float]] = {
    "accept": (("accept", "corpus.jsonl"), 0.5),
    "add": (("add", "sums.json", "--compare", *DRAWS), 0.5),
    "agree": (("agree", "corpus.jsonl", *DRAWS), 0.5),
    "buckets": (("buckets", "corpus.jsonl", *DRAWS), 0.3),
    "calibrate": (("calibrate", "corpus.jsonl", "-o", "new.json"), 0.4),
    "campaign plan": (("campaign", "plan", "corpus.jsonl", "--judges", "60", "--hours", "300", "-o", "new.campaign"), 0.7),
    "check": (("check", "corpus.jsonl"), 0.2),
    "compare": (("compare", "corpus.jsonl", *DRAWS), 0.5),
    "count": (("count", "shard.jsonl", *COUNTED, "-o", "new.json"), 0.4),
    "diagnose sensitivity": (("diagnose", "sensitivity", "corpus.jsonl", "--system", "S3", *DRAWS), 0.4),
    "diagnose variants": (("diagnose", "variants", "corpus.jsonl", "--system", "S3"), 0.15),
    "diagnose variation": (("diagnose", "variation", "corpus.jsonl"), 0.3),
    "entities": (("entities", "long.txt"), 0.2),
    "equate": (("equate", "corpus.jsonl", *DRAWS), 0.5),
    "gate": (("gate", "corpus.jsonl", "--system", "S3", "--baseline", "S4", "--margin", "1", *DRAWS), 0.5),
    "judges": (("judges", "judged.jsonl", *DRAWS), 0.2),
    "power": (("power", "corpus.jsonl", *DRAWS), 0.4),
    "predict": (("predict", "calibration.json", "corpus.jsonl", "--force"), 0.15),
    "report": (("report", "corpus.jsonl", "-o", "new.html"), 0.7),
    "score": (("score", "long.txt", "-r", "long.txt", "-m", "bleu", "nist", "--segments"), 0.2),
    "transfer": (("transfer", "corpus.jsonl", "--by", "text-type", *DRAWS), 0.5),
    "versions": (("versions", "long.txt", "other.txt"), 0.3),
}  # fmt: skip


@pytest.fixture(scope="module")
def interrupted() -> Iterator[Interrupter]:
    """What starts commands and stops them."""
    made = Interrupter()
    yield made
    made.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with more text than any command is done with at once."""
    folder = tmp_path_factory.mktemp("long")
    rng = random.Random(1)
    words = ["".join(rng.choices("abcdefghijklmnop", k=rng.randint(2, 9))) for _ in range(3000)]
    references = [" ".join(rng.choices(words, k=20)) for _ in range(3000)]
    rows, judged = [], []
    for place, reference in enumerate(references):
        for system in range(8):
            said = (
                word if rng.random() > 0.1 + 0.1 * system else rng.choice(words) for word in reference.split()
            )
            name = f"S{system}"
            rows.append(
                {
                    "system": name,
                    "seg_id": place,
                    "doc_id": f"d{place // 10}",
                    "domain": f"t{place % 2}",
                    "source": reference,
                    "reference": reference,
                    "hypothesis": " ".join(said),
                    "human_adequacy": rng.randint(1, 5),
                }
            )
            judged += [
                {"judge": judge, "system": name, "seg_id": place, "dimension": "fluency", "value": value}
                for judge, value in (("anna", rng.randint(1, 5)), ("ben", rng.randint(1, 5)))
            ]
    for name, values in (
        ("corpus.jsonl", rows),
        ("shard.jsonl", rows * 4),
        ("judged.jsonl", [{**one, "scale": "1-5"} for one in judged]),
    ):
        (folder / name).write_text("".join(f"{json.dumps(one)}\n" for one in values), encoding="utf-8")
    outputs = [one["hypothesis"] for one in rows if one["system"] == "S3"]
    (folder / "long.txt").write_text("".join(f"{one}\n" for one in references * 12), encoding="utf-8")
    (folder / "other.txt").write_text("".join(f"{one}\n" for one in outputs * 12), encoding="utf-8")
    calls = (
        ["calibrate", "corpus.jsonl", "-m", "bleu", "-o", "calibration.json"],
        ["count", "corpus.jsonl", "-m", "bleu", "--cells", "512", "-o", "sums.json"],
    )
    before = Path.cwd()
    os.chdir(folder)
    try:
        assert [main(call) for call in calls] == [0, 0]
    finally:
        os.chdir(before)
    return folder


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c(name: str, interrupted: Interrupter, folder: Path) -> None:
    """Exit code 130 within a second of work, no word, and no file that was not there before."""
    before = sorted(path.name for path in folder.iterdir())
    arguments, after = CALLS[name]
    found = interrupted(folder, *arguments, after=after)
    assert (found.code, found.out, found.err, found.workers_left) == (130, "", "", 0)
    assert found.worked < SOON
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize("engine", ["threads", "processes", "dask"])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
def test_engines(engine: str, sent: signal.Signals, interrupted: Interrupter, folder: Path) -> None:
    """A terminal sends Ctrl-C to workers as well: they say nothing, and end with the command."""
    call = ("count", "shard.jsonl", *COUNTED, "-o", "new.json", "--engine", engine)
    after = {"threads": 0.2, "processes": 0.7, "dask": 1.5}[engine]
    found = interrupted(folder, *call, after=after, sent=sent, group=sent is signal.SIGINT)
    assert (found.code, found.out, found.err, found.workers_left) == (128 + sent, "", "", 0)
    assert found.worked < SOON
    assert not (folder / "new.json").exists()


def test_workers_of_a_command_that_was_killed(interrupted: Interrupter, folder: Path) -> None:
    """They end by themselves: nobody is left to end them."""
    call = ("count", "shard.jsonl", *COUNTED, "-o", "new.json", "--engine", "processes")
    found = interrupted(folder, *call, after=0.7, sent=signal.SIGKILL)
    assert (found.code, found.workers_left) == (-signal.SIGKILL, 0)


def test_terminated(interrupted: Interrupter, folder: Path) -> None:
    """A batch system's signal ends a command as Ctrl-C does, with another exit code."""
    call, after = CALLS["compare"]
    found = interrupted(folder, *call, after=after, sent=signal.SIGTERM)
    assert (found.code, found.out, found.err) == (143, "", "")
    assert interrupted(folder, *call, after=after, sent=signal.SIGHUP).code == 129


def test_a_server_stops(interrupted: Interrupter, tmp_path: Path) -> None:
    """Ctrl-C is how one ends a server, which is no failure: exit code 0, and a word of where all is stored."""
    for sent in (signal.SIGINT, signal.SIGTERM):
        found = interrupted(tmp_path, "campaign", "demo", "--port", "0", sent=sent, until="Ctrl-C")
        assert (found.code, found.err) == (0, "")
        assert "is stored" in found.out
        assert found.worked < SOON


def test_the_terminal_is_as_before(folder: Path) -> None:
    """The line of progress is gone, and the cursor is there again."""
    ours, theirs = pty.openpty()
    with interruptible():
        process = subprocess.Popen(
            [sys.executable, "-m", "karat", *CALLS["compare"][0]],
            cwd=folder,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )
    os.close(theirs)
    shown, end = b"", time.monotonic() + AT_LAST
    while (
        b"\x1b[?25l" not in shown or b"comparing" not in shown
    ):  # the cursor is hidden while progress is shown
        assert time.monotonic() < end, shown
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    with suppress(OSError):  # Linux tells of the end of a terminal so
        while more := os.read(ours, 4096):
            shown += more
    assert process.wait(AT_LAST) == 130
    os.close(ours)
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")
    assert shown.endswith((b"\x1b[2K", b"\r\x1b[1A\x1b[2K", b"\x1b[1A\x1b[2K"))
    assert b"Traceback" not in shown
