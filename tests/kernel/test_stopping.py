"""Whatever counts can be stopped: by Ctrl-C, by a time limit, from another thread."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.interruptible import interruptible

from karat.errors import Cancelled, InvalidOption, TimeLimitReached
from karat.kernel import (
    Cancellation,
    Texts,
    align_meteor,
    bad_byte,
    count_aev,
    count_bleu,
    count_cder,
    count_chrf,
    count_exact,
    count_gtm,
    count_meteor,
    count_nist,
    count_per,
    count_rouge_l,
    count_rouge_n,
    count_rouge_s,
    count_rouge_w,
    count_ter,
    count_wer,
    count_wnm,
    json_columns,
    learn_information,
    learn_salience,
    match_gtm,
    porter_stems,
    tokenize,
    vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DELAY = 0.05  # seconds until the signal
# From the signal on. Of CPU time, because others may be at work on the machine; each call would take longer than this.
PATIENCE = 1.5

LONG = "a b c d e f g h i j " * 50_000
TURNED_LONG = LONG[::-1]  # nothing of a band around the diagonal helps
LONGER = "a b " * 1_000_000
MIXED = " ".join(str(number * number % 1009) for number in range(40_000))
TURNED = " ".join(str(number * 7 % 1013) for number in range(40_000))
TWO = " ".join("ab"[(number * number) % 7 % 2] for number in range(4_000))
OTHER_TWO = " ".join("ab"[(number * number) % 5 % 2] for number in range(3_900))


def many(text: str, times: int) -> list[str]:
    """The same text again and again."""
    return [text] * times


def learned_information() -> Any:
    """What a NIST of two words knows."""
    return learn_information([["a b", "b a"]], "none", 2, False)


def learned_salience() -> Any:
    """What a WNM of two words knows."""
    return learn_salience([["a b", "b a"]], "none", "none", (), 0, 0, ())


def twice(text: str, times: int) -> tuple[list[Any], list[Any]]:
    """Many segments, as systems and as references."""
    column = Texts(many(text, times))
    return [column], [column]


CALLS: dict[str, Callable[[], object]] = {
    "BLEU": lambda: count_bleu(*twice("the cat sat on the mat . " * 40, 400_000), "13a", 4, "closest", 1),
    "BLEU of one long segment": lambda: count_bleu([[LONG]], [[LONG]], "none", 100_000, "closest", 1),
    "AEv": lambda: count_aev(*twice("the cat sat on the mat . " * 40, 200_000), "13a", 4, 1),
    "chrF": lambda: count_chrf(*twice("the cat sat on the mat . " * 40, 200_000), 6, 2, 2.0, False, False, 1),
    "TER": lambda: count_ter(*twice("a b c d e f g h", 1_000_000)[:1], [many("h g f e d c b a", 1_000_000)], "none", False, False, False, 1),
    "TER in threads": lambda: count_ter([many(MIXED[:3000], 2_000)], [many(TURNED[:3000], 2_000)], "none", False, False, False, 2),
    "TER of long segments": lambda: count_ter([many(MIXED, 400)], [many(TURNED, 400)], "none", False, False, False, 1),
    "WER": lambda: count_wer([[LONG]], [[TURNED_LONG]], "none", 1),
    "WER in the thread that helps": lambda: count_wer([["a"] * 128 + [LONG]], [["a"] * 128 + [TURNED_LONG]], "none", 2),
    "PER": lambda: count_per(*twice("the cat sat on the mat . " * 40, 400_000), "none", 1),
    "CDER": lambda: count_cder([[LONG]], [[TURNED_LONG]], "none", 1),
    "exact match": lambda: count_exact(*twice("the cat sat on the mat . " * 400, 400_000), "none", 1),
    "ROUGE-N": lambda: count_rouge_n([[LONG]], [[LONG]], "none", 100_000, 1),
    "ROUGE-L": lambda: count_rouge_l([[LONG]], [[TURNED_LONG]], "none", 1),
    "ROUGE-W": lambda: count_rouge_w([[LONG]], [[LONG]], "none", 1.2, 1),
    "ROUGE-S": lambda: count_rouge_s([[" ".join(map(str, range(60_000)))]] , [[" ".join(map(str, range(60_000)))]], "none", -1, True, 1),
    "METEOR": lambda: count_meteor([many(TWO, 400)], [many(OTHER_TWO, 400)], "none", [], [None], 0.9, 3.0, 0.5, 1),
    "METEOR's pairs": lambda: [align_meteor(TWO, OTHER_TWO, "none", [], [None]) for _ in range(100)],
    "GTM": lambda: count_gtm([[LONG[:100_000]]], [[LONG[:100_001]]], "none", 2.0, False, 1),
    "GTM, exact": lambda: count_gtm([many(TWO[:2000], 400)], [many(OTHER_TWO[:2000], 400)], "none", 2.0, True, 1),
    "GTM's runs": lambda: match_gtm(LONG[:100_000], [LONG[:100_001]], "none", 2.0, False),
    "NIST": lambda: count_nist([many("a b " * 200, 1_000_000)], [many("a b", 1_000_000)], learned_information(), 1),
    "NIST's weights": lambda: learn_information([[LONGER]], "none", 100, False),
    "WNM": lambda: count_wnm([many("a b " * 200, 1_000_000)], [many("a b", 1_000_000)], learned_salience(), 4, "last", (), 1),
    "WNM's weights": lambda: learn_salience(
        [[f"{LONGER}{number}" for number in range(30)]], "none", "none", (), 0, 0, ()
    ),
    "vocabulary": lambda: vocabulary([many(LONGER, 40)], "13a"),
    "stems": lambda: porter_stems(many("y" * 10_000, 100_000)),
}  # fmt: skip

# Quicker than PATIENCE, unless memory is plenty: time limits stop these.
QUICK: dict[str, Callable[[], object]] = {
    "tokens": lambda: tokenize(LONGER * 3, "13a"),
    "a list of texts": lambda: Texts(many("a", 5_000_000)),
    "lines": lambda: Texts.from_lines(b"\n" * 50_000_000),
    "UTF-8": lambda: bad_byte("é".encode() * 100_000_000),
    "JSON": lambda: json_columns(b'{"a":"b"}\n' * 20_000_000, ["a"], ["a"]),
    "Arrow": lambda: Texts(arrow_array()),
}


def arrow_array() -> Any:
    """Many texts of Arrow's."""
    import pyarrow as pa

    return pa.array(many("é" * 10_000, 5_000))


