"""False alarms about judges, and how many careless ones are found: `python -m benchmarks.judges [TRIALS]`.

Judges see the same quality of an item, each with noise, a leaning and a spread of his own, and answer on five
points or on a line. In one half of the campaigns all are honest, in the other the first answers at random.
What intervals of agreement hold is among the promises: `python -m benchmarks.promises judges`.
"""

from __future__ import annotations

import sys

import numpy as np

from karat.reliability import Ratings, suspicions

# Items, judges in all, judges of each item, whether on five points, noise in parts of the items' deviation.
CAMPAIGNS = (
    (60, 3, 3, True, 0.6),
    (288, 3, 3, True, 0.4),
    (100, 5, 5, True, 1.0),
    (100, 5, 5, False, 1.0),
    (400, 12, 3, True, 0.8),
    (600, 15, 2, False, 1.0),
)
# Correlation of two judges, and items that three judges share.
CORRELATIONS = (0.3, 0.5, 0.7)
SHARED_ITEMS = (30, 60, 100, 150, 300, 600)


def campaign(
    rng: np.random.Generator,
    items: int,
    judges: int,
    of_each: int,
    points: bool,
    noise: float,
    *,
    careless: bool = False,
) -> Ratings:
    """What judges say of items."""
    values = rng.normal(size=(items, 1)) + noise * rng.normal(size=(items, judges))
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
            wrong += any(one.careless for one in suspicions(campaign(rng, *shape), seed=trial, simulated=0))
            spoilt = campaign(rng, *shape, careless=True)
            right += suspicions(spoilt, seed=trial, simulated=0)[0].careless
        items, judges, of_each, points, noise = shape
        scale = "five points" if points else "a line"
        shares = f"{100 * wrong / trials:.1f} | {100 * right / trials:.0f}"
        print(f"| {items} | {of_each} of {judges} | {scale} | {noise} | {shares} |", flush=True)


def power(trials: int) -> None:
    """The power that is stated, by the number of items and the correlation of two of three judges."""
    for items in SHARED_ITEMS:
        stated = []
        for correlation in CORRELATIONS:
            rng = np.random.default_rng(items)
            noise = (1 / correlation - 1) ** 0.5
            campaigns = (campaign(rng, items, 3, 3, False, noise) for _ in range(trials))
            found = [suspicions(one, shuffles=1, seed=trial) for trial, one in enumerate(campaigns)]
            stated.append(100 * np.mean([judge.power for one in found for judge in one]))
        print(f"| {items} | {' | '.join(f'{share:.0f}' for share in stated)} |", flush=True)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    alarms(number)
    power(max(number // 20, 1))
