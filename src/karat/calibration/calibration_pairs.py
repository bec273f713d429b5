"""Two calibrations of one cell side by side: what they were made of, and whether they say the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.calibration.transfer import check_comparable, transfer
from karat.display import Shown
from karat.errors import InvalidOption, RefusedPrediction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.calibration.calibration import Calibration
    from karat.calibration.transfer import Transfer


_MADE_OF = (
    "recipes",
    "scale",
    "human_higher_is_better",
    "human_recipe",
    "systems",
    "segments",
    "ranges",
    "chosen",
    "data",
    "fingerprint",
    "date",
    "version",
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CalibrationPair(Shown):
    """Two calibrations of the same cell, metric and dimension, from different files.

    `differences` has what they were made of, where it is not the same; `tests` say whether their lines are
    equal, and are None where lines cannot be compared, for the reason in `refusal`.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit, paired
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> first, second = (fit([metric], human, setting=Setting(data=name)) for name in ("spring", "autumn"))
    >>> found = paired(first, second)
    >>> found.differences, found.tests.verdict
    ((('data', 'spring', 'autumn'),), 'no evidence against it')
    """

    first: Calibration
    second: Calibration
    differences: tuple[tuple[str, Any, Any], ...]
    tests: Transfer | None
    refusal: str

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        return {
            "calibration": self.first.name,
            "differences": {name: [one, other] for name, one, other in self.differences},
            "tests": self.tests and self.tests.to_dict(),
            "refusal": self.refusal or None,
        }

    def _row(self) -> dict[str, Any]:
        tests = {} if self.tests is None else self.tests._row()
        return {"first": self.first.name, "second": self.second.name, "refusal": self.refusal, **tests}


def pairings(files: Sequence[Sequence[Calibration]]) -> Iterator[CalibrationPair]:
    """Every calibration of the first file beside those of the same cell in the others.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> first, second = (fit([metric], human, setting=Setting(data=name)) for name in ("spring", "autumn"))
    >>> [pair.differences for pair in pairings([[first], [second]])]
    [(('data', 'spring', 'autumn'),)]
    """
    for others in files[1:]:
        for first in files[0]:
            yield from (paired(first, second) for second in others if _cell(first) == _cell(second))


def paired(first: Calibration, second: Calibration) -> CalibrationPair:
    """Two calibrations side by side.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> first, second = (fit([metric], human, setting=Setting(data=name)) for name in ("spring", "autumn"))
    >>> paired(first, second).tests.verdict
    'no evidence against it'
    """
    differences = tuple(
        (name, getattr(first, name), getattr(second, name))
        for name in _MADE_OF
        if getattr(first, name) != getattr(second, name)
    )
    try:
        check_comparable(first, second)
        return CalibrationPair(first, second, differences, transfer(first, second), "")
    except (RefusedPrediction, InvalidOption) as problem:
        return CalibrationPair(first, second, differences, None, str(problem))


def _cell(calibration: Calibration) -> tuple[object, ...]:
    return (
        calibration.metrics,
        calibration.human,
        calibration.language_pair,
        calibration.text_type,
        calibration.system_label,
        calibration.level,
    )
