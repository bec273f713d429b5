"""Systems by what judges have said so far: means and differences, with intervals by documents."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose, isnan, nan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.arrays import rounded
from karat.campaigns.answers import latest
from karat.campaigns.watch.effects import Comparable, DocumentSums, pairs
from karat.campaigns.watch.judge_tastes import JudgeTastes
from karat.campaigns.win_shares import win_shares
from karat.reliability.jackknife import jackknife_error, jackknife_interval
from karat.resampling import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.questionnaire import Question
    from karat.campaigns.watch.verdict import ClaimedJudges

# What a standing is: the mean of values, or the share of comparisons that are won.
Measure: TypeAlias = Literal["mean", "win share"]
# Judgements of these purposes count for a system.
COUNTED = ("plan", "anchor")
# Fewer tell nothing of others.
FEWEST_JUDGES = 3


@dataclass(frozen=True, slots=True)
class JudgedSystem:
    """A system: its mean, adjusted as `DimensionStandings` says, the interval of the mean, and its rank."""

    system: str
    judgements: int
    mean: float
    interval: Interval
    rank: int

    def to_dict(self) -> dict[str, Any]:
        """The standing as plain values."""
        return {
            "system": self.system,
            "judgements": self.judgements,
            "mean": self.mean,
            "interval": [self.interval.low, self.interval.high],
            "rank": self.rank,
        }


@dataclass(frozen=True, slots=True)
class SystemDifference:
    """The mean of one system less that of another; `error` is its standard error over documents.

    The interval is that of a single look, and about the judges that `DimensionStandings.about` says. What may
    be claimed of a pair after several looks is said by `karat.campaigns.watch.stopping`.
    """

    first: str
    second: str
    value: float
    error: float
    interval: Interval

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain values."""
        return {
            "first": self.first,
            "second": self.second,
            "difference": self.value,
            "error": self.error,
            "interval": [self.interval.low, self.interval.high],
        }


@dataclass(frozen=True, slots=True)
class DimensionStandings:
    """The systems on one dimension, the best first, and every two of them.

    `adjusted` says whether the severity of judges was estimated and taken out, as `square` needs it;
    `severity` has each judge's then. Under the other designs it cancels. `documents` are the units of chance.

    `about` says of whom intervals are: judges in general, of whom these are a sample, or these. How far
    judges differ about systems enters those about all; how severe they are, which moves all means alike,
    enters none. Fewer than three judges speak for themselves only.
    """

    dimension: str
    measure: Measure
    systems: tuple[JudgedSystem, ...]
    differences: tuple[SystemDifference, ...]
    documents: int
    adjusted: bool
    severity: tuple[tuple[str, float], ...] = ()
    about: ClaimedJudges = "these"

    @property
    def leaders(self) -> tuple[str, ...]:
        """The best system, and those whose mean is the same."""
        return tuple(one.system for one in self.systems if isclose(one.mean, self.systems[0].mean))

    def to_dict(self) -> dict[str, Any]:
        """The standings as plain values."""
        return {
            "dimension": self.dimension,
            "measure": self.measure,
            "systems": [one.to_dict() for one in self.systems],
            "differences": [one.to_dict() for one in self.differences],
            "documents": self.documents,
            "adjusted_for_severity": self.adjusted,
            "severity": dict(self.severity),
            "about": f"{self.about} judges",
        }


def measure_of(plan: CampaignPlan, question: Question) -> Measure:
    """What systems are compared by: a rank on a page says who won, and nothing about distances."""
    compared = any(
        step.interaction == "compare" and question in step.questions for step in plan.questionnaire.steps
    )
    return "win share" if compared and question.scale.kind == "ordinal" else "mean"


def counts(record: Recorded) -> bool:
    """Whether a value counts for its system: it is of the plan, and its output is not spoilt."""
    return record.purpose in COUNTED and not record.damage


def counted(records: Sequence[Recorded], question: Question) -> list[Recorded]:
    """The records that count for the systems on one dimension, oldest first."""
    return [record for record in latest(records) if record.dimension == question.dimension and counts(record)]


def comparable(plan: CampaignPlan, records: Sequence[Recorded], question: Question) -> Comparable:
    """The values that count for the systems on one dimension, oldest first, higher always better."""
    rows = counted(records, question)
    values = [record.value if question.scale.better == "higher" else -record.value for record in rows]
    if measure_of(plan, question) == "win share":
        values = win_shares([record.item for record in rows], values, len(plan.systems))
    told = [(one.judge, one.system, one.item, one.segment, one.document) for one in rows]
    return Comparable.of(plan.design, plan.systems, told, values)


