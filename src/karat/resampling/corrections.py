"""Many tests at once: p-values raised so that the promised error rate holds for all of them together.

By hand: two textbook formulas of a few lines each. scipy.stats and statsmodels take seconds to import, and
check these in the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm (1979): the chance of any false alarm is kept.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, largest = [1.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, (len(order) - rank) * p_values[place])
        corrected[place] = min(largest, 1.0)
    return corrected


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini & Hochberg (1995): the expected share of false alarms among alarms is kept.

    >>> [round(p, 3) for p in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    corrected, smallest = [1.0] * len(p_values), 1.0
    for place_from_end, place in enumerate(order):
        smallest = min(smallest, p_values[place] * len(order) / (len(order) - place_from_end))
        corrected[place] = smallest
    return corrected
