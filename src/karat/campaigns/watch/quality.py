"""How well judges judge: profiles, speed, repeats, spoilt outputs, and who may be careless.

Three rules suspect a judge, each with a known rate of false alarms over all judges together. Two are those
of `karat.reliability`: the same answer to everything, and agreement below what chance allows. The third looks
at spoilt outputs: a judge who notices fewer of them than the others do, by the hypergeometric distribution
(Fisher's exact test). Speed raises no alarm: how fast honest people are is not known well enough.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from scipy.stats import beta, hypergeom

from karat.campaigns.answers import latest
from karat.campaigns.collected_judgements import judged, judgements_of
from karat.reliability import Bootstrap, krippendorff_alpha, profiles, ratings, self_agreement
from karat.reliability.careless import ALARM
from karat.reliability.icc import intraclass_correlation
from karat.reliability.kappa import light_kappa

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.questionnaire import Question
    from karat.reliability import Estimate, JudgeProfile, SelfAgreement

# Nobody reads faster: 400 words a minute. The mean of adults is 238 (Brysbaert 2019).
FASTEST = 0.15
# For the power of suspicions. A page that is read while people judge has less patience than a report.
_SIMULATED = 200


@dataclass(frozen=True, slots=True)
class Noticed:
    """How many spoilt outputs were given a lower value than the same output intact; exact 95 % interval.

    `damage` is empty for all kinds together.
    """

    damage: str
    spoilt: int
    noticed: int

    @property
    def sensitivity(self) -> float:
        """The share that was noticed; NaN of none."""
        return self.noticed / self.spoilt if self.spoilt else nan

    @property
    def interval(self) -> tuple[float, float]:
        """Clopper and Pearson's (1934)."""
        if not self.spoilt:
            return nan, nan
        missed = self.spoilt - self.noticed
        low = float(beta.ppf(0.025, self.noticed, missed + 1)) if self.noticed else 0.0
        high = float(beta.ppf(0.975, self.noticed + 1, missed)) if missed else 1.0
        return low, high

    def to_dict(self) -> dict[str, Any]:
        """The count as plain values."""
        return {
            "damage": self.damage or None,
            "spoilt": self.spoilt,
            "noticed": self.noticed,
            "sensitivity": self.sensitivity,
            "interval": list(self.interval),
        }


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a judge works: pages, hours of work, median seconds a word, and the share of hurried pages.

    A page is hurried if its words could not be read in the time: see `FASTEST`.
    """

    pages: int
    hours: float
    seconds_per_word: float
    hurried: float

    def to_dict(self) -> dict[str, Any]:
        """The pace as plain values."""
        return {
            "pages": self.pages,
            "hours": self.hours,
            "seconds_per_word": self.seconds_per_word,
            "hurried": self.hurried,
        }


@dataclass(frozen=True, slots=True)
class JudgeQuality:
    """One judge: pace, profile and repeats on each dimension, spoilt outputs noticed, and alarms.

    `p` is of the test of spoilt outputs, corrected for the number of judges; NaN where there is none.
    """

    judge: str
    pace: Pace
    profiles: tuple[tuple[str, JudgeProfile], ...]
    repeats: tuple[tuple[str, SelfAgreement], ...]
    noticed: tuple[Noticed, ...]
    p: float

    @property
    def misses(self) -> bool:
        """Whether this judge notices fewer spoilt outputs than the others."""
        return self.p < ALARM

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why this judge may be careless, in words."""
        found = [
            f"{dimension}: {profile.suspicion.reason}"
            for dimension, profile in self.profiles
            if profile.suspicion.careless
        ]
        if self.misses:
            found.append(f"notices fewer spoilt outputs than the others (p = {self.p:.3f})")
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """The judge as plain values."""
        return {
            "judge": self.judge,
            "pace": self.pace.to_dict(),
            "profiles": {dimension: profile.to_dict() for dimension, profile in self.profiles},
            "repeats": {dimension: repeat.to_dict() for dimension, repeat in self.repeats},
            "noticed": [one.to_dict() for one in self.noticed],
            "p_spoilt": self.p,
            "careless": bool(self.reasons),
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True, slots=True)
class Quality:
    """Agreement of the judges on each dimension, each judge, spoilt outputs by kind, and false alarms.

    `chance` is the share of outputs that get a lower value when the same judge sees them again unchanged:
    so many spoilt outputs are "noticed" by chance. NaN where nothing was repeated. `false_alarm` is the
    probability that any honest judge is suspected, over all rules and dimensions.
    """

    agreement: tuple[tuple[str, Estimate], ...]
    judges: tuple[JudgeQuality, ...]
    repeats: tuple[tuple[str, SelfAgreement], ...]
    damages: tuple[Noticed, ...]
    chance: float
    false_alarm: float

    @property
    def suspected(self) -> tuple[str, ...]:
        """Judges who may be careless."""
        return tuple(one.judge for one in self.judges if one.reasons)

    @property
    def alarm_power(self) -> float:
        """The chance to find a judge who answers at random: the mean over judges, by their best dimension."""
        found = []
        for one in self.judges:
            known = [profile.suspicion.power for _, profile in one.profiles]
            known = [power for power in known if not isnan(power)]
            found += [max(known)] if known else []
        return fmean(found) if found else nan

    def to_dict(self) -> dict[str, Any]:
        """The quality as plain values."""
        return {
            "agreement": [
                {"dimension": dimension, **estimate.to_dict()} for dimension, estimate in self.agreement
            ],
            "judges": [one.to_dict() for one in self.judges],
            "repeats": {dimension: repeat.to_dict() for dimension, repeat in self.repeats},
            "damages": [one.to_dict() for one in self.damages],
            "noticed_by_chance": self.chance,
            "suspected": list(self.suspected),
            "false_alarm": self.false_alarm,
            "alarm_power": self.alarm_power,
        }


