"""METEOR by trying every set of mappings."""

from __future__ import annotations

from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Same: TypeAlias = Callable[[str, str], bool]

# To each word of the hypothesis a position in the reference, or None.
Links: TypeAlias = "tuple[int | None, ...]"


def crossings(links: Links) -> int:
    """Pairs of mappings that are in another order in one text than in the other.

    >>> crossings((2, None, 0, 1))
    2
    """
    pairs = [(i, j) for i, j in enumerate(links) if j is not None]
    return sum((i - k) * (j - m) < 0 for (i, j), (k, m) in combinations(pairs, 2))


def chunks(links: Links) -> int:
    """Groups of mappings that are adjacent in both texts.

    >>> chunks((0, 1, None, 2, 3, 5))
    3
    """
    groups = 0
    for i, j in enumerate(links):
        groups += j is not None and not (i > 0 and links[i - 1] == j - 1)
    return groups


def extensions(
    hypothesis: Sequence[str], reference: Sequence[str | None], links: Links, same: Same
) -> Iterator[Links]:
    """Every way to map more words, one to one."""
    if not hypothesis:
        yield ()
        return
    free = [
        j
        for j, word in enumerate(reference)
        if word is not None and j not in links and same(hypothesis[0], word)
    ]
    for j in [links[0]] if links[0] is not None else [*free, None]:
        # What the first word takes is taken for the others.
        others = tuple(link if link is not None else None for link in links[1:])
        for rest in extensions(hypothesis[1:], _without(reference, j), others, same):
            yield (j, *rest)


def _without(reference: Sequence[str | None], taken: int | None) -> list[str | None]:
    """The reference, with None for a word that is taken."""
    return [word if j != taken else None for j, word in enumerate(reference)]


def stage(hypothesis: Sequence[str], reference: Sequence[str], links: Links, same: Same) -> Links:
    """The most mappings, the fewest crossings, the fewest chunks, and of equals what comes first."""

    def mapped(found: Links) -> int:
        return sum(j is not None for j in found)

    def rank(found: Links) -> tuple[int, int, tuple[float, ...]]:
        return crossings(found), chunks(found), tuple(inf if j is None else j for j in found)

    free = [word if j not in links else None for j, word in enumerate(reference)]
    every = list(extensions(hypothesis, free, links, same))
    most = max(map(mapped, every))
    return min((found for found in every if mapped(found) == most), key=rank)


def align(hypothesis: Sequence[str], reference: Sequence[str], stages: Sequence[Same]) -> Links:
    """The mappings after all stages.

    >>> align("a b a".split(), "a c b".split(), [str.__eq__])
    (0, 2, None)
    """
    links: Links = (None,) * len(hypothesis)
    for same in stages:
        links = stage(hypothesis, reference, links, same)
    return links


def value(
    mapped: float, groups: float, spoken: float, wanted: float, *, alpha: float, beta: float, gamma: float
) -> float:
    """METEOR in percent."""
    if not mapped:
        return 0.0
    precision, recall = mapped / spoken, mapped / wanted
    mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    penalty: float = gamma * (groups / mapped) ** beta
    return 100 * mean * (1 - penalty)
