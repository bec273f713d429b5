"""Ways to fit a map: least squares, ridge, medians of slopes, and order alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import isotonic_regression

from karat.agreement.regression import theil_sen as median_line
from karat.arrays import rounded
from karat.calibration.maps import Map
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.arrays import Floats

    Fit = Callable[[Floats, Floats], Map]


_FOLDS = 10
# What rounding leaves of a perfect fit.
_ROUNDING = 1e-24
# Shares of the largest eigenvalue that ridge may add to all of them.
_PENALTIES = (0.001, 0.01, 0.03, 0.1, 0.3, 1.0)


def least_squares(scores: Floats, human: Floats) -> Map:
    """Ordinary least squares on scores, texts × metrics; its intervals are exact for normal scatter."""
    z = _with_one(scores)
    freedom = len(human) - z.shape[1]
    if freedom < 1 or np.linalg.matrix_rank(_centred(scores)) < scores.shape[1]:
        raise _too_few(len(human), scores.shape[1])
    # Centred columns keep the digits of scores that lie close together.
    centre = scores.mean(axis=0)
    x = scores - centre
    inverse = np.linalg.inv(x.T @ x)
    slopes = inverse @ (x.T @ (human - human.mean()))
    residuals = human - human.mean() - x @ slopes
    squares = float((residuals**2).sum())
    if squares <= _ROUNDING * float((human**2).sum()):
        squares = 0.0
    spread = np.empty((z.shape[1], z.shape[1]))
    spread[1:, 1:] = inverse
    spread[0, 1:] = spread[1:, 0] = -inverse @ centre
    spread[0, 0] = 1 / len(human) + centre @ inverse @ centre
    return Map(
        "least-squares",
        (float(human.mean() - slopes @ centre), *map(float, slopes)),
        sqrt(squares / freedom),
        float(freedom),
        _rows(spread),
    )


def ridge(scores: Floats, human: Floats) -> Map:
    """Least squares held back towards slopes of 0, as much as predicts texts left out best."""
    folds = [place % min(len(human), _FOLDS) for place in range(len(human))]
    best = min(_PENALTIES, key=lambda share: _squares_left_out(_ridge_with(share), scores, human, folds))
    return _ridge_with(best)(scores, human)


def line_of(metric: Sequence[float], human: Sequence[float]) -> Map | None:
    """The line of people's scores on the metric's by least squares; None where points determine none."""
    scores = np.array(metric, dtype=np.float64)[:, None]
    try:
        return least_squares(scores, np.array(human, dtype=np.float64))
    except InvalidOption:
        return None


def theil_sen(scores: Floats, human: Floats) -> Map:
    """The median of the slopes of all pairs, which no outlier moves; for one metric."""
    line = median_line(scores[:, 0], human)
    if line.slope != line.slope or len(human) < 3:
        raise _too_few(len(human), 1)
    return Map("theil-sen", (line.intercept, line.slope), nan, float(len(human) - 2))


def rising_steps(scores: Floats, human: Floats) -> Map:
    """Isotonic regression: the closest map that never goes down; for one metric."""
    return _isotonic(scores, human, sign=1)


def falling_steps(scores: Floats, human: Floats) -> Map:
    """Isotonic regression: the closest map that never goes up; for one metric."""
    return _isotonic(scores, human, sign=-1)


def with_errors(fitted: Map, errors: Floats) -> Map:
    """The map with the spread of its errors on texts that were left out of the fit."""
    return replace(fitted, deviation=root_mean_square(errors))


def widened(fitted: Map, errors: Floats, scores: Floats, human: Floats, groups: Sequence[int]) -> Map:
    """The map for texts of which several are of one system: these are not as many as they seem.

    Its scatter is that of texts of systems left out, it has the degrees of freedom of the systems, and what
    is known of its coefficients is what the systems say, each as a whole (Liang & Zeger 1986).
    """
    size = root_mean_square(errors)
    deviation = size if fitted.deviation != fitted.deviation else max(fitted.deviation, size)
    freedom = float(max(len(set(groups)) - 2, 1))
    if not fitted.spread or not deviation > 0:
        return replace(fitted, deviation=deviation, freedom=freedom)
    spread = _spread_by_group(fitted, scores, human, groups) / deviation**2
    return replace(fitted, deviation=deviation, freedom=freedom, spread=_rows(spread))


def _spread_by_group(fitted: Map, scores: Floats, human: Floats, groups: Sequence[int]) -> Floats:
    """The covariance of coefficients, when texts of one group may be off the line together."""
    z = _with_one(scores)
    off = human - z @ np.array(fitted.coefficients)
    pulls, label = z * off[:, None], np.asarray(groups)
    sums = np.array([pulls[label == group].sum(axis=0) for group in np.unique(label)])
    few = len(sums) / (len(sums) - 1) * (len(human) - 1) / (len(human) - z.shape[1])
    inverse = np.array(fitted.spread)
    return np.asarray(few * inverse @ (sums.T @ sums) @ inverse)


def root_mean_square(errors: Floats) -> float:
    """The usual size of errors; NaN where one is not known."""
    return sqrt(float((errors**2).mean())) if (errors == errors).all() else nan  # noqa: PLR0124


def left_out_errors(fit: Fit, scores: Floats, human: Floats, groups: Sequence[int] | None = None) -> Floats:
    """Human score minus prediction for each text, from a fit without the texts of its group; NaN if none."""
    label = np.arange(len(human)) if groups is None else np.asarray(groups)
    errors = np.full(len(human), np.nan)
    for group in np.unique(label):
        out = label == group
        try:
            fitted = fit(scores[~out], human[~out])
        except InvalidOption:
            continue
        errors[out] = human[out] - np.array([fitted.value(row) for row in scores[out].tolist()])
    # What a perfect line leaves is 0.
    return rounded(errors, of=human)


def _squares_left_out(fit: Fit, scores: Floats, human: Floats, groups: Sequence[int] | None) -> float:
    errors = left_out_errors(fit, scores, human, groups)
    total = float((errors**2).sum())
    return total if total == total else float("inf")  # noqa: PLR0124 (only NaN is not itself)


def _ridge_with(share: float) -> Fit:
    def fit(scores: Floats, human: Floats) -> Map:
        spread = scores.std(axis=0)
        if len(human) < 3 or (spread == 0).any():
            raise _too_few(len(human), scores.shape[1])
        # Metrics have scales of their own; what holds slopes back must not depend on them.
        x = (scores - scores.mean(axis=0)) / spread
        square = x.T @ x
        penalty = share * float(np.linalg.eigvalsh(square)[-1])
        slopes = (
            np.linalg.solve(square + penalty * np.eye(len(square)), x.T @ (human - human.mean())) / spread
        )
        intercept = human.mean() - slopes @ scores.mean(axis=0)
        freedom = len(human) - 1 - scores.shape[1]
        return Map("ridge", (float(intercept), *map(float, slopes)), nan, float(freedom))

    return fit


def _isotonic(scores: Floats, human: Floats, *, sign: int) -> Map:
    """Steps through the means of texts with the same score; each block of scores has one height."""
    if len(human) < 3:
        raise _too_few(len(human), 1)
    different, place, counts = np.unique(scores[:, 0], return_inverse=True, return_counts=True)
    means = np.bincount(place, human) / counts
    fitted = isotonic_regression(means, weights=counts, increasing=sign > 0)
    knots: list[tuple[float, float]] = []
    for start, stop in pairwise(fitted.blocks):
        height, first, last = float(fitted.x[start]), float(different[start]), float(different[stop - 1])
        knots += [(first, height)] if first == last else [(first, height), (last, height)]
    return Map("isotonic", (), nan, float(len(human) - 2), (), tuple(knots))


def _with_one(scores: Floats) -> Floats:
    return np.column_stack([np.ones(len(scores)), scores])


def _centred(scores: Floats) -> Floats:
    centred: Floats = scores - scores.mean(axis=0)
    return centred


def _rows(matrix: Floats) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, row)) for row in matrix)


def _too_few(texts: int, metrics: int) -> InvalidOption:
    return InvalidOption(
        f"{texts} texts do not determine a map from {metrics} {'metric' if metrics == 1 else 'metrics'}: at "
        f"least {metrics + 2} with different scores are needed. Judge more systems, or use fewer metrics."
    )
