"""What a comparison found."""

from __future__ import annotations

from karat.errors import InvalidOption
from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.comparison.procedure import Procedure
    from karat.resampling import Interval, Power

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A system among the others: its score, where that lies, and the ranks that the tests support."""

    system: str
    value: float
    interval: Interval
    cluster: int
    ranks: tuple[int, int]
    resampled: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Contrast:
    """Two systems: `difference` is first minus second, `p` what approximate randomization makes of it.

    `corrected` is p after the correction for all pairs, and decides `winner`, which is None where the
    difference may be chance. `power` says what this pair could have shown at the corrected level.
    """

    first: str
    second: str
    difference: float
    interval: Interval
    p: float
    bootstrap_p: float
    corrected: float
    winner: str | None
    power: Power
    resampled: Floats


@dataclass(frozen=True, slots=True, eq=False)
class MetricComparison:
    """All systems under one metric, the best first, and all pairs of them."""

    metric: str
    recipe: str
    higher_is_better: bool
    units: int
    standings: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]

    def contrast(self, first: str, second: str) -> Contrast:
        """The contrast of two systems, in whichever order it was made."""
        for contrast in self.contrasts:
            if {contrast.first, contrast.second} == {first, second}:
                return contrast
        raise InvalidOption(f"There is no pair of {first!r} and {second!r} here.")


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """One comparison for each metric, and how it was made."""

    procedure: Procedure
    metrics: tuple[MetricComparison, ...]
