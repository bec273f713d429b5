"""Whether there is enough text for what is claimed or looked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.diagnosis.findings import Finding, graded

if TYPE_CHECKING:
    from karat.diagnosis.case import Case
    from karat.evaluation import Evaluation

_FEW, _VERY_FEW = 200, 10
_WITHIN_REACH = 20  # times as much text; nobody will find more


def small_test_set(case: Case) -> Finding:
    """Whether a difference as large as claimed, or as seen between the first two, would be found again."""
    if case.evaluation is not None and len(case.systems) > 1 and len(case.evaluation.corpus) > 1:
        found = _by_power(case, case.evaluation)
        if found is not None:
            return found
    segments = max((score.segments for score in case.scores), default=len(case.corpus))
    verdict = graded(-segments, doubtful=1 - _FEW, unfit=1 - _VERY_FEW)
    return Finding.of(
        "size of the test set",
        verdict,
        "There is 1 segment." if segments == 1 else f"There are {segments:,} segments.",
        {"segments": segments},
        "So few segments tell only large differences: see karat power.",
    )


def _by_power(case: Case, evaluation: Evaluation) -> Finding | None:
    """By the first metric; None where it has no value, or no difference varies."""
    from karat.comparison import Procedure, power_of_pairs

    metric, segments = evaluation.metrics[0], len(evaluation.corpus)
    values = {name: metric.value(evaluation.statistics[name][metric.recipe].total()) for name in case.systems}
    ordered = sorted(values, key=lambda name: values[name], reverse=metric.higher_is_better)
    (pair,) = power_of_pairs(_only(evaluation, ordered[:2]), Procedure(samples=500))
    claimed = abs(pair.difference) if case.difference is None else case.difference
    if not (pair.power.error > 0 and claimed >= 0):
        return None
    power = pair.power.of(claimed)
    verdict = graded(-power, doubtful=-0.8 + 1e-9, unfit=-0.2)
    whose = f"{ordered[0]} is ahead of {ordered[1]} by" if case.difference is None else "Claimed is"
    needed = pair.power.units_for(claimed) if claimed else None
    within_reach = needed is not None and needed <= _WITHIN_REACH * segments
    return Finding.of(
        "size of the test set",
        verdict,
        f"{whose} {claimed:.2f} {metric.name}; {segments:,} segments detect {pair.power.detectable:.2f}.",
        {
            "first": ordered[0],
            "second": ordered[1],
            "difference": claimed,
            "power": power,
            "detectable": pair.power.detectable,
            "segments": segments,
            "segments_needed": needed,
        },
        f"Claim no difference, or take about {needed:,} segments."
        if within_reach
        else "Claim no difference.",
    )


def _only(evaluation: Evaluation, systems: list[str]) -> Evaluation:
    """Two systems and the first metric of an evaluation."""
    corpus = replace(evaluation.corpus, systems={name: evaluation.corpus.systems[name] for name in systems})
    return replace(evaluation, corpus=corpus, metrics=evaluation.metrics[:1])


def rare_phenomenon(case: Case) -> Finding | None:
    """What is in few segments hardly moves a score of all."""
    if not case.phenomena:
        return None
    wanted = [phenomenon.lower() for phenomenon in case.phenomena]
    places = [
        place
        for place, many in enumerate(case.references, 1)
        if any(each in text.lower() for text in many for each in wanted)
    ]
    share = len(places) / len(case.references)
    verdict = graded(-share, doubtful=-0.2, unfit=-0.05)
    return Finding.of(
        "rare phenomenon",
        verdict,
        f"{' or '.join(case.phenomena)} is in {len(places)} of {len(case.references)} references.",
        {"phenomena": list(case.phenomena), "found": len(places), "share": share},
        "A score of the whole text does not show it. Score these segments alone, or count it.",
        places,
    )
