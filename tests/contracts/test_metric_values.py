"""Values of every metric: identity is best, worse is worse, and every value can be explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.metric_cases import (
    EVERY_METRIC,
    HYPOTHESES,
    PLAIN,
    Tagging,
    check_defined,
    every_metric,
    marked,
    references,
    score,
    tag,
)
from tests.hypothesis_profile import examples
from tests.strategies import segments

if TYPE_CHECKING:
    from karat.metrics import Metric


@every_metric
def test_identity_is_perfect(of: Metric) -> None:
    """The reference itself has the best value that there is, where the metric has one."""
    assert of.perfect is None or score(of, PLAIN) == pytest.approx(of.perfect, abs=1e-9)


@examples(1 / 2)
@given(other=segments() | st.permutations(PLAIN.split()).map(" ".join))
def test_identity_is_best(other: str) -> None:
    """No other output is better than the reference itself, unless it may leave out words that weigh less than 0."""
    for of in EVERY_METRIC:
        sign = 1 if of.higher_is_better else -1
        # An output in which nothing is recognised has no precision, and is not better either.
        assert of.signed or not sign * score(of, other) > sign * score(of, PLAIN) + 1e-9, of.recipe


@every_metric
def test_worse_is_worse(of: Metric) -> None:
    """A wrong word makes the value worse, and more of them make it worse still.

    In place of a word with a weight below 0 it may make it better; all words wrong is worse all the same.
    """
    right = PLAIN.split()
    values = [score(of, " ".join(["x"] * wrong + right[wrong:])) for wrong in range(0, len(right), 3)]
    assert of.signed or values == sorted(values, reverse=of.higher_is_better)
    assert values[0] > values[-1] if of.higher_is_better else values[0] < values[-1]


@every_metric
@pytest.mark.parametrize(
    ("hypothesis", "reference"), [("", ""), ("", "a b"), ("a b", ""), (" ", "\n"), ("\u3000", "a")]
)
def test_empty_text(of: Metric, hypothesis: str, reference: str) -> None:
    """Empty text is counted like any other, and has a value."""
    check_defined(of, of.count([hypothesis], [marked(of, reference)]))


@every_metric
def test_values_are_floats_within_bounds(of: Metric) -> None:
    """Values are floats, none is NaN without reason, and all lie within the bounds that the metric states."""
    statistics = of.count(HYPOTHESES, references(of))
    values = of.values(statistics)
    assert values.dtype == np.float64
    assert values.shape == (len(HYPOTHESES),)
    check_defined(of, statistics)
    values = values[np.isfinite(values)]
    low, high = of.bounds
    assert low <= values.min()
    assert values.max() <= high + 1e-9
    assert of.signed or low == 0
    assert of.perfect is None or of.perfect in (low, high) or of.signed
    assert type(of.value(statistics.total())) is float


@every_metric
def test_value_is_values(of: Metric) -> None:
    """Each row scored alone has the value that it has among others."""
    statistics = of.count(HYPOTHESES, references(of))
    alone = [of.value(row) for row in statistics.counts.tolist()]
    assert of.values(statistics) == pytest.approx(alone, abs=1e-12, nan_ok=True)


@every_metric
def test_details_are_plain(of: Metric) -> None:
    """The facts behind a value have names, and are numbers, lists of numbers or nothing."""
    for value in of.details(of.count(HYPOTHESES, references(of)).total()).values():
        numbers = value if isinstance(value, list) else [value]
        assert all(number is None or isinstance(number, int | float) for number in numbers)


@every_metric
def test_the_explanation_is_of_the_value(of: Metric) -> None:
    """The value that is explained is the value of the segment."""
    other, reference = PLAIN.replace("sat", "slept"), marked(of, PLAIN)
    if of.annotated:
        other, reference = tag(other), tag(reference)
    explained = of.explain(other, [reference])
    plain: Any = (of.metric if isinstance(of, Tagging) else of).for_segments
    assert explained.value == plain.value(plain.count([other], [reference]).total())
    assert explained.recipe == plain.recipe
    assert explained.steps