def quality(
    plan: CampaignPlan, records: Sequence[Recorded], *, bootstrap: Bootstrap | None = None
) -> Quality:
    """How well the judges judge, from all that was recorded, oldest first."""
    bootstrap = bootstrap or Bootstrap()
    kept = [record for record in latest(records) if record.purpose != "training"]
    names = list(dict.fromkeys(record.judge for record in kept))
    agreement: list[tuple[str, Estimate]] = []
    of_judge: dict[str, list[tuple[str, JudgeProfile]]] = defaultdict(list)
    own: dict[str, list[tuple[str, SelfAgreement]]] = defaultdict(list)
    tested = 0
    asked = _asked(plan, judged(records))
    found = judgements_of(plan, records) if asked else None
    for question in asked:
        assert found is not None
        dimension = question.dimension
        ordinal = question.scale.kind == "ordinal"
        matrix = ratings(found, dimension, draw=bootstrap.draw)
        agreement += [
            (
                dimension,
                krippendorff_alpha(matrix, "ordinal" if ordinal else "interval", bootstrap=bootstrap),
            ),
            (dimension, light_kappa(matrix, weighting="quadratic", bootstrap=bootstrap)),
            (dimension, intraclass_correlation(matrix, "2,1", bootstrap=bootstrap)),
        ]
        described = profiles(matrix, bootstrap=bootstrap, simulated=_SIMULATED)
        for profile in described:
            of_judge[profile.judge].append((dimension, profile))
        tested += any(not isnan(profile.suspicion.p) for profile in described)
        for repeat in self_agreement(
            found, dimension, "ordinal" if ordinal else "interval", bootstrap=bootstrap
        ):
            own[repeat.judge].append((dimension, repeat))
    spoilt = _Spoilt.of(plan, kept)
    p = spoilt.p_values()
    words = {segment.number: segment.words for segment in plan.segments}
    return Quality(
        agreement=tuple(agreement),
        judges=tuple(
            JudgeQuality(
                name,
                _pace([record for record in kept if record.judge == name], words),
                tuple(of_judge[name]),
                tuple(own[name]),
                spoilt.of_judge(name),
                p.get(name, nan),
            )
            for name in sorted(names)
        ),
        repeats=tuple(own[""]),
        damages=spoilt.of_all(),
        chance=_lower_again(kept, plan),
        false_alarm=ALARM * (tested + bool(p)),
    )


def _asked(plan: CampaignPlan, rows: Sequence[Recorded]) -> list[Question]:
    """The questions that have answers."""
    answered = {row.dimension for row in rows}
    return [question for question in plan.questionnaire.questions if question.dimension in answered]


def _pace(rows: Sequence[Recorded], words: Mapping[int, int]) -> Pace:
    pages: dict[tuple[str, int], list[Recorded]] = defaultdict(list)
    for row in rows:
        pages[row.item, row.step].append(row)
    taken, speeds = [], []
    for page in pages.values():
        first = page[0]
        # By the judge's own clock where it is known: an open page is not work.
        seconds = first.stored - first.shown if isnan(first.active) else first.active
        outputs = len({(row.system, row.damage) for row in page})
        taken.append(seconds)
        speeds.append(seconds / max(words.get(first.segment, 0) * outputs, 1))
    hurried = fmean(speed < FASTEST for speed in speeds) if speeds else nan
    return Pace(len(pages), sum(taken) / 3600, median(speeds) if speeds else nan, hurried)


