"""From judged pairs to a fit. Pairs share systems, so what chance draws are systems, not pairs.

A system's scores hold the noise of its text already, so drawing systems tells how far the curve varies with
other systems on other texts like these; drawing documents as well would count that noise twice. What this
promises was measured by simulation: `tests/points`, `benchmarks/points_coverage.py`.

Deliberate: the target is which system people preferred, as they judged it. Pairs counted by how sure people
are (soft labels) flatten the curve: the noise is in the human difference once, and the probability that is
computed from it adds it a second time. Their slope is given beside the other.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from karat._version import __version__
from karat.errors import InvalidOption
from karat.points.points_fit import AgreementStep, PointsFit, PointsPair
from karat.points.preference_curves import isotonic_steps, logistic_slope
from karat.resampling.draws import row_weights
from karat.resampling.intervals import check_confidence, expansion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Rater
    from karat.arrays import Floats
    from karat.points.judged_pairs import JudgedPairs


def fit_pairs(
    cells: Sequence[JudgedPairs],
    metric: Rater,
    human: Rater,
    *,
    language_pairs: Sequence[str] = (),
    text_type: str | None = None,
    confidence: float = 0.95,
    samples: int = 1000,
    seed: int = 12345,
) -> PointsFit:
    """The fit of the pairs of one or several texts; the raters give names and direction.

    Pairs that people tie do not say who is better, and are left out.
    """
    check_confidence(confidence)
    kept = [cell.human != 0 for cell in cells]
    differences, agrees, chances = (
        np.concatenate([values[of_cell] for values, of_cell in zip(each, kept, strict=True)])
        for each in (
            [np.abs(cell.difference) for cell in cells],
            [cell.agrees for cell in cells],
            [cell.chances for cell in cells],
        )
    )
    if not differences.any():
        raise InvalidOption(
            f"No two systems differ both in {metric.name} and in {human.name}, so nothing can be fitted."
        )
    weights = _drawn_pairs(cells, kept, samples=samples, seed=seed)
    slope = float(logistic_slope(differences, agrees)[0])
    systems = sum(len(cell.systems) for cell in cells)
    low, high = _slope_interval(differences, agrees, weights, slope, systems, confidence)
    return PointsFit(
        metric=metric.name,
        recipe=metric.recipe,
        higher_is_better=metric.higher_is_better,
        human=human.name,
        data=tuple(dict.fromkeys(cell.data for cell in cells)),
        language_pairs=tuple(dict.fromkeys(language_pairs)),
        text_type=text_type,
        systems=systems,
        units=tuple(cell.units for cell in cells),
        pairs=tuple(
            pair for cell, of_cell in zip(cells, kept, strict=True) for pair in _pairs(cell, of_cell)
        ),
        human_ties=int(sum((~of_cell).sum() for of_cell in kept)),
        slope=slope,
        slope_low=low,
        slope_high=high,
        soft_slope=float(logistic_slope(differences, chances)[0]),
        steps=_steps(differences, agrees, weights, confidence),
        confidence=confidence,
        date=datetime.now(UTC).date().isoformat(),
        version=__version__,
    )


def _drawn_pairs(
    cells: Sequence[JudgedPairs], kept: Sequence[np.ndarray], *, samples: int, seed: int
) -> Floats:
    """How often each pair is in each resample of systems: as often as both of them. Draws × pairs."""
    drawn = []
    for place, (cell, of_cell) in enumerate(zip(cells, kept, strict=True)):
        systems = row_weights(len(cell.systems), samples=samples, seed=seed + place)
        drawn.append(systems[:, cell.first[of_cell]] * systems[:, cell.second[of_cell]])
    return np.hstack(drawn)


def _slope_interval(
    differences: Floats, agrees: Floats, weights: Floats, slope: float, systems: int, confidence: float
) -> tuple[float, float]:
    """Percentiles of resampled slopes, stretched about the observed one: resamples of few systems lie close.

    Where the metric is right, or wrong, about every pair, every resample is alike. The interval then ends at
    the probability, of the median difference, at which each system would be so with probability α/2.
    """
    slopes = logistic_slope(differences, agrees, weights)
    stretched = slope + expansion(systems, systems - 2, confidence) * (slopes - slope)
    tail = (1 - confidence) / 2
    low, high = (float(end) for end in np.quantile(stretched, [tail, 1 - tail]))
    decided = agrees[differences > 0]
    if (decided == decided[0]).all():
        least = tail ** (1 / systems)
        end = float(np.log(least / (1 - least)) / np.median(differences[differences > 0]))
        low, high = (min(low, end), high) if decided[0] else (low, max(high, -end))
    return low, high


def _steps(
    differences: Floats, agrees: Floats, weights: Floats, confidence: float
) -> tuple[AgreementStep, ...]:
    sizes, values = isotonic_steps(differences, agrees)
    drawn = np.array([isotonic_steps(differences, agrees, row)[1] for row in weights])
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    return tuple(
        AgreementStep(*(float(value) for value in row)) for row in zip(sizes, values, low, high, strict=True)
    )


def _pairs(cell: JudgedPairs, kept: np.ndarray) -> list[PointsPair]:
    found = []
    for place in np.flatnonzero(kept):
        names = [cell.systems[cell.first[place]], cell.systems[cell.second[place]]]
        difference = float(cell.difference[place])
        better, worse = names if difference >= 0 else reversed(names)
        found.append(
            PointsPair(better, worse, abs(difference), float(cell.agrees[place]), float(cell.chances[place]))
        )
    return found
