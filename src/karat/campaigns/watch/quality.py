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

from karat.campaigns.answers import latest
from karat.campaigns.collected_judgements import judged, judgements_of
from karat.campaigns.watch.spoilt_outputs import Noticed, SpoiltOutputs, lower_again
from karat.reliability import Bootstrap, krippendorff_alpha, profiles, ratings, self_agreement
from karat.reliability.careless import ALARM
from karat.reliability.icc import intraclass_correlation
from karat.reliability.kappa import light_kappa

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.questionnaire import Question
    from karat.reliability import Estimate, JudgeProfile, SelfAgreement

# Nobody reads faster: 400 words a minute. The mean of adults is 238 (Brysbaert 2019).
FASTEST = 0.15
# A judge is hurried if so large a share of so many pages is.
HURRIED, _PAGES_OF_A_HURRY = 0.5, 5
# With less power, that nobody is suspected says nothing.
_ENOUGH_POWER = 0.5
# So many judges who answer at random are simulated on each dimension, for the power of the alarm. Fewer than
# in a report: the page is read while people judge.
_SIMULATED = 200


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
            found.append(
                f"notices fewer spoilt outputs than the others (p = {self.p:.3f})".replace("0.", ".")
            )
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
class AlarmPower:
    """How likely one rule finds a judge who answers at random, with the items at hand: mean over judges.

    `dimension` is empty for the rule of spoilt outputs. `items` is the median of what judges share with
    others, or of their spoilt outputs.
    """

    dimension: str
    items: float
    power: float

    def to_dict(self) -> dict[str, Any]:
        """The power as plain values."""
        rule = "agreement" if self.dimension else "spoilt outputs"
        return {"rule": rule, "dimension": self.dimension or None, "items": self.items, "power": self.power}


@dataclass(frozen=True, slots=True)
class Quality:
    """Agreement of the judges on each dimension, each judge, spoilt outputs by kind, and false alarms.

    `chance` is the share of outputs that get a lower value when the same judge sees them again unchanged:
    so many spoilt outputs are "noticed" by chance. NaN where nothing was repeated. `false_alarm` is the
    probability that any honest judge is suspected, over all rules and dimensions. `powers` has how likely
    each rule finds a judge who answers at random.
    """

    agreement: tuple[tuple[str, Estimate], ...]
    judges: tuple[JudgeQuality, ...]
    repeats: tuple[tuple[str, SelfAgreement], ...]
    damages: tuple[Noticed, ...]
    chance: float
    false_alarm: float
    powers: tuple[AlarmPower, ...] = ()

    @property
    def suspected(self) -> tuple[str, ...]:
        """Judges who may be careless."""
        return tuple(one.judge for one in self.judges if one.reasons)

    @property
    def hurried(self) -> tuple[str, ...]:
        """Judges who answered half of their pages, or more, faster than these can be read."""
        return tuple(
            one.judge
            for one in self.judges
            if one.pace.pages >= _PAGES_OF_A_HURRY and one.pace.hurried >= HURRIED
        )

    @property
    def power(self) -> float:
        """That of the rule that most likely finds a judge who answers at random; 0 without a rule."""
        return max((one.power for one in self.powers), default=0.0)

    @property
    def can_tell(self) -> bool:
        """Whether a careless judge would likely have been found."""
        return self.power >= _ENOUGH_POWER

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
            "hurried": list(self.hurried),
            "can_tell": self.can_tell,
            "false_alarm": self.false_alarm,
            "powers": [one.to_dict() for one in self.powers],
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
    powers: list[AlarmPower] = []
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
        tested = [one for one in described if not isnan(one.suspicion.p)]
        if tested:
            items = median(profile.shared for profile in tested)
            powers.append(AlarmPower(dimension, items, fmean(one.suspicion.power for one in tested)))
        for repeat in self_agreement(
            found, dimension, "ordinal" if ordinal else "interval", bootstrap=bootstrap
        ):
            own[repeat.judge].append((dimension, repeat))
    spoilt = SpoiltOutputs.of(plan, kept)
    p = spoilt.p_values()
    chance = lower_again(kept, plan)
    if p:
        powers.append(AlarmPower("", *spoilt.power(chance)))
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
        chance=chance,
        false_alarm=ALARM * len(powers),
        powers=tuple(powers),
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
        outputs = len({(row.system, row.damage) for row in page})
        if not isnan(first.seconds):
            taken.append(first.seconds)
            speeds.append(first.seconds / max(words.get(first.segment, 0) * outputs, 1))
    hurried = fmean(speed < FASTEST for speed in speeds) if speeds else nan
    return Pace(len(pages), sum(taken) / 3600, median(speeds) if speeds else nan, hurried)
