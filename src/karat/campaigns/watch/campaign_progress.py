"""How far a campaign is: pages answered or skipped by judge, pack and system, and when all of them were."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from karat.campaigns.watch.standings import COUNTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.store.answer_rows import Remark


@dataclass(frozen=True, slots=True)
class PagesDone:
    """How many pages of a judge, a pack or a system have been answered; `left` is in hours at the usual pace.

    `skipped` are pages that whoever has them skipped, and nobody answered: they are not done, and no work is
    left in them. `last` is when a judge's last answer was stored, in seconds since 1970; NaN for packs and
    systems. A page with several outputs counts for each of its systems.
    """

    name: str
    done: int
    planned: int
    left: float = nan
    judge: str | None = None
    last: float = nan
    skipped: int = 0

    @property
    def share(self) -> float:
        """What is done of what was planned."""
        return self.done / self.planned if self.planned else nan

    def to_dict(self) -> dict[str, Any]:
        """The progress as plain values."""
        named = {} if self.judge is None else {"judge": self.judge}
        last = {} if isnan(self.last) else {"last_answer": self.last}
        return {
            "name": self.name,
            **named,
            "done": self.done,
            "skipped": self.skipped,
            "planned": self.planned,
            "hours_left": self.left,
            **last,
        }


@dataclass(frozen=True, slots=True)
class PlannedWork:
    """Whether more answers will come to the pages that count for systems.

    `ended` is when each of them had been answered or skipped for the first time, in seconds since 1970; NaN
    before. It never changes: what is handed over or answered later comes after it. `open` says whether
    anybody still has such a page to answer, and `skipped` how many nobody answered.
    """

    ended: float
    open: bool
    skipped: int


class CampaignProgress:
    """Pages answered, skipped and planned; a page is answered when its last step is. Training is no page."""

    def __init__(
        self, plan: CampaignPlan, records: Sequence[Recorded], remarks: Sequence[Remark] = ()
    ) -> None:
        self.plan = plan
        last = len(plan.questionnaire.steps) - 1
        answered = [record for record in records if record.purpose != "training"]
        # An item belongs to the judge of its pack, but what a former judge has answered stays his.
        self.by_item = {record.item: record.judge for record in answered if record.step == last}
        self.last = {record.judge: record.time for record in records}
        self.skips = [one for one in remarks if one.kind == "skip"]
        holders = {item.id: pack.judge for pack in plan.packs for item in pack.items}
        # Whoever gets a pack gets the pages that another judge skipped, too.
        self.skipped = {
            one.item
            for one in self.skips
            if one.item not in self.by_item and holders.get(one.item) == one.judge
        }
        self.times: dict[str, float] = {}
        for item, time in [
            *((one.item, one.stored) for one in answered if one.step == last),
            *((one.item, one.made) for one in self.skips),
        ]:
            self.times[item] = min(time, self.times.get(item, time))
        words = {segment.number: segment.words for segment in plan.segments}
        self.words = {
            item.id: words[item.segment] * len(item.candidates) for pack in plan.packs for item in pack.items
        }
        # An open page is no work, and of some pages nobody knows the time.
        taken = {(one.item, one.step): one.seconds for one in answered if not isnan(one.seconds)}
        work = sum(self.words.get(item, 0) for item in {item for item, _ in taken})
        self.pace = sum(taken.values()) / work / 3600 if work else nan

    def work(self) -> PlannedWork:
        """Whether more answers will come to what counts for systems."""
        items = [item.id for pack in self.plan.packs for item in pack.items if item.purpose in COUNTED]
        ended = max((self.times.get(item, nan) for item in items), default=nan)
        return PlannedWork(
            nan if any(item not in self.times for item in items) else ended,
            any(item not in self.by_item and item not in self.skipped for item in items),
            sum(item in self.skipped for item in items),
        )

    def whole(self) -> PagesDone:
        """The whole campaign."""
        return self._of("all", [item.id for pack in self.plan.packs for item in pack.items])

    def packs(self) -> tuple[PagesDone, ...]:
        """Each pack, numbered as the plan has them."""
        return tuple(
            self._of(f"pack {number}", [item.id for item in pack.items], pack.judge)
            for number, pack in enumerate(self.plan.packs, 1)
        )

    def judges(self) -> tuple[PagesDone, ...]:
        """Each judge who has a pack or has answered something."""
        names = list(dict.fromkeys((*self.plan.judges, *self.by_item.values())))
        done = Counter(self.by_item.values())
        found = []
        for name in names:
            own = [item.id for pack in self.plan.packs if pack.judge == name for item in pack.items]
            ahead = [item for item in own if item not in self.by_item]
            skipped = sum(item in self.skipped for item in ahead)
            last = self.last.get(name, nan)
            planned = done[name] + len(ahead)
            found.append(PagesDone(name, done[name], planned, self._left(ahead), last=last, skipped=skipped))
        return tuple(found)

    def systems(self) -> tuple[PagesDone, ...]:
        """Each system, by the pages on which one of its outputs is."""
        pages: dict[str, list[str]] = {name: [] for name in self.plan.systems}
        for pack in self.plan.packs:
            for item in pack.items:
                for name in {candidate.system for candidate in item.candidates}:
                    pages.setdefault(name, []).append(item.id)
        return tuple(self._of(name, items) for name, items in pages.items())

    def _of(self, name: str, items: Sequence[str], judge: str | None = None) -> PagesDone:
        ahead = [item for item in items if item not in self.by_item]
        skipped = sum(item in self.skipped for item in ahead)
        done = len(items) - len(ahead)
        return PagesDone(name, done, len(items), self._left(ahead), judge, skipped=skipped)

    def _left(self, ahead: Sequence[str]) -> float:
        return sum(self.words[item] for item in ahead if item not in self.skipped) * self.pace
