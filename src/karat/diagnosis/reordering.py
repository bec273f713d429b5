"""What other orders of a segment's units do to the counts: every permutation tried, or random ones scored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import ceil, factorial, prod
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidOption
from karat.metrics.explain.ngrams import most_of
from karat.ordered_sums import added
from karat.resampling.draws import check_count, generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.metrics.bleu import Bleu


# Ten units have millions of permutations.
MOST_UNITS = 9
# So many shuffled segments, in as many shuffles as it takes, make the mean steady; so many units are enough.
_SEGMENTS = 2000
_UNITS = 200_000


@dataclass(frozen=True, slots=True)
class Orders:
    """Different orders of a segment's units: all, those that keep every count, those that only gain."""

    all: int
    same: int
    gaining: int

    @property
    def losing(self) -> int:
        """Those that lose a match of some length."""
        return self.all - self.same - self.gaining


def every_order(units: Sequence[str], references: Sequence[Sequence[str]], *, order: int) -> Orders:
    """What becomes of the counts up to `order` under every order of at most nine units.

    >>> every_order("a b c".split(), ["a b d c".split()], order=2)
    Orders(all=6, same=2, gaining=0)
    """
    check_units(len(units))
    repeated = prod(map(factorial, Counter(units).values()))
    numbers = {unit: number for number, unit in enumerate(dict.fromkeys(units))}
    texts = np.array([numbers[unit] for unit in units], dtype=np.int32)[_permutations(len(units))]
    same = np.ones(len(texts), dtype=bool)
    lower = ~same
    for n in range(2, min(order, len(units)) + 1):
        matches = _matches(texts, numbers, references, n)
        same &= matches == matches[0]  # the first order is the one that came
        lower |= matches < matches[0]
    counted = (len(texts), int(same.sum()), int((~same & ~lower).sum()))
    # Equal units make the same order many times, every order equally often.
    return Orders(*(number // repeated for number in counted))


def check_units(number: int) -> None:
    """Ten units have millions of orders."""
    if number > MOST_UNITS:
        raise InvalidOption(f"{number} units have too many orders to try; take at most {MOST_UNITS}.")


def _matches(
    texts: NDArray[np.int32], numbers: dict[str, int], references: Sequence[Sequence[str]], n: int
) -> NDArray[np.int64]:
    """The clipped matches of n units of every text."""
    length = texts.shape[1] - n + 1
    codes = np.zeros((len(texts), length), dtype=np.int32)
    for place in range(n):
        codes = codes * len(numbers) + texts[:, place : place + length]
    matches = np.zeros(len(texts), dtype=np.int64)
    for gram, most in most_of(references, n).items():
        if all(unit in numbers for unit in gram):
            code = 0
            for unit in gram:
                code = code * len(numbers) + numbers[unit]
            matches += np.minimum((codes == code).sum(axis=1), most)
    return matches


@cache
def _permutations(length: int) -> NDArray[np.int8]:
    return np.array(list(permutations(range(length))), dtype=np.int8).reshape(factorial(length), length)


def shuffled_value(
    bleu: Bleu,
    hypotheses: Sequence[Sequence[str]],
    references: Sequence[Sequence[Sequence[str]]],
    *,
    shuffles: int | None = None,
    seed: int = 12345,
) -> float:
    """The mean score of `shuffles` texts whose units are shuffled in each segment."""
    times = _shuffles(hypotheses) if shuffles is None else shuffles
    check_count("shuffles", times)
    rng = generator(seed)
    # Units are written as numbers: whatever a tokenizer made of the text, it is not made again.
    metric = bleu.changed(unit="word", tokenize="none", spaces="drop", lowercase=False, normalization="none")
    numbers: dict[str, str] = {}
    written = [[numbers.setdefault(unit, str(len(numbers))) for unit in units] for units in hypotheses]
    streams = [
        [" ".join([numbers.setdefault(unit, str(len(numbers))) for unit in units]) for units in of_segment]
        for of_segment in references
    ]
    flat = np.array([unit for units in written for unit in units], dtype=object)
    segments = np.repeat(np.arange(len(written)), [len(units) for units in written])
    ends = np.cumsum([len(units) for units in written]).tolist()

    def value(units: Sequence[str]) -> float:
        texts, start = [], 0
        for end in ends:
            texts.append(" ".join(units[start:end]))
            start = end
        return metric.value(metric.count(texts, streams).total())

    scores = [value(flat[np.lexsort((rng.random(len(flat)), segments))].tolist()) for _ in range(times)]
    return added(scores) / times


def _shuffles(hypotheses: Sequence[Sequence[str]]) -> int:
    units = sum(map(len, hypotheses))
    return max(min(ceil(_SEGMENTS / max(len(hypotheses), 1)), ceil(_UNITS / max(units, 1))), 1)
