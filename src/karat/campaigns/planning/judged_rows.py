"""Judgements as rows of numbers: who judged which segment of which document in whose translation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from karat.campaigns.plan import CampaignPlan, Purpose
    from karat.campaigns.planning.designs import Layout, PlannedDocument


@dataclass(frozen=True, slots=True)
class JudgedRows:
    """One row for each judgement of an output; judges, documents, segments, systems and pages count from 0.

    Outputs that stand side by side are on one page.
    """

    judge: NDArray[np.int64]
    document: NDArray[np.int64]
    segment: NDArray[np.int64]
    system: NDArray[np.int64]
    page: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Iterable[tuple[int, int, int, int, int]]) -> JudgedRows:
        """Rows of judge, document, segment, system and page."""
        table = np.array(list(rows), dtype=np.int64).reshape(-1, 5)
        return cls(*(np.unique(column, return_inverse=True)[1].reshape(-1) for column in table.T))

    @classmethod
    def of_layout(cls, layout: Layout, documents: Sequence[PlannedDocument]) -> JudgedRows:
        """What a layout has judged."""
        pages = count()
        return cls.of(
            (judge, visit.document, segment, system, page)
            for judge, visits in enumerate(layout)
            for visit in visits
            for reading in visit.readings
            for segment in documents[visit.document].segments
            for page in (next(pages),)
            for system in reading
        )

    @classmethod
    def of_plan(cls, plan: CampaignPlan, purposes: Sequence[Purpose] = ("plan", "anchor")) -> JudgedRows:
        """What a plan has judged, of items with these purposes."""
        documents: dict[str, int] = {}
        home = {one.number: documents.setdefault(one.document, len(documents)) for one in plan.segments}
        systems = {name: number for number, name in enumerate(plan.systems)}
        items = ((_number(plan, pack.judge), item) for pack in plan.packs for item in pack.items)
        return cls.of(
            (judge, home[item.segment], item.segment, systems[candidate.system], page)
            for page, (judge, item) in enumerate(items)
            if item.purpose in purposes
            for candidate in item.candidates
        )

    def __len__(self) -> int:
        return len(self.judge)

    def groups(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The group of each row, where rows with the same values in these columns are together.

        >>> rows = JudgedRows.of([(0, 0, 0, 0, 0), (0, 0, 1, 1, 1), (1, 0, 0, 0, 2)])
        >>> rows.groups(("segment", "system")).tolist()
        [0, 1, 0]
        """
        if not names:
            return np.arange(len(self))
        columns = np.stack([getattr(self, name) for name in names])
        return np.unique(columns, axis=1, return_inverse=True)[1].reshape(-1)


def _number(plan: CampaignPlan, judge: str | None) -> int:
    return -1 if judge is None else plan.judges.index(judge)
