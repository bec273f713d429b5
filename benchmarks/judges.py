"""False alarms about judges, and what intervals of agreement hold: `python -m benchmarks.judges [TRIALS]`.

Judges see the same quality of an item, each with noise, a leaning and a spread of his own, and answer on five
points or on a line. In one half of the campaigns all are honest, in the other the first answers at random.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from karat.reliability import (
    Bootstrap,
    Estimate,
    Ratings,
    fleiss_kappa,
    intraclass_correlation,
    krippendorff_alpha,
    light_kappa,
    suspicions,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# Items, judges in all, judges of each item, whether on five points, noise in parts of the items' deviation.
CAMPAIGNS = (
    (60, 3, 3, True, 0.6),
    (288, 3, 3, True, 0.4),
    (100, 5, 5, True, 1.0),
    (100, 5, 5, False, 1.0),
    (400, 12, 3, True, 0.8),
    (600, 15, 2, False, 1.0),
)
STATISTICS: dict[str, Callable[[Ratings, Bootstrap], Estimate]] = {
    "κ quadratic": lambda ratings, how: light_kappa(ratings, weighting="quadratic", bootstrap=how),
    "Fleiss’ κ": lambda ratings, how: fleiss_kappa(ratings, bootstrap=how),
    "α ordinal": lambda ratings, how: krippendorff_alpha(ratings, "ordinal", bootstrap=how),
    "α interval": lambda ratings, how: krippendorff_alpha(ratings, "interval", bootstrap=how),
    "ICC(2,1)": lambda ratings, how: intraclass_correlation(ratings, "2,1", bootstrap=how),
}


def campaign(
    rng: np.random.Generator,
    items: int,
    judges: int,
    of_each: int,
    points: bool,
    noise: float,
    *,
    careless: bool = False,
    alike: bool = False,
) -> Ratings:
    """What judges say of items; `alike` leaves out leaning and spread."""
    values = rng.normal(size=(items, 1)) + noise * rng.normal(size=(items, judges))
    if not alike:
        values = values * rng.uniform(0.7, 1.3, judges) + rng.normal(0, 0.3, judges)
    if careless:
        values[:, 0] = rng.normal(size=items)
    if points:
        values = np.clip(np.round(3.3 + 1.2 * values), 1, 5)
    values[rng.random(values.shape).argsort(axis=1) >= of_each] = np.nan
    return Ratings.of(values.tolist())


def alarms(trials: int) -> None:
    """How often somebody is suspected where all are honest, and the careless one where he is not."""
    for shape in CAMPAIGNS:
        rng = np.random.default_rng(1)
        wrong = right = 0
        for trial in range(trials):
            wrong += any(one.careless for one in suspicions(campaign(rng, *shape), seed=trial))
            right += suspicions(campaign(rng, *shape, careless=True), seed=trial)[0].careless
        items, judges, of_each, points, noise = shape
        scale = "five points" if points else "a line"
        shares = f"{100 * wrong / trials:.1f} | {100 * right / trials:.0f}"
        print(f"| {items} | {of_each} of {judges} | {scale} | {noise} | {shares} |", flush=True)


def coverage(trials: int, items: int) -> None:
    """How often a 95 % interval holds the value of a very large sample."""
    for name, statistic in STATISTICS.items():
        rng = np.random.default_rng(2)
        shape = (3, 3, "κ" in name or "ordinal" in name, 1.0)
        truth = statistic(campaign(rng, 40_000, *shape, alike=True), Bootstrap(samples=1)).value
        held = 0
        for trial in range(trials):
            found = statistic(campaign(rng, items, *shape, alike=True), Bootstrap(samples=500, seed=trial))
            held += found.interval.low <= truth <= found.interval.high
        print(f"| {name} | {items} | {100 * held / trials:.1f} |", flush=True)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    alarms(number)
    coverage(number, 30)
    coverage(number, 100)
