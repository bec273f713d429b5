"""Does a calibration transfer to another cell? Tests of equal slopes and equal intercepts of two cells.

Tests that find no difference are no proof. So two things are asked besides: whether the other cell has scores
that the calibration knows at all, and whether its error there can be bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import require
from karat.calibration import estimators
from karat.calibration.calibration import Calibration
from karat.calibration.human_scales import same_scale
from karat.calibration.nested_models import (
    coefficients_of,
    f_values,
    p_value,
    permuted_scores,
    share_as_large,
)
from karat.calibration.standard_errors import t_quantile
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, RefusedPrediction
from karat.resampling.draws import row_weights
from karat.resampling.intervals import check_confidence, expansion

if TYPE_CHECKING:
    from karat.arrays import Floats
    from karat.calibration.chunks import ChunkVariation
    from karat.calibration.text_error import TextError


# Where fewer of a cell's systems have scores in the range of the calibration, tests compare two lines where
# there are hardly scores of both.
_LEAST_OVERLAP = 0.5
# A calibration that errs so many times as much as the cell's own is not worth carrying over.
MOST_RATIO = 1.5


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equality(Equal, Shown):
    """The difference of two lines in slope or intercept, with its interval, its F test and its permutation
    test.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit, transfer
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> news, chat = (fit([metric], human, setting=Setting("de-en", name)) for name in ("news", "chat"))
    >>> slopes = transfer(news, chat).slopes
    >>> round(abs(slopes.difference), 6), slopes.low < 0 < slopes.high
    (0.0, True)
    """

    difference: float
    low: float
    high: float
    f: float
    p: float
    p_permuted: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Transfer(Equal, Shown):
    """Whether the line of one cell is that of another.

    Intercepts are compared at the mean metric score of both cells, under a common slope. `error` is the root
    mean squared error of the calibration in the other cell, `own_error` that of the other cell's own line on
    systems left out; both are known only because people judged there. `overlap` is the share of the other
    cell's systems within the range of the calibration. `ratio_bound` is the upper bound of the error after
    the transfer, on another text of that cell, as a multiple of the own calibration's error on the same text.
    *Can't tell* means that tests found no difference, but that there may be a large one all the same.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit, transfer
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> news, chat = (fit([metric], human, setting=Setting("de-en", name)) for name in ("news", "chat"))
    >>> found = transfer(news, chat)
    >>> found.source, found.target, found.paired, found.verdict
    ('de-en news', 'de-en chat', True, 'no evidence against it')
    """

    source: str
    target: str
    slopes: Equality
    intercepts: Equality
    error: float
    own_error: float
    paired: bool
    verdict: str
    overlap: float = 1.0
    ratio_bound: float = nan

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
            for field in ("difference", "low", "high", "p")
        }
        plain = ("source", "target", "verdict", "error", "own_error", "overlap", "ratio_bound", "paired")
        return {**{name: getattr(self, name) for name in plain}, **tests}


@dataclass(frozen=True, slots=True, eq=False)
class TransferResult:
    """A calibration, where it would be used, what tests say, and how far its own text varies.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, TransferResult, fit, transfer
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> news, chat = (fit([metric], human, setting=Setting("de-en", name)) for name in ("news", "chat"))
    >>> TransferResult(news, chat, transfer(news, chat), None).labels
    ('adequacy', 'BLEU', 'de-en news', 'de-en chat')
    """

    source: Calibration
    target: Calibration
    tests: Transfer
    variation: ChunkVariation | None

    @property
    def labels(self) -> tuple[str, ...]:
        """What is transferred where."""
        return self.source.human, self.source.metrics[0], self.tests.source, self.tests.target

    def z_scores(self) -> tuple[float, ...]:
        """Of the target's r, slope and intercept, among the chunks of the source."""
        line = self.target.map_of("least-squares")
        tested = (self.target.correlation, line.slope, line.intercept)
        return () if self.variation is None else self.variation.z_scores(tested)


