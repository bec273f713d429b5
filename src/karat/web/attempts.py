"""Failed attempts to enter: whoever guesses has to wait, whoever comes with a right link never does."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_ADDRESSES = 10_000


class FailedAttempts:
    """How often each address failed within the last seconds. Kept in memory: a guard against noise.

    What protects tokens is their length. 128 random bits are not guessed at any rate.

    >>> failed = FailedAttempts(most=2, seconds=60, clock=lambda: 0.0)
    >>> failed.add("10.0.0.1"), failed.wait("10.0.0.1")
    (None, 0)
    >>> failed.add("10.0.0.1"), failed.wait("10.0.0.1")
    (None, 60)
    """

    def __init__(
        self, *, most: int = 20, seconds: int = 60, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._times: dict[str, deque[float]] = {}
        self._lock = Lock()

    def wait(self, address: str) -> int:
        """How many seconds the address must wait; 0 if it may try."""
        now = self._clock()
        with self._lock:
            times = self._times.get(address)
            if times is None or len(times) < self._most:
                return 0
            return max(0, round(times[0] + self._seconds - now))

    def add(self, address: str) -> None:
        """Note one more failure."""
        with self._lock:
            if len(self._times) >= _MOST_ADDRESSES:
                self._times.pop(next(iter(self._times)))
            self._times.setdefault(address, deque(maxlen=self._most)).append(self._clock())
