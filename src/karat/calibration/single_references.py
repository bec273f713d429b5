"""Each reference by itself: how far the line from a metric to people depends on who translated the reference.

Babych, Hartley & Elliott (2005) score every text twice, against each of its two references. A metric of one
reference is a metric of its own here, called as in BLEU [expert].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import require_list
from karat.calibration.chunks import PARAMETERS
from karat.display import Results, Shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.agreement import Rater
    from karat.calibration.calibration import Calibration
    from karat.frames import Columns


def of_reference(rater: Rater, reference: str) -> Rater:
    """The scores of a metric against one reference, under a name that says so."""
    return replace(rater, name=f"{rater.name} [{reference}]")


def _split(name: str) -> tuple[str, str]:
    """A metric and its reference; empty where all references count."""
    if not name.endswith("]"):
        return name, ""
    metric, bracket, reference = name[:-1].rpartition(" [")
    return (metric, reference) if bracket else (name, "")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReferenceLines(Shown):
    """The calibrations of one cell against each reference alone, and against all together.

    `means` and `deviations` are those of r, slope and intercept over the references alone; the deviation
    divides by their number minus 1.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, reference_lines
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> scores = np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0])
    >>> names = "BLEU", "BLEU [expert]", "BLEU [reference]"
    >>> raters = [Rater(name, "made up", systems, scores + place) for place, name in enumerate(names)]
    >>> (found,) = reference_lines([fit([rater], human) for rater in raters])
    >>> list(found.alone), [round(value, 3) for value in found.deviations]
    (['expert', 'reference'], [0.0, 0.0, 0.062])
    """

    metric: str
    together: Calibration | None
    alone: Mapping[str, Calibration]
    means: tuple[float, float, float]
    deviations: tuple[float, float, float]

    @property
    def first(self) -> Calibration:
        """The calibration of the first reference, which says of what cell and dimension all are."""
        return next(iter(self.alone.values()))

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        first = self.first
        return {
            "language_pair": first.language_pair,
            "text_type": first.text_type,
            "system_label": first.system_label,
            "human": first.human,
            "metric": self.metric,
            "recipe": first.recipes[0],
            "together": self.together and dict(zip(PARAMETERS, parameters(self.together), strict=True)),
            "alone": {
                name: dict(zip(PARAMETERS, parameters(one), strict=True)) for name, one in self.alone.items()
            },
            "means": dict(zip(PARAMETERS, self.means, strict=True)),
            "deviations": dict(zip(PARAMETERS, self.deviations, strict=True)),
        }

    def _columns(self) -> Columns:
        """A row for each reference."""
        values = [parameters(one) for one in self.alone.values()]
        return {
            "metric": [self.metric] * len(values),
            "reference": list(self.alone),
            **{name: [line[place] for line in values] for place, name in enumerate(PARAMETERS)},
        }


def parameters(calibration: Calibration) -> tuple[float, float, float]:
    """Correlation, slope and intercept of a calibration."""
    line = calibration.map_of("least-squares")
    return calibration.correlation, line.slope, line.intercept


def reference_lines(calibrations: Sequence[Calibration]) -> Results[ReferenceLines]:
    """The calibrations of single references, cell by cell; those of other metrics are passed over.

    >>> from karat import Bleu, calibrate, demo, evaluate, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> evaluation = evaluate(corpus, Bleu())
    >>> found = calibrate(evaluation, judgements, by="language-pair", each_reference=True)
    >>> for one in reference_lines(found):
    ...     print(one.first.human, list(one.alone), round(one.means[0], 2), round(one.deviations[0], 3))
    adequacy ['reference 1', 'reference 2'] 0.87 0.019
    fluency ['reference 1', 'reference 2'] 0.9 0.098
    """
    call = "reference_lines(calibrate(evaluation, judgements, each_reference=True))"
    require_list(calibrations, call)
    groups: dict[tuple[str, tuple[object, ...]], dict[str, Calibration]] = {}
    for one in calibrations:
        if len(one.metrics) > 1:
            continue
        metric, reference = _split(one.metrics[0])
        cell = one.human, one.recipes, one.data, one.language_pair, one.text_type, one.system_label, one.level
        groups.setdefault((metric, cell), {})[reference] = one
    found = []
    for (metric, _), by_reference in groups.items():
        alone = {name: one for name, one in by_reference.items() if name}
        if len(alone) < 2:
            continue
        values = np.array([parameters(one) for one in alone.values()])
        means, deviations = values.mean(axis=0).tolist(), values.std(axis=0, ddof=1).tolist()
        found.append(ReferenceLines(metric, by_reference.get(""), alone, tuple(means), tuple(deviations)))
    return Results(found)
