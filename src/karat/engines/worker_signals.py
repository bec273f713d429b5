"""How workers learn that nobody waits for their counts any more."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from threading import Event, Thread, local
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

_of_thread = local()


class Stopped(BaseException):
    """Ends the counting of a shard; nobody sees it."""


def stop_with(event: Event) -> None:
    """Have this thread stop counting once the event is set."""
    _of_thread.event = event


def go_on() -> None:
    """Called between two blocks: end here, where nobody waits for the next."""
    event: Event | None = getattr(_of_thread, "event", None)
    if event is not None and event.is_set():
        raise Stopped


def end_with(pipe: Connection) -> None:
    """Have this process end when the other end of the pipe is closed: by its owner, or since that died."""
    Thread(target=_end_after, args=(pipe,), daemon=True, name="karat-end").start()


def _end_after(pipe: Connection) -> None:
    try:
        pipe.recv_bytes()  # nothing is ever sent
    except (EOFError, OSError):
        os._exit(1)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started now do not hear Ctrl-C, which a terminal sends to all; this one hears it later.

    Each would tell of it in its own words. They end with this process.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