def transfer(
    source: Calibration,
    target: Calibration,
    *,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Transfer:
    """Whether the calibration of one cell holds in another that was judged too.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> news, chat = (fit([metric], human, setting=Setting("de-en", name)) for name in ("news", "chat"))
    >>> transfer(news, chat).verdict
    'no evidence against it'
    """
    for one in (source, target):
        require(one, Calibration, "transfer(*calibrate(evaluation, judgements)[:2])")
    check_comparable(source, target)
    check_confidence(confidence)
    x = np.array([point.scores[0] for each in (source, target) for point in each.points])
    y = np.array([point.human for each in (source, target) for point in each.points])
    cell = np.repeat([0.0, 1.0], [len(source.points), len(target.points)])
    if len(y) < 6:
        raise InvalidOption(f"{source.name} and {target.name} have {len(y)} systems together; tests take 6.")
    paired = source.systems == target.systems
    slopes, intercepts = _equalities(
        x, y, cell, paired=paired, samples=samples, seed=seed, confidence=confidence
    )
    carried = y[cell == 1] - np.array([source.map.value([score]) for score in x[cell == 1]])
    own = target.errors[target.chosen]
    low, high = source.ranges[0]
    overlap = float(((x[cell == 1] >= low) & (x[cell == 1] <= high)).mean())
    bound = _ratio_bound(
        carried,
        _own_errors(target, x[cell == 1], y[cell == 1]),
        target.text_error,
        samples=samples,
        seed=seed,
        confidence=confidence,
    )
    return Transfer(
        cell_label(source),
        cell_label(target),
        slopes,
        intercepts,
        estimators.root_mean_square(carried),
        own,
        paired,
        _verdict(slopes, intercepts, round(1 - confidence, 12), overlap, bound),
        overlap,
        bound,
    )


def check_comparable(first: Calibration, second: Calibration) -> None:
    """Refuse to compare lines of different things: their slopes would differ by the scale alone."""
    for what, one, other in (
        ("recipes", first.recipes, second.recipes),
        ("human dimensions", first.human, second.human),
        ("levels", first.level, second.level),
    ):
        if one != other:
            raise RefusedPrediction(
                f"{first.name} and {second.name} have different {what} ({one} and {other}), so their lines "
                "cannot be compared. Calibrate both alike."
            )
    if not same_scale(first.scale_of_people, second.scale_of_people):
        raise RefusedPrediction(
            f"{first.name} and {second.name} have different human scales ({first.scale} and {second.scale}), "
            "so their lines cannot be compared. Bring both to one scale."
        )
    if len(first.metrics) > 1 or first.level != "system":
        raise RefusedPrediction("Only lines of one metric, fitted on systems, can be compared.")


def cell_label(calibration: Calibration) -> str:
    """A cell as results of transfer call it."""
    parts = calibration.language_pair, calibration.text_type, calibration.system_label
    return " ".join(filter(None, parts)) or calibration.data


def _verdict(slopes: Equality, intercepts: Equality, alpha: float, overlap: float, bound: float) -> str:
    differing = [
        name
        for name, found in (("slopes", slopes), ("intercepts", intercepts))
        if min(found.p, found.p_permuted) < alpha / 2
    ]
    if differing:
        return f"no: {' and '.join(differing)} differ"
    return "no evidence against it" if overlap >= _LEAST_OVERLAP and bound <= MOST_RATIO else "can't tell"


def _ratio_bound(
    carried: Floats, left_out: Floats, error: TextError | None, *, samples: int, seed: int, confidence: float
) -> float:
    """The upper bound of a carried error on another text, in terms of the cell's own error on the same text.

    Another text moves all systems together, off both lines alike; other systems are drawn with replacement,
    and the ratio is stretched where they are few. What moves each system by itself would only make both
    errors more alike, so it is left out.
    """
    moved = np.zeros((samples, 1))
    if error is not None:
        common, _ = error.of_scores(error.segments)
        # Student's t: a variance that few documents tell may be larger.
        moved = sqrt(common) * np.random.default_rng(seed).standard_t(error.freedom, (samples, 1))
    drawn = row_weights(len(carried), samples=samples, seed=seed)
    ours, own = ((drawn * (each + moved) ** 2).sum(axis=1) for each in (carried, left_out))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where((ours == 0) & (own == 0), 0.0, np.sqrt(ours / own))
    sizes = [estimators.root_mean_square(each) for each in (carried, left_out)]
    if all(size > 0 for size in sizes):
        # Resampled values of few systems lie too close to the observed one (Hesterberg 2015).
        observed = sizes[0] / sizes[1]
        ratios = observed * (ratios / observed) ** expansion(len(carried), len(carried) - 2, confidence)
    # A bound between a number and infinity would be neither.
    return float(np.quantile(ratios, confidence, method="higher"))


def _own_errors(target: Calibration, x: Floats, y: Floats) -> Floats:
    """What the cell's own calibration errs on each system that was left out of it.

    Those of its line, as large as the errors of the map that was chosen.
    """
    errors = estimators.left_out_errors(estimators.least_squares, x[:, None], y)
    size = estimators.root_mean_square(errors)
    return errors * (target.errors[target.chosen] / size) if size > 0 else errors


def _equalities(
    x: Floats, y: Floats, cell: Floats, *, paired: bool, samples: int, seed: int, confidence: float
) -> tuple[Equality, Equality]:
    """Slopes given separate lines; intercepts given a common slope."""
    x = x - x.mean()
    one = np.ones(len(x))
    same = np.column_stack([one, x])
    parallel = np.column_stack([one, x, cell])
    separate = np.column_stack([one, x, cell, cell * x])
    found = []
    for smaller, larger in ((parallel, separate), (same, parallel)):
        freedom = len(y) - larger.shape[1]
        coefficients, squares, inverse = coefficients_of(larger, y)
        width = t_quantile((1 + confidence) / 2, freedom) * sqrt(squares / freedom * inverse[-1, -1])
        difference = float(coefficients[-1])
        observed = f_values(smaller, larger, y[None])[0]
        drawn = permuted_scores(smaller, y, paired=paired, samples=samples, seed=seed)
        found.append(
            Equality(
                difference,
                difference - width,
                difference + width,
                float(observed),
                p_value(smaller, larger, float(observed)),
                share_as_large(f_values(smaller, larger, drawn), float(observed)),
            )
        )
    return found[0], found[1]
