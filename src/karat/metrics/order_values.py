"""BLEU order by order: what each order of n-grams contributes."""

from __future__ import annotations

from dataclasses import dataclass

from karat.display import Shown
from karat.equality import Equal


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OrderValues(Equal, Shown):
    """What one order contributes: its n-grams, and BLEU of all orders up to it.

    `precision` is matches / n-grams in percent, not smoothed, and NaN where there are no n-grams.
    `cumulative` is BLEU with the metric's smoothing; the brevity penalty is in it, and stands apart too.

    >>> from karat import Bleu
    >>> bleu = Bleu(order=2, smoothing="none")
    >>> first, second = bleu.orders(bleu.count(["a b d"], ["a b c"]).total())
    >>> second.matches, second.ngrams, second.precision, round(second.cumulative, 2)
    (1, 2, 50.0, 57.74)
    """

    order: int
    matches: int
    ngrams: int
    precision: float
    brevity_penalty: float
    cumulative: float
