"""Metrics against people: the default test keeps its size, and intervals hold the truth."""

import numpy as np
import pytest
from benchmarks.promises import agreement
from benchmarks.promises.promise import Promise, share

from karat.agreement import Plan

TRIALS = 60


@pytest.mark.parametrize("name", ["r of segments", "r of systems", "soft accuracy"])
def test_size_of_the_default_test(name: str) -> None:
    """Two metrics that differ in chance alone, in a text of documents: PERM-BOTH finds too many differences."""
    rng = np.random.default_rng(1)
    options = agreement.RANKED[name]
    found, by_single_scores = [], []
    for trial in range(TRIALS):
        text, raters = agreement.alike(rng, 30, systems=8)
        found.append(agreement.p_value(raters, text.documents, trial, **options) <= 0.05)
        if name == "r of segments":
            p = agreement.p_value(raters, text.documents, trial, design="both", **options)
            by_single_scores.append(p <= 0.05)
    promise = Promise(name, "5", *share(found), 0, 6)

    assert promise.kept, promise
    if by_single_scores:
        assert not Promise("PERM-BOTH", "5", *share(by_single_scores), 0, 6).kept


@pytest.mark.parametrize("case", ["segment", "system", "document"])
def test_coverage(case: str) -> None:
    """95 % intervals of r in a text of documents: of segments, of systems like these, of these systems.

    Percentiles of drawn segments, and of resampled texts whose noise counts twice, hold it too rarely.
    """
    rng = np.random.default_rng(5)
    systems, documents = (8, 12) if case == "segment" else (12, 40)
    level = "segment" if case == "segment" else "system"
    draw = "document" if case == "document" else "system"
    plan = Plan((level,), ("pearson",), draw, samples=200)  # type: ignore[arg-type]
    fixed = agreement.qualities(rng, systems, 0.9)

    truth: dict[str, float] = {}
    if case == "segment":
        _, metric, human = agreement.seen(rng, 1000, fixed)
        truth = agreement.values_of(metric, human, plan)
    elif case == "system":
        _, metric, human = agreement.seen(rng, documents, agreement.qualities(rng, 600, 0.9))
        truth = agreement.values_of(metric, human, plan)
    outcomes = []
    for _ in range(2 * TRIALS):
        quality = fixed if case == "segment" else agreement.qualities(rng, systems, 0.9)
        text, metric, human = agreement.seen(rng, documents, quality)
        if case == "document":
            truth = agreement.values_of(quality[1][:, None], quality[0][:, None], plan)
        outcomes.append(agreement.held(metric, human, text.documents, plan, truth))
    (promise,) = agreement.covered(case, outcomes)

    assert promise.kept, promise
