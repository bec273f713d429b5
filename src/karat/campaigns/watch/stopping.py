"""When there is enough: looks at a running campaign that together make a false claim with at most 5 %.

Who tests again and again until something is significant will find something. Here looks are few and fixed
beforehand, by the number of judgements, and each has the level that Lan and DeMets' spending function leaves
for it (`alpha_spending`). Between two looks nothing is tested: the page may be read at any time, because the
claims on it are those of the last look. Several pairs and dimensions share the error rate by Holm's method,
at each look (Maurer and Bretz 2013). A claim that has been made stays.

Claims are about judges in general unless asked otherwise: how far judges differ about systems is estimated
and enters the error of each pair (`judge_tastes`).

Why not a confidence sequence, which may be looked at after every answer: it needs about twice the judgements
for the same power. `docs/stopping.md` has the figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr, ndtri, stdtr

from karat.campaigns.answers import value_key
from karat.campaigns.watch.alpha_spending import bounds, crossings, nominal_levels
from karat.campaigns.watch.effects import Comparable, DocumentSums, pairs
from karat.campaigns.watch.judge_tastes import JudgeTastes
from karat.campaigns.watch.standings import COUNTED, comparable, counts, measure_of, within_one
from karat.campaigns.watch.verdict import (
    Claim,
    ClaimedJudges,
    InterimLook,
    StopVerdict,
    TasteSpread,
    UndecidedPair,
)
from karat.errors import InvalidOption
from karat.option_checks import check_choice
from karat.ordered_sums import added
from karat.reliability.jackknife import jackknife_error, jackknife_interval
from karat.resampling import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats
    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.questionnaire import Question
    from karat.campaigns.watch.campaign_progress import PlannedWork
    from karat.campaigns.watch.verdict import Advice

ALPHA = 0.05
LOOKS = 5
# Student's t from fewer documents is not to be trusted as far out as early looks ask.
FEWEST_DOCUMENTS = 8
# A pair whose chance of a claim by the end of the plan is smaller than this is not worth going on for.
HOPELESS = 0.1
# That of a fixed plan, which looks are compared with.
POWER = 0.8
# So many times the documents at hand are no plan.
_FAR_AWAY = 10_000.0


def stop_verdict(
    plan: CampaignPlan,
    records: Sequence[Recorded],
    *,
    looks: int = LOOKS,
    alpha: float = ALPHA,
    dimensions: Sequence[str] | None = None,
    closed: bool = False,
    about: ClaimedJudges = "all",
    work: PlannedWork | None = None,
) -> StopVerdict:
    """Whether a campaign has shown what it can, from all that was recorded, oldest first.

    A look comes whenever another 1/`looks` of the planned judgements is there; it takes what was recorded
    until then, so that later answers and corrections do not change it. `dimensions` are those that claims are
    wanted of, all unless named. A campaign that was `closed` before its plan was done has a last look at what
    it has, and so has one of which every page was answered or skipped, as `work` says. Claims are `about` all
    judges who might have been asked, or these judges only; a plan that cannot tell how judges differ about
    systems, as one with a single judge, allows the second only.
    """
    check_choice("about", about, ClaimedJudges)
    if looks < 1:
        raise InvalidOption(f"There are {looks} looks; at least one is needed.")
    if not 0 < alpha < 1:
        raise InvalidOption(f"alpha is {alpha!r}; it must be between 0 and 1, such as 0.05.")
    asked = [
        question
        for question in plan.questionnaire.questions
        if dimensions is None or question.dimension in dimensions
    ]
    return _Procedure(plan, records, asked, looks, alpha, about).verdict(closed, work)


def planned_comparable(plan: CampaignPlan) -> Comparable:
    """What the whole plan will have of each dimension; a pack that nobody has taken is a judge of its own."""
    documents = {segment.number: segment.document for segment in plan.segments}
    rows = [
        (pack.judge or f"\0{pack.id}", candidate.system, item.id, item.segment, documents[item.segment])
        for pack in plan.packs
        for item in pack.items
        if item.purpose in COUNTED
        for candidate in item.candidates
        if not candidate.damage
    ]
    return Comparable.of(plan.design, plan.systems, rows, [0.0] * len(rows))


@dataclass(frozen=True, slots=True, eq=False)
class _Arrivals:
    """How many records there were when so many values of every dimension had come, versions not counted."""

    after: tuple[int, ...]

    @classmethod
    def of(cls, records: Sequence[Recorded], dimensions: Sequence[str]) -> _Arrivals:
        seen: set[tuple[Any, ...]] = set()
        count = dict.fromkeys(dimensions, 0)
        after: list[int] = []
        for place, record in enumerate(records, 1):
            if record.dimension not in count or not counts(record) or (key := value_key(record)) in seen:
                continue
            seen.add(key)
            count[record.dimension] += 1
            after += [place] * (min(count.values()) - len(after))
        return cls(tuple(after))


@dataclass(frozen=True, slots=True, eq=False)
class _Estimates:
    """The differences of all pairs at one look, with what their intervals are made of."""

    value: Floats
    left: Floats
    sizes: Any
    error: Floats
    tastes: JudgeTastes

    @classmethod
    def of(cls, values: Comparable, about: ClaimedJudges) -> _Estimates:
        sums = DocumentSums.of(values)
        _, differences = sums.effects()
        _, left = sums.without_each()
        error = np.array([jackknife_error(column) for column in left.T])
        tastes = JudgeTastes.of(values) if about == "all" else JudgeTastes.none(values.systems)
        return cls(differences, left, sums.sizes, error, tastes)

    def whole_error(self, pair: int) -> float:
        """The standard error of a pair, tastes of judges included."""
        return sqrt(float(self.error[pair]) ** 2 + float(self.tastes.added[pair]))

    def interval(self, pair: int, level: float) -> Interval:
        beyond = float(self.tastes.added[pair])
        # At a very early look no difference is large enough: the interval has no end.
        if isnan(beyond) or 1 - level >= 1:
            return Interval(nan, nan, 1 - level, "jackknife-t")
        return jackknife_interval(
            float(self.value[pair]),
            self.left[:, pair],
            self.sizes,
            confidence=1 - level,
            beyond=beyond,
            most_freedom=self.tastes.freedom,
        )


class _Procedure:
    """The looks of one campaign, one after the other."""

    def __init__(
        self,
        plan: CampaignPlan,
        records: Sequence[Recorded],
        asked: Sequence[Question],
        looks: int,
        alpha: float,
        about: ClaimedJudges,
    ) -> None:
        self.plan, self.records, self.asked, self.alpha, self.number = plan, records, asked, alpha, looks
        planned = planned_comparable(plan)
        self.planned = len(planned.value)
        self.about: ClaimedJudges = about if JudgeTastes.of(planned).is_known else "these"
        self.information = DocumentSums.of(planned).pair_information() if self.planned else np.zeros(0)
        self.pairs = pairs(len(plan.systems))
        self.family = max(len(asked) * len(self.pairs), 1)
        self.marks = [-(-self.planned * look // looks) for look in range(1, looks + 1)]
        self.claims: dict[tuple[int, int], Claim] = {}
        self.fractions: list[float] = []
        self.looks: list[InterimLook] = []
        self.last: list[_Estimates] = []
        self.documents = 0

    def verdict(self, closed: bool, work: PlannedWork | None) -> StopVerdict:
        """Every look that is due, then what follows."""
        arrived = _Arrivals.of(self.records, [question.dimension for question in self.asked]).after
        marks = {mark for mark in self.marks if 0 < mark <= len(arrived)}
        ended = closed or 0 < self.planned <= len(arrived)
        if work is not None and not isnan(work.ended):
            # The last answers will not come. The look is of this moment, whatever comes later.
            marks.add(sum(self.records[place - 1].stored <= work.ended for place in arrived))
            ended |= not work.open
        due = sorted((marks | ({len(arrived)} if closed else set())) - {0})
        ahead = [mark for mark in self.marks if mark > max(due, default=0)]
        for number, mark in enumerate(due, 1):
            self._look(number, mark, self.records[: arrived[mark - 1]], ended=ended and mark == due[-1])
        undecided = self._undecided(ended=ended)
        return StopVerdict(
            self._advice(undecided, ended=ended),
            self.alpha,
            self.planned,
            tuple(self.looks),
            tuple(sorted(self.claims.values(), key=lambda claim: claim.look)),
            undecided,
            None if ended or not ahead else ahead[0],
            *self._saving(),
            self.about,
            self._tastes(),
            0 if work is None else work.skipped,
        )

    def _look(self, number: int, mark: int, records: Sequence[Recorded], *, ended: bool) -> None:
        cut = [comparable(self.plan, records, question) for question in self.asked]
        sums = DocumentSums.of(cut[0])
        fraction = self._fraction(sums)
        level = nan
        if sums.documents >= FEWEST_DOCUMENTS and fraction > max(self.fractions, default=0.0):
            self.fractions.append(fraction)
            self.documents = sums.documents
            self.last = [_Estimates.of(values, self.about) for values in cut]
            level = self._claim(number)
        advice = self._advice(self._undecided(ended=ended), ended=ended)
        self.looks.append(
            InterimLook(
                number,
                mark,
                sums.documents,
                fraction,
                level,
                len(self.claims),
                advice,
                records[-1].stored,
            )
        )

    def _fraction(self, sums: DocumentSums) -> float:
        """The share of the planned information about a pair, on average; it depends on the design alone."""
        known = self.information > 0
        if not known.any():
            return 0.0
        return float(min((sums.pair_information()[known] / self.information[known]).mean(), 1.0))

    def _claim(self, number: int) -> float:
        """Claim what can be claimed at this look; the level that the remaining pairs were held to."""
        while True:
            share = self.alpha / max(self.family - len(self.claims), 1)
            level = nominal_levels(self.fractions, share)[-1]
            found = {
                (of, pair): claim
                for of in range(len(self.asked))
                for pair in range(len(self.pairs))
                if (of, pair) not in self.claims
                and (claim := self._claim_of(of, pair, level, number)) is not None
            }
            self.claims |= found
            if not found or len(self.claims) == self.family:
                return level

    def _claim_of(self, of: int, pair: int, level: float, number: int) -> Claim | None:
        estimates = self.last[of]
        ends = estimates.interval(pair, level)
        if isnan(ends.low) or ends.low <= 0 <= ends.high or ends.low == ends.high:
            return None
        first, second = (self.plan.systems[place] for place in self.pairs[pair])
        measure = measure_of(self.plan, self.asked[of])
        value, ends = within_one(float(estimates.value[pair]), ends, measure)
        if value < 0:
            first, second, value = second, first, -value
            ends = type(ends)(-ends.high, -ends.low, ends.confidence, ends.method)
        return Claim(self.asked[of].dimension, first, second, number, value, ends)

    def _undecided(self, *, ended: bool) -> tuple[UndecidedPair, ...]:
        """What no look has decided, by the figures of the last one."""
        found = []
        for of, question in enumerate(self.asked):
            for pair, (first, second) in enumerate(self.pairs):
                if (of, pair) in self.claims:
                    continue
                names = (question.dimension, self.plan.systems[first], self.plan.systems[second])
                if not self.last:
                    found.append(UndecidedPair(*names, nan, nan, nan, None))
                    continue
                value, error = float(self.last[of].value[pair]), self.last[of].whole_error(pair)
                found.append(UndecidedPair(*names, value, error, *self._prospect(of, pair, ended=ended)))
        return tuple(found)

    def _tastes(self) -> tuple[TasteSpread, ...]:
        if self.about == "these":
            return ()
        return tuple(
            TasteSpread(
                question.dimension,
                sqrt(of.tastes.variance),
                sqrt(float(np.median(of.tastes.added))),
                of.tastes.freedom,
            )
            for question, of in zip(self.asked, self.last, strict=False)
        )

    def _prospect(self, of: int, pair: int, *, ended: bool) -> tuple[float, int | None]:
        """The chance of a claim by the end if the trend holds, and the documents that 80 % power needs."""
        estimates = self.last[of]
        value, error = abs(float(estimates.value[pair])), estimates.whole_error(pair)
        if isnan(value) or not error > 0 or self.documents < 2:
            return nan, None
        # As many standard errors of a normal distribution as Student's t is worth here.
        reached = self.fractions[-1]
        freedom = min(self.documents - 1, estimates.tastes.freedom)
        distance = value * -float(ndtri(stdtr(freedom, -value / error))) / (value / error) if value else 0.0
        end = self._later_bounds()[-1]
        if ended or reached >= 1:
            chance = 0.0
        else:
            # The path goes on from here as it came. How judges differ is known so badly at first that nothing
            # is given up for it: its part of the error is taken to shrink like the rest.
            at_end = error * sqrt(reached)
            chance = float(ndtr((distance / at_end - end) / sqrt(1 - reached)))
        # More documents lessen the first variance, not the second.
        of_documents, of_judges = float(estimates.error[pair]) ** 2, float(estimates.tastes.added[pair])
        allowed = (distance / (end + float(ndtri(POWER)))) ** 2 - of_judges
        needed = of_documents / allowed if allowed > 0 else inf
        return chance, int(np.ceil(self.documents * needed)) if needed < _FAR_AWAY else None

    def _later_bounds(self) -> tuple[float, ...]:
        """The bounds of the looks so far and of those to come, for the pairs that are open."""
        ahead = [
            mark / self.planned
            for mark in self.marks
            if mark / self.planned > max(self.fractions, default=0.0)
        ]
        fractions = (*self.fractions, *ahead)
        return bounds(fractions or (1.0,), self.alpha / max(self.family - len(self.claims), 1))

    def _advice(self, undecided: Sequence[UndecidedPair], *, ended: bool) -> Advice:
        if self.last and not undecided:
            return "stop: every pair is decided"
        if ended:
            return "complete"
        if self.last and all(pair.chance < HOPELESS for pair in undecided):
            return "stop: no more claims to expect"
        return "go on"

    def _saving(self) -> tuple[float, float]:
        """What one pair saves on average, and how often it is found, at the level of one of all pairs."""
        fractions = tuple(look / self.number for look in range(1, self.number + 1))
        return saving(fractions, self.alpha / self.family)


def saving(fractions: tuple[float, ...], alpha: float) -> tuple[float, float]:
    """The share that looks save on average, and their power, if a fixed plan has a power of 80 %.

    >>> share, power = saving((0.2, 0.4, 0.6, 0.8, 1.0), 0.05)
    >>> round(share, 2), round(power, 2)
    (0.19, 0.79)
    """
    drift = float(ndtri(1 - alpha / 2) + ndtri(POWER))
    crossed = crossings(fractions, bounds(fractions, alpha), drift)
    early = added((1 - fraction) * chance for fraction, chance in zip(fractions, crossed, strict=True))
    return early, added(crossed)
