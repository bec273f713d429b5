"""A language model interpolated as Witten & Bell (1991) define it, straight from the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def probability(texts: Sequence[Sequence[str]], unit: str, context: tuple[str, ...], order: int) -> float:
    """p(w | h) = (c(h w) + t(h) p(w | shorter h)) / (c(h) + t(h)), from the longest context to the shortest."""
    if not context:
        lower = 1 / (len(set(followers(texts, (), order))) + 1)
    else:
        lower = probability(texts, unit, context[1:], order)
    after = followers(texts, context, order)
    if not after:
        return lower
    kinds = len(set(after))
    return (after.count(unit) + kinds * lower) / (len(after) + kinds)


def followers(texts: Sequence[Sequence[str]], context: tuple[str, ...], order: int) -> list[str]:
    """Everything that follows a context, where texts begin with empty units and end with a zero."""
    found = []
    for text in texts:
        padded = [*[""] * (order - 1), *text, "\0"]
        for place in range(order - 1, len(padded)):
            if tuple(padded[place - len(context) : place]) == context:
                found.append(padded[place])
    return found
