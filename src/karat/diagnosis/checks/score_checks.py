"""Whether the scores mean something: enough references, matches and text, and systems of one kind.

N-gram scores misjudge systems of different kinds (Callison-Burch, Osborne & Koehn 2006).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.diagnosis.suitability import Finding, graded, worst
from karat.diagnosis.suspicion import LITTLE_ROOM
from karat.kernel import REAL_PARTS
from karat.remedies import Remedy

if TYPE_CHECKING:
    from karat.diagnosis.suitability import Case
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.resampling import Interval

SIZE = "size of the test set"
# A count of so many matches is known to about a fifth; of a hundred, to a tenth.
_FEW_MATCHES, _ENOUGH_MATCHES = 25, 100
_FEW_SEGMENTS, _VERY_FEW_SEGMENTS = 200, 10
_WITHIN_REACH = 20  # times as much text; nobody will find more
# Of two systems nobody can say which is unusual; whose output references are from shows among a few more.
_FEWEST_SYSTEMS, _FEWEST_FOR_ORIGIN = 3, 4
_APART, _FAR_APART = 1.12, 1.4
_FAMILIES_APART = 0.75


def one_reference(case: Case) -> Finding:
    """With one reference, another good wording is an error."""
    count = case.corpus.references.count
    return Finding(
        "one reference",
        "fine" if count > 1 else "warning",
        f"Segments have up to {count} references."
        if count > 1
        else "There is one reference for each segment.",
        {"references": count},
        ""
        if count > 1
        else "Good translations in other words score low. Compare only similar systems, or add a reference.",
    )


def order_for_quality(case: Case) -> Finding | None:
    """If hardly any n-gram of the highest order matches, smoothing decides the score."""
    matches = {
        (score.system, score.metric): list(score.details["matches"])
        for score in case.scores
        if "matches" in score.details and isinstance(score.details["matches"], list)
    }
    if not matches:
        return None
    (system, metric), fewest = min(matches.items(), key=lambda item: item[1][-1])
    verdict = graded(-fewest[-1], warning=-_FEW_MATCHES, unfit=0)
    fit = max((n for n, count in enumerate(fewest, 1) if count >= _ENOUGH_MATCHES), default=None)
    return Finding.of(
        "order for this quality",
        verdict,
        f"{system} has {fewest[-1]} matches of order {len(fewest)} ({metric})"
        + (", the fewest of any system." if len(case.systems) > 1 else "."),
        {"system": system, "metric": metric, "matches": fewest},
        f"Use order {fit}, which has {_ENOUGH_MATCHES} matches or more, or chrF."
        if fit
        else f"No order has {_ENOUGH_MATCHES} matches: use chrF, or more text.",
        hint=Remedy.option("order", fit) if fit else None,
    )


def saturated_scores(case: Case) -> Finding | None:
    """Near the end of its scale a metric cannot distinguish better from best."""
    known = {metric.recipe: metric for metric in case.metrics}
    rooms = {}
    for score in case.scores:
        metric = known.get(score.recipe.rpartition("|refs:")[0])
        if metric is not None and (room := _room(metric, score.value)) is not None:
            rooms[score.system, score.metric] = room
    if not rooms:
        return None
    system, name = least = min(rooms, key=lambda pair: rooms[pair])
    verdict = worst([graded(-room, warning=-5.0, unfit=-LITTLE_ROOM) for room in rooms.values()])
    return Finding.of(
        "room on the scale",
        verdict,
        f"{name} of {system} is {rooms[least]:.1f} points from the end of the scale.",
        {"room": {", ".join(pair): room for pair, room in rooms.items()}},
        "Near the end of a scale, differences vanish. Use a harder text, more references or another metric.",
    )


def _room(metric: Metric, value: float) -> float | None:
    """How far the value is from either end of a scale of percent."""
    if metric.perfect not in (0.0, 100.0) or value != value:  # noqa: PLR0124 (only NaN is not itself)
        return None
    return min(abs(metric.perfect - value), abs(100.0 - metric.perfect - value) if value <= 100 else 100.0)


def small_denominators(case: Case) -> Finding | None:
    """If the words of a segment have almost no weight, WNM divides by almost nothing."""
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
        graded(len(segments) / max(units, 1), warning=0.01, unfit=0.2),
        f"In {len(segments)} of {units} {'texts' if in_texts else 'segments'} {what} have a total weight "
        f"below {metric.light_weight / REAL_PARTS:g} ({metric.name}).",  # type: ignore[attr-defined]
        {"light": counts, "units": units},
        f"{value} divides by this weight, so one or two common words decide the value. Use WNM for systems "
        "or documents, not for segments"
        + (", and without negative weights: s-clipped instead of s-literal." if metric.signed else "."),
        segments,
    )


def human_among_machines(case: Case) -> Finding | None:
    """People translate more freely than machines, and n-grams do not forgive it."""
    people = [name for name in case.corpus.systems if name in case.corpus.human_systems]
    if not people:
        return None
    if not case.machines:
        return Finding("human among machines", "fine", "All translations are human.", {"people": people})
    return Finding(
        "human among machines",
        "warning",
        f"{', '.join(people)} {'is a human translation' if len(people) == 1 else 'are human translations'}; "
        f"{len(case.machines)} {'is' if len(case.machines) == 1 else 'are'} by machines.",
        {"people": people, "machines": len(case.machines)},
        "Do not rank people against machines by overlap with a reference. Ask people, or take the human "
        "score as an upper bound.",
    )


def small_test_set(case: Case) -> Finding:
    """Whether the test set has the power to detect the claimed difference, or that of the best two."""
    if case.evaluation is not None and len(case.systems) > 1 and len(case.evaluation.corpus) > 1:
        found = _by_power(case, case.evaluation)
        if found is not None:
            return found
    segments = max((score.segments for score in case.scores), default=len(case.corpus))
    verdict = graded(-segments, warning=1 - _FEW_SEGMENTS, unfit=1 - _VERY_FEW_SEGMENTS)
    return Finding.of(
        SIZE,
        verdict,
        "There is 1 segment." if segments == 1 else f"There are {segments:,} segments.",
        {"segments": segments},
        "So few segments detect only large differences: see karat power.",
    )


def _by_power(case: Case, evaluation: Evaluation) -> Finding | None:
    """By the first metric; None where it has no value, or no difference varies."""
    from karat.comparison import Procedure, power_of_pairs

    metric = evaluation.metrics[0]
    values = {name: metric.value(evaluation.statistics[name][metric.recipe].total()) for name in case.systems}
    ordered = sorted(values, key=lambda name: values[name], reverse=metric.higher_is_better)
    (pair,) = power_of_pairs(_only(evaluation, ordered[:2]), Procedure(samples=500))
    claimed = abs(pair.difference) if case.difference is None else case.difference
    if not (pair.power.error > 0 and claimed >= 0):
        return None
    power = pair.power.of(claimed)
    verdict = graded(-power, warning=-0.8 + 1e-9, unfit=-0.2)
    whose = (
        f"{ordered[0]} is ahead of {ordered[1]} by"
        if case.difference is None
        else "The claimed difference is"
    )
    needed = pair.power.units_for(claimed) if claimed else None
    within_reach = needed is not None and needed <= _WITHIN_REACH * pair.power.units
    return Finding.of(
        SIZE,
        verdict,
        f"{whose} {claimed:.2f} {metric.name}; {pair.power.units:,} {pair.unit}s have "
        f"{100 * pair.power.power:.0f} % power to detect {pair.power.detectable:.2f}.",
        {
            "first": ordered[0],
            "second": ordered[1],
            "difference": claimed,
            "power": power,
            "detectable": pair.power.detectable,
            "detectable_interval": list(pair.power.detectable_interval),
            "unit": pair.unit,
            "units": pair.power.units,
            "units_needed": needed,
        },
        f"Do not claim a difference, or use about {needed:,} {pair.unit}s."
        if within_reach
        else "Do not claim a difference.",
    )


def _only(evaluation: Evaluation, systems: list[str]) -> Evaluation:
    """Two systems and the first metric of an evaluation."""
    corpus = replace(evaluation.corpus, systems={name: evaluation.corpus.systems[name] for name in systems})
    return replace(evaluation, corpus=corpus, metrics=evaluation.metrics[:1])


def rare_phenomenon(case: Case) -> Finding | None:
    """What occurs in few segments hardly changes the score of the whole text."""
    if not case.phenomena:
        return None
    wanted = [phenomenon.lower() for phenomenon in case.phenomena]
    places = [
        place
        for place, many in enumerate(case.references, 1)
        if any(each in text.lower() for text in many for each in wanted)
    ]
    share = len(places) / len(case.references)
    verdict = graded(-share, warning=-0.2, unfit=-0.05)
    return Finding.of(
        "rare phenomenon",
        verdict,
        f"{' or '.join(case.phenomena)} is in {len(places)} of {len(case.references)} references.",
        {"phenomena": list(case.phenomena), "found": len(places), "share": share},
        "The score of the whole text does not show it. Score these segments alone, or count it.",
        places,
    )


def kinds_of_systems(case: Case) -> Finding | None:
    """A system, or a family of systems, that is significantly unlike the others."""
    # Not among the quick checks, which import little.
    from statistics import mean

    if len(case.systems) < _FEWEST_SYSTEMS:
        return None
    kin = case.kinship
    apart, intervals = kin.apart(), kin.apart_intervals()
    # Chance might have made it farther: what counts is how far it is at least.
    least = {name: interval.low for name, interval in intervals.items()}
    odd = max(least, key=lambda name: least[name])
    verdict = graded(least[odd], warning=_APART, unfit=_FAR_APART)
    families = sorted(kin.families(), key=len)
    split = kin.between(*families) / max(kin.within(families), 1e-9) if len(families[0]) > 1 else 1.0
    if verdict == "fine" and split < _FAMILIES_APART:
        verdict = "warning"
        summary = f"{', '.join(sorted(families[0]))} are a family apart from the others."
    else:
        names = [name for name in sorted(least, key=lambda name: -least[name]) if least[name] >= _APART]
        told = ", ".join(_told(name, apart[name], intervals[name]) for name in names or [odd])
        what = "apart from the others" if names else "farthest from the others"
        summary = f"{told}: {what}, given how close to the references. Intervals rest on {kin.units.counted}."
    return Finding.of(
        "kinds of systems",
        verdict,
        summary,
        {
            "likeness_to_others": {name: mean(others.values()) for name, others in kin.among.items()},
            "likeness_to_references": dict(kin.to_reference),
            "apart": apart,
            "apart_intervals": {name: [one.low, one.high] for name, one in intervals.items()},
            "unit": kin.units.unit,
            "units": kin.units.number,
            "families": [sorted(family) for family in families],
            "likeness_between_to_within": split,
        },
        "Overlap with references ranks systems of one kind. To compare kinds, ask people.",
    )


def _told(name: str, apart: float, interval: Interval) -> str:
    return f"{name} {apart:.2f} times ({interval.low:.2f} to {interval.high:.2f})"


def origin_of_the_references(case: Case) -> Finding | None:
    """A system that is closer to the references than to any other system may be where these are from."""
    if len(case.systems) < _FEWEST_FOR_ORIGIN:
        return None
    kin = case.kinship
    margins = {name: kin.to_reference[name] - max(kin.among[name].values()) for name in kin.among}
    closest = max(margins, key=lambda name: margins[name])
    verdict = graded(margins[closest], warning=10.0, unfit=25.0)
    than = "closer to the references than" if margins[closest] > 0 else "less close to the references than"
    return Finding.of(
        "origin of the references",
        verdict,
        f"{closest} is {than} to the most similar system, by {abs(margins[closest]):.1f} points of chrF.",
        {"margins": margins},
        "Find out whether the references were edited from this system's output. If so, they favour it.",
    )
