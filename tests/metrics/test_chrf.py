"""chrF and chrF++: options and values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import chrf as oracle
from tests.strategies import chrfs

from karat.errors import InvalidOption, InvalidText
from karat.metrics import Chrf
from karat.statistics import Statistics


def random_rows(rng: np.random.Generator, orders: int, rows: int = 40) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Rows such as counting gives: no more matches than n-grams on either side, and often none."""
    sides = rng.integers(0, 20, size=(rows, orders, 2)) * rng.integers(0, 4, size=(rows, orders, 2)).clip(
        0, 1
    )
    matches = np.minimum(sides.min(axis=2), rng.integers(0, 20, size=(rows, orders)))
    return np.concatenate([sides, matches[..., None]], axis=2).reshape(rows, 3 * orders)


@pytest.mark.parametrize(
    "options",
    [
        {"character_order": -1},
        {"character_order": 6.0},
        {"character_order": True},
        {"word_order": -1},
        {"character_order": 0},
        {"character_order": 0, "word_order": 0},
        {"beta": 1e300},
        {"beta": 10**400},
        {"beta": -2},
        {"beta": math.nan},
        {"beta": math.inf},
        {"spaces": "some"},
        {"normalization": "NFKD"},
    ],
)
def test_refused(options: dict[str, Any]) -> None:
    """An option that makes no sense is refused when the metric is made."""
    with pytest.raises(InvalidOption):
        Chrf(**options)


def test_beta_that_is_no_number() -> None:
    """A word in the place of a number is refused like any other option."""
    with pytest.raises(InvalidOption):
        Chrf(beta="2")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        (Chrf(), "chrF2"),
        (Chrf(word_order=2), "chrF2++"),
        (Chrf(word_order=1, beta=3), "chrF3+"),
        (Chrf(beta=1.5), "chrF1.5"),
        (Chrf(beta=0), "chrF0"),
        (Chrf(beta=2.0), "chrF2"),
    ],
)
def test_name(metric: Chrf, name: str) -> None:
    """The name has β, and a plus for each word order."""
    assert metric.name == name


def test_columns() -> None:
    """Columns are named in the order of the row: characters first, then words."""
    assert Chrf(character_order=1, word_order=1).columns == (
        *("hypothesis_char_1", "reference_char_1", "matches_char_1"),
        *("hypothesis_word_1", "reference_word_1", "matches_word_1"),
    )


def test_values_by_hand() -> None:
    """P = 2/3 and R = 1/2 give F = .5263 with β 2, and their harmonic mean with β 1."""
    row = [3, 4, 2]
    assert Chrf(character_order=1).value(row) == pytest.approx(100 * 5 * (2 / 3) * 0.5 / (4 * (2 / 3) + 0.5))
    assert Chrf(character_order=1, beta=1).value(row) == pytest.approx(
        100 * 2 * (2 / 3) * 0.5 / (2 / 3 + 0.5)
    )


def test_orders_that_one_side_lacks() -> None:
    """An order without n-grams is left out of the mean, or counts as next to nothing with epsilon."""
    row = [1, 1, 1, 0, 0, 0]
    assert Chrf(character_order=2).value(row) == 100
    assert Chrf(character_order=2, epsilon_smoothing=True).value(row) == pytest.approx(50)


@pytest.mark.parametrize("epsilon_smoothing", [True, False])
def test_nothing_matched(epsilon_smoothing: bool) -> None:
    """No match at all is 0, but for epsilon."""
    metric = Chrf(epsilon_smoothing=epsilon_smoothing)
    for hypothesis, reference in [("abc", "xyz"), ("", "xyz"), ("abc", ""), ("", "")]:
        assert metric.value(metric.count([hypothesis], [reference]).total()) == pytest.approx(0, abs=1e-10)


def test_perfect_match() -> None:
    """A perfect match is 100, also where it is shorter than the orders."""
    for text in ("the cat sat on the mat", "ab", "我有元"):
        for metric in (Chrf(), Chrf(word_order=2), Chrf(spaces="keep")):
            assert metric.value(metric.count([text], [text]).total()) == pytest.approx(100, abs=1e-9)


def test_lowercase_and_normalization() -> None:
    """Case and ways of writing are made one where that is asked for."""
    metric = Chrf(character_order=1)
    assert metric.count(["ÀB"], ["a\u0300b"]).total() == [2, 3, 0]
    assert Chrf(character_order=1, lowercase=True).count(["ÀB"], ["a\u0300b"]).total() == [2, 3, 1]
    both = Chrf(character_order=1, lowercase=True, normalization="NFC")
    assert both.count(["ÀB"], ["a\u0300b"]).total() == [2, 2, 2]


def test_wrong_type_with_lowercase() -> None:
    """A segment that is no str is named, whatever has to be done to it first."""
    with pytest.raises(InvalidText, match="Segment 1 is of type int"):
        Chrf(lowercase=True).count([5], ["a"])  # type: ignore[list-item]


@given(metric=chrfs(), seed=st.integers(0, 2**32))
def test_value_is_values(metric: Chrf, seed: int) -> None:
    """One row scored alone has the value that it has among others, and the one that the definition gives."""
    rows = random_rows(np.random.default_rng(seed), metric.character_order + metric.word_order)
    values = metric.values(Statistics(metric.columns, rows))
    assert values == pytest.approx([metric.value(row.tolist()) for row in rows], abs=1e-12)
    expected = [
        oracle.value(row, beta=metric.beta, epsilon=metric.epsilon_smoothing) for row in rows.tolist()
    ]
    assert values == pytest.approx(expected, abs=1e-9)
    assert ((values >= 0) & (values <= 100 + 1e-9)).all()


def test_details() -> None:
    """The facts are precision and recall of each order."""
    facts = Chrf(character_order=2).details([4, 2, 2, 0, 1, 0])
    assert facts == {"precisions": [50.0, 0.0], "recalls": [100.0, 0.0]}


def test_precision_of_a_single_character() -> None:
    """One n-gram of one is all of them."""
    metric = Chrf(character_order=1)
    row = metric.count(["a"], [["a"]]).total()
    assert metric.details(row)["precisions"] == [100.0]


def test_steps_of_an_explanation() -> None:
    """Precision counts the hypothesis's n-grams, recall those of the reference."""
    steps = Chrf(character_order=1).explain("ab", ["abcd"]).steps
    assert [(step.label, step.value, step.reason) for step in steps[:2]] == [
        ("precision of character 1-grams", 100.0, "2 of 2"),
        ("recall of character 1-grams", 50.0, "2 of 4"),
    ]
