"""Pairs of systems: how far they are apart, and whether that may be chance."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from karat.report.charts.intervals import Estimate, forest
from karat.report.charts.layers import made, rule_at
from karat.report.charts.matrix import Legend, matrix
from karat.report.charts.words import arrow, digits_for, listed, p_value, signed, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.comparison import Contrast, MetricComparison
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Rows

# Up to so many systems, each pair has a line of its own.
MOST_IN_LINES = 5
# Of more, each pair is in one cell only.
MOST_TWICE = 16
_LEGEND = Legend(
    (("better3", "p < .001"), ("better2", "p < .01"), ("better1", "larger p"), ("even", "may be chance"))
)


def chart(comparison: MetricComparison) -> Chart | None:
    """Every pair: of few systems as intervals around 0, of many as a matrix; None of a single system."""
    if not comparison.contrasts:
        return None
    return pairs(comparison) if len(comparison.standings) <= MOST_IN_LINES else matrix_of(comparison)


def pairs(comparison: MetricComparison) -> Chart:
    """The difference of each pair with its interval; hollow where it may be chance."""
    digits = digits_for(
        [end for one in comparison.contrasts for end in (one.interval.low, one.interval.high)]
    )
    estimates = [_estimate(one, digits) for one in comparison.contrasts]
    title = f"difference in {printable(comparison.metric)} {arrow(comparison.higher_is_better)}"
    return made(
        stem("pairs", comparison.metric),
        f"Differences in {printable(comparison.metric)}",
        f"{_finding(comparison)} A hollow point is a difference that may be chance.",
        lambda size: forest(size, estimates, title, behind=rule_at(0, "no difference", size)),
    )


def matrix_of(comparison: MetricComparison) -> Chart:
    """Row minus column above the diagonal, corrected p-values below; darker is surer."""
    names = [printable(one.system) for one in comparison.standings]
    clusters = [one.cluster for one in comparison.standings]
    breaks = [place for place in range(1, len(clusters)) if clusters[place] != clusters[place - 1]]
    digits = digits_for([one.difference for one in comparison.contrasts])
    cells = _cells(comparison, names, digits)
    rows = [f"{place}  {name}" for place, name in enumerate(names, 1)]
    columns = [(str(place), (str(place),)) for place in range(1, len(names) + 1)]
    below = "below it the corrected p-value; " if len(names) <= MOST_TWICE else ""
    return made(
        stem("pairs", comparison.metric),
        f"Differences in {printable(comparison.metric)}",
        f"{_finding(comparison)} Above the diagonal is the difference of the row's system to that of the "
        f"column, {below}darker is surer, and lines part the clusters.",
        lambda size: matrix(size, cells, rows, columns, _LEGEND, lines=breaks),
    )


def _estimate(one: Contrast, digits: int) -> Estimate:
    first, second = printable(one.first), printable(one.second)
    ends = f"[{signed(one.interval.low, digits)}, {signed(one.interval.high, digits)}]"
    verdict = "may be chance" if one.winner is None else f"{printable(one.winner)} is better"
    return Estimate(
        f"{first} − {second}",
        one.difference,
        one.interval.low,
        one.interval.high,
        f"{signed(one.difference, digits)} {ends}, {p_value(one.corrected)}",
        f"{first} minus {second}: {signed(one.difference, digits)} {ends}, "
        f"corrected {p_value(one.corrected)}: {verdict}",
        brief=f"{signed(one.difference, digits)}, {p_value(one.corrected)}",
        open=one.winner is None,
    )


def _cells(comparison: MetricComparison, names: list[str], digits: int) -> Rows:
    systems = [one.system for one in comparison.standings]
    cells = []
    for up, first in enumerate(systems):
        for across, second in enumerate(systems):
            if up == across or (up > across and len(systems) > MOST_TWICE):
                continue
            pair = comparison.contrast(first, second)
            difference = pair.difference if pair.first == first else -pair.difference
            written = signed(difference, digits)
            p = p_value(pair.corrected)
            cells.append(
                {
                    "row": f"{up + 1}  {names[up]}",
                    "column": str(across + 1),
                    "class": _class(pair),
                    "text": written if up < across else p.removeprefix("p ").removeprefix("= "),
                    "words": f"{names[up]} minus {names[across]}: {written}, corrected {p}",
                }
            )
    return cells


def _class(pair: Contrast) -> str:
    if pair.winner is None:
        return "even"
    p = pair.corrected if pair.corrected == pair.corrected else nan
    return "better3" if p < 0.001 else "better2" if p < 0.01 else "better1"


def _finding(comparison: MetricComparison) -> str:
    open_pairs = [pair for pair in comparison.contrasts if pair.winner is None]
    total = len(comparison.contrasts)
    if not open_pairs:
        return (
            f"All {total} differences are larger than chance."
            if total > 1
            else _single(comparison.contrasts[0])
        )
    if total == 1:
        return _single(comparison.contrasts[0])
    if len(open_pairs) <= 3:
        said = listed([f"{pair.first} and {pair.second}" for pair in open_pairs])
        return f"{total - len(open_pairs)} of {total} differences are larger than chance; open are {said}."
    return f"{total - len(open_pairs)} of {total} differences are larger than chance."


def _single(pair: Contrast) -> str:
    if pair.winner is None:
        return (
            f"The difference of {printable(pair.first)} and {printable(pair.second)} may be chance "
            f"({p_value(pair.corrected)})."
        )
    loser = pair.second if pair.winner == pair.first else pair.first
    return f"{printable(pair.winner)} is better than {printable(loser)} ({p_value(pair.corrected)})."
