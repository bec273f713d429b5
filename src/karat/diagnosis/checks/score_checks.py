"""Whether the scores say something: enough references, enough matches, room above and below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.diagnosis.findings import Finding, graded, worst
from karat.kernel import REAL_PARTS
from karat.remedies import option

if TYPE_CHECKING:
    from karat.diagnosis.case import Case
    from karat.metrics import Metric


# A count of so many matches is known to about a fifth; of a hundred, to a tenth.
_FEW, _ENOUGH = 25, 100


def one_reference(case: Case) -> Finding:
    """With one reference, another good wording is an error."""
    count = case.corpus.references.count
    return Finding(
        "one reference",
        "fine" if count > 1 else "doubtful",
        f"Segments have up to {count} references."
        if count > 1
        else "There is one reference for each segment.",
        {"references": count},
        ""
        if count > 1
        else "Good translations in other words score low. Compare like systems only, or add a reference.",
    )


def order_for_quality(case: Case) -> Finding | None:
    """Where hardly any n-gram of the highest order matches, the score is made by smoothing."""
    matches = {
        (score.system, score.metric): list(score.details["matches"])
        for score in case.scores
        if "matches" in score.details and isinstance(score.details["matches"], list)
    }
    if not matches:
        return None
    (system, metric), fewest = min(matches.items(), key=lambda item: item[1][-1])
    verdict = graded(-fewest[-1], doubtful=-_FEW, unfit=0)
    fit = max((n for n, count in enumerate(fewest, 1) if count >= _ENOUGH), default=1)
    return Finding.of(
        "order for this quality",
        verdict,
        f"{system} has {fewest[-1]} matches of order {len(fewest)} ({metric}), the fewest of all.",
        {"system": system, "metric": metric, "matches": fewest},
        f"Order {fit} has {_ENOUGH} matches or more: take it, or chrF.",
        hint=option("order", fit),
    )


def saturated_scores(case: Case) -> Finding | None:
    """Near the end of its scale a metric cannot tell better from best."""
    known = {metric.recipe: metric for metric in case.metrics}
    rooms = {}
    for score in case.scores:
        metric = known.get(score.recipe.rpartition("|refs:")[0])
        if metric is not None and (room := _room(metric, score.value)) is not None:
            rooms[f"{score.system}, {score.metric}"] = room
    if not rooms:
        return None
    least = min(rooms, key=lambda name: rooms[name])
    verdict = worst([graded(-room, doubtful=-5.0, unfit=-1.0) for room in rooms.values()])
    return Finding.of(
        "room on the scale",
        verdict,
        f"{least} is {rooms[least]:.1f} points from the end of the scale.",
        {"room": rooms},
        "At the end of a scale differences vanish. Take harder text, more references or another metric.",
    )


def _room(metric: Metric, value: float) -> float | None:
    """How far the value is from either end of a scale of percent."""
    if metric.perfect not in (0.0, 100.0) or value != value:  # noqa: PLR0124 (only NaN is not itself)
        return None
    return min(abs(metric.perfect - value), abs(100.0 - metric.perfect - value) if value <= 100 else 100.0)


def small_denominators(case: Case) -> Finding | None:
    """Where the words of a segment weigh almost nothing, WNM is a share of almost nothing."""
    metrics = [metric for metric in case.metrics if metric.recipe.startswith("WNM|")]
    if not metrics or not case.statistics:
        return None
    every = [
        (metric, system, side, segments, of_system[metric.recipe])
        for metric in metrics
        for system, of_system in case.statistics.items()
        for side, segments in metric.light(of_system[metric.recipe]).items()  # type: ignore[attr-defined]
    ]
    counts = {
        f"{system}, {metric.name}, {side}": len(segments) for metric, system, side, segments, _ in every
    }
    metric, system, side, segments, statistics = max(every, key=lambda one: len(one[3]))
    in_texts = "texts" in statistics.columns
    units = int(statistics["texts"].sum()) if in_texts else len(statistics)
    what, value = {
        "hypothesis": (f"the words of {system}", "Precision"),
        "reference": ("the words of the reference", "Recall"),
    }[side]
    return Finding.of(
        "weight to divide by",
        graded(len(segments) / max(units, 1), doubtful=0.01, unfit=0.2),
        f"In {len(segments)} of {units} {'texts' if in_texts else 'segments'} {what} weigh less than "
        f"{metric.light_weight / REAL_PARTS:g} in all ({metric.name}).",  # type: ignore[attr-defined]
        {"light": counts, "units": units},
        f"{value} divides by that weight, so a common word or two decide the value there. Read WNM by system "
        "or document, not by segment"
        + (", and without weights below 0: s-clipped instead of s-literal." if metric.signed else "."),
        segments,
    )


def human_among_machines(case: Case) -> Finding | None:
    """People translate more freely than machines, and n-grams do not forgive it."""
    people = [name for name in case.corpus.systems if name in case.corpus.human_systems]
    if not people:
        return None
    if not case.machines:
        return Finding("human among machines", "fine", "All translations are people's.", {"people": people})
    return Finding(
        "human among machines",
        "doubtful",
        f"{', '.join(people)} is a human translation among {len(case.machines)} of machines.",
        {"people": people, "machines": len(case.machines)},
        "Do not rank people and machines by overlap with a reference; ask people, or take the human score as "
        "a ceiling.",
    )
