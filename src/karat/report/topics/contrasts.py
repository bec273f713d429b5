"""Pairs of systems: tables of their differences, examples of them, charts, and the section of the page."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from statistics import median
from typing import TYPE_CHECKING, Any

from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.charts.matrix import Legend, has_figures, matrix
from karat.report.tables import Column, Note, Row, Section, Table, View, printable
from karat.report.topics import points_beside
from karat.report.words import arrow, digits_for, listed, number, p_value, signed, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison import (
        Contrast,
        MetricComparison,
        NgramDifference,
        SegmentDifference,
    )
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Rows
    from karat.report.charts.theme import Size
    from karat.report.tables import Part

_P_DIGITS = 4
# More pairs than this nobody reads through: only those that are open are shown unless all are asked for.
MOST_PAIRS = 15
# What the two are called where nobody says which systems they are.
_PAIR = ("first", "second")


def is_shortened(of_metric: MetricComparison) -> bool:
    """Whether there are too many pairs to show all."""
    return len(of_metric.contrasts) > MOST_PAIRS


def pairs_table(of_metric: MetricComparison, *, names: bool = False, only_open: bool = False) -> Table:
    """Pairs of systems: their difference, where it lies, and what the tests make of it.

    With `names`, for other programs, a pair has the units that it rests on, and their design effect.
    """
    columns = [
        Column("difference"),
        Column("low"),
        Column("high"),
        # What decides comes first, for where a terminal has no room for all.
        Column("corrected", digits=_P_DIGITS, is_p=True),
        Column("p", digits=_P_DIGITS, is_p=True),
        Column("bootstrap", digits=_P_DIGITS, is_p=True),
        *(
            [Column("whole runs", digits=_P_DIGITS, is_p=True)]
            if of_metric.contrasts[0].run_p is not None
            else []
        ),
        Column("detectable"),
        *([Column("design effect")] if names else []),
    ]
    pairs = [pair for pair in of_metric.contrasts if not (only_open and pair.winner)]
    if only_open and not names:
        rows = [Row((pair.first, pair.second), _pair_values(pair)) for pair in pairs]
        return Table(
            ("first", "second"),
            tuple(columns),
            rows,
            title=f"{of_metric.metric}, pairs that are not significant",
        )
    if not names:
        rows = [Row((pair.first, pair.second, _better(pair, names)), _pair_values(pair)) for pair in pairs]
        return Table(("first", "second", "better"), tuple(columns), rows, title=f"{of_metric.metric}, pairs")
    rows = [
        Row(
            (pair.first, pair.second, _better(pair, names), of_metric.unit, str(pair.power.units)),
            (*_pair_values(pair), pair.design_effect),
        )
        for pair in pairs
    ]
    labels = ("first", "second", "better", "unit", "units")
    return Table(labels, tuple(columns), rows, title=of_metric.metric)


# What statistical tables write for it.
NOT_SIGNIFICANT = "n.s."


def _better(pair: Contrast, names: bool) -> str:
    if pair.winner is None:
        return NOT_SIGNIFICANT
    return pair.winner if names else "first" if pair.winner == pair.first else "second"


def _pair_values(pair: Contrast) -> tuple[float, ...]:
    interval = pair.interval
    of_runs = () if pair.run_p is None else (pair.run_p,)
    tests = (pair.corrected, pair.p, pair.bootstrap_p, *of_runs)
    return (pair.difference, interval.low, interval.high, *tests, pair.power.detectable)


# Up to so many systems, each pair has a line of its own.
MOST_IN_LINES = 5
# Of more, each pair is in one cell only.
MOST_TWICE = 16
_LEGEND = Legend(
    (("better3", "p < .001"), ("better2", "p < .01"), ("better1", "larger p"), ("even", "not significant"))
)


def chart(comparison: MetricComparison) -> Chart | None:
    """Every pair: of few systems as intervals around 0, of many as a matrix; None of a single system."""
    if not comparison.contrasts:
        return None
    # Beside a baseline there is a pair for each system.
    in_lines = comparison.baseline is not None or len(comparison.standings) <= MOST_IN_LINES
    return pairs(comparison) if in_lines else matrix_of(comparison)


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
        _finding(comparison),
        lambda size: forest(size, estimates, title, behind=rule_at(0, "no difference", size)),
        "Hollow points are not significant.",
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
    shown_twice = len(names) <= MOST_TWICE

    def reading(size: Size) -> str:
        if not has_figures(size, cells, rows, columns):
            return (
                "Each square compares the system of its row with that of its column. Darker means a smaller "
                "p-value; lines separate the clusters."
            )
        below = "below it the corrected p-value; " if shown_twice else ""
        return (
            "Above the diagonal: the row's system minus the column's; "
            f"{below}darker means a smaller p. Lines separate the clusters."
        )

    return made(
        stem("pairs", comparison.metric),
        f"Differences in {printable(comparison.metric)}",
        _finding(comparison),
        lambda size: matrix(size, cells, rows, columns, _LEGEND, lines=breaks),
        reading,
    )


def _estimate(one: Contrast, digits: int) -> PlottedInterval:
    first, second = printable(one.first), printable(one.second)
    ends = f"[{signed(one.interval.low, digits)}, {signed(one.interval.high, digits)}]"
    verdict = "not significant" if one.winner is None else f"{printable(one.winner)} is better"
    return PlottedInterval(
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
        return f"All {total} differences are significant." if total > 1 else _single(comparison.contrasts[0])
    if total == 1:
        return _single(comparison.contrasts[0])
    if len(open_pairs) <= 3:
        said = listed([f"{pair.first} and {pair.second}" for pair in open_pairs])
        return f"{total - len(open_pairs)} of {total} differences are significant; not significant: {said}."
    return f"{total - len(open_pairs)} of {total} differences are significant."


def _single(pair: Contrast) -> str:
    if pair.winner is None:
        return (
            f"The difference between {printable(pair.first)} and {printable(pair.second)} is not "
            f"significant ({p_value(pair.corrected)})."
        )
    loser = pair.second if pair.winner == pair.first else pair.first
    return (
        f"{printable(pair.winner)} is significantly better than {printable(loser)} "
        f"({p_value(pair.corrected)})."
    )


_CORRECTIONS = {"holm": "Holm's correction", "bh": "Benjamini and Hochberg's correction", "none": "none"}


def section(dossier: Dossier) -> Section | None:
    """Differences with intervals and p-values; None of a single system."""
    if dossier.comparison is None:
        return None
    comparison = dossier.comparison
    parts: list[Part] = []
    for of_metric in comparison.metrics:
        drawn = chart(of_metric)
        parts += [*([drawn] if drawn is not None else []), pairs_table(of_metric)]
    for pair in comparison.disagreements():
        sides = ", ".join(f"{winner} by {metric}" for metric, winner in pair.winners.items())
        parts.append(Note("metrics disagree", printable(f"{pair.first} or {pair.second}: better is {sides}")))
    if said := points_beside.of_comparison(comparison, dossier.points):
        parts += [points_beside.table(said), *points_beside.notes(said)]
    procedure, first = comparison.procedure, comparison.metrics[0]
    parts += [
        Note(
            "p",
            f"approximate randomization of {first.units:,} {first.unit}s with {procedure.shuffles:,} "
            "shuffles, or with all possible ones where these are fewer; corrected for "
            f"{len(first.contrasts)} pairs by {_CORRECTIONS[procedure.correction]}",
        ),
        Note("detectable", "the difference that this test set detects with 80 % power"),
    ]
    return Section("pairs", "Which differences are significant?", _lead(dossier), tuple(parts))


def _lead(dossier: Dossier) -> str:
    assert dossier.comparison is not None
    metrics = dossier.comparison.metrics
    counts = [
        f"{sum(map(_is_settled, one.contrasts))} of {len(one.contrasts)} by {printable(one.metric)}"
        for one in metrics
    ]
    text = f"Significant pairs: {listed(counts)}."
    text += _detectable(metrics[0])
    turned = dossier.comparison.disagreements()
    if turned:
        pairs = "1 pair" if len(turned) == 1 else f"{len(turned)} pairs"
        text += f" On {pairs} the metrics disagree significantly: each prefers the other system."
    return text


def _is_settled(pair: Contrast) -> bool:
    return pair.winner is not None


def _detectable(of_metric: MetricComparison) -> str:
    sizes = [
        pair.power.detectable
        for pair in of_metric.contrasts
        if pair.winner is None and not isnan(pair.power.detectable)
    ]
    if not sizes:
        return ""
    return (
        f" With this test set, a difference has to reach about {number(median(sizes), 1)} "
        f"{printable(of_metric.metric)} to be found with 80 % power."
    )


@dataclass(frozen=True, slots=True)
class Examples:
    """What sets two systems apart, by one metric."""

    metric: str
    pair: tuple[str, str]
    segments: Sequence[SegmentDifference]
    ngrams: Sequence[NgramDifference]


def segment_table(examples: Examples) -> Table:
    """The segments that set two systems apart, with the reference and both outputs below each other."""
    rows = []
    for segment in examples.segments:
        number = str(segment.segment)
        rows.append(Row((number, "reference", segment.reference), (float("nan"),)))
        rows.append(Row((number, examples.pair[0], segment.first_text), (segment.first,)))
        rows.append(Row((number, examples.pair[1], segment.second_text), (segment.second,)))
    return Table(
        ("segment", "text of", "text"), (Column(examples.metric),), rows, title=("segments that differ most")
    )


def ngram_table(examples: Examples) -> Table:
    """The n-grams that one of two systems gets more often."""
    rows = [
        Row((" ".join(item.ngram),), (float(item.first), float(item.second), float(item.difference)))
        for item in examples.ngrams
    ]
    columns = tuple(Column(name, digits=0) for name in (*examples.pair, "difference"))
    return Table(("n-gram",), columns, rows, title="n-grams that only one gets right")


def segment_record(examples: Examples, segment: SegmentDifference) -> dict[str, Any]:
    """A segment in full precision."""
    first, second = examples.pair
    return {
        "segment": segment.segment,
        "metric": examples.metric,
        "values": {first: segment.first, second: segment.second},
        "reference": segment.reference,
        "texts": {first: segment.first_text, second: segment.second_text},
    }


def ngram_record(examples: Examples, item: NgramDifference) -> dict[str, Any]:
    """An n-gram and how often each system has it."""
    first, second = examples.pair
    return {"ngram": " ".join(item.ngram), "matches": {first: item.first, second: item.second}}


def segment_view(found: Sequence[SegmentDifference]) -> View:
    """Segments with both outputs; these do not know the names of their systems."""
    return View((segment_table(Examples("score", _PAIR, found, ())),))


def ngram_view(found: Sequence[NgramDifference]) -> View:
    """N-grams that one system gets more often."""
    return View((ngram_table(Examples("score", _PAIR, (), found)),))
