"""`karat calibrate --plan`: how many judgements a wanted width of prediction intervals takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.calibration import components, judge_again, most_useful, needs, next_segments
from karat.cli.cells import parts_of
from karat.cli.judge_values import judge_values
from karat.errors import InvalidOption
from karat.report.topics.planning import PlanResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Rater
    from karat.arrays import Floats
    from karat.calibration import Calibration, Components, Need
    from karat.calibration.cells import CellData
    from karat.cli.calibrate import CalibrateOptions
    from karat.cli.cells import Judged

# Where no plan says how many, enough to begin with.
_LEAST_SEGMENTS = 10


def planned(
    judged: Sequence[Judged], calibrations: Sequence[Calibration], options: CalibrateOptions
) -> list[PlanResult]:
    """A plan for every cell whose single segments were judged."""
    found = [each for one in judged for each in _of_data(one, calibrations, options)]
    if not found:
        raise InvalidOption(
            "--plan needs the scores of single segments, at the level of systems and of one metric each. "
            "Leave out --together and --by target-language."
        )
    return found


def _of_data(
    one: Judged, calibrations: Sequence[Calibration], options: CalibrateOptions
) -> Iterator[PlanResult]:
    material = one.material
    for part in parts_of(material, options):
        for human in part.humans:
            if human.segments is None:
                continue
            rater = next(each for each in material.humans if each.name == human.name)
            values, from_judges = judge_values(rater, one)
            for metric in part.metrics:
                made = _calibration(calibrations, part.setting.text, metric, human)
                if made is None:
                    continue
                rows = [list(material.corpus.systems).index(name) for name in made.systems]
                in_cell = values[:, rows][:, :, list(part.rows)]
                pilot = components(in_cell, made.map_of("least-squares").deviation)
                plans = needs(
                    pilot,
                    options.plan or 0.0,
                    judges=(1, 2, 3, 5) if from_judges else (1,),
                    confidence=made.confidence,
                )
                yield PlanResult(
                    made,
                    pilot,
                    tuple(plans),
                    from_judges,
                    tuple(_unjudged(made, metric)),
                    tuple(_unjudged_segments(one, part, metric.only(made.systems), in_cell, plans, pilot)),
                    tuple((part.rows[row] + 1, gain) for row, gain in judge_again(in_cell)),
                )


def _unjudged_segments(
    one: Judged, part: CellData, metric: Rater, values: Floats, plans: Sequence[Need], pilot: Components
) -> list[int]:
    """Numbers of segments to judge next: as many as the cheapest plan lacks, or a few."""
    left = np.flatnonzero(np.isnan(values).all(axis=(0, 1)))
    if not len(left) or metric.segments is None:
        return []
    lacking = plans[0].segments - pilot.pilot_segments if plans else 0
    references = one.material.corpus.references
    lengths = [len(references.of_segment(row)[0]) for row in part.rows]
    chosen = next_segments(metric.segments, lengths, left.tolist(), max(lacking, _LEAST_SEGMENTS))
    return [part.rows[row] + 1 for row in chosen]


def _calibration(
    calibrations: Sequence[Calibration], text: str, metric: Rater, human: Rater
) -> Calibration | None:
    """The calibration of this text, metric and dimension, if it is one of systems."""
    return next(
        (
            each
            for each in calibrations
            if (each.recipes, each.human, each.level) == ((metric.recipe,), human.name, "system")
            and each.profile is not None
            and each.profile.text == text
        ),
        None,
    )


def _unjudged(made: Calibration, metric: Rater) -> list[tuple[str, float]]:
    """Systems with a score that nobody judged, the most useful to judge first."""
    left = [
        (name, float(score))
        for name, score in zip(metric.systems, metric.whole, strict=True)
        if name not in made.systems and score == score  # noqa: PLR0124 (only NaN is not itself)
    ]
    return most_useful(made, left) if left else []
