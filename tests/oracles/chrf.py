"""chrF from its definition: counts of one segment, and the value of any counts."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from tests.oracles.ngrams import lettered, stretches
from tests.oracles.tokenizers import characters, chrf_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tests.oracles.ngrams import Tokens

EPSILON = 1e-16


def order_counts(hypothesis: Tokens, reference: Tokens, order: int) -> Iterator[int]:
    """Of each order the n-grams of the hypothesis, of the reference, and of both."""
    texts = lettered(hypothesis, reference)
    for n in range(1, order + 1):
        spoken, wanted = (stretches(text, n) for text in texts)
        # Deliberate: where the reference is too short for the order, the hypothesis is not blamed (sacreBLEU).
        yield from (spoken.total() if wanted else 0, wanted.total(), (spoken & wanted).total())


def against(
    hypothesis: str, reference: str, *, character_order: int, word_order: int, keep_spaces: bool
) -> list[int]:
    """The counts of one segment against one reference."""
    letters = list if keep_spaces else characters
    return [
        *order_counts(letters(hypothesis), letters(reference), character_order),
        *order_counts(chrf_words(hypothesis), chrf_words(reference), word_order),
    ]


def row(
    hypothesis: str,
    references: Sequence[str],
    *,
    character_order: int,
    word_order: int,
    beta: float,
    keep_spaces: bool,
    epsilon: bool,
) -> list[int]:
    """The counts against the reference with the best F, the first of equals."""
    rows = [
        against(
            hypothesis,
            reference,
            character_order=character_order,
            word_order=word_order,
            keep_spaces=keep_spaces,
        )
        for reference in references
    ]
    return max(rows, key=lambda counts: value(counts, beta=beta, epsilon=epsilon))


def triples(counts: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    """The three counts of each order."""
    numbers = iter(counts)
    return zip(numbers, numbers, numbers, strict=True)


def f_score(precision: float, recall: float, beta: float) -> float:
    """The weighted harmonic mean of precision and recall."""
    denominator = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / denominator if denominator > 0 else EPSILON


def total(numbers: Iterable[float]) -> float:
    """The sum, rounded at every step: later Pythons' `sum` corrects itself, and near ties would fall otherwise."""
    return reduce(add, numbers, 0.0)


def value(counts: Sequence[float], *, beta: float, epsilon: bool) -> float:
    """ChrF in percent, of counts as `row` gives them."""
    orders = list(triples(counts))
    if epsilon:
        scores = [
            f_score(both / h if h else EPSILON, both / r if r else EPSILON, beta) for h, r, both in orders
        ]
        return 100 * total(scores) / len(orders)
    present = [(both / h, both / r) for h, r, both in orders if h and r]
    if not any(precision for precision, _ in present):
        return 0.0
    precision = total(precision for precision, _ in present) / len(present)
    recall = total(recall for _, recall in present) / len(present)
    return 100 * f_score(precision, recall, beta)
