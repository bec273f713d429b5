"""Everything that is asked of metrics and people at once: metric × dimension × level × part × statistic.

Intervals are by bootstrap, over segments, systems, or both (Deutsch, Dror & Roth 2021).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.agreement.measures import OF_VECTORS, agree, check_statistic, group_weights, grouped, pair
from karat.agreement.pair_counts import right_pairs
from karat.agreement.shift import warn_of_shift
from karat.arguments import require_option
from karat.arrays import quotient, rounded
from karat.errors import InvalidOption, MisalignedCorpus
from karat.resampling import percentile_interval
from karat.resampling.draws import check_count, check_seed, picked, row_weights
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from karat.agreement.measures import Agreement, PairedScores
    from karat.agreement.raters import Rater
    from karat.arrays import Floats
    from karat.resampling import Interval


# Of fewer rows or systems nothing can be drawn that would show how chance varies them.
_LEAST_DRAWN = 3

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

    `statistics` are the same at every level, or those usual at each where it is empty. `draw` is what is
    drawn for intervals of whole systems; where segments are not known, systems are drawn.

    >>> from karat.agreement import Plan
    >>> Plan(levels=("segment",), statistics=("kendall/item",)).recipe
    'draw:both|samples:1000|seed:12345|confidence:0.95|interval:percentile'
    """

    levels: tuple[StudyLevel, ...] = ("system",)
    statistics: tuple[str, ...] = ()
    draw: Draw = "both"
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
        if self.draw not in ("both", "system", "segment"):
            raise InvalidOption.choice("draw", self.draw, ("both", "system", "segment"))
        check_count("samples", self.samples)
        check_seed(self.seed)
        check_confidence(self.confidence)

    def at(self, level: str) -> tuple[str, ...]:
        """The statistics of a level."""
        chosen = self.statistics or DEFAULTS[level]
        return tuple(name for name in chosen if level == "system" or not name.startswith("soft-accuracy"))

    @property
    def recipe(self) -> str:
        """Every choice, as a string."""
        return (
            f"draw:{self.draw}|samples:{self.samples}|seed:{self.seed}|confidence:{self.confidence:g}|"
            "interval:percentile"
        )