def threads_now() -> int:
    """How many threads this process has, those of the kernel included."""
    if not (status := Path("/proc/self/status")).exists():
        return 0
    return int(status.read_text().split("Threads:")[1].split()[0])


def ends_in(condition: Callable[[], bool]) -> bool:
    """Whether it comes true within two seconds; a thread of Python's may take a moment to end."""
    limit = time.monotonic() + 2
    while not condition() and time.monotonic() < limit:
        time.sleep(0.01)
    return condition()


@contextmanager
def interrupted() -> Iterator[None]:
    """A block that a signal ends after DELAY, as Ctrl-C would."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, DELAY)
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", CALLS)
def test_interrupt(name: str) -> None:
    """Ctrl-C ends every count within a second, in every thread, and the next count is right."""
    threads = threads_now()
    began = time.process_time()
    with interrupted():
        CALLS[name]()
    assert time.process_time() - began < 2 * (DELAY + PATIENCE)
    assert ends_in(lambda: threads_now() <= threads)
    assert count_wer([["a b d"]], [["a b c"]], "none", 1)[0].total()[0] == 1
    assert count_rouge_l([["a b d"]], [["a b c"]], "none", 1)[0].total()[0] == 2


@pytest.mark.parametrize("name", [*QUICK, "TER in threads", "METEOR"])
def test_time_limit(name: str) -> None:
    """A time limit ends whatever takes longer."""
    with Cancellation(0.01), pytest.raises(TimeLimitReached, match=r"longer than its time limit, 0\.01 s"):
        {**CALLS, **QUICK}[name]()


def test_time_limit_of_each_thread() -> None:
    """Whoever enters a Cancellation again and again gives another thread in it no more time."""
    cancellation = Cancellation(0.05)
    ended = threading.Event()

    def count() -> None:
        with cancellation, pytest.raises(TimeLimitReached):
            CALLS["TER in threads"]()
        ended.set()

    counting = threading.Thread(target=count)
    counting.start()
    for _ in range(2000):
        with cancellation:
            if ended.wait(0.01):
                break
    assert ended.is_set()
    counting.join()


def test_cancelled_by_another_thread() -> None:
    """A Cancellation ends the counts of those threads that have entered it, whoever cancels it."""
    cancellation = Cancellation()
    timer = threading.Timer(DELAY, cancellation.cancel)
    timer.start()
    with cancellation, pytest.raises(Cancelled, match="Counting was cancelled"):
        CALLS["TER in threads"]()
    assert cancellation.cancelled
    with cancellation, pytest.raises(Cancelled):
        count_wer([["a"]], [["a"]], "none", 1)
    assert count_wer([["a"]], [["a"]], "none", 1)[0].total()[0] == 0


def test_cancelled_where_nobody_has_entered() -> None:
    """What goes on outside of a Cancellation, or in another thread, is not its business."""
    cancellation = Cancellation(0)
    found = []
    with cancellation:
        other = threading.Thread(
            target=lambda: found.append(count_wer([["a"]], [["a"]], "none", 1)[0].total()[0])
        )
        other.start()
        other.join()
        with pytest.raises(TimeoutError):
            count_wer([["a"]], [["a"]], "none", 1)
    assert found == [0]
    assert not cancellation.cancelled


def test_time_limit_of_other_threads() -> None:
    """Threads other than the first one obey time limits too."""
    found: list[object] = []

    def count() -> None:
        with Cancellation(0.05):
            try:
                CALLS["WER"]()
            except TimeLimitReached as error:
                found.append(error)

    other = threading.Thread(target=count)
    other.start()
    other.join()
    assert len(found) == 1


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e10])
def test_impossible_time_limit(seconds: float) -> None:
    """A time limit is a number of seconds."""
    with pytest.raises(InvalidOption, match="seconds is"):
        Cancellation(seconds)


def test_what_a_handler_raises() -> None:
    """Whatever the handler of a signal raises is raised by the count."""

    def handler(*_: object) -> None:
        raise LookupError("enough")

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(LookupError, match="enough"):
            CALLS["WER"]()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("options", [(), ("--segments",), ("--threads", "2")])
def test_command(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Ctrl-C ends the command that scores in seconds, with the exit code that it promises and nothing half-written."""
    (tmp_path / "output.txt").write_text(f"{MIXED[:600]}\n" * 20_000)
    (tmp_path / "reference.txt").write_text(f"{TURNED[:600]}\n" * 20_000)
    command = [
        sys.executable,
        "-m",
        "karat",
        "score",
        "output.txt",
        "-r",
        "reference.txt",
        "-m",
        "ter",
        *options,
    ]
    with interruptible():
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
    with process:
        time.sleep(2)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert time.monotonic() - began < 10
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["output.txt", "reference.txt"]
