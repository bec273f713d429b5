"""Everything that is asked of metrics and people at once: metric × dimension × level × part × statistic.

What the intervals rest on is in `agreement_intervals`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.agreement.agreement_intervals import LEAST_DRAWN, Draw, SystemChance, interval_of_rows
from karat.agreement.measures import agree, check_statistic, pair
from karat.agreement.resampled import row_influences
from karat.agreement.shift import warn_of_shift
from karat.arguments import require_option
from karat.display import Results
from karat.errors import InvalidOption, MisalignedCorpus
from karat.option_checks import check_choice
from karat.resampling import TextUnits
from karat.resampling.design_effect import design_effect
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from karat.agreement.measures import Agreement
    from karat.agreement.raters import Rater
    from karat.resampling.text_units import TextUnit


StudyLevel: TypeAlias = Literal["system", "segment", "document"]

# Statistic and grouping, as `name` or `name/grouping`.
DEFAULTS: dict[str, tuple[str, ...]] = {
    "system": ("pearson", "spearman", "kendall", "accuracy", "soft-accuracy", "prediction-error"),
    "segment": ("pearson", "kendall/item", "calibrated-accuracy/item"),
    "document": ("pearson", "kendall/item", "calibrated-accuracy/item"),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """How agreement is measured: every choice that decides a figure.

    `statistics` are the same at every level, or those usual at each where it is empty.

    `draw` is what is resampled for intervals. At system level: `system`, for other systems like these, each
    with as much text; `document`, for these systems with endless text; `both`, for other systems and other
    text, in which the noise of the text counts twice. Where segments are not known, systems are drawn. Below
    system level whole documents are drawn. `segment` draws segments instead of documents at every level, as
    happens anyway where documents are not known.

    >>> from karat.agreement import Plan
    >>> Plan(levels=("segment",), statistics=("kendall/item",)).recipe
    'draw:document|samples:1000|seed:12345|confidence:0.95|interval:expanded'
    """

    levels: tuple[StudyLevel, ...] = ("system",)
    statistics: tuple[str, ...] = ()
    draw: Draw = "system"
    samples: int = 1000
    seed: int = 12345
    confidence: float = 0.95

    def __post_init__(self) -> None:
        for level in self.levels:
            if level not in DEFAULTS:
                raise InvalidOption.choice("level", level, DEFAULTS)
        for asked in self.statistics:
            check_statistic(*parted(asked))
        for level in self.levels:
            if not self.at(level):
                raise InvalidOption(
                    f"Soft accuracy is of whole systems, and the level is {level!r}. Take the level 'system'."
                )
        check_choice("draw", self.draw, Draw)
        check_count("samples", self.samples)
        check_seed(self.seed)
        check_confidence(self.confidence)

    def at(self, level: str) -> tuple[str, ...]:
        """The statistics of a level."""
        chosen = self.statistics or DEFAULTS[level]
        return tuple(name for name in chosen if level == "system" or not name.startswith("soft-accuracy"))

    def drawn_at(self, level: str) -> str:
        """What is drawn at a level: systems where they are compared, else the text that they translated."""
        return self.draw if level == "system" else self.text_unit or "document"

    @property
    def text_unit(self) -> TextUnit | None:
        """What is drawn of the text, where that was decided."""
        return self.draw if self.draw in ("document", "segment") else None

    @property
    def recipe(self) -> str:
        """Every choice, as a string."""
        units = {level: self.drawn_at(level) for level in self.levels}
        told = [f"{level}={unit}" for level, unit in units.items()]
        drawn = ",".join(told if len(set(units.values())) > 1 else sorted(set(units.values())))
        return (
            f"draw:{drawn}|samples:{self.samples}|seed:{self.seed}|confidence:{self.confidence:g}|"
            "interval:expanded"
        )


@dataclass(frozen=True, slots=True)
class StudyLayout:
    """What is known of the segments: documents, and the part of the text that each belongs to.

    Where documents are known, they are what is drawn: segments of one document are not independent.

    >>> import numpy as np
    >>> from karat.agreement import Plan, Rater, StudyLayout, study
    >>> ours = np.array([[20.0, 22.0, 18.0], [25.0, 30.0, 21.0], [31.0, 28.0, 33.0]])
    >>> theirs = np.array([[3.0, 3.0, 2.0], [3.0, 4.0, 3.0], [4.0, 4.0, 5.0]])
    >>> metric = Rater("BLEU", "made up", ("A", "B", "C"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A", "B", "C"), theirs.mean(axis=1), theirs)
    >>> layout = StudyLayout(parts=["news", "news", "chat"])
    >>> plan = Plan(statistics=("pearson",), samples=50)
    >>> [one.part for one in study([metric], [human], plan=plan, layout=layout)]
    ['', 'news', 'chat']
    """

    documents: Sequence[str] | None = None
    parts: Sequence[str] | None = None


def parted(asked: str) -> tuple[str, str]:
    """Name and grouping of a statistic."""
    name, _, grouping = asked.partition("/")
    return name, grouping or "none"


def study(
    metrics: Sequence[Rater],
    humans: Sequence[Rater],
    *,
    plan: Plan | None = None,
    layout: StudyLayout | None = None,
    progress: Callable[[str], object] | None = None,
) -> Results[Agreement]:
    """Agreement of every metric with every dimension, at every level, over all of the text and in its parts.

    Metrics and humans must have the same systems. What a metric has no scores for is not in the list: those
    of whole systems only have nothing to say of segments. `progress` is told the name of a metric for each
    dimension that it has been measured against. Human scores that seem to belong to neighbouring segments are
    warned of: `ShiftedSegments`.

    >>> import numpy as np
    >>> from karat.agreement import Plan, Rater
    >>> ours = np.array([[20.0, 22.0, 18.0], [25.0, 30.0, 21.0], [31.0, 28.0, 33.0]])
    >>> theirs = np.array([[3.0, 3.0, 2.0], [3.0, 4.0, 3.0], [4.0, 4.0, 5.0]])
    >>> metric = Rater("BLEU", "made up", ("A", "B", "C"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A", "B", "C"), theirs.mean(axis=1), theirs)
    >>> plan = Plan(("system", "segment"), ("pearson",), samples=50)
    >>> [(one.level, round(one.value, 3)) for one in study([metric], [human], plan=plan)]
    [('system', 0.993), ('segment', 0.939)]
    """
    require_option(plan, Plan, "study(metrics, humans, plan=Plan(samples=1000))")
    require_option(layout, StudyLayout, "study(metrics, humans, layout=StudyLayout(documents))")
    systems = metrics[0].systems if metrics else ()
    alike = [metric for metric in metrics if metric.systems == systems]
    warn_of_shift(alike, [human.only(systems) for human in humans])
    return agreements_of(metrics, humans, plan or Plan(), layout or StudyLayout(), progress=progress)


def agreements_of(
    metrics: Sequence[Rater],
    humans: Sequence[Rater],
    plan: Plan,
    layout: StudyLayout,
    *,
    progress: Callable[[str], object] | None = None,
) -> Results[Agreement]:
    """What `study` finds; whether scores belong to neighbouring segments has been asked before."""
    found = []
    for metric in metrics:
        for human in humans:
            theirs = human.only(metric.systems)
            _check_parts(metric, layout.parts)
            for level in plan.levels:
                found += list(_agreements(metric, theirs, level, plan, layout.documents))
                for part, rows in _rows_of(layout.parts).items():
                    if metric.segments is None or theirs.segments is None:
                        continue
                    documents = layout.documents and [layout.documents[row] for row in rows]
                    within = _agreements(metric.within(rows), theirs.within(rows), level, plan, documents)
                    found += [replace(one, part=part) for one in within]
            if progress is not None:
                progress(metric.name)
    return Results(found)


def judged(
    metrics: Sequence[Rater], human: Rater, layout: StudyLayout
) -> tuple[tuple[Rater, ...], Rater, StudyLayout]:
    """Everything within the segments that people judged; scores of whole systems stay as they are.

    >>> import numpy as np
    >>> from karat.agreement import Rater, StudyLayout
    >>> ours, theirs = np.array([[20.0, 30.0, 25.0]]), np.array([[3.0, np.nan, 4.0]])
    >>> metric = Rater("BLEU", "made up", ("A",), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A",), np.array([3.5]), theirs)
    >>> (within,), people, layout = judged([metric], human, StudyLayout(parts=["news", "chat", "chat"]))
    >>> within.whole.tolist(), layout.parts
    ([22.5], ['news', 'chat'])
    """
    if human.segments is None:
        return tuple(metrics), human, layout
    rows = human.scored_segments
    within = tuple(metric if metric.segments is None else metric.within(rows) for metric in metrics)
    kept = StudyLayout(
        *(labels and [labels[row] for row in rows] for labels in (layout.documents, layout.parts))
    )
    return within, human.within(rows), kept


def _check_parts(metric: Rater, parts: Sequence[str] | None) -> None:
    if parts is not None and metric.segments is not None and len(parts) != metric.segments.shape[1]:
        raise MisalignedCorpus(
            f"There are {len(parts)} labels of parts, and {metric.name} has scores of "
            f"{metric.segments.shape[1]} segments; each segment needs one."
        )


def _rows_of(labels: Sequence[str] | None) -> Mapping[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for row, label in enumerate(labels or ()):
        rows.setdefault(label, []).append(row)
    return rows


def _agreements(
    metric: Rater, human: Rater, level: str, plan: Plan, documents: Sequence[str] | None
) -> Iterator[Agreement]:
    units = None
    if metric.segments is not None and human.segments is not None:
        units = TextUnits.of(metric.segments.shape[1], documents, plan.text_unit)
    if level == "system":
        yield from _of_systems(metric, human, plan, units)
    elif units is not None and (level == "segment" or documents is not None):
        paired = pair(
            metric.table(level, documents),
            human.table(level, documents),
            higher_is_better=metric.agrees_upwards(human),
        )
        # A segment without both scores says nothing, nor is a document of such segments a unit of chance.
        there = paired.scored_rows
        if there.any():
            paired = paired.within(np.flatnonzero(there))
            by_row = TextUnits("document", np.arange(len(paired.rows)))
            units = units.only(there) if level == "segment" else by_row
        for asked in plan.at(level):
            name, grouping = parted(asked)
            found = agree(paired, name, grouping=grouping)  # type: ignore[arg-type]
            interval = None
            if units.number >= LEAST_DRAWN:
                interval = interval_of_rows(
                    paired, found, units, samples=plan.samples, seed=plan.seed, confidence=plan.confidence
                )
            drawn = () if interval is None else ((units.unit, units.number),)
            effect = nan
            if level == "segment" and interval is not None and units.unit == "document":
                adds = row_influences(paired, found)
                effect = nan if adds is None else design_effect(adds, units.places)
            yield replace(found, interval=interval, drawn=drawn, design_effect=effect)


def _of_systems(metric: Rater, human: Rater, plan: Plan, units: TextUnits | None) -> Iterator[Agreement]:
    there = [
        name
        for name, ours, theirs in zip(metric.systems, metric.whole, human.whole, strict=True)
        if ours == ours and theirs == theirs  # noqa: PLR0124 (only NaN is not itself)
    ]
    metric, human = metric.only(there), human.only(there)
    chance = SystemChance(
        metric, human, units, draw=plan.draw, samples=plan.samples, seed=plan.seed, confidence=plan.confidence
    )
    for asked in plan.at("system"):
        name, grouping = parted(asked)
        level = "segment" if name == "soft-accuracy" else "system"
        if level == "segment" and units is None:
            continue
        upwards = metric.agrees_upwards(human)
        paired = pair(metric.table(level), human.table(level), higher_is_better=upwards)
        found = agree(paired, name, grouping=grouping, samples=plan.samples, seed=plan.seed)  # type: ignore[arg-type]
        interval = chance.interval(found)
        yield replace(found, interval=interval, drawn=() if interval is None else chance.drawn)
