"""N-grams of one segment one by one, for explanations: which match, which do not, and which are clipped."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from karat.metrics.explain.explanation import Listing, MarkedText

if TYPE_CHECKING:
    from collections.abc import Sequence

    Counted: TypeAlias = Counter[tuple[str, ...]]


def ngrams(tokens: Sequence[str], n: int) -> Counted:
    """How often each n-gram occurs, in order of first appearance."""
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def most_of(references: Sequence[Sequence[str]], n: int) -> Counted:
    """How often each n-gram occurs in the reference that has it most often."""
    most = ngrams((), n)
    for reference in references:
        most |= ngrams(reference, n)
    return most


def listings(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int, *, between: str = " "
) -> tuple[Listing, ...]:
    """For each order every n-gram of either side, how often it is there and matches; differences first."""
    found = []
    for n in range(1, order + 1):
        here, there = ngrams(hypothesis, n), most_of(references, n)
        grams = sorted(dict.fromkeys((*here, *there)), key=lambda gram: here[gram] == there[gram])
        rows = [(between.join(gram), here[gram], there[gram], min(here[gram], there[gram])) for gram in grams]
        if rows:
            found.append(Listing(f"{n}-grams", ("n-gram", "hypothesis", "reference", "matched"), rows))
    return tuple(found)


def marked_texts(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[MarkedText, ...]:
    """Every text with the units that the other side has too, as often as it has them."""
    texts = [marked("hypothesis", hypothesis, most_of(references, 1))]
    for number, reference in enumerate(references, 1):
        title = "reference" if len(references) == 1 else f"reference {number}"
        texts.append(marked(title, reference, ngrams(hypothesis, 1)))
    return tuple(texts)


def marked(title: str, units: Sequence[str], other: Counted) -> MarkedText:
    """The k-th occurrence of a unit is matched if the other side has at least k of it."""
    left = dict(other)
    marks = []
    for unit in units:
        left[(unit,)] = left.get((unit,), 0) - 1
        marks.append((unit, "matched" if left[(unit,)] >= 0 else "missed"))
    return MarkedText(title, tuple(marks))  # type: ignore[arg-type]
