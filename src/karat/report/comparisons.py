"""What reports of comparisons show: standings, pairs, examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.report.tables import Column, Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison import (
        Comparison,
        Contrast,
        MetricComparison,
        NgramDifference,
        SegmentDifference,
        Standing,
    )

_P_DIGITS = 4
# More pairs than this nobody reads through: only those that are open are shown unless all are asked for.
MOST_PAIRS = 15


@dataclass(frozen=True, slots=True)
class Examples:
    """What sets two systems apart, by one metric."""

    metric: str
    pair: tuple[str, str]
    segments: Sequence[SegmentDifference]
    ngrams: Sequence[NgramDifference]


def tables(comparison: Comparison, shown: str, *, names: bool = False) -> list[Table]:
    """Standings, pairs, open pairs or both of every metric; `brief` is both, of many pairs the open ones.

    `names` says the better system of a pair by its name.
    """
    made = []
    for of_metric in comparison.metrics:
        if shown in ("standings", "both", "brief"):
            made.append(standings_table(of_metric))
        only_open = shown == "open" or (shown == "brief" and is_shortened(of_metric))
        if shown in ("pairs", "both", "open", "brief"):
            table = pairs_table(of_metric, names=names, only_open=only_open)
            made += [table] if table.rows or names else []
    return made


def is_shortened(of_metric: MetricComparison) -> bool:
    """Whether there are too many pairs to show all."""
    return len(of_metric.contrasts) > MOST_PAIRS


def standings_table(of_metric: MetricComparison) -> Table:
    """Systems, the best first, with the interval of their scores and the places that are open to them."""
    rows = [
        Row(
            (str(standing.cluster), _ranks(standing), standing.system),
            (standing.value, standing.interval.low, standing.interval.high, *_deviations(standing)),
        )
        for standing in of_metric.standings
    ]
    better: Any = "higher" if of_metric.higher_is_better else "lower"
    columns = [Column("score", better), Column("low"), Column("high")]
    if of_metric.standings[0].runs is not None:
        columns += [Column("runs", digits=0), Column("SD of runs"), Column("SD of test set")]
    numbers = [standing.cluster for standing in of_metric.standings]
    starts = [place for place in range(1, len(numbers)) if numbers[place] != numbers[place - 1]]
    return Table(
        ("cluster", "ranks", "system"),
        tuple(columns),
        rows,
        title=of_metric.metric,
        breaks=frozenset(starts),
    )


def _deviations(standing: Standing) -> tuple[float, ...]:
    runs = standing.runs
    return () if runs is None else (float(len(runs.values)), runs.run_deviation, runs.test_deviation)


def pairs_table(of_metric: MetricComparison, *, names: bool = False, only_open: bool = False) -> Table:
    """Pairs of systems: their difference, where it lies, and what the tests make of it."""
    columns = [
        Column("difference"),
        Column("low"),
        Column("high"),
        # What decides comes first, for where a terminal has no room for all.
        Column("corrected", digits=_P_DIGITS),
        Column("p", digits=_P_DIGITS),
        Column("bootstrap", digits=_P_DIGITS),
        *([Column("whole runs", digits=_P_DIGITS)] if of_metric.contrasts[0].run_p is not None else []),
        Column("detectable"),
    ]
    pairs = [pair for pair in of_metric.contrasts if not (only_open and pair.winner)]
    if only_open and not names:
        rows = [Row((pair.first, pair.second), _pair_values(pair)) for pair in pairs]
        return Table(("first", "second"), tuple(columns), rows, title=f"{of_metric.metric}, open pairs")
    rows = [Row((pair.first, pair.second, _better(pair, names)), _pair_values(pair)) for pair in pairs]
    title = of_metric.metric if names else f"{of_metric.metric}, pairs"
    return Table(("first", "second", "better"), tuple(columns), rows, title=title)


def _better(pair: Contrast, names: bool) -> str:
    if pair.winner is None:
        return "open"
    return pair.winner if names else "first" if pair.winner == pair.first else "second"


def _pair_values(pair: Contrast) -> tuple[float, ...]:
    interval = pair.interval
    of_runs = () if pair.run_p is None else (pair.run_p,)
    tests = (pair.corrected, pair.p, pair.bootstrap_p, *of_runs)
    return (pair.difference, interval.low, interval.high, *tests, pair.power.detectable)


def _ranks(standing: Standing) -> str:
    best, worst = standing.ranks
    return str(best) if best == worst else f"{best}–{worst}"


def segment_table(examples: Examples) -> Table:
    """The segments that set two systems apart, with the reference and both outputs below each other."""
    rows = []
    for segment in examples.segments:
        number = str(segment.segment)
        rows.append(Row((number, "reference", segment.reference), (float("nan"),)))
        rows.append(Row((number, examples.pair[0], segment.first_text), (segment.first,)))
        rows.append(Row((number, examples.pair[1], segment.second_text), (segment.second,)))
    return Table(
        ("segment", "text of", "text"), (Column(examples.metric),), rows, title="segments farthest apart"
    )


def ngram_table(examples: Examples) -> Table:
    """The n-grams that one of two systems gets more often."""
    rows = [
        Row((" ".join(item.ngram),), (float(item.first), float(item.second), float(item.difference)))
        for item in examples.ngrams
    ]
    columns = tuple(Column(name, digits=0) for name in (*examples.pair, "difference"))
    return Table(("n-gram",), columns, rows, title="n-grams that one gets and the other misses")
