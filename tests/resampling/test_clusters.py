"""Ranks and clusters from who beats whom."""

from __future__ import annotations

from karat.resampling import clusters, rank_ranges

SYSTEMS = ("a", "b", "c", "d")


def test_everything_significant() -> None:
    """Each system is a cluster of its own."""

    def better(first: str, second: str) -> bool:
        return first < second

    assert clusters(SYSTEMS, better) == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert rank_ranges(SYSTEMS, better) == {"a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (4, 4)}


def test_nothing_significant() -> None:
    """All systems share one cluster and all ranks."""

    def better(first: str, second: str) -> bool:
        return False

    assert set(clusters(SYSTEMS, better).values()) == {1}
    assert set(rank_ranges(SYSTEMS, better).values()) == {(1, 4)}


def test_a_border_needs_every_pair_across_it() -> None:
    """`b` is not better than `c`, so neither border beside them holds; that before `d` does."""
    wins = {("a", "c"), ("a", "d"), ("b", "d"), ("c", "d")}
    assert clusters(SYSTEMS, lambda first, second: (first, second) in wins) == {
        "a": 1,
        "b": 1,
        "c": 1,
        "d": 2,
    }
    assert rank_ranges(SYSTEMS, lambda first, second: (first, second) in wins) == {
        "a": (1, 2),
        "b": (1, 3),
        "c": (2, 3),
        "d": (4, 4),
    }
