"""One line for all cells: the joint test's size where texts differ, its power, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import statsmodels.api as sm
from statsmodels.stats.anova import anova_lm

from karat.agreement import Rater
from karat.calibration import Calibration, Setting, fit, joint_transfer
from karat.calibration.joint_transfer import _equalities
from karat.errors import InvalidOption, RefusedPrediction

if TYPE_CHECKING:
    from karat.arrays import Floats

SYSTEMS = tuple("ABCDEFGH")


def cell(name: str, x: Floats, y: Floats, systems: tuple[str, ...] = SYSTEMS) -> Calibration:
    """A calibration of these scores."""
    return fit(
        [Rater("BLEU", "made up", systems, x)],
        Rater("DA", "made up", systems, y),
        setting=Setting("de-en", name),
    )


def scores(seed: int) -> tuple[Floats, Floats]:
    """Metric and human scores of three cells with the same line, cells × systems."""
    rng = np.random.default_rng(seed)
    x = rng.normal(30, 5, (3, len(SYSTEMS)))
    return x, x / 10 + rng.normal(0, 0.3, x.shape)


def test_f_tests_are_those_of_nested_models() -> None:
    """F and p are what statsmodels finds for models with more and more columns."""
    x, y = scores(1)
    found = joint_transfer(
        [cell(f"c{place}", *both) for place, both in enumerate(zip(x, y, strict=True))], samples=99
    )
    flat, group = x.ravel() - x.mean(), np.repeat(np.eye(3), len(SYSTEMS), axis=0)
    designs = (
        sm.add_constant(flat),
        np.column_stack([group, flat]),
        np.column_stack([group, group * flat[:, None]]),
    )
    same, parallel, separate = (sm.OLS(y.ravel(), design).fit() for design in designs)
    for test, smaller, larger in ((found.slopes, parallel, separate), (found.intercepts, same, parallel)):
        expected = anova_lm(smaller, larger).iloc[1]
        assert (test.f, test.p) == pytest.approx((expected["F"], expected["Pr(>F)"]))
        assert (test.added, test.left) == (2, larger.df_resid)
    assert (found.paired, found.with_texts, found.verdict) == (True, False, "no difference found")
    assert found.to_dict()["slopes"]["f"] == found.slopes.f


def test_texts_that_move_all_systems_are_allowed_for() -> None:
    """Where documents move whole cells, F rejects a true null in most cases, the permutations in about 5 %."""
    trials, move = 60, 0.3
    rng = np.random.default_rng(5)
    by_f = by_permutation = slopes = 0
    for trial in range(trials):
        x = rng.normal(30, 5, (4, 10))
        y = x / 10 + rng.normal(0, 0.2, x.shape) + move * rng.normal(size=(4, 1))
        # Each cell estimates how far its text moves it, from 11 documents.
        moves = [(move * np.sqrt(rng.chisquare(11) / 11), 11.0) for _ in range(4)]
        of_slopes, of_intercepts = _equalities(
            x.ravel(), y.ravel(), [10] * 4, moves, paired=True, samples=99, seed=trial
        )
        by_f += of_intercepts.p < 0.05
        by_permutation += of_intercepts.p_permuted <= 0.05
        slopes += of_slopes.p_permuted <= 0.05
    assert by_f > 0.5 * trials
    assert by_permutation <= 7  # 3 are expected; more than 7 in 1 of 100 runs
    assert slopes <= 7


@pytest.mark.parametrize(("slope", "shift", "verdict"), [(3, 0, "slopes"), (1, 2, "intercepts")])
def test_lines_that_differ_are_found(slope: float, shift: float, verdict: str) -> None:
    """One cell of another slope or level is enough."""
    x, y = scores(2)
    y[2] += (slope - 1) / 10 * (x[2] - x.mean()) + shift
    found = joint_transfer(
        [cell(f"c{place}", *both) for place, both in enumerate(zip(x, y, strict=True))], samples=199
    )
    assert found.verdict.startswith(verdict)


def test_other_systems_in_each_cell() -> None:
    """Cells need not have the same systems."""
    x, y = scores(3)
    cells = [
        cell(f"c{place}", *both, tuple(f"{name}{place}" for name in SYSTEMS))
        for place, both in enumerate(zip(x, y, strict=True))
    ]
    found = joint_transfer(cells, samples=99)
    assert not found.paired
    assert found.slopes.p_permuted > 0.05


def test_refusals() -> None:
    """Two cells are a pair, and lines of different things are not compared."""
    x, y = scores(4)
    cells = [cell(f"c{place}", *both) for place, both in enumerate(zip(x, y, strict=True))]
    with pytest.raises(InvalidOption, match="3 cells or more, and there are 2"):
        joint_transfer(cells[:2])
    other = fit([Rater("TER", "other", SYSTEMS, x[0])], Rater("DA", "made up", SYSTEMS, y[0]))
    with pytest.raises(RefusedPrediction, match="recipes"):
        joint_transfer([*cells, other])
    few = [cell(f"c{place}", x[place][:4], y[place][:4], SYSTEMS[:4]) for place in range(3)]
    assert joint_transfer(few, samples=19).slopes.left == 6
