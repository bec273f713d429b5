"""Blocks of text that are read ahead."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from karat.readers.corpora.text_blocks import ahead
from karat.remedies import command_line, option

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize("count", range(6))
def test_the_blocks_are_the_same(count: int) -> None:
    """Every block comes once and in order, however many there are."""
    assert list(ahead(iter(range(count)))) == list(range(count))


def test_the_next_block_is_read_while_one_is_worked_on() -> None:
    """From the third block on, reading goes on without the one who counts."""
    read = [threading.Event() for _ in range(4)]

    def blocks() -> Iterator[int]:
        for place, event in enumerate(read):
            event.set()
            yield place

    for place in ahead(blocks()):
        if 1 <= place < 3:
            assert read[place + 1].wait(10)


def test_two_blocks_start_no_thread() -> None:
    """What fits into two blocks is read by the caller."""
    before = threading.active_count()
    seen = [threading.active_count() for _ in ahead(iter("ab"))]
    assert seen[0] == before


def test_an_error_of_the_reader_reaches_the_caller_in_the_callers_words() -> None:
    """A block that cannot be read ends the loop with its error, which names options as the caller does."""

    def blocks() -> Iterator[int]:
        yield from range(3)
        raise ValueError(option("keep_bom"))

    with command_line(), pytest.raises(ValueError, match="--keep-bom"):
        list(ahead(blocks()))
