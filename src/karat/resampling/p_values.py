"""From differences under chance to p-values, those of many tests at once, and the ranks that they support.

Every test is two-sided. The corrections are by hand: two textbook formulas of a few lines each. scipy.stats
and statsmodels take seconds to import, and check these in the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scipy.special import stdtr

from karat.frozen import UpperBound
from karat.resampling.intervals import defined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Better = Callable[[str, str], bool]

# Differences that are equal on paper differ in their last bits.
_SAME = 1e-9


def randomization_p(observed: float, differences: NDArray[np.float64]) -> float:
    """Paired approximate randomization: `differences` are those after swapping outputs at random.

    p = (as large as observed, or larger, + 1) / (all + 1): the observed assignment is one of those possible.

    >>> import numpy as np
    >>> differences = np.array([0.5, -1.0, 1.0, 2.0])
    >>> randomization_p(1.0, differences)
    0.8
    """
    return _share(abs(differences), observed)


def bootstrap_p(observed: float, differences: NDArray[np.float64]) -> float:
    """Paired bootstrap: resampled differences, moved to where the null hypothesis has their mean, to 0.

    >>> import numpy as np
    >>> differences = np.array([0.5, -1.0, 1.0, 2.0])
    >>> bootstrap_p(1.0, differences)
    0.6
    """
    draws = defined(differences)
    return _share(abs(draws - draws.mean()), observed) if len(draws) else float("nan")


def exhaustive_p(observed: float, differences: NDArray[np.float64]) -> float:
    """Paired randomization where `differences` are those of every possible swap, the observed one among them.

    >>> import numpy as np
    >>> exhaustive_p(2.0, np.array([2.0, 1.0, -1.0, -2.0]))
    0.5
    """
    p, number = randomization_p(observed, differences), len(defined(differences))
    return (p * (number + 1) - 1) / number if number else p


def moses_p(observed: float, differences: NDArray[np.float64]) -> float:
    """The paired bootstrap of Moses and sacreBLEU, for comparison only: it calls too many differences
    significant.

    Deliberate: it centres the absolute differences, not the differences, and counts only what is larger.

    >>> import numpy as np
    >>> differences = np.array([0.5, -1.0, 1.0, 2.0])
    >>> moses_p(0.5, differences)
    0.4
    """
    sizes = abs(defined(differences))
    if not len(sizes):
        return float("nan")
    larger = int((sizes - sizes.mean() > _above(observed)).sum())
    return _of_count(larger, len(sizes))


def moses_randomization_p(observed: float, differences: NDArray[np.float64]) -> float:
    """The approximate randomization of MultEval and sacreBLEU, for comparison only.

    Deliberate: it counts only what is larger than observed, not what is as large. So two systems with the
    same output are found to differ, and p-values of few segments are too small.

    >>> import numpy as np
    >>> differences = np.array([0.5, -1.0, 1.0, 2.0])
    >>> moses_randomization_p(1.0, differences)
    0.4
    """
    if observed != observed:  # noqa: PLR0124 (see below)
        return observed
    sizes = abs(defined(differences))
    larger = int((sizes > _above(observed)).sum())
    return _of_count(larger, len(sizes))


def _above(observed: float) -> float:
    return abs(observed) * (1 + _SAME) + _SAME * 1e-3


def student_p(statistic: float, freedom: float) -> float:
    """Two-sided p-value of Student's t.

    >>> round(student_p(2.5, 9), 4)
    0.0339
    """
    return float(2 * stdtr(freedom, -abs(statistic)))


def _share(sizes: NDArray[np.float64], observed: float) -> float:
    if observed != observed:  # noqa: PLR0124 (what is not defined cannot be tested)
        return observed
    sizes = defined(sizes)
    threshold = abs(observed) * (1 - _SAME) - _SAME * 1e-3
    return _of_count(int((sizes >= threshold).sum()), len(sizes))


def _of_count(found: int, draws: int) -> float:
    """The observed one is added to both; where it is alone, more draws would make p smaller still."""
    p = (found + 1) / (draws + 1)
    return p if found or not draws else UpperBound(p)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm (1979): adjusted p-values that control the family-wise error rate.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, largest = [1.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, (len(order) - rank) * p_values[place])
        corrected[place] = _like(p_values[place], min(largest, 1.0))
    return corrected


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini & Hochberg (1995): adjusted p-values that control the false discovery rate.

    >>> [round(p, 3) for p in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    corrected, smallest = [1.0] * len(p_values), 1.0
    for place_from_end, place in enumerate(order):
        smallest = min(smallest, p_values[place] * len(order) / (len(order) - place_from_end))
        corrected[place] = _like(p_values[place], smallest)
    return corrected


def _like(p: float, corrected: float) -> float:
    """What is known from above only stays so."""
    return UpperBound(corrected) if isinstance(p, UpperBound) else corrected


def rank_ranges(systems: Sequence[str], better: Better) -> dict[str, tuple[int, int]]:
    """The best and the worst rank of each system: below all that are better, above all that are worse.

    `better(a, b)` says whether a is significantly better than b.

    >>> scores = {"A": 33.0, "B": 32.8, "C": 29.0}
    >>> def better(a: str, b: str) -> bool:
    ...     return scores[a] - scores[b] > 1
    ...
    >>> rank_ranges(["A", "B", "C"], better)
    {'A': (1, 2), 'B': (1, 2), 'C': (3, 3)}
    """
    ranges = {}
    for system in systems:
        above = sum(better(other, system) for other in systems)
        below = sum(better(system, other) for other in systems)
        ranges[system] = (1 + above, len(systems) - below)
    return ranges


def clusters(ranked: Sequence[str], better: Better) -> dict[str, int]:
    """The cluster of each system, 1 for the best, of systems in the order of their scores.

    A new cluster begins where every system above is significantly better than every system below.

    >>> scores = {"A": 33.0, "B": 32.8, "C": 29.0}
    >>> def better(a: str, b: str) -> bool:
    ...     return scores[a] - scores[b] > 1
    ...
    >>> clusters(["A", "B", "C"], better)
    {'A': 1, 'B': 1, 'C': 2}
    """
    numbers, number = {}, 1
    for place, system in enumerate(ranked):
        if place and all(better(above, below) for above in ranked[:place] for below in ranked[place:]):
            number += 1
        numbers[system] = number
    return numbers
