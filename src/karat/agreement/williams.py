"""Williams' test: do two metrics correlate differently with the same people?"""

from __future__ import annotations

from math import copysign, inf, sqrt
from typing import TYPE_CHECKING

from scipy.special import stdtr

from karat.agreement.correlation import pearson
from karat.errors import InvalidOption

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.arrays import Floats


def williams_p(first: float, second: float, between: float, systems: int) -> float:
    """The one-sided p-value that the first metric's correlation with people is the higher one.

    `first` and `second` are the metrics' correlations with people, `between` that of the metrics with each
    other (Williams 1959; Graham & Baldwin 2014). It takes at least four systems: NaN below that.

    >>> round(williams_p(0.9, 0.8, 0.7, 20), 7)
    0.0938983
    """
    for value in (first, second, between):
        if not -1 <= value <= 1:
            return float("nan")
    if systems < 4 or first == second:
        return 0.5 if systems >= 4 else float("nan")
    # Rounding may leave the determinant of a perfect fit a hair below 0.
    determinant = max(1 - first**2 - second**2 - between**2 + 2 * first * second * between, 0.0)
    mean = (first + second) / 2
    spread = 2 * determinant * (systems - 1) / (systems - 3) + mean**2 * (1 - between) ** 3
    scale = (systems - 1) * (1 + between)
    t = (first - second) * sqrt(scale / spread) if spread > 0 else copysign(inf, first - second)
    return float(stdtr(systems - 3, -t))


def williams(first: Floats, second: Floats, human: Floats) -> float:
    """The same from the scores of two metrics and of people, one for each system.

    >>> import numpy as np
    >>> human = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    >>> near, far = np.array([1.0, 2.2, 2.9, 4.1, 5.2]), np.array([2.0, 1.0, 4.0, 3.0, 3.5])
    >>> round(williams(near, far, human), 3)
    0.027
    """
    if not first.shape == second.shape == human.shape:
        raise InvalidOption(
            f"Williams' test takes scores of the same systems: there are {first.size}, {second.size} and "
            f"{human.size}."
        )
    present = ~(_missing(first) | _missing(second) | _missing(human))
    x, y, h = first[present], second[present], human[present]
    return williams_p(float(pearson(x, h)), float(pearson(y, h)), float(pearson(x, y)), len(h))


def _missing(values: Floats) -> NDArray[np.bool_]:
    missing: NDArray[np.bool_] = values != values  # noqa: PLR0124 (only NaN is not itself)
    return missing
