"""Systems that a correlation hangs on: what it would be without each of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtr

from karat.agreement.correlation import pearson
from karat.agreement.regression import RegressionLine, least_squares, theil_sen
from karat.display import Shown
from karat.equality import Equal
from karat.errors import MisalignedCorpus
from karat.frames import stacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats
    from karat.frames import Columns

# Beyond this, in median absolute deviations from the median (scaled to standard deviations), a system is far
# from the others (Mathur, Baldwin & Cohn 2020).
FAR = 2.5
_TO_DEVIATIONS = 1.4826


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Influence(Equal, Shown):
    """What one system does to the correlation and the line.

    `pearson_without` and `line_without` leave it out. `studentized` is its residual in standard deviations
    of the others, with a two-sided p-value corrected for the number of systems (Bonferroni); `cook`
    is Cook's distance. `human_distance` is how far people's score of it is from the median, in deviations.

    >>> import numpy as np
    >>> from karat.agreement import influences
    >>> metric, human = np.array([20.0, 21.0, 22.0, 23.0, 40.0]), np.array([3.2, 3.0, 3.4, 3.1, 4.5])
    >>> found = influences(metric, human, ["A", "B", "C", "D", "E"])
    >>> last = found.systems[-1]
    >>> last.system, last.is_outlier(5), round(last.pearson_without, 2)
    ('E', True, 0.08)
    """

    system: str
    metric: float
    human: float
    residual: float
    studentized: float
    p_value: float
    cook: float
    leverage: float
    human_distance: float
    pearson_without: float
    line_without: RegressionLine

    def is_outlier(self, systems: int) -> bool:
        """Off the line, far from all others, or decisive: by any of the usual marks."""
        return (
            self.p_value < 0.05 or self.human_distance > FAR or self.cook > 1 or self.leverage > 6 / systems
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Influences(Equal, Shown):
    """The correlation and the lines with all systems, what each system does to them, and what is left.

    `robust` is Theil and Sen's line. `without_outliers` is the correlation without all that are outliers.

    >>> import numpy as np
    >>> from karat.agreement import influences
    >>> metric, human = np.array([20.0, 21.0, 22.0, 23.0, 40.0]), np.array([3.2, 3.0, 3.4, 3.1, 4.5])
    >>> found = influences(metric, human, ["A", "B", "C", "D", "E"])
    >>> round(found.pearson, 2), [one.system for one in found.outliers], round(found.without_outliers, 2)
    (0.96, ['E'], 0.08)
    """

    metric: str
    human: str
    pearson: float
    line: RegressionLine
    robust: RegressionLine
    systems: tuple[Influence, ...]
    without_outliers: float

    @property
    def outliers(self) -> tuple[Influence, ...]:
        """The systems that are outliers by any of the marks."""
        return tuple(one for one in self.systems if one.is_outlier(len(self.systems)))

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, in a stable order."""
        names = [name for name in Influence.__match_args__ if name != "line_without"]
        return {
            "metric": self.metric,
            "human": self.human,
            "pearson": self.pearson,
            "least_squares": _line(self.line),
            "theil_sen": _line(self.robust),
            "pearson_without_outliers": self.without_outliers,
            "systems": [
                {name: getattr(one, name) for name in names}
                | {"line_without": _line(one.line_without), "outlier": one.is_outlier(len(self.systems))}
                for one in self.systems
            ],
        }

    def _columns(self) -> Columns:
        """A row for each system; the scores are in `metric_score` and `human_score`."""
        count = len(self.systems)
        rows = stacked(one._columns() for one in self.systems)
        scores = {f"{name}_score": rows.pop(name, []) for name in ("metric", "human")}
        return {"metric": [self.metric] * count, "human": [self.human] * count, **rows, **scores}


def influences(
    metric: Floats,
    human: Floats,
    systems: Sequence[str],
    *,
    metric_name: str = "metric",
    human_name: str = "human",
    higher_is_better: bool = True,
) -> Influences:
    """What each system does to correlation and line; systems without a score are not among them.

    Where lower is better, the sign of correlations is changed; the line is that of the scores as they are.

    >>> import numpy as np
    >>> metric, human = np.array([20.0, 21.0, 22.0, 23.0, 40.0]), np.array([3.2, 3.0, 3.4, 3.1, 4.5])
    >>> found = influences(metric, human, ["A", "B", "C", "D", "E"])
    >>> {one.system: round(one.pearson_without, 2) for one in found.systems}
    {'A': 0.97, 'B': 0.97, 'C': 0.98, 'D': 0.98, 'E': 0.08}
    """
    if not len(metric) == len(human) == len(systems):
        raise MisalignedCorpus(
            f"There are {len(metric)} scores of the metric and {len(human)} of people for {len(systems)} "
            "systems. Each system needs one of both, NaN where it is missing."
        )
    there = ~(np.isnan(metric) | np.isnan(human))
    x, y = metric[there], human[there]
    names = [name for name, is_there in zip(systems, there, strict=True) if is_there]
    line = least_squares(x, y)
    distances = _distances(y)
    sign = 1 if higher_is_better else -1
    found = tuple(_influence(x, y, place, name, line, distances, sign) for place, name in enumerate(names))
    kept = np.array([not one.is_outlier(len(names)) for one in found], dtype=bool)
    return Influences(
        metric_name,
        human_name,
        sign * _pearson(x, y),
        line,
        theil_sen(x, y),
        found,
        sign * _pearson(x[kept], y[kept]) if kept.sum() > 2 else nan,
    )


def _influence(
    x: Floats, y: Floats, place: int, name: str, line: RegressionLine, distances: Floats, sign: int
) -> Influence:
    count = len(x)
    others = np.arange(count) != place
    spread = float(((x - x.mean()) ** 2).sum()) if count else 0.0
    leverage = 1 / count + float((x[place] - x.mean()) ** 2) / spread if spread > 0 else nan
    residual = float(y[place] - line.intercept - line.slope * x[place])
    without = least_squares(x[others], y[others])
    # The spread of the others around their own line, so that an outlier does not hide itself.
    studentized = _quotient(residual, without.residual_deviation * max(1 - leverage, 0.0) ** 0.5)
    cook = _quotient(
        residual**2 * leverage, 2 * line.residual_deviation**2 * (1 - leverage) ** 2 if leverage < 1 else 0.0
    )
    return Influence(
        system=name,
        metric=float(x[place]),
        human=float(y[place]),
        residual=residual,
        studentized=studentized,
        p_value=min(2 * count * float(stdtr(count - 3, -abs(studentized))), 1.0),
        cook=cook,
        leverage=leverage,
        human_distance=float(distances[place]),
        pearson_without=sign * _pearson(x[others], y[others]),
        line_without=without,
    )


def _distances(values: Floats) -> Floats:
    """Distances from the median in deviations that outliers do not widen."""
    if not len(values):
        return values
    away = np.abs(values - np.median(values))
    scale = _TO_DEVIATIONS * float(np.median(away))
    return away / scale if scale > 0 else np.where(away > 0, np.inf, 0.0)


def _pearson(x: Floats, y: Floats) -> float:
    return float(pearson(x, y)) if len(x) > 1 else nan


def _quotient(part: float, whole: float) -> float:
    return part / whole if whole > 0 else nan


def _line(line: RegressionLine) -> dict[str, float]:
    return {
        "slope": line.slope,
        "intercept": line.intercept,
        "residual_deviation": line.residual_deviation,
    }
