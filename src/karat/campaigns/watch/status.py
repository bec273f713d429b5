"""Where a campaign is: all that its lead is shown, from the plan and what was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, isinf, nan, sqrt
from statistics import median
from typing import TYPE_CHECKING, Any, Literal

from karat.campaigns.masking import with_masked_names
from karat.campaigns.watch.campaign_progress import CampaignProgress
from karat.campaigns.watch.next_documents import next_documents
from karat.campaigns.watch.quality import quality
from karat.campaigns.watch.standings import counts, standings
from karat.campaigns.watch.stopping import ALPHA, LOOKS, stop_verdict
from karat.resampling.power import power_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.store.answer_rows import Remark
    from karat.campaigns.store.store import State
    from karat.campaigns.watch.campaign_progress import PagesDone
    from karat.campaigns.watch.next_documents import NextDocument
    from karat.campaigns.watch.quality import Quality
    from karat.campaigns.watch.standings import DimensionStandings
    from karat.campaigns.watch.verdict import ClaimedJudges, StopVerdict
    from karat.reliability import Bootstrap


@dataclass(frozen=True, slots=True)
class PowerReached:
    """What a dimension can show by now, and at the end of the plan: the median over pairs of systems.

    `detectable` is the true difference that is found with 80 % power, at the level of one of all pairs. Above
    `largest`, the largest difference that the scale allows, none is; it is infinite where the scale is.
    """

    dimension: str
    error: float
    detectable: float
    error_at_end: float
    detectable_at_end: float
    largest: float = inf

    def to_dict(self) -> dict[str, Any]:
        """The power as plain values."""
        return {
            "dimension": self.dimension,
            "error": self.error,
            "detectable": self.detectable,
            "error_at_end": self.error_at_end,
            "detectable_at_end": self.detectable_at_end,
            "largest": None if isinf(self.largest) else self.largest,
        }


@dataclass(frozen=True, slots=True)
class Said:
    """What a judge has told the lead: a page that was skipped or flagged, or a comment on it."""

    kind: Literal["skip", "flag", "comment"]
    judge: str
    document: str
    segment: int
    text: str
    time: float

    def to_dict(self) -> dict[str, Any]:
        """The words as plain values."""
        return {
            "kind": self.kind,
            "judge": self.judge,
            "document": self.document,
            "segment": self.segment,
            "text": self.text,
            "time": self.time,
        }


@dataclass(frozen=True, slots=True)
class Status:
    """Where a campaign is.

    `masked` says that systems have other names here than in the corpus, until the campaign is closed.
    `without` are the judges whose answers were left out of standings, quality and claims.
    """

    name: str
    protocol: str
    design: str
    state: State
    masked: bool
    pages: PagesDone
    judges: tuple[PagesDone, ...]
    packs: tuple[PagesDone, ...]
    systems: tuple[PagesDone, ...]
    quality: Quality
    standings: tuple[DimensionStandings, ...]
    power: tuple[PowerReached, ...]
    verdict: StopVerdict
    next_documents: tuple[NextDocument, ...]
    said: tuple[Said, ...]
    without: tuple[str, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether nothing more is judged."""
        return self.state == "closed"

    def to_dict(self) -> dict[str, Any]:
        """The status as plain values: what `GET /lead/status.json` answers."""
        return {
            "campaign": self.name,
            "protocol": self.protocol,
            "design": self.design,
            "state": self.state,
            "masked": self.masked,
            "without": list(self.without),
            "progress": {
                "pages": self.pages.to_dict(),
                "judges": [one.to_dict() for one in self.judges],
                "packs": [one.to_dict() for one in self.packs],
                "systems": [one.to_dict() for one in self.systems],
            },
            "said": [one.to_dict() for one in self.said],
            "quality": self.quality.to_dict(),
            "standings": [one.to_dict() for one in self.standings],
            "power": [one.to_dict() for one in self.power],
            "stop": self.verdict.to_dict(),
            "next_documents": [one.to_dict() for one in self.next_documents],
        }


