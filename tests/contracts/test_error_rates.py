"""Every metric's tests keep what they promise: a difference that is chance is rarely called significant."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from karat import Corpus, demo, evaluate, metric, read
from karat.metrics.catalogue import METRICS
from karat.resampling import randomization_p, swap_rows, swapped
from karat.statistics import Statistics

TRIALS = 250
# These count tags and entities, which the demo's texts do not have, and entities go by document.
ANNOTATED = ("tag-bleu", "nee", "nee-partial", "nee-precision")


@cache
def _demo() -> Corpus:
    corpus = read(demo.segments_path())
    return Corpus(dict(list(corpus.systems.items())[:2]), corpus.references, documents=corpus.documents)


@pytest.mark.parametrize("name", [name for name in METRICS if name not in ANNOTATED])
def test_error_rate(name: str) -> None:
    """Outputs of two systems dealt to both at random: a tenth of the p-values is at most .1, or fewer."""
    measure = metric(name)
    evaluation = evaluate(_demo(), measure)
    counts = [of_system[measure.recipe].counts.astype(float) for of_system in evaluation.statistics.values()]
    rng = np.random.default_rng(6)
    rejected = 0
    for seed in range(TRIALS):
        dealt = rng.integers(2, size=(len(counts[0]), 1)).astype(bool)
        tables = [Statistics(measure.columns, np.where(dealt, *pair)) for pair in (counts, counts[::-1])]
        halves = swap_rows(tables, samples=199, seed=seed)
        values = [measure.values(swapped(tables[one], halves[one], halves[1 - one])) for one in (0, 1)]
        observed = measure.value(tables[0].total()) - measure.value(tables[1].total())
        rejected += randomization_p(observed, values[0] - values[1]) <= 0.1
    assert rejected / TRIALS <= 0.1 + 3.3 * np.sqrt(0.1 * 0.9 / TRIALS)
