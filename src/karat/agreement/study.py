"""Everything that is asked of metrics and people at once: metric × dimension × level × part × statistic."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.agreement.agreement_intervals import Draw, interval_of, resample, row_draws, system_draws
from karat.agreement.measures import agree, check_statistic
from karat.agreement.pairing import pair
from karat.agreement.swaps import weights
from karat.errors import InvalidOption
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from karat.agreement.measures import Agreement
    from karat.agreement.raters import Rater


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
    """What is known of the segments: documents, and the part of the text that each belongs to."""

    documents: Sequence[str] | None = None
    parts: Sequence[str] | None = None


def parted(asked: str) -> tuple[str, str]:
    """Name and grouping of a statistic."""
    name, _, grouping = asked.partition("/")
    return name, grouping or "none"


def study(
    metrics: Sequence[Rater],
    humans: Sequence[Rater],
    plan: Plan | None = None,
    layout: StudyLayout | None = None,
    *,
    progress: Callable[[str], object] | None = None,
) -> list[Agreement]:
    """Agreement of every metric with every dimension, at every level, over all of the text and in its parts.

    Metrics and humans must have the same systems. What a metric has no scores for is not in the list: those
    of whole systems only have nothing to say of segments. `progress` is told the name of a metric for each
    dimension that it has been measured against.
    """
    plan, layout = plan or Plan(), layout or StudyLayout()
    found = []
    for metric in metrics:
        for human in humans:
            theirs = human.only(metric.systems)
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
    """Everything within the segments that people judged; scores of whole systems stay as they are."""
    if human.segments is None:
        return tuple(metrics), human, layout
    rows = human.scored_segments
    within = tuple(metric if metric.segments is None else metric.within(rows) for metric in metrics)
    kept = StudyLayout(
        *(labels and [labels[row] for row in rows] for labels in (layout.documents, layout.parts))
    )
    return within, human.within(rows), kept


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
        drawn = weights(len(paired.rows), samples=plan.samples, seed=plan.seed)
        for asked in plan.at(level):
            name, grouping = parted(asked)
            found = agree(paired, name, grouping)  # type: ignore[arg-type]
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
        found = agree(paired, name, grouping, samples=plan.samples, seed=plan.seed)  # type: ignore[arg-type]
        draws = system_draws(resampled, name) if resampled is not None and grouping == "none" else None
        yield replace(found, interval=interval_of(draws, plan.confidence))


def _drawn(metric: Rater, plan: Plan, *, has_segments: bool) -> dict[str, Any]:
    """How often segments and systems are drawn."""
    segments = systems = None
    if has_segments and plan.draw in ("both", "segment") and metric.segments is not None:
        segments = weights(metric.segments.shape[1], samples=plan.samples, seed=plan.seed)
    if metric.systems and (plan.draw in ("both", "system") or segments is None):
        systems = weights(len(metric.systems), samples=plan.samples, seed=plan.seed + 1)
    return {"segments": segments, "systems": systems}