@dataclass(frozen=True, slots=True)
class StudyLayout:
    """What is known of the segments: documents, and the part of the text that each belongs to.

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
) -> list[Agreement]:
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
) -> list[Agreement]:
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
    return found


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
    has_segments = metric.segments is not None and human.segments is not None
    if level == "system":
        yield from _of_systems(metric, human, plan, has_segments=has_segments)
    elif has_segments and (level == "segment" or documents is not None):
        paired = pair(
            metric.table(level, documents),
            human.table(level, documents),
            higher_is_better=metric.agrees_upwards(human),
        )
        drawn = row_weights(len(paired.rows), samples=plan.samples, seed=plan.seed)
        for asked in plan.at(level):
            name, grouping = parted(asked)
            found = agree(paired, name, grouping=grouping)  # type: ignore[arg-type]
            draws = row_draws(paired, found, drawn) if len(paired.rows) >= _LEAST_DRAWN else None
            yield replace(found, interval=interval_of(draws, plan.confidence))


def _of_systems(metric: Rater, human: Rater, plan: Plan, *, has_segments: bool) -> Iterator[Agreement]:
    there = [
        name
        for name, ours, theirs in zip(metric.systems, metric.whole, human.whole, strict=True)
        if ours == ours and theirs == theirs  # noqa: PLR0124 (only NaN is not itself)
    ]
    metric, human = metric.only(there), human.only(there)
    drawn = _drawn(metric, plan, has_segments=has_segments)
    resampled = resample(metric, human, **drawn) if len(there) >= _LEAST_DRAWN else None
    for asked in plan.at("system"):
        name, grouping = parted(asked)
        level = "segment" if name == "soft-accuracy" else "system"
        if level == "segment" and not has_segments:
            continue
        upwards = metric.agrees_upwards(human)
        paired = pair(metric.table(level), human.table(level), higher_is_better=upwards)
        found = agree(paired, name, grouping=grouping, samples=plan.samples, seed=plan.seed)  # type: ignore[arg-type]
        draws = system_draws(resampled, name) if resampled is not None and grouping == "none" else None
        yield replace(found, interval=interval_of(draws, plan.confidence))


def _drawn(metric: Rater, plan: Plan, *, has_segments: bool) -> dict[str, Any]:
    """How often segments and systems are drawn."""
    segments = systems = None
    if has_segments and plan.draw in ("both", "segment") and metric.segments is not None:
        segments = row_weights(metric.segments.shape[1], samples=plan.samples, seed=plan.seed)
    if metric.systems and (plan.draw in ("both", "system") or segments is None):
        systems = row_weights(len(metric.systems), samples=plan.samples, seed=plan.seed + 1)
    return {"segments": segments, "systems": systems}


Draw: TypeAlias = Literal["both", "system", "segment"]

# A resample may hold a system twice, and a pair of it with itself, which no evaluation does.
_OF_PAIRS = ("accuracy", "tau-23")
# What is left of equal sums of squares.
_ROUNDING = 1e-12
_FROM_MOMENTS = ("pearson", "r-squared", "prediction-error")


@dataclass(frozen=True, slots=True, eq=False)
class ResampledAgreement:
    """Scores of whole systems in resampled texts, draws × systems, NaN in both where one is missing.

    `drawn` has how often each system is in each resample, where systems were drawn.
    """

    metric: Floats
    human: Floats
    drawn: Floats | None


def resample(
    metric: Rater, human: Rater, *, segments: Floats | None, systems: Floats | None
) -> ResampledAgreement | None:
    """Both raters' scores in each resample; None where there are no segments to draw from.

    `segments` has how often each segment is drawn, `systems` the same of systems; None keeps all once.
    """
    ours: Floats | None = metric.whole[None]
    theirs: Floats | None = human.whole[None]
    if segments is not None:
        ours, theirs = metric.drawn(segments), human.drawn(segments)
    if ours is None or theirs is None:
        return None
    missing = np.isnan(ours + theirs)
    both = [np.where(missing, np.nan, scores) for scores in (metric.sign * human.sign * ours, theirs)]
    if systems is not None:
        both = [picked(scores, systems) for scores in both]
    return ResampledAgreement(both[0], both[1], systems)


def system_draws(resampled: ResampledAgreement, statistic: str) -> Floats | None:
    """The statistic in each resample; None for one that is not of whole systems."""
    if statistic not in OF_VECTORS:
        return None
    values = OF_VECTORS[statistic](resampled.metric, resampled.human)
    return values if resampled.drawn is None else _without_selves(values, resampled.drawn, statistic)


def row_draws(paired: PairedScores, agreement: Agreement, weights: Floats) -> Floats | None:
    """The statistic of segments or documents in each resample of these; None where that would take too long.

    The threshold of ties is kept.
    """
    if agreement.grouping == "item":
        metric, human = grouped(paired, "item")
        if agreement.statistic == "calibrated-accuracy":
            right, pairs = right_pairs(metric, human, agreement.epsilon or 0.0)
            values = quotient(right, pairs)
        else:
            values = OF_VECTORS[agreement.statistic](metric, human)
        counts = np.where(np.isnan(values), 0.0, group_weights(agreement.statistic, metric, human))
        return quotient(weights @ (counts * np.nan_to_num(values)), weights @ counts)
    if agreement.grouping == "none" and agreement.statistic in _FROM_MOMENTS:
        r = _pearson_of_moments(paired, weights)
        if agreement.statistic == "pearson":
            return r
        return r**2 if agreement.statistic == "r-squared" else 100 * (1 - r**2)
    return None


def interval_of(draws: Floats | None, confidence: float) -> Interval | None:
    """The percentile interval of what was drawn, where something was."""
    if draws is None or np.isnan(draws).all():
        return None
    return percentile_interval(draws, confidence)


def _pearson_of_moments(paired: PairedScores, weights: Floats) -> Floats:
    """Pearson's r of all scores together: its sums add over rows, so a resample is a weighted sum."""
    # Centred first: sums of squares of large numbers would lose their digits.
    there = ~np.isnan(paired.metric)
    if not there.any():
        return np.full(len(weights), np.nan)
    x = np.where(there, paired.metric - np.nanmean(paired.metric), 0.0)
    y = np.where(there, paired.human - np.nanmean(paired.human), 0.0)
    columns = np.stack([there.astype(np.float64), x, y, x * x, y * y, x * y]).sum(axis=1)
    count, sum_x, sum_y, sum_xx, sum_yy, sum_xy = columns @ weights.T
    spreads = [_spread(count * sum_xx, sum_x**2), _spread(count * sum_yy, sum_y**2)]
    r = quotient(count * sum_xy - sum_x * sum_y, np.sqrt(spreads[0] * spreads[1]))
    return np.clip(rounded(r, of=1.0), -1.0, 1.0)


def _spread(squares: Floats, squared: Floats) -> Floats:
    """The difference of both, or 0 where it is nothing but rounding."""
    return np.where(squares - squared > _ROUNDING * squares, squares - squared, 0.0)


def _without_selves(values: Floats, drawn: Floats, statistic: str) -> Floats:
    """The share of right pairs without those of a system with itself, which are always right."""
    if statistic not in _OF_PAIRS:
        return values
    systems = drawn.shape[1]
    pairs = systems * (systems - 1) / 2
    selves = (drawn * (drawn - 1)).sum(axis=1) / 2
    accuracy = values if statistic == "accuracy" else (values + 1) / 2
    left = pairs - selves
    right = quotient(np.rint(accuracy * pairs) - selves, left)
    return right if statistic == "accuracy" else 2 * right - 1
