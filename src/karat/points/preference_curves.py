"""The probability that people agree with a difference, as two curves of it: logistic and isotonic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.special import expit

from karat.arrays import quotient

if TYPE_CHECKING:
    from karat.arrays import Floats

# Newton's steps double the right digits each; those of a curve that is nearly a step take more.
_STEPS = 60
_ENOUGH = 1e-10


def logistic_slope(
    differences: Floats, agrees: Floats, weights: Floats | None = None, *, steadied: bool = True
) -> Floats:
    """The slope b of P(agree) = 1 / (1 + exp(−b Δ)), by maximum likelihood: one for each row of weights.

    There is no intercept: where a metric sees no difference, it says nothing of what people prefer. `agrees`
    has probabilities, or 0, 1 and ½. Where the metric is right about every pair, likelihood grows with b for
    ever. So one more pair, at the median difference, is taken as one on which people are split, which keeps
    b finite and moves it little otherwise; `steadied=False` leaves it out.

    >>> import numpy as np
    >>> from karat.points import logistic_slope
    >>> slopes = logistic_slope(np.array([0.5, 1.0, 2.0, 3.0]), np.array([0.0, 1.0, 1.0, 1.0]))
    >>> slopes.round(2).tolist()
    [0.91]
    """
    weights = np.ones((1, len(differences))) if weights is None else np.atleast_2d(weights)
    middle = float(np.median(np.abs(differences))) or 1.0
    if steadied:
        differences, agrees = np.append(differences, middle), np.append(agrees, 0.5)
        weights = np.hstack([weights, np.ones((len(weights), 1))])
    slopes = np.zeros(len(weights))
    for _ in range(_STEPS):
        expected = expit(slopes[:, None] * differences)
        gradient = (weights * (agrees - expected)) @ differences
        curvature = (weights * expected * (1 - expected)) @ differences**2
        step = np.clip(quotient(gradient, curvature), -2 / middle, 2 / middle)
        slopes = slopes + np.nan_to_num(step)
        if np.abs(step).max(initial=0.0) * middle < _ENOUGH:
            break
    return slopes


def isotonic_steps(
    differences: Floats, agrees: Floats, weights: Floats | None = None
) -> tuple[Floats, Floats]:
    """The sizes of differences that occur, and the probability from each to the next: it never falls.

    Isotonic regression of the pairs, each seen from both systems: so the probability is ½ at 0, and not less
    beyond.

    >>> import numpy as np
    >>> from karat.points import isotonic_steps
    >>> sizes, values = isotonic_steps(np.array([3.0, 0.5, 1.0, 2.0]), np.array([1.0, 1.0, 0.0, 1.0]))
    >>> sizes.tolist(), values.tolist()
    ([0.5, 1.0, 2.0, 3.0], [0.5, 0.5, 1.0, 1.0])
    """
    sizes, places = np.unique(np.abs(differences), return_inverse=True)
    weights = np.ones(len(differences)) if weights is None else weights
    total = np.bincount(places, weights=weights)
    mean = quotient(np.bincount(places, weights=weights * agrees), total)
    drawn = total > 0
    values = np.full(len(sizes), np.nan)
    if drawn.any():
        values[drawn] = isotonic_regression(mean[drawn], weights=total[drawn]).x
        # A size that was not drawn has the value of the one below it.
        below = np.maximum.accumulate(np.where(drawn, np.arange(len(sizes)), -1))
        values = np.where(below >= 0, values[below], 0.5)
    return sizes, np.maximum(np.nan_to_num(values, nan=0.5), 0.5)
