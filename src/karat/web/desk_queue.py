"""Judges queue up at the desk: one thread serves all who wait at a moment, and the disk is waited for once.

To wait until a commit is on the disk takes longer than all that leads to it. So those who come meanwhile
share the next commit, and each is told only after it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from karat.campaigns.campaign_errors import Refused, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

_Call: TypeAlias = "Callable[[], Any]"
_Waiting: TypeAlias = "tuple[_Call, asyncio.AbstractEventLoop, asyncio.Future[Any]]"
# So many at most share a transaction: other processes wait for it.
_MOST = 50


class DeskQueue:
    """Calls of one kind, first come, first served; `together` makes those of a block one transaction."""

    def __init__(self, together: Callable[[], AbstractContextManager[None]]) -> None:
        self._together = together
        self._waiting: list[_Waiting] = []
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, "karat-desk")

    async def ask(self, call: _Call) -> Any:
        """What the call gives, or raises."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        with self._lock:
            self._waiting.append((call, loop, answer))
            is_first = len(self._waiting) == 1
        if is_first:
            self._thread.submit(self._serve)
        return await answer

    def _serve(self) -> None:
        """All who wait now. Who comes meanwhile is the first of the next ones."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for first in range(0, len(waiting), _MOST):
            now = waiting[first : first + _MOST]
            outcomes = self._outcomes([call for call, _, _ in now])
            for loop in {loop for _, loop, _ in now}:
                told = [
                    (answer, outcome)
                    for (_, own, answer), outcome in zip(now, outcomes, strict=True)
                    if own is loop
                ]
                loop.call_soon_threadsafe(_tell, told)

    def _outcomes(self, calls: Sequence[_Call]) -> list[Any]:
        if len(calls) > 1:
            try:
                with self._together():
                    return [_outcome(call) for call in calls]
            except Exception:  # noqa: S110 (whose fault it was is found out below)
                pass
        # Alone, a call is a transaction of its own. What fails for one is no matter of the others.
        return [_outcome_alone(call) for call in calls]


def _outcome(call: _Call) -> Any:
    try:
        return call()
    except Unavailable:
        raise
    except Refused as refusal:
        return _Raised(refusal)


def _outcome_alone(call: _Call) -> Any:
    try:
        return call()
    except Exception as error:  # it is raised where the call was made
        return _Raised(error)


class _Raised:
    """What a call raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _tell(told: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, outcome in told:
        # Who has hung up waits no more.
        if not answer.done():
            if isinstance(outcome, _Raised):
                answer.set_exception(outcome.error)
            else:
                answer.set_result(outcome)
