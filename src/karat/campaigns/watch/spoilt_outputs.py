"""Outputs that were damaged on purpose: who notices them, by kind, and who notices fewer than the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import beta, binom, hypergeom

from karat.reliability.careless import ALARM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan

# Who answers at random says of half of all spoilt outputs that they are worse.
_AT_RANDOM = 0.5


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
class SpoiltOutputs:
    """Every spoilt output that a judge has judged: judge, kind of damage, and whether it was noticed."""

    seen: tuple[tuple[str, str, bool], ...]

    @classmethod
    def of(cls, plan: CampaignPlan, kept: Sequence[Recorded]) -> SpoiltOutputs:
        """From the last versions; noticed is what got a lower value than the same output intact."""
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
        """What one judge noticed: all kinds together, then each kind."""
        mine = [(kind, noticed) for name, kind, noticed in self.seen if name == judge]
        return _counts(mine) if mine else ()

    def of_all(self) -> tuple[Noticed, ...]:
        """What all judges noticed."""
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

    def power(self, chance: float) -> tuple[float, float]:
        """Outputs of a judge (median), and how likely the test finds one who notices each with this chance.

        It is exact: the others notice what they did. Without a chance, half are noticed.
        """
        chance = _AT_RANDOM if isnan(chance) else chance
        judges = Counter(judge for judge, _, _ in self.seen)
        noticed = Counter(judge for judge, _, was_noticed in self.seen if was_noticed)
        every, all_noticed = len(self.seen), sum(noticed.values())
        powers = []
        for judge, own in judges.items():
            count = np.arange(own + 1)
            p = hypergeom.cdf(count, every, all_noticed - noticed[judge] + count, own) * len(judges)
            powers.append(float(binom.pmf(count, own, chance)[p < ALARM].sum()))
        return float(median(judges.values())), fmean(powers)


def planned_power(judges: int, outputs: int, *, noticed: float = 0.9) -> float:
    """How likely a judge who answers at random is found by so many spoilt outputs for each of the judges.

    The others are assumed to notice this share of theirs.

    >>> [round(planned_power(6, outputs), 2) for outputs in (2, 5, 10)]
    [0.0, 0.03, 0.38]
    """
    if judges < 2 or outputs < 1:
        return 0.0
    by_others = round(noticed * (judges - 1) * outputs)
    count = np.arange(outputs + 1)
    p = hypergeom.cdf(count, judges * outputs, by_others + count, outputs) * judges
    return float(binom.pmf(count, outputs, _AT_RANDOM)[p < ALARM].sum())


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


def lower_again(kept: Sequence[Recorded], plan: CampaignPlan) -> float:
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
