"""Metrics against people in detail: ranked, by partial correlation, and where equal scores hide something."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from karat.report.tables import Column, Note, Row, Table, View, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import EqualSegments, EqualSystems, PartialCorrelation, Ranking
    from karat.resampling import TextUnits

_DIGITS = 3
_EXCHANGED = {
    "documents": "documents",
    "inputs": "segments",
    "systems": "systems",
    "both": "single scores",
}


# How often a design finds a difference where there is none: docs/inference/metric-tests.md.
_DOUBTS = {
    "inputs": (
        "segments are treated as independent: in texts made of documents, up to 10 % of tests without a "
        "difference are significant, not 5 %"
    ),
    "systems": (
        "systems are treated as independent, but share a text: 8 to 14 % of tests without a difference are "
        "significant, not 5 %; ranking by accuracy keeps the 5 %"
    ),
    "both": (
        "single scores are treated as independent, as WMT does: for r of segments, up to 40 % of tests "
        "without a difference are significant, not 5 %"
    ),
}
# Shares of right pairs keep their error rate under every design.
_HOLD = ("accuracy", "calibrated-accuracy")


def ranking_table(ranking: Ranking) -> Table:
    """Metrics, the best first, with their clusters and the p-value against the next."""
    names = [place.metric for place in ranking.places]
    rows = []
    for number, place in enumerate(ranking.places):
        pair = (place.metric, names[number + 1]) if number + 1 < len(names) else None
        p_values = (ranking.p_values[pair], ranking.corrected[pair]) if pair else (nan, nan)
        rows.append(Row((str(place.cluster), place.metric), (place.value, *p_values)))
    columns = (
        Column(ranking.statistic, digits=_DIGITS),
        Column("p to next", digits=4, is_p=True),
        Column("corrected", digits=4, is_p=True),
    )
    return Table(
        ("cluster", "metric"), columns, rows, title=f"Metrics by {ranking.statistic} with {ranking.human}"
    )


def ranking_note(ranking: Ranking) -> Note:
    """What the tests rest on."""
    differing = sum(p <= ranking.alpha for p in ranking.corrected.values())
    return Note(
        f"ranking by {ranking.statistic}, {printable(ranking.human)}",
        (
            f"{differing} of {len(ranking.corrected)} pairs of metrics differ significantly; "
            f"permutation test at {ranking.level} level, {ranking.units:,} {_EXCHANGED[ranking.design]} "
            f"exchanged, {ranking.permutations} permutations, correction {ranking.correction}, alpha "
            f"{ranking.alpha:g}"
        )
        + _doubt(ranking)
        + (f"; not defined for {', '.join(map(printable, ranking.unranked))}" if ranking.unranked else ""),
    )


def _doubt(ranking: Ranking) -> str:
    """What is known of the test's error rate, where it is not what it promises."""
    holds = ranking.statistic in _HOLD or (ranking.statistic, ranking.design) == ("soft-accuracy", "systems")
    return "" if holds or ranking.design not in _DOUBTS else f"; {_DOUBTS[ranking.design]}"


def ranking_view(found: Sequence[Ranking]) -> View:
    """Metrics by how well they agree with people."""
    return View(tuple(map(ranking_table, found)), tuple(map(ranking_note, found)))


def partial_table(level: str, found: Sequence[PartialCorrelation]) -> Table:
    """Plain and partial correlations."""
    rows = [
        Row(
            (one.metric, one.human, ", ".join(one.given), str(one.observations)),
            (one.plain, one.partial, one.p_value),
        )
        for one in found
    ]
    columns = (
        Column("r", digits=_DIGITS),
        Column("partial r", digits=_DIGITS),
        Column("p", digits=4, is_p=True),
    )
    title = f"Which dimension does it track? {level} level"
    return Table(("metric", "human", "given", "n"), columns, rows, title=title)


def equal_systems_table(metric: str, human: str, found: Sequence[EqualSystems]) -> Table:
    """Pairs of systems that people tell apart and the metric does not."""
    columns = (
        Column("metric"),
        Column("metric worse"),
        Column("p metric", digits=4, is_p=True),
        Column("human"),
        Column("human worse"),
        Column("p human", digits=4, is_p=True),
    )
    rows = [
        Row(
            (one.better, one.worse),
            (
                one.better_metric,
                one.worse_metric,
                one.metric_p,
                one.better_human,
                one.worse_human,
                one.human_p,
            ),
        )
        for one in found
    ]
    title = f"Systems that tie by {metric} but differ by {human}"
    return Table(("better", "worse"), columns, rows, title=title)


def equal_systems_note(metric: str, human: str, units: TextUnits) -> Note:
    """What the tests of both exchange."""
    return Note(
        f"systems that tie by {printable(metric)}",
        f"permutation tests of {printable(metric)} and of {printable(human)}, {units.counted} exchanged; "
        f"p human is corrected for all pairs",
    )


def equal_segments_notes(metric: str, human: str, found: Sequence[EqualSegments]) -> list[Note]:
    """Pairs of translations with equal scores, with their texts below each other."""
    # Documents play no part here: each pair is of one segment, and the yardstick is of single segments too.
    how = "each p-value is for one segment, from the deviation of systems' scores within segments"
    label = f"tied {printable(metric)}, different {printable(human)}"
    notes = [Note(label, how if found else "no such pair")]
    for one in found:
        notes += [
            Note(
                f"segment {one.segment}",
                f"{printable(metric)} {one.metric:.2f}, {one.distance:.1f} deviations apart, "
                f"p {one.p_value:.4f}",
            ),
            Note("  reference", printable(one.reference)),
            Note(f"  {printable(one.better)} {one.better_human:g}", printable(one.better_text)),
            Note(f"  {printable(one.worse)} {one.worse_human:g}", printable(one.worse_text)),
        ]
    return notes
