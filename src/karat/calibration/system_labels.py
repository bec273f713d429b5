"""Does the line from a metric to people depend on the kind of system?

Systems have labels, such as their architecture: rule-based, statistical, neural, LLM. One line for all is
tested against a line for each label. Babych, Hartley & Elliott (2005) leave this question open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import require
from karat.calibration.calibration import Calibration
from karat.calibration.nested_models import (
    coefficients_of,
    degrees_of_freedom,
    f_values,
    p_value,
    permuted_scores,
    rank,
    share_as_large,
    squares_left,
)
from karat.calibration.standard_errors import t_quantile
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.resampling.draws import check_count
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.arrays import Floats
    from karat.calibration.calibration import Point
    from karat.calibration.cells import CellData
    from karat.frames import Columns


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LabelLine(Equal, Shown):
    """The systems of one label: their own line, and where they are beside all others.

    `offset` is how many human points they lie above the others at the same metric score, `slope_difference`
    how much steeper their own line is; each with its interval, NaN where there are too few systems. A line
    of their own takes three.

    >>> LabelLine("neural", 4, 1.2, 0.09, 0.2, -0.1, 0.5, 0.01, -0.02, 0.04).offset
    0.2
    """

    label: str
    systems: int
    intercept: float
    slope: float
    offset: float
    offset_low: float
    offset_high: float
    slope_difference: float
    slope_low: float
    slope_high: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LineTest(Equal, Shown):
    """An F test of lines, with its degrees of freedom, and the same by permutation.

    >>> LineTest(4.2, 2, 9, 0.05, 0.06).p
    0.05
    """

    f: float
    added: int
    freedom: int
    p: float
    p_permuted: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LabelTest(Shown):
    """Whether the line of a calibration depends on the labels of its systems.

    `lines` tests one line for all against a line for each label, `offsets` parallel lines against one, and
    `slopes` free slopes against parallel lines. `explained` is the share of the squared errors of the common
    line that the labels explain, `by_chance` the share that labels without meaning would explain on average.
    `margin` is the residual SD of the common line: the verdict is "no" where offsets and slopes cannot matter
    more than that. `unlabelled` systems are left out.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, label_test
    >>> systems = ("A", "B", "C", "D", "E", "F", "G", "H")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0, 25.0, 31.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 4.6, 5.0, 3.9, 4.5]))
    >>> labels = dict.fromkeys("ABCD", "statistical") | dict.fromkeys("EFGH", "neural")
    >>> found = label_test(fit([metric], human), labels)
    >>> found.verdict, [(line.label, round(line.offset, 2)) for line in found.labels]
    ('yes', [('statistical', -0.9), ('neural', 0.9)])
    """

    calibration: Calibration
    labels: tuple[LabelLine, ...]
    of_systems: Mapping[str, str]
    lines: LineTest
    offsets: LineTest
    slopes: LineTest
    explained: float
    by_chance: float
    margin: float
    verdict: str
    confidence: float
    unlabelled: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        calibration = self.calibration
        return {
            "language_pair": calibration.language_pair,
            "text_type": calibration.text_type,
            "human": calibration.human,
            "metric": calibration.metrics[0],
            "recipe": calibration.recipes[0],
            "verdict": self.verdict,
            **{name: _fields(getattr(self, name)) for name in ("lines", "offsets", "slopes")},
            "explained": self.explained,
            "by_chance": self.by_chance,
            "margin": self.margin,
            "confidence": self.confidence,
            "labels": [_fields(line) for line in self.labels],
            "systems": dict(self.of_systems),
            "unlabelled": list(self.unlabelled),
        }

    def _columns(self) -> Columns:
        """A row for each label."""
        return {name: [getattr(line, name) for line in self.labels] for name in LabelLine.__match_args__}


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__match_args__}


def label_test(
    calibration: Calibration,
    labels: Mapping[str, str],
    *,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> LabelTest:
    """Test whether one line holds for the systems of every label; `labels` has that of each system.

    Systems of several data sets are called DATA/SYSTEM, and have the label of SYSTEM unless they have their
    own.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> labels = dict.fromkeys("ABC", "neural") | dict.fromkeys("DEF", "LLM")
    >>> label_test(fit([metric], human), labels, samples=200).verdict
    "can't tell"
    """
    require(calibration, Calibration, "label_test(calibrate(evaluation, judgements)[0], labels)")
    check_labels(labels)
    check_count("samples", samples)
    check_confidence(confidence)
    if len(calibration.metrics) > 1 or calibration.level != "system":
        raise InvalidOption("Labels are tested on lines of one metric, fitted on systems.")
    known = {point.system: label_of(point.system, labels) for point in calibration.points}
    points = [point for point in calibration.points if known[point.system] is not None]
    names = {name: label for name, label in known.items() if label is not None}
    found = list(dict.fromkeys(names.values()))
    if len(found) < 2:
        raise InvalidOption(
            f"The systems of {calibration.name} have {'1 label' if found else 'no label'}; a test of labels "
            "takes two."
        )
    design = _Design(points, [found.index(names[point.system]) for point in points], len(found))
    lines, offsets, slopes = (
        _test(smaller, larger, design.y, samples=samples, seed=seed)
        for smaller, larger in (
            (design.common, design.separate),
            (design.common, design.parallel),
            (design.parallel, design.separate),
        )
    )
    left, rest = (float(squares_left(each, design.y[None])[0]) for each in (design.common, design.separate))
    freedom = len(design.y) - rank(design.common)
    margin = sqrt(left / freedom) if freedom > 0 else nan
    of_labels = tuple(design.line(place, name, confidence) for place, name in enumerate(found))
    return LabelTest(
        calibration,
        of_labels,
        names,
        lines,
        offsets,
        slopes,
        (left - rest) / left if left > 0 else 0.0,
        lines.added / freedom if freedom > 0 else nan,
        margin,
        _verdict((lines, offsets, slopes), of_labels, margin, design, round(1 - confidence, 12)),
        confidence,
        tuple(name for name, label in known.items() if label is None),
    )


def check_labels(labels: object) -> None:
    """Refuse labels that are not one word or more for each system."""
    if (
        not isinstance(labels, Mapping)
        or not labels
        or not all(isinstance(text, str) and text for pair in labels.items() for text in pair)
    ):
        raise InvalidOption(
            "Labels are a mapping from each system to its label. Write: {'aurora': 'neural', 'elm': 'LLM'}"
        )


def label_of(system: str, labels: Mapping[str, str]) -> str | None:
    """The label of a system, with or without the name of its data set before it."""
    return labels.get(system, labels.get(system.partition("/")[2]))


def split_by_label(part: CellData, labels: Mapping[str, str]) -> Iterator[CellData]:
    """The part of each label; systems without one are in none."""
    systems = list(part.metrics[0].systems if part.metrics else part.humans[0].systems)
    known = {name: label for name in systems if (label := label_of(name, labels)) is not None}
    for label in dict.fromkeys(known.values()):
        names = [name for name in systems if known.get(name) == label]
        outputs = part.setting.outputs
        yield replace(
            part,
            metrics=tuple(rater.only(names) for rater in part.metrics),
            humans=tuple(rater.only(names) for rater in part.humans),
            setting=replace(
                part.setting,
                system_label=label,
                outputs=None if outputs is None else {name: outputs[name] for name in names},
            ),
        )


class _Design:
    """The models: one line for all, parallel lines, and a line for each label."""

    def __init__(self, points: Sequence[Point], places: Sequence[int], labels: int) -> None:
        x = np.array([point.scores[0] for point in points])
        self.y = np.array([point.human for point in points])
        self.centre = float(x.mean())
        self.x: Floats = x - self.centre
        self.places = np.array(places)
        inside = np.array([self.places == place for place in range(labels)], dtype=np.float64).T
        self.common = np.column_stack([np.ones(len(x)), self.x])
        self.parallel = np.column_stack([inside, self.x])
        self.separate = np.column_stack([inside, inside * self.x[:, None]])

    def line(self, place: int, label: str, confidence: float) -> LabelLine:
        """The systems of one label beside all others."""
        inside = (self.places == place).astype(np.float64)
        parallel = np.column_stack([self.common, inside])
        separate = np.column_stack([parallel, inside * self.x])
        own = self.common[inside == 1]
        count = int(inside.sum())
        middle, slope = (
            coefficients_of(own, self.y[inside == 1])[0] if count > 2 and rank(own) == 2 else (nan, nan)
        )
        return LabelLine(
            label,
            count,
            float(middle - slope * self.centre),
            float(slope),
            *_last(parallel, self.y, confidence),
            *_last(separate, self.y, confidence),
        )


def _last(design: Floats, y: Floats, confidence: float) -> tuple[float, float, float]:
    """The last coefficient with its interval; not a number where the data do not say it."""
    freedom = len(y) - design.shape[1]
    if freedom < 1 or rank(design) < design.shape[1]:
        return nan, nan, nan
    coefficients, squares, inverse = coefficients_of(design, y)
    width = t_quantile((1 + confidence) / 2, freedom) * sqrt(squares / freedom * inverse[-1, -1])
    value = float(coefficients[-1])
    return value, value - width, value + width


def _test(smaller: Floats, larger: Floats, y: Floats, *, samples: int, seed: int) -> LineTest:
    added, freedom = degrees_of_freedom(smaller, larger)
    if added < 1 or freedom < 1:
        return LineTest(nan, added, freedom, nan, nan)
    observed = float(f_values(smaller, larger, y[None])[0])
    drawn = permuted_scores(smaller, y, paired=False, samples=samples, seed=seed)
    return LineTest(
        observed,
        added,
        freedom,
        p_value(smaller, larger, observed),
        share_as_large(f_values(smaller, larger, drawn), observed),
    )


def _verdict(
    tests: Sequence[LineTest],
    labels: Sequence[LabelLine],
    margin: float,
    design: _Design,
    alpha: float,
) -> str:
    """Yes where one line for all is refuted; no where no label can be off it by more than its scatter."""
    lines, *others = tests
    # The test of lines decides. Where it cannot be made, offsets and slopes do, each at half the level.
    asked = [(lines, alpha)] if isfinite(lines.p) else [(test, alpha / 2) for test in others]
    if any(max(test.p, test.p_permuted) < level for test, level in asked):
        return "yes"
    typical = float(design.x.std())
    small = [
        max(abs(line.offset_low), abs(line.offset_high)) < margin
        and typical * max(abs(line.slope_low), abs(line.slope_high)) < margin
        for line in labels
    ]
    return "no" if all(small) else "can't tell"
