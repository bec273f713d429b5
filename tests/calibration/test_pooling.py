"""Partially pooled lines: against statsmodels, and what pooling is for."""

import warnings

import numpy as np
import pytest
import statsmodels.api as sm

from karat.calibration import estimators, pooled_fit
from karat.calibration.pooling import _LikelihoodSums
from karat.errors import InvalidOption

Cells = list[tuple[np.ndarray, np.ndarray]]


def made(cells: int, systems: int, seed: int, *, apart: float = 1.0) -> Cells:
    """Cells whose lines differ, `apart` saying how far."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(cells):
        x = rng.normal(35, 5, systems)
        slope, level = 0.3 + apart * rng.normal(0, 0.1), 10 + apart * rng.normal(0, 2)
        found.append((x, level + slope * (x - 35) + rng.normal(0, 1, systems)))
    return found


def test_it_is_the_mixed_model_of_statsmodels() -> None:
    """Common line, variances and the lines of cells, by REML with random intercepts and slopes."""
    cells = made(12, 9, 5)
    pooled = pooled_fit(cells)
    x = np.concatenate([x for x, _ in cells]) - pooled.centre
    y = np.concatenate([y for _, y in cells])
    z = np.column_stack([np.ones(len(x)), x])
    groups = np.repeat(np.arange(12), 9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = sm.MixedLM(y, z, groups, exog_re=z).fit(reml=True, method="powell")
    assert pooled.common[1] == pytest.approx(theirs.fe_params[1], abs=1e-3)
    assert pooled.deviation**2 == pytest.approx(theirs.scale, rel=1e-2)
    assert np.array(pooled.between) == pytest.approx(np.array(theirs.cov_re), rel=0.05, abs=0.01)
    for cell, fitted in enumerate(pooled.maps):
        line = theirs.fe_params + np.asarray(theirs.random_effects[cell])
        assert fitted.slope == pytest.approx(line[1], abs=5e-3)
        assert fitted.value([pooled.centre]) == pytest.approx(line[0], abs=2e-2)


def test_the_criterion_is_that_of_the_whole_covariance_matrix() -> None:
    """Written out over all systems, as the textbook has it."""
    cells = [(x - 35, y) for x, y in made(4, 6, 9)]
    sums, y = _LikelihoodSums(cells), np.concatenate([y for _, y in cells])
    x = np.column_stack([np.ones(len(y)), np.concatenate([x for x, _ in cells])])
    for first, below, second in [(1.0, 0.0, 0.3), (0.0, 0.0, 0.0), (2.0, -1.5, 4.0), (1e3, 5.0, 1e3)]:
        root = np.array([[first, 0.0], [below, second]])
        whole = np.eye(len(y))
        for cell in range(4):
            own = x[6 * cell : 6 * cell + 6] @ root
            whole[6 * cell : 6 * cell + 6, 6 * cell : 6 * cell + 6] += own @ own.T
        inverse = np.linalg.inv(whole)
        information = x.T @ inverse @ x
        left = y - x @ np.linalg.solve(information, x.T @ inverse @ y)
        wanted = (len(y) - 2) * np.log(left @ inverse @ left)
        wanted += np.linalg.slogdet(whole)[1] + np.linalg.slogdet(information)[1]
        assert sums.criterion((first, below, second)) == pytest.approx(wanted, rel=1e-6)


def test_alike_cells_become_one_and_unlike_ones_stay_apart() -> None:
    """Slopes of cells that do not differ are drawn together; those of far cells are left where they are."""
    for apart, least, most in ((0.0, 0.0, 0.5), (20.0, 0.95, 1.05)):
        cells = made(10, 8, 6, apart=apart)
        own = [estimators.least_squares(x[:, None], y).slope for x, y in cells]
        pooled = [each.slope for each in pooled_fit(cells).maps]
        assert least <= np.std(pooled) / np.std(own) <= most


def test_small_cells_are_predicted_better_together() -> None:
    """With four systems in a cell, pooled lines miss the true ones by less than separate lines do."""
    rng = np.random.default_rng(8)
    alone, together = [], []
    for _ in range(15):
        slopes, levels = 0.3 + rng.normal(0, 0.05, 8), 10 + rng.normal(0, 2, 8)
        cells = []
        for slope, level in zip(slopes, levels, strict=True):
            x = rng.normal(0, 5, 4)
            cells.append((x, level + slope * x + rng.normal(0, 1, 4)))
        alone += [
            estimators.least_squares(x[:, None], y).slope - slope
            for (x, y), slope in zip(cells, slopes, strict=True)
        ]
        together += [each.slope - slope for each, slope in zip(pooled_fit(cells).maps, slopes, strict=True)]
    assert np.mean(np.square(together)) < 0.7 * np.mean(np.square(alone))


def test_two_cells_do_not_say_how_far_cells_differ() -> None:
    """At least three are needed."""
    with pytest.raises(InvalidOption, match="at least 3"):
        pooled_fit(made(2, 8, 7))