def standings(
    plan: CampaignPlan,
    records: Sequence[Recorded],
    question: Question,
    *,
    confidence: float = 0.95,
    about: ClaimedJudges = "all",
) -> DimensionStandings:
    """The systems on one dimension, from what has been judged so far.

    Under `square` every output of a segment has another judge, so the severity of judges is estimated and
    taken out. Under `together` and `contrast` outputs are compared within one judge's view of a segment. A
    pair that no block connects has no difference yet. Intervals are `about` all judges who might have been
    asked, where there are three or more, or about these.
    """
    values = comparable(plan, records, question)
    measure = measure_of(plan, question)
    sign = 1.0 if question.scale.better == "higher" or measure == "win share" else -1.0
    if not len(values.value):
        return DimensionStandings(question.dimension, measure, (), (), 0, plan.design == "square")
    sums = DocumentSums.of(values)
    means, differences = sums.effects()
    left_means, left_differences = sums.without_each()
    counts = np.bincount(values.system, minlength=values.systems)
    tastes = JudgeTastes.of(values)
    if about == "these" or int(values.reader.max()) + 1 < FEWEST_JUDGES or not tastes.is_known:
        about, tastes = "these", JudgeTastes.none(values.systems)
    found = []
    for place, name in enumerate(plan.systems):
        beyond = (float(tastes.to_means[place]), tastes.freedom)
        mean = _within(float(means[place]), measure)
        ends = _interval(mean, left_means[:, place], sums.sizes, confidence, beyond, measure)
        mean, ends = _turned(mean, ends, sign)
        if question.scale.is_bounded and measure == "mean" and not isnan(mean):
            # Few documents stretch an interval, and no mean of judgements lies off their scale.
            low, high = question.scale.low, question.scale.high
            mean, ends = min(max(mean, low), high), ends.within(low, high)
        rank = 1 + int((means > means[place] + 1e-12).sum())
        if not isnan(mean):
            found.append(JudgedSystem(name, int(counts[place]), mean, ends, rank))
    compared = []
    for place, (first, second) in enumerate(pairs(values.systems)):
        left = left_differences[:, place]
        beyond = (float(tastes.added[place]), tastes.freedom)
        ends = _interval(float(differences[place]), left, sums.sizes, confidence, beyond)
        value, ends = _turned(*within_one(float(differences[place]), ends, measure), sign)
        if question.scale.is_bounded and measure == "mean" and not isnan(value):
            most = question.scale.high - question.scale.low
            value, ends = min(max(value, -most), most), ends.within(-most, most)
        error = jackknife_error(left)
        compared.append(SystemDifference(plan.systems[first], plan.systems[second], value, error, ends))
    names = list(dict.fromkeys(one.judge for one in counted(records, question)))
    severity = sums.severity()
    return DimensionStandings(
        question.dimension,
        measure,
        tuple(sorted(found, key=lambda one: one.rank)),
        tuple(compared),
        values.documents,
        plan.design == "square",
        tuple(zip(names, (sign * severity).tolist(), strict=True)) if len(severity) else (),
        about,
    )


def within_one(value: float, ends: Interval, measure: Measure) -> tuple[float, Interval]:
    """A difference and its interval: no two shares differ by more than 1."""
    if measure == "mean":
        return value, ends
    value, low, high = (float(np.clip(end, -1.0, 1.0)) for end in (value, ends.low, ends.high))
    return value, Interval(low, high, ends.confidence, ends.method)


def _within(mean: float, measure: Measure) -> float:
    """A share lies from 0 to 1; where few pages connect systems, least squares may miss that a little."""
    return mean if measure == "mean" else float(np.clip(rounded(np.array(mean), of=1.0), 0.0, 1.0))


def _interval(
    value: float,
    left: Floats,
    sizes: NDArray[np.int64],
    confidence: float,
    tastes: tuple[float, float],
    measure: Measure = "mean",
) -> Interval:
    """`tastes` are what judges' tastes add to the variance, and their degrees of freedom."""
    if isnan(value) or (sizes > 0).sum() < 2:
        return Interval(nan, nan, confidence, "jackknife-t")
    beyond, freedom = tastes
    return jackknife_interval(
        value,
        left,
        sizes,
        confidence=confidence,
        link="share" if measure == "win share" else "plain",
        beyond=beyond,
        most_freedom=freedom,
    )


def _turned(value: float, ends: Interval, sign: float) -> tuple[float, Interval]:
    """A value and its interval on the scale of the question, where lower may be better."""
    if sign > 0:
        return value, ends
    return -value, Interval(-ends.high, -ends.low, ends.confidence, ends.method)
