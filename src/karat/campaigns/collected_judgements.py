"""What judges answered, as Karat's judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.campaigns.answers import latest
from karat.errors import InvalidJudgement
from karat.judgements import Judgements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan

# A spoilt output is no output of its system, and training is no judgement.
_JUDGED = ("plan", "anchor", "repeat")


def judged(records: Sequence[Recorded]) -> list[Recorded]:
    """The last versions of what was said of outputs as they are; repeats are among them."""
    return [record for record in latest(records) if record.purpose in _JUDGED and not record.damage]


def judgements_of(plan: CampaignPlan, records: Sequence[Recorded]) -> Judgements:
    """The campaign's judgements with their scales and documents, as `karat.read_judgements` would read them.

    A judge's repeat of an output is a second occasion of it, and outputs on one page were side by side.
    """
    rows = judged(records)
    if not rows:
        raise InvalidJudgement(f"Nobody has judged anything yet in the campaign {plan.name!r}.")
    return Judgements.of_columns(
        judges=[row.judge for row in rows],
        systems=[row.system for row in rows],
        segments=[str(row.segment) for row in rows],
        dimensions=[row.dimension for row in rows],
        values=[row.value for row in rows],
        times=[row.time for row in rows],
        occasions=occasions(rows),
        pages=[row.item for row in rows],
        scales={question.dimension: question.scale for question in plan.questionnaire.questions},
        documents={str(text.number): text.document for text in plan.segments if text.document},
    )


def occasions(rows: Sequence[Recorded]) -> list[int]:
    """Which time it is that this judge judges this output, from 0; a repeat comes after what it repeats."""
    seen: dict[tuple[Any, ...], int] = {}
    found = [0] * len(rows)
    for place in sorted(range(len(rows)), key=lambda place: rows[place].purpose == "repeat"):
        row = rows[place]
        key = (row.judge, row.system, row.segment, row.dimension)
        found[place] = seen.get(key, 0)
        seen[key] = found[place] + 1
    return found
