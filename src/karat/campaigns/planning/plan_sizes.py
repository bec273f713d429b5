"""What more or fewer documents would show: the detectable difference of each design by hours of a judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.campaigns.planning.designs import PlannedDocument
from karat.campaigns.planning.drawn_documents import planned_documents
from karat.campaigns.planning.precision import precision_of_rows, rows_of_design

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import CampaignPlan, Design
    from karat.campaigns.planning.plan_summary import PlanSummary

# Documents as shares of those of the plan.
SHARES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
# Larger plans are not laid out to see what they would show: that takes minutes.
_MOST_JUDGEMENTS = 30_000


@dataclass(frozen=True, slots=True)
class PlanSize:
    """A design with so many documents and the same judges: hours of a judge, and the detectable difference.

    `judgements` are those of one system. `chosen` is the plan itself, and `largest` the largest difference
    that the scale allows.
    """

    dimension: str
    design: Design
    documents: int
    judgements: int
    hours: float
    error: float
    detectable: float
    chosen: bool
    largest: float


def plan_sizes(summary: PlanSummary, *, shares: Sequence[float] = SHARES) -> tuple[PlanSize, ...]:
    """Each dimension and possible design with these shares of the plan's documents; more are like them.

    Hours grow with the words and pages of documents, as those of the plan's own design. Training, anchors,
    repeats and spoilt outputs stay as they are.
    """
    plan = summary.plan
    documents = planned_documents(plan)
    outputs = len(plan.systems) * plan.judges_per_output
    of_judge = 1 / 3600 / len(plan.judges)
    per_page = summary.workload.seconds_per_page * len(plan.questionnaire.steps) * _items_of_a_segment(plan)

    def work(of: Sequence[PlannedDocument]) -> float:
        read = outputs * summary.workload.seconds_per_word * sum(one.words for one in of)
        return of_judge * (read + per_page * sum(len(one.segments) for one in of))

    rest = summary.workload.hours / len(plan.judges) - work(documents)
    at_plan = {(one.dimension, one.design): one for one in summary.precision if not one.refused}
    parts = {one.dimension: one for one in summary.parts}
    found = []
    for share in shares:
        chosen = _as_many(documents, max(round(share * len(documents)), 1))
        segments = sum(len(one.segments) for one in chosen)
        if len(chosen) < 2 or segments * outputs > _MOST_JUDGEMENTS:
            continue
        hours = rest + work(chosen)
        for (dimension, design), own in at_plan.items():
            one = own
            if share != 1:
                rows = rows_of_design(plan, design, chosen)
                if isinstance(rows, str):
                    continue
                one = precision_of_rows(
                    rows, parts[dimension], design, alpha=summary.alpha, power=summary.power
                )
            found.append(
                PlanSize(
                    dimension,
                    design,
                    len(chosen),
                    segments * plan.judges_per_output,
                    hours,
                    one.error,
                    one.detectable,
                    chosen=own.chosen and share == 1,
                    largest=own.largest,
                )
            )
    return tuple(found)


def _items_of_a_segment(plan: CampaignPlan) -> float:
    """How many items of the plan a segment has on average."""
    items = [item.segment for pack in plan.packs for item in pack.items if item.purpose == "plan"]
    return len(items) / max(len(set(items)), 1)


def _as_many(documents: Sequence[PlannedDocument], count: int) -> list[PlannedDocument]:
    """So many documents: some at even distances, or all and then others of the same lengths."""
    if count < len(documents):
        return [documents[place * len(documents) // count] for place in range(count)]
    segments = max((number for one in documents for number in one.segments), default=0)
    return [
        PlannedDocument(
            f"{one.name} {again}",
            one.text_type,
            one.words,
            tuple(number + again * segments for number in one.segments),
        )
        for place in range(count)
        for again, one in ((place // len(documents), documents[place % len(documents)]),)
    ]
