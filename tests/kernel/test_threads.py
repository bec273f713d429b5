"""The rows do not depend on who counts them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from tests.strategies import random_segment

from karat.kernel import available_threads, count_bleu, count_chrf, count_ter

if TYPE_CHECKING:
    from collections.abc import Callable

Column: TypeAlias = "list[str]"
Columns: TypeAlias = "list[Any]"

METRICS: dict[str, Callable[[Columns, Columns, int], list[Any]]] = {
    "BLEU": lambda systems, references, threads: count_bleu(
        systems, references, "13a", 4, "closest", threads
    ),
    "BLEU in characters": lambda systems, references, threads: count_bleu(
        systems, references, "char", 18, "average", threads
    ),
    "chrF++": lambda systems, references, threads: count_chrf(
        systems, references, 6, 2, 2.0, False, False, threads
    ),
    "TER": lambda systems, references, threads: count_ter(
        systems, references, "tercom", True, False, True, threads
    ),
}


@pytest.fixture(scope="module")
def texts() -> list[Column]:
    """Four columns of hostile segments, more of them than one thread takes at a time."""
    rng = Random(3)
    return [[random_segment(rng, rng.randrange(12)) for _ in range(1000)] for _ in range(4)]


def rows(counts: list[Any]) -> list[Any]:
    """The rows of every system."""
    return [system.array().tolist() for system in counts]


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("threads", [2, 3, 8, 1000])
def test_number_of_threads(name: str, threads: int, texts: list[Column]) -> None:
    """Any number of threads gives the same rows."""
    count = METRICS[name]
    assert rows(count(texts[:2], texts[2:], threads)) == rows(count(texts[:2], texts[2:], 1))


@pytest.mark.parametrize("name", METRICS)
def test_segments_one_by_one(name: str, texts: list[Column]) -> None:
    """A segment's row is the same alone as among others."""
    count = METRICS[name]
    together = rows(count(texts[:1], texts[2:], 2))[0][:300]
    alone = [rows(count([[texts[0][i]]], [[t[i]] for t in texts[2:]], 1))[0][0] for i in range(300)]
    assert alone == together


@pytest.mark.parametrize("name", METRICS)
def test_several_systems(name: str, texts: list[Column]) -> None:
    """Systems counted together have the rows that they have when counted alone."""
    count = METRICS[name]
    alone = [rows(count([system], texts[2:], 1))[0] for system in texts[:3]]
    assert rows(count(texts[:3], texts[2:], 2)) == alone


def test_calls_from_several_threads(texts: list[Column]) -> None:
    """Callers in different threads, with different metrics, do not disturb each other."""
    jobs = [count for _ in range(6) for count in METRICS.values()]
    expected = [rows(count(texts[:1], texts[2:], 1)) for count in METRICS.values()] * 6
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda count: rows(count(texts[:1], texts[2:], 1)), jobs))
    assert found == expected


def test_total_is_the_sum_of_the_rows(texts: list[Column]) -> None:
    """The total adds every row, column by column."""
    counts = METRICS["chrF++"](texts[:1], texts[2:], 2)[0]
    assert counts.total() == counts.array().sum(axis=0).tolist()


def test_rows_outlive_the_counts(texts: list[Column]) -> None:
    """An array of rows stays valid when the counts it came from are gone."""
    count = METRICS["BLEU"]
    kept = count(texts[:1], texts[2:], 1)[0].array()
    again = [count(texts[:1], texts[2:], 1) for _ in range(20)]
    assert kept.tolist() == rows(again[0])[0]


def test_available_threads() -> None:
    """There is at least one thread."""
    assert available_threads() >= 1
