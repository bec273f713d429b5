"""Student's t distribution, for tests with few systems."""

from __future__ import annotations

from math import exp, inf, isnan, lgamma, log

_STEPS = 500
_PRECISION = 1e-15
_TINY = 1e-300


def upper_tail(t: float, freedom: float) -> float:
    """The probability of more than t.

    >>> round(upper_tail(2.0, 10), 6)
    0.036694
    """
    if isnan(t) or freedom <= 0:
        return float("nan")
    if t in (inf, -inf):
        return 0.0 if t > 0 else 1.0
    scale = freedom + t * t
    tail = incomplete_beta(freedom / scale, t * t / scale, freedom / 2, 0.5) / 2
    return tail if t >= 0 else 1 - tail


def incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """The regularized incomplete beta function, by its continued fraction; `rest` is 1 − x."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    # The fraction converges fast on one side only; the other follows by symmetry.
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(rest, x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(rest)) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Lentz's method: numerator and denominator step by step, neither of them ever 0."""
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _nonzero(1 + term * d)
            c = _nonzero(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return value


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