@dataclass(frozen=True, slots=True)
class _Spoilt:
    """Every spoilt output that a judge has judged: judge, kind of damage, and whether it was noticed."""

    seen: tuple[tuple[str, str, bool], ...]

    @classmethod
    def of(cls, plan: CampaignPlan, kept: Sequence[Recorded]) -> _Spoilt:
        intact, spoilt = _Goodness(plan), _Goodness(plan)
        damage: dict[tuple[str, str, str, int], str] = {}
        for record in kept:
            output = (record.judge, record.item if record.damage else "", record.system, record.segment)
            if record.damage:
                damage[output] = record.damage
                spoilt.add(output, record)
            elif record.purpose in ("plan", "anchor"):
                intact.add(output, record)
        by_output: dict[tuple[str, int], list[float]] = defaultdict(list)
        for (_, _, system, segment), value in intact.means().items():
            by_output[system, segment].append(value)
        own = intact.means()
        found = []
        for (judge, item, system, segment), value in spoilt.means().items():
            known = own.get((judge, "", system, segment))
            others = by_output[system, segment]
            usual = known if known is not None else fmean(others) if others else None
            # An output that is as bad as can be cannot get worse.
            if usual is not None and usual > spoilt.worst + 1e-9:
                found.append((judge, damage[judge, item, system, segment], value < usual - 1e-9))
        return cls(tuple(found))

    def of_judge(self, judge: str) -> tuple[Noticed, ...]:
        mine = [(kind, noticed) for name, kind, noticed in self.seen if name == judge]
        return _counts(mine) if mine else ()

    def of_all(self) -> tuple[Noticed, ...]:
        return _counts([(kind, noticed) for _, kind, noticed in self.seen]) if self.seen else ()

    def p_values(self) -> dict[str, float]:
        """Of each judge against the others: as few noticed, if all noticed alike; times the judges tested."""
        judges = list(dict.fromkeys(judge for judge, _, _ in self.seen))
        if len(judges) < 2:
            return {}
        every, all_noticed = len(self.seen), sum(noticed for _, _, noticed in self.seen)
        found = {}
        for judge in judges:
            mine = [noticed for name, _, noticed in self.seen if name == judge]
            p = float(hypergeom.cdf(sum(mine), every, all_noticed, len(mine)))
            found[judge] = min(p * len(judges), 1.0)
        return found


class _Goodness:
    """Values of outputs, higher better, from 0 to 1 where scales have ends; their mean over dimensions."""

    def __init__(self, plan: CampaignPlan) -> None:
        self.scales = {question.dimension: question.scale for question in plan.questionnaire.questions}
        self.values: dict[tuple[str, str, str, int], list[float]] = defaultdict(list)
        bounded = all(scale.is_bounded for scale in self.scales.values())
        self.worst = 0.0 if bounded else float("-inf")

    def add(self, output: tuple[str, str, str, int], record: Recorded) -> None:
        scale = self.scales[record.dimension]
        value = record.value
        if scale.is_bounded:
            value = (value - scale.low) / (scale.high - scale.low)
            value = value if scale.better == "higher" else 1 - value
        elif scale.better == "lower":
            value = -value
        self.values[output].append(value)

    def means(self) -> dict[tuple[str, str, str, int], float]:
        return {output: fmean(values) for output, values in self.values.items()}


def _counts(seen: Iterable[tuple[str, bool]]) -> tuple[Noticed, ...]:
    """All kinds together, then each kind."""
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for kind, noticed in seen:
        by_kind[""].append(noticed)
        by_kind[kind].append(noticed)
    return tuple(Noticed(kind, len(found), sum(found)) for kind, found in sorted(by_kind.items()))


def _lower_again(kept: Sequence[Recorded], plan: CampaignPlan) -> float:
    """The share of repeats that got a lower value than before."""
    before, again = _Goodness(plan), _Goodness(plan)
    for record in kept:
        output = (record.judge, "", record.system, record.segment)
        if record.purpose == "repeat":
            again.add(output, record)
        elif record.purpose in ("plan", "anchor"):
            before.add(output, record)
    first = before.means()
    lower = [value < first[output] - 1e-9 for output, value in again.means().items() if output in first]
    return fmean(lower) if lower else nan