def status(
    plan: CampaignPlan,
    records: Sequence[Recorded],
    *,
    state: State = "open",
    remarks: Sequence[Remark] = (),
    looks: int = LOOKS,
    alpha: float = ALPHA,
    about: ClaimedJudges = "all",
    without: Sequence[str] = (),
    bootstrap: Bootstrap | None = None,
) -> Status:
    """Where a campaign is, from its plan and all that was recorded, oldest first.

    `looks`, `alpha` and `about` are those of `stop_verdict`. `remarks` are pages that were skipped or
    flagged. Answers of the judges in `without` count for progress only.
    """
    closed = state == "closed"
    masked = plan.masked and not closed
    if masked:
        plan, records = with_masked_names(plan, records)
    weighed = [record for record in records if record.judge not in without]
    progress = CampaignProgress(plan, records, remarks)
    verdict = stop_verdict(
        plan, weighed, looks=looks, alpha=alpha, closed=closed, about=about, work=progress.work()
    )
    answered = {record.dimension for record in weighed if counts(record)}
    found = tuple(
        standings(plan, weighed, question, about=about)
        for question in plan.questionnaire.questions
        if question.dimension in answered
    )
    told = quality(plan, weighed, bootstrap=bootstrap)
    return Status(
        name=plan.name,
        protocol=plan.questionnaire.name,
        design=plan.design,
        state=state,
        masked=masked,
        pages=progress.whole(),
        judges=progress.judges(),
        packs=progress.packs(),
        systems=progress.systems(),
        quality=told,
        standings=found,
        power=tuple(
            _power(one, verdict, plan.questionnaire.largest_difference(one.dimension)) for one in found
        ),
        verdict=verdict,
        # Whoever is left out has no more to do, and others would have to.
        next_documents=()
        if closed
        else next_documents(
            plan, weighed, verdict, answered={record.item for record in records} | progress.skipped
        ),
        said=_said(plan, records, remarks),
        without=tuple(without),
    )


def _said(plan: CampaignPlan, records: Sequence[Recorded], remarks: Sequence[Remark]) -> tuple[Said, ...]:
    """Remarks and comments, the newest first."""
    documents = {segment.number: segment.document for segment in plan.segments}
    segments = {item.id: item.segment for pack in plan.packs for item in pack.items}
    segments |= {item.id: item.segment for item in plan.training}
    found = [
        Said(one.kind, one.judge, documents[segments[one.item]], segments[one.item], one.reason, one.made)
        for one in remarks
        if one.item in segments
    ]
    comments = {(one.judge, one.item, one.step, one.version): one for one in records if one.comment}
    found += [
        Said("comment", one.judge, one.document, one.segment, one.comment, one.stored)
        for one in comments.values()
    ]
    return tuple(sorted(found, key=lambda one: -one.time))


def _power(found: DimensionStandings, verdict: StopVerdict, largest: float) -> PowerReached:
    """The median error of a difference, now and at the end, and what it can detect."""
    errors = [one.error for one in found.differences if one.error > 0]
    if not errors:
        return PowerReached(found.dimension, nan, nan, nan, nan, largest)
    done = sum(one.judgements for one in found.systems)
    own, share = median(errors), min(done / max(verdict.planned, 1), 1.0)
    # What judges differ by about systems does not shrink with more documents.
    tastes = verdict.tastes_of(found.dimension)
    error, end = hypot(own, tastes.error), hypot(own * sqrt(share), tastes.error)
    family = max(len(verdict.claims) + len(verdict.undecided), 1)
    level = verdict.alpha / family
    documents = found.documents
    freedoms = (min(max(count - 1, 1), tastes.freedom) for count in (documents, documents / share))
    now, later = (
        power_of(one, documents, alpha=level, freedom=freedom)
        for one, freedom in zip((error, end), freedoms, strict=True)
    )
    return PowerReached(found.dimension, error, now.detectable, end, later.detectable, largest)
