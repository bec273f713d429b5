"""Shards over threads, processes, and any executor of `concurrent.futures`."""

from __future__ import annotations

import signal
import sys
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from karat.engines.worker_signals import deaf_to_interrupts, end_with, stop_with
from karat.errors import UnreadableFile
from karat.kernel import available_threads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from karat.engines.engine import Count, Outcome
    from karat.engines.shards import Shard

# Shards that wait at an executor: enough to keep a cluster busy, few enough to hold.
_WAITING = 256
# A worker that dies is followed by another. A shard that kills every worker must not go on for ever.
_LIVES = 5


@contextmanager
def _broken_pipes_are_errors() -> Iterator[None]:
    """Threads that begin here, as those of an executor, never end the program when a pipe is broken.

    A thread that sends a task to a worker that was killed gets SIGPIPE. Python ignores it, but some libraries
    set it back (`import sacrebleu.sacrebleu` does), and then it ends the whole program without a word. Where
    it is blocked, writing fails with an error, which the executor expects. Threads inherit what is blocked.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True, slots=True)
class ExecutorEngine:
    """An executor that somebody else has made, and will shut down."""

    executor: Executor
    waiting: int = _WAITING

    def run(self, count: Count, shards: Sequence[Shard]) -> Iterator[Outcome]:
        """What came of each shard, as they are done."""
        running: set[Future[Outcome]] = set()
        coming = iter(shards)
        try:
            while True:
                while len(running) < self.waiting and (shard := next(coming, None)) is not None:
                    with _broken_pipes_are_errors():
                        running.add(self.executor.submit(count, shard))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of this process: the kernel and Arrow let go of Python's lock."""

    workers: int | None = None

    def run(self, count: Count, shards: Sequence[Shard]) -> Iterator[Outcome]:
        """What came of each shard, as they are done."""
        workers = min(self.workers or available_threads(), max(len(shards), 1))
        stop = Event()
        pool = ThreadPoolExecutor(
            workers, thread_name_prefix="karat", initializer=stop_with, initargs=(stop,)
        )
        try:
            yield from ExecutorEngine(pool, 2 * workers).run(count, shards)
            pool.shutdown()
        finally:
            # Somebody who interrupts does not wait: threads end after the block that they are at.
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes of this machine. Where one is killed, new ones count the shards that are not done."""

    workers: int | None = None

    def run(self, count: Count, shards: Sequence[Shard]) -> Iterator[Outcome]:
        """What came of each shard, as they are done."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        workers = min(self.workers or available_threads(), max(len(shards), 1))
        left = {shard.id: shard for shard in shards}
        # Not by fork: threads of Arrow and of the kernel do not survive it.
        spawning = get_context("spawn")
        for _ in range(_LIVES):
            theirs, ours = spawning.Pipe(duplex=False)
            pool = ProcessPoolExecutor(workers, mp_context=spawning, initializer=end_with, initargs=(theirs,))
            try:
                with deaf_to_interrupts(), _broken_pipes_are_errors():
                    pool.submit(int)  # which starts the workers
                for outcome in ExecutorEngine(pool, 2 * workers).run(count, list(left.values())):
                    left.pop(outcome.shard, None)
                    yield outcome
                pool.shutdown()
            except BrokenExecutor:
                continue
            finally:
                # Workers see the end of the pipe, and end at once: also where this process was killed.
                ours.close()
                theirs.close()
                pool.shutdown(cancel_futures=True)
                del pool  # with its semaphores, which are on nobody's list then
            return
        raise UnreadableFile(
            f"Workers were killed {_LIVES} times, and {len(left)} of {len(shards)} shards are not counted, "
            f"such as {next(iter(left))}. Is there enough memory?"
        )
