"""How much of what could be judged was judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.judgements.standardisation import z_scores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.judgements.table import Judgements


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Coverage(Equal, Shown):
    """Items are pairs of system and segment; `judges_per_item` is (fewest, median, most) among judged ones.

    `unstandardised` names judges who have no z-scores, because they judged once or gave the same value
    always.

    >>> from karat.judgements import Judgement, Judgements, Scale, coverage
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> found = coverage(judgements, "adequacy")
    >>> found.judged, found.items, found.judges_per_item
    (2, 2, (2, 2.0, 2))
    """

    items: int
    judged: int
    judgements: int
    judges: int
    judges_per_item: tuple[int, float, int]
    by_system: Mapping[str, int]
    unstandardised: tuple[str, ...]

    @property
    def share(self) -> float:
        """The part of all items that was judged."""
        return self.judged / self.items if self.items else float("nan")

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values."""
        return {
            "items": self.items,
            "judged": self.judged,
            "judgements": self.judgements,
            "judges": self.judges,
            "judges_per_item": list(self.judges_per_item),
            "by_system": dict(self.by_system),
            "unstandardised": list(self.unstandardised),
        }


def coverage(
    judgements: Judgements,
    dimension: str,
    *,
    corpus: Corpus | None = None,
    systems: Sequence[str] | None = None,
) -> Coverage:
    """How much of a dimension was judged: of the corpus, or of what any judgement is about.

    `systems` are those that count (default: all).

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> coverage(judgements, "adequacy").by_system
    {'A': 1, 'B': 1}
    """
    names = tuple(systems or (judgements.systems if corpus is None else corpus.systems))
    segments = len(judgements.segments) if corpus is None else len(corpus)
    known = [judgements.systems.index(name) for name in names if name in judgements.systems]
    rows = judgements.rows_of(dimension)
    undefined = np.unique(judgements.judge[rows][np.isnan(z_scores(judgements, dimension))])
    rows = rows[np.isin(judgements.system[rows], known)]
    width, judges = len(judgements.segments), len(judgements.judges)
    item = judgements.system[rows].astype(np.int64) * width + judgements.segment[rows]
    # Repeats are of the same judge, who counts once.
    pairs = np.unique(item * judges + judgements.judge[rows])
    judged, per_item = np.unique(pairs // judges, return_counts=True)
    of_system = np.bincount(judged // width, minlength=len(judgements.systems))
    return Coverage(
        items=len(names) * segments,
        judged=len(judged),
        judgements=len(rows),
        judges=len(np.unique(pairs % judges)),
        judges_per_item=(
            (int(per_item.min()), float(np.median(per_item)), int(per_item.max()))
            if len(judged)
            else (0, 0.0, 0)
        ),
        by_system={
            name: int(of_system[judgements.systems.index(name)]) if name in judgements.systems else 0
            for name in names
        },
        unstandardised=tuple(judgements.judges[code] for code in undefined),
    )
