"""Is one line enough for all cells? Joint tests of equal slopes and equal intercepts, beside those of pairs.

Both F tests take the texts as they are. But every cell is a sample of text: another text of the same kind
would move all of its systems off the line together, so intercepts of finite texts differ where nothing else
does. The permutation test allows for it: residuals change places between cells, and every cell moves by what
documents of its text say such a move is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.calibration.nested_models import (
    degrees_of_freedom,
    f_values,
    p_value,
    share_as_large,
)
from karat.calibration.transfer import cell_label, check_comparable
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.resampling.draws import check_count, generator
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats
    from karat.calibration.calibration import Calibration


LEAST_CELLS = 3


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JointEquality(Equal, Shown):
    """Whether several lines differ in one respect: F with its degrees of freedom, and both p-values.

    >>> JointEquality(2.5, 3, 40, 0.07, 0.09).added
    3
    """

    f: float
    added: int
    left: int
    p: float
    p_permuted: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JointTransfer(Equal, Shown):
    """Whether one line holds in all cells; intercepts are compared under a common slope.

    `paired` says that all cells have the same systems, `with_texts` that the permutation test allows for the
    texts of all cells being samples.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit, joint_transfer
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> cells = [fit([metric], human, setting=Setting("de-en", name)) for name in ("news", "chat", "mail")]
    >>> found = joint_transfer(cells, samples=100)
    >>> found.cells, found.verdict
    (('de-en news', 'de-en chat', 'de-en mail'), 'no difference found')
    """

    human: str
    metric: str
    cells: tuple[str, ...]
    slopes: JointEquality
    intercepts: JointEquality
    paired: bool
    with_texts: bool
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        for name in ("slopes", "intercepts"):
            found = plain[name]
            plain[name] = {key: getattr(found, key) for key in found.__match_args__}
        return plain

    def _row(self) -> dict[str, Any]:
        tests = {
            f"{name}_{field}": getattr(test, field)
            for name, test in (("slope", self.slopes), ("intercept", self.intercepts))
            for field in ("f", "p", "p_permuted")
        }
        plain = ("human", "metric", "verdict", "paired", "with_texts")
        return {**{name: getattr(self, name) for name in plain}, "cells": len(self.cells), **tests}


def joint_transfer(
    calibrations: Sequence[Calibration],
    *,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> JointTransfer:
    """Whether the lines of three cells or more are one line.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> cells = [fit([metric], human, setting=Setting("de-en", name)) for name in ("news", "chat", "mail")]
    >>> joint_transfer(cells, samples=100).slopes.p
    1.0
    """
    first = calibrations[0] if calibrations else None
    if first is None or len(calibrations) < LEAST_CELLS:
        raise InvalidOption(
            f"A joint test is of {LEAST_CELLS} cells or more, and there are {len(calibrations)}. "
            "Two cells are compared by transfer."
        )
    for other in calibrations[1:]:
        check_comparable(first, other)
    check_confidence(confidence)
    check_count("samples", samples)
    sizes = [len(one.points) for one in calibrations]
    x = np.array([point.scores[0] for one in calibrations for point in one.points])
    y = np.array([point.human for one in calibrations for point in one.points])
    if len(y) <= 2 * len(calibrations):
        raise InvalidOption(
            f"The {len(calibrations)} cells have {len(y)} systems together; separate lines take more than "
            f"{2 * len(calibrations)}."
        )
    paired = all(one.systems == first.systems for one in calibrations)
    moves = [_move_of_text(one) for one in calibrations]
    slopes, intercepts = _equalities(x, y, sizes, moves, paired=paired, samples=samples, seed=seed)
    alpha = round(1 - confidence, 12) / 2
    differing = [
        name for name, test in (("slopes", slopes), ("intercepts", intercepts)) if test.p_permuted < alpha
    ]
    return JointTransfer(
        first.human,
        first.metrics[0],
        tuple(map(cell_label, calibrations)),
        slopes,
        intercepts,
        paired,
        all(move is not None for move in moves),
        f"{' and '.join(differing)} differ" if differing else "no difference found",
    )


def _move_of_text(calibration: Calibration) -> tuple[float, float] | None:
    """How far the text of a cell moved all systems off the line: standard error, and degrees of freedom."""
    error = calibration.text_error
    return None if error is None else (sqrt(error.common / error.segments), error.freedom)


def _equalities(
    x: Floats,
    y: Floats,
    sizes: Sequence[int],
    moves: Sequence[tuple[float, float] | None],
    *,
    paired: bool,
    samples: int,
    seed: int,
) -> tuple[JointEquality, JointEquality]:
    """Slopes given separate lines; intercepts given a common slope."""
    x = x - x.mean()
    cells = np.repeat(np.eye(len(sizes)), sizes, axis=0)
    same = np.column_stack([np.ones(len(x)), x])
    parallel = np.column_stack([cells, x])
    separate = np.column_stack([cells, cells * x[:, None]])
    rng = generator(seed)
    # Residuals of parallel lines, in which no text moves a cell (for slopes, Freedman & Lane 1983; for
    # intercepts, ter Braak 1992: the moves come on top), as large as errors, not as what a fit leaves.
    residuals = (y - _fitted(parallel, y)) * sqrt(len(y) / (len(y) - parallel.shape[1]))
    found = []
    for smaller, larger in ((parallel, separate), (same, parallel)):
        observed = float(f_values(smaller, larger, y[None])[0])
        added, left = degrees_of_freedom(smaller, larger)
        drawn = _fitted(smaller, y) + _permuted(residuals, sizes, paired=paired, samples=samples, rng=rng)
        drawn += np.repeat(_drawn_moves(moves, samples, rng), sizes, axis=1)
        found.append(
            JointEquality(
                observed,
                added,
                left,
                p_value(smaller, larger, observed),
                share_as_large(f_values(smaller, larger, drawn), observed),
            )
        )
    return found[0], found[1]


def _fitted(design: Floats, y: Floats) -> Floats:
    found: Floats = design @ np.linalg.pinv(design) @ y
    return found


def _permuted(
    residuals: Floats, sizes: Sequence[int], *, paired: bool, samples: int, rng: np.random.Generator
) -> Floats:
    """Residuals that change places: those of a system between the cells, where all have it, else anywhere."""
    if not paired:
        return rng.permuted(np.tile(residuals, (samples, 1)), axis=1)
    by_cell = residuals.reshape(len(sizes), -1)
    drawn = rng.permuted(np.tile(by_cell, (samples, 1, 1)), axis=1)
    return drawn.reshape(samples, -1)


def _drawn_moves(
    moves: Sequence[tuple[float, float] | None], samples: int, rng: np.random.Generator
) -> Floats:
    """How texts like those of the cells move all of a cell's systems: draws × cells."""
    found = np.zeros((samples, len(moves)))
    for place, move in enumerate(moves):
        if move is not None:
            # Student's t: a variance that few documents tell may be larger.
            found[:, place] = move[0] * rng.standard_t(move[1], samples)
    return found
