"""Texts whose arrangements are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st
from tests.strategies import choices

from karat.diagnosis.arrangements import keeping

if TYPE_CHECKING:
    from collections.abc import Sequence


def words(vocabulary: str, most: int) -> st.SearchStrategy[list[str]]:
    """Short texts in few words, so that n-grams match and are clipped."""
    return choices(vocabulary.split(), max_size=most)


TEXTS = st.sampled_from(["a b", "a b c", "a b c d e f"]).flatmap(
    lambda vocabulary: st.tuples(
        words(vocabulary, 9), st.lists(words(vocabulary, 8), min_size=1, max_size=3), st.integers(1, 5)
    )
)


def number_kept(
    blocks: Sequence[tuple[str, ...]], references: Sequence[Sequence[str]], order: int
) -> int | None:
    """How many arrangements keep every count, where that is exact."""
    kept = keeping(blocks, references, order=order)
    return None if kept is None else kept.number
