"""The human ceiling: how far judges agree with judges, by the statistics by which metrics are measured.

*Another panel.* The judges are halved, in every way, and the halves set against each other; the agreement is
then raised to that of two panels of as many judges as are behind the human score (`more_judges`). A metric
that agrees with the human score as well as that is as good as judging everything again.

*Another judge.* Each judge is set against the mean of the others, and the metric against the same others, on
the same items. So nothing need be corrected, and the difference of both can be tested.

Judges are fixed, as systems are where texts are drawn: the figures are about these judges on other texts, not
about other judges.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.agreement.measures import ERRORS
from karat.agreement.more_judges import to_all_judges
from karat.agreement.panels import LEAST_ITEMS
from karat.agreement.replicates import LeftOutRows, Replicates, of_systems, together, weighted_mean
from karat.agreement.study import parted
from karat.arrays import group_means, quotient
from karat.display import Shown
from karat.equality import Equal
from karat.option_checks import check_number
from karat.resampling import TextUnits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.agreement.panels import Panel
    from karat.agreement.raters import Rater
    from karat.agreement.study import Plan
    from karat.resampling import Interval

# What a metric may lack and still be as good as another judge; a prediction error has so many hundredths.
MARGIN = 0.05
Answer: TypeAlias = Literal["as good", "worse", "undecided", "unknown"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BesideJudges(Equal, Shown):
    """A metric beside judges: the share of the ceiling that it reaches, and whether it is as good as a judge.

    `value` is its agreement with the human score and `share` this ÷ the ceiling, NaN for a prediction error.
    `with_others` is its agreement with all judges but one, averaged over the one left out, and `difference`
    this minus that one's own agreement with the others. `p` is of the difference being −margin or less.

    >>> BesideJudges("BLEU", 0.4, 0.5, None, 0.38, 0.01, None, 0.02, 0.05, 0.05).answer
    'as good'
    """

    metric: str
    value: float
    share: float
    share_interval: Interval | None
    with_others: float
    difference: float
    difference_interval: Interval | None
    p: float
    margin: float
    alpha: float

    @property
    def answer(self) -> Answer:
        """As good as another judge (no worse by the margin), worse, or undecided."""
        if self.p != self.p:
            return "unknown"
        if self.p < self.alpha:
            return "as good"
        interval = self.difference_interval
        return "worse" if interval is not None and interval.high < 0 else "undecided"

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "metric": self.metric,
            "value": self.value,
            "share": self.share,
            "share_interval": _ends(self.share_interval),
            "with_the_other_judges": self.with_others,
            "difference_to_another_judge": self.difference,
            "difference_interval": _ends(self.difference_interval),
            "p": self.p,
            "margin": self.margin,
            "answer": self.answer,
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ceiling(Equal, Shown):
    """How far judges agree with judges by one statistic, and the metrics beside them.

    `judge` is the agreement of a judge with the mean of the others, averaged over judges. `halves` is that of
    two halves of the judges, and `panel` what it would be of two panels with as many judges as an item has
    (`judges_per_item`). Of `items`, `shared` have several judges. `reason` says why nothing can be known.

    >>> from karat import Bleu, demo, evaluate, read, read_judgements
    >>> from karat.agreement import Material, Plan, ceilings
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> material = Material.of_evaluation(evaluate(corpus, Bleu()), judgements)
    >>> found = ceilings(material, Plan(("segment",), ("pearson",)))[0]
    >>> found.human, round(found.judge, 2), round(found.panel, 2), round(found.metrics[0].share, 2)
    ('adequacy', 0.93, 0.97, 0.6)
    """

    human: str
    level: str
    statistic: str
    grouping: str
    judges: int
    judges_per_item: float
    items: int
    shared: int
    judge: float = nan
    judge_interval: Interval | None = None
    halves: float = nan
    panel: float = nan
    panel_interval: Interval | None = None
    drawn: tuple[tuple[str, int], ...] = ()
    metrics: tuple[BesideJudges, ...] = ()
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "human": self.human,
            "level": self.level,
            "statistic": self.statistic,
            "grouping": self.grouping,
            "judges": self.judges,
            "judges_per_item": self.judges_per_item,
            "items": self.items,
            "shared_items": self.shared,
            "another_judge": self.judge,
            "another_judge_interval": _ends(self.judge_interval),
            "halves": self.halves,
            "another_panel": self.panel,
            "another_panel_interval": _ends(self.panel_interval),
            "drawn": dict(self.drawn),
            "metrics": [one.to_dict() for one in self.metrics],
            "reason": self.reason or None,
        }

    def _row(self) -> dict[str, Any]:
        plain = self.to_dict()
        del plain["metrics"], plain["drawn"]
        for name in ("another_judge", "another_panel"):
            ends = plain.pop(f"{name}_interval") or {}
            plain |= {f"{name}_low": ends.get("low"), f"{name}_high": ends.get("high")}
        return plain


def _ends(interval: Interval | None) -> dict[str, float] | None:
    if interval is None:
        return None
    return {"low": interval.low, "high": interval.high, "confidence": interval.confidence}


def ceilings_of(
    panels: Sequence[Panel],
    metrics: Sequence[Rater],
    plan: Plan,
    *,
    documents: Sequence[str] | None = None,
    margin: float = MARGIN,
) -> list[Ceiling]:
    """The ceiling of every dimension, at every level of the plan, by each of its statistics.

    The panels have the systems of the metrics. Where no item has several judges, the ceiling has the reason.
    """
    check_number("margin", margin)
    found = []
    for panel in panels:
        if reason := _unknown(panel):
            found += [_nothing(panel, level, reason) for level in plan.levels]
        else:
            found += _PanelStudy(panel, metrics, plan, documents, margin).ceilings()
    return found


def _unknown(panel: Panel) -> str:
    if not panel.shared:
        return "each output was judged by one judge, so how far judges agree cannot be known"
    if panel.shared < LEAST_ITEMS or not panel.halves(seed=0):
        return f"only {panel.shared} outputs were judged by several judges; {LEAST_ITEMS} are needed"
    return ""


def _nothing(panel: Panel, level: str, reason: str) -> Ceiling:
    return Ceiling(
        panel.dimension,
        level,
        "",
        "none",
        len(panel.judges),
        panel.judges_per_item,
        panel.items,
        panel.shared,
        reason=reason,
    )


class _PanelStudy:
    """Judges against judges and metrics against judges, at every level that is asked for."""

    def __init__(
        self,
        panel: Panel,
        metrics: Sequence[Rater],
        plan: Plan,
        documents: Sequence[str] | None,
        margin: float,
    ) -> None:
        self.panel, self.metrics, self.plan, self.margin = panel, metrics, plan, margin
        self.documents = None if documents is None else list(documents)
        self.whole = panel.whole()
        self.judged = self.whole.covered
        self.left_out = panel.left_out()
        halves = panel.halves(seed=plan.seed)
        self.halves = [side for sides in halves for side in (sides, sides.swapped())]
        self.units = TextUnits.of(panel.values.shape[2], documents, plan.text_unit)

    def ceilings(self) -> list[Ceiling]:
        found = []
        for level in self.plan.levels:
            if level == "document" and self.documents is None:
                continue
            rows = self._rows(level)
            if level != "system" and rows is None:
                found.append(_nothing(self.panel, level, "fewer than three documents or segments are shared"))
                continue
            found += [self._ceiling(level, *parted(asked), rows) for asked in self.plan.at(level)]
        return found

    def _rows(self, level: str) -> LeftOutRows | None:
        """What is left out of a level below systems."""
        if level == "system":
            return None
        there = self.panel.counts > 1
        if level == "segment":
            return LeftOutRows.of(self.units, there)
        labels = self.documents or []
        names = list(dict.fromkeys(labels))
        places = [names.index(label) for label in labels]
        by_document = group_means(there.astype(np.float64), places, len(names)) > 0
        return LeftOutRows.of(TextUnits("document", np.arange(len(names))), by_document)

    def _ceiling(self, level: str, statistic: str, grouping: str, rows: LeftOutRows | None) -> Ceiling:
        def measured(one: Rater, other: Rater) -> Replicates:
            if rows is None:
                return of_systems(*self._on_same_text(one, other), self.plan, statistic, grouping)
            tables = (self._table(one, level), self._table(other, level))
            return rows.replicates(*tables, statistic, grouping, upwards=one.agrees_upwards(other))

        confidence = self.plan.confidence
        by_judge = [measured(sides.one, sides.other) for sides in self.left_out]
        sizes = [float(sides.items) for sides in self.left_out]
        judge = weighted_mean(by_judge, sizes)
        halves = weighted_mean(
            [measured(sides.one, sides.other) for sides in self.halves],
            [float(sides.items) for sides in self.halves],
        )
        panel = None if halves is None else self._raised(halves, level, statistic, grouping)
        return Ceiling(
            self.panel.dimension,
            "system" if rows is None else level,
            statistic,
            grouping,
            len(self.panel.judges),
            self.panel.judges_per_item,
            self.panel.items,
            self.panel.shared,
            judge=nan if judge is None else judge.value,
            judge_interval=None if judge is None else judge.interval(confidence, statistic=statistic),
            halves=nan if halves is None else halves.value,
            panel=nan if panel is None else panel.value,
            panel_interval=None if panel is None else panel.interval(confidence, statistic=statistic),
            drawn=self._drawn(rows),
            metrics=tuple(
                found
                for metric in self.metrics
                if (found := self._beside(metric, level, statistic, measured, by_judge, panel)) is not None
            ),
        )

    def _raised(self, halves: Replicates, level: str, statistic: str, grouping: str) -> Replicates:
        """The agreement of halves as that of whole panels."""
        raised = to_all_judges(
            self.panel.single(seed=self.plan.seed),
            halves=self.halves[0].judges,
            statistic=statistic,
            grouping=grouping,
            level=level,
            documents=self.documents,
            judges=self.panel.judges_per_item,
            seed=self.plan.seed,
        )
        return together(raised, halves)

    def _beside(
        self,
        metric: Rater,
        level: str,
        statistic: str,
        measured: Callable[[Rater, Rater], Replicates],
        by_judge: Sequence[Replicates],
        panel: Replicates | None,
    ) -> BesideJudges | None:
        if metric.segments is None and (level != "system" or statistic == "soft-accuracy"):
            return None
        value = measured(metric, self.whole)
        confidence, alpha = self.plan.confidence, round(1 - self.plan.confidence, 12)
        with_others = [measured(metric, sides.other) for sides in self.left_out]
        sizes = [float(sides.items) for sides in self.left_out]
        sign = -1.0 if statistic in ERRORS else 1.0
        apart = [
            together(lambda ours, theirs: sign * (ours - theirs), mine, judge)
            for mine, judge in zip(with_others, by_judge, strict=True)
        ]
        others, difference = weighted_mean(with_others, sizes), weighted_mean(apart, sizes)
        share = None
        if panel is not None and statistic not in ERRORS:
            share = together(quotient, value, panel)
        margin = self.margin * (100 if statistic in ERRORS else 1)
        return BesideJudges(
            metric.name,
            value.value,
            nan if share is None else share.value,
            None if share is None else share.interval(confidence),
            nan if others is None else others.value,
            nan if difference is None else difference.value,
            None if difference is None else difference.interval(confidence),
            nan if difference is None else difference.p_at_most(-margin),
            self.margin,
            alpha,
        )

    def _on_same_text(self, one: Rater, other: Rater) -> tuple[Rater, Rater, TextUnits]:
        """Whole systems on the text that judges judged, where it is a part of what they all judged."""
        rows = other.scored_segments
        if one.segments is None or len(rows) in (self.judged, one.segments.shape[1]):
            return one, other, self.units
        there = np.zeros(one.segments.shape[1], dtype=bool)
        there[rows] = True
        return one.within(rows), other.within(rows), self.units.only(there)

    def _table(self, rater: Rater, level: str) -> Any:
        return rater.table(level, self.documents)

    def _drawn(self, rows: LeftOutRows | None) -> tuple[tuple[str, int], ...]:
        if rows is not None:
            return ((self.units.unit, rows.number),)
        found: list[tuple[str, int]] = []
        if self.plan.draw in ("system", "both"):
            found.append(("system", len(self.panel.systems)))
        if self.plan.draw != "system":
            found.append((self.units.unit, self.units.number))
        return tuple(found)
