"""Agreement of judges with themselves, on items that they saw more than once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.reliability.alpha import krippendorff_alpha
from karat.reliability.bootstrap import Bootstrap, Estimate
from karat.reliability.drawn_units import drawn_units
from karat.reliability.ratings import Ratings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.judgements import Judgements
    from karat.reliability.alpha import Difference


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SelfAgreement(Equal, Shown):
    """A judge's repeats: how many, how often the same value, how far apart, and α between occasions.

    `judge` is empty for all judges together.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> from karat.reliability import self_agreement
    >>> said = [(segment, "adequacy", value) for segment, value in zip("12312", (4, 2, 5, 4, 3))]
    >>> rows = [Judgement("anna", "A", *one, time) for time, one in enumerate(said)]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> everyone, anna = self_agreement(judgements, "adequacy", "ordinal")
    >>> anna.judge, anna.repeats, anna.same, anna.distance
    ('anna', 2, 0.5, 0.5)
    """

    judge: str
    repeats: int
    same: float
    distance: float
    alpha: Estimate

    def to_dict(self) -> dict[str, Any]:
        """The agreement as plain values."""
        return {
            "judge": self.judge or None,
            "repeats": self.repeats,
            "same": self.same,
            "distance": self.distance,
            "alpha": self.alpha.to_dict(),
        }

    def _row(self) -> dict[str, Any]:
        interval = self.alpha.interval
        ends = {"low": interval.low, "high": interval.high}
        return {**Shown._row(self), "alpha": self.alpha.value, **ends}


def self_agreement(
    judgements: Judgements,
    dimension: str,
    difference: Difference,
    *,
    corpus: Corpus | None = None,
    bootstrap: Bootstrap | None = None,
) -> tuple[SelfAgreement, ...]:
    """Of all judges together, then of each judge who repeated items; empty where none did.

    Only an item's first two occasions are compared in `same` and `distance`; α takes all of them.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> said = [(segment, "adequacy", value) for segment, value in zip("12312", (4, 2, 5, 4, 3))]
    >>> rows = [Judgement("anna", "A", *one, time) for time, one in enumerate(said)]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> [(one.judge, one.same) for one in self_agreement(judgements, "adequacy", "ordinal")]
    [('', 0.5), ('anna', 0.5)]
    """
    bootstrap = bootstrap or Bootstrap()
    rows = judgements.rows_of(dimension)
    width = len(judgements.segments)
    item = judgements.system[rows].astype(np.int64) * width + judgements.segment[rows]
    keys = item * len(judgements.judges) + judgements.judge[rows]
    different, place, count = np.unique(keys, return_inverse=True, return_counts=True)
    repeated = count > 1
    if not repeated.any():
        return ()
    matrix = np.full((len(different), int(count.max())), np.nan)
    order = np.lexsort((judgements.occasion[rows], place))
    column = np.arange(len(order)) - np.repeat(np.cumsum(count) - count, count)
    matrix[place[order], column] = judgements.value[rows][order]
    matrix, different = matrix[repeated], different[repeated]
    judge = different % len(judgements.judges)
    segment = different // len(judgements.judges) % width
    units = drawn_units(judgements, corpus=corpus, draw=bootstrap.draw)

    def of(name: str, mine: NDArray[np.bool_]) -> SelfAgreement:
        values = matrix[mine]
        items, occasions = (tuple(str(number + 1) for number in range(size)) for size in values.shape)
        clusters, segments = units.of_items(judgements.segments, segment[mine])
        repeated = Ratings(items, occasions, values, clusters, units.unit, segments)
        alpha = krippendorff_alpha(repeated, difference, bootstrap=bootstrap)
        apart = abs(values[:, 0] - values[:, 1])
        return SelfAgreement(name, len(values), float((apart == 0).mean()), float(apart.mean()), alpha)

    everyone = of("", np.ones(len(judge), dtype=bool))
    return (everyone, *(of(judgements.judges[code], judge == code) for code in np.unique(judge)))
