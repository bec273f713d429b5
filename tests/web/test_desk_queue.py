"""Those who wait share a transaction; what fails for one is no matter of the others."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from karat.campaigns.campaign_errors import Conflict, Unavailable
from karat.web.desk_queue import DeskQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator


class Blocks:
    """A store that counts its blocks; the commit of each may fail."""

    def __init__(self, *, commit_fails: bool = False) -> None:
        self.begun = 0
        self.is_open = False
        self._commit_fails = commit_fails

    @contextmanager
    def together(self) -> Iterator[None]:
        """One block."""
        self.begun += 1
        self.is_open = True
        try:
            yield
            if self._commit_fails:
                raise Unavailable("somewhere", "the disk is full.")
        finally:
            self.is_open = False


def all_at_once(blocks: Blocks, calls: list[Callable[[], Any]]) -> list[Any]:
    """What each call gave or raised, all made while the desk was busy with another."""

    async def ask() -> list[Any]:
        queue, busy = DeskQueue(blocks.together), threading.Event()
        first = asyncio.create_task(queue.ask(busy.wait))
        await asyncio.sleep(0.05)
        others = [asyncio.create_task(queue.ask(call)) for call in calls]
        await asyncio.sleep(0)
        busy.set()
        await first
        return await asyncio.gather(*others, return_exceptions=True)

    found: list[Any] = run(ask())
    return found


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: Chromium's tests keep an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def refuse() -> None:
    """As the desk does."""
    raise Conflict("too late")


def fail() -> None:
    """As a slip of ours would."""
    raise KeyError("slip")


def test_one_transaction_for_all_who_wait() -> None:
    """In the order in which they came; a refusal is for its own caller."""
    blocks, order = Blocks(), list[int]()

    def call(number: int) -> int:
        order.append(number)
        return number

    calls = [partial(call, number) for number in range(10)]
    found = all_at_once(blocks, [*calls[:5], refuse, *calls[5:]])
    assert order == list(range(10))
    assert [one for one in found if isinstance(one, int)] == order
    assert isinstance(found[5], Conflict)
    assert blocks.begun == 1


@pytest.mark.parametrize("commit_fails", [False, True])
def test_a_failure_is_found_out_one_by_one(commit_fails: bool) -> None:
    """The block is undone, and each call is made again by itself: nobody is told of what was undone."""
    blocks, alone = Blocks(commit_fails=commit_fails), list[int]()

    def call(number: int) -> int:
        if not blocks.is_open:
            alone.append(number)
        return number

    found = all_at_once(
        blocks, [lambda: call(1), fail if not commit_fails else lambda: call(2), lambda: call(3)]
    )
    assert (found[0], found[2]) == (1, 3)
    assert alone == ([1, 2, 3] if commit_fails else [1, 3])
    assert commit_fails or isinstance(found[1], KeyError)


def test_who_hangs_up_is_not_waited_for() -> None:
    """The others get their answers."""

    async def ask() -> Any:
        queue, busy = DeskQueue(Blocks().together), threading.Event()
        gone = asyncio.create_task(queue.ask(busy.wait))
        await asyncio.sleep(0.05)
        other = asyncio.create_task(queue.ask(lambda: 1))
        await asyncio.sleep(0)
        gone.cancel()
        busy.set()
        return await other

    assert run(ask()) == 1
