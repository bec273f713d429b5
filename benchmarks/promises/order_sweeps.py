"""BLEU of every order against people: how often the intervals of an order sweep hold the truth.

In the simulated world a system gets some words wrong and some runs of words out of order; documents are
harder or easier for each. People see both, each dimension in its own proportion. What very many such systems
show is the truth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.promises.promise import Promise, share
from karat import Bleu
from karat.agreement import Rater, order_sweep
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from karat.agreement import OrderSweep

    Floats = NDArray[np.float64]

SAMPLES = 400
BLEU = Bleu(order=6)
# Systems of each of the worlds that the truth is found in.
MANY = 300
# Of right words and of right order, what makes each dimension.
DIMENSIONS = {"adequacy": (1.0, 0.3), "fluency": (0.5, 1.0)}


def world(
    rng: np.random.Generator, systems: int, documents: int
) -> tuple[dict[str, Statistics], list[Rater]]:
    """Counts of n-grams of each system, and what people say of it."""
    sizes = np.maximum(rng.lognormal(1.4, 0.7, documents).astype(int), 1)
    places = np.repeat(np.arange(documents), sizes)
    lengths = rng.integers(12, 40, len(places))
    words, order = 0.5 * rng.normal(size=(2, systems))
    # How well each system does with each document and segment, in words and in their order.
    right, runs = (
        quality[:, None]
        + 0.3 * rng.normal(size=(systems, documents))[:, places]
        + 0.4 * rng.normal(size=(systems, len(places)))
        for quality in (words, order)
    )
    names = tuple(f"S{number}" for number in range(systems))
    counts = {
        name: Statistics(BLEU.columns, _counts(rng, its_words, its_order, lengths))
        for name, its_words, its_order in zip(names, right, runs, strict=True)
    }
    people = []
    for dimension, (of_words, of_order) in DIMENSIONS.items():
        seen = of_words * right + of_order * runs + 0.8 * rng.normal(size=right.shape)
        people.append(Rater(dimension, "", names, seen.mean(axis=1), seen))
    return counts, people


def _counts(rng: np.random.Generator, right: Floats, runs: Floats, lengths: NDArray[np.int64]) -> Floats:
    """Matches and totals of each order; a match of n words takes n right ones, and n − 1 in order."""
    of_word, in_order = (1 / (1 + np.exp(-0.4 * quality - 0.7)) for quality in (right, runs))
    totals = np.stack([np.maximum(lengths - order, 0) for order in range(BLEU.order)], axis=1)
    shares = np.stack([of_word * (of_word * in_order) ** order for order in range(BLEU.order)], axis=1)
    matches = rng.binomial(totals, shares)
    return np.column_stack([lengths, lengths, matches, totals]).astype(np.float64)


def swept(rng: np.random.Generator, systems: int, documents: int, samples: int = SAMPLES) -> OrderSweep:
    """A sweep of one simulated text."""
    counts, people = world(rng, systems, documents)
    return order_sweep(BLEU, counts, people, samples=samples)


def figures(sweep: OrderSweep) -> dict[str, float]:
    """What intervals are made of."""
    first, *_ = sweep.dimensions
    return {
        "order 1": first.orders[0].prediction_error,
        "order 4": first.orders[3].prediction_error,
        "slope": first.tilt,
        "difference of slopes": sweep.readings[0].difference,
    }


def held(sweep: OrderSweep, truth: dict[str, float]) -> dict[str, bool]:
    """Whether each interval holds the truth."""
    first, *_ = sweep.dimensions
    intervals = (
        first.orders[0].interval,
        first.orders[3].interval,
        first.tilt_interval,
        sweep.readings[0].interval,
    )
    return {
        name: interval.low <= truth[name] <= interval.high
        for name, interval in zip(truth, intervals, strict=True)
    }


def intervals(trials: int) -> Iterator[Promise]:
    """Systems like these, with as much text."""
    for systems in (8, 15):
        rng = np.random.default_rng(systems)
        worlds = [figures(swept(rng, MANY, 40, samples=1)) for _ in range(4)]
        truth = {name: float(np.mean([one[name] for one in worlds])) for name in worlds[0]}
        outcomes = [held(swept(rng, systems, 40), truth) for _ in range(trials)]
        for name in truth:
            what = f"interval of an order sweep, {systems} systems, {name}"
            # Two skewed values of the same few systems; the output says so beside the difference.
            said = name == "difference of slopes"
            nominal, low = ("95, stated as 90", 87) if said else ("95", 93)
            yield Promise(what, nominal, *share(one[name] for one in outcomes), low, 97)
