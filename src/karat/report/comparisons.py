"""What reports of comparisons show."""

from __future__ import annotations

from statistics import median

from karat.report.tables import Column, Note, Row, Table, printable
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import Comparison, Contrast, MetricComparison, Standing
    from karat.resampling import Interval

_P_DIGITS = 4


def tables(comparison: Comparison, shown: str) -> list[Table]:
    """Standings, pairs or both of every metric."""
    made = []
    for of_metric in comparison.metrics:
        if shown in ("standings", "both"):
            made.append(standings_table(of_metric))
        if shown in ("pairs", "both"):
            made.append(pairs_table(of_metric))
    return made


def standings_table(of_metric: MetricComparison) -> Table:
    """Systems, the best first, with the interval of their scores and the places that are open to them."""
    rows = [
        Row(
            (str(standing.cluster), _ranks(standing), standing.system),
            (standing.value, standing.interval.low, standing.interval.high),
        )
        for standing in of_metric.standings
    ]
    better: Any = "higher" if of_metric.higher_is_better else "lower"
    columns = (Column("score", better), Column("low"), Column("high"))
    return Table(("cluster", "ranks", "system"), columns, rows, title=of_metric.metric)


def pairs_table(of_metric: MetricComparison) -> Table:
    """All pairs of systems: their difference, where it lies, and what the tests make of it."""
    columns = (
        Column("difference"),
        Column("low"),
        Column("high"),
        Column("p", digits=_P_DIGITS),
        Column("p bootstrap", digits=_P_DIGITS),
        Column("p corrected", digits=_P_DIGITS),
        Column("detectable"),
    )
    rows = [
        Row((pair.first, pair.second, pair.winner or "open"), _pair_values(pair))
        for pair in of_metric.contrasts
    ]
    return Table(("first", "second", "better"), columns, rows, title=of_metric.metric)


def _pair_values(pair: Contrast) -> tuple[float, ...]:
    interval = pair.interval
    tests = (pair.p, pair.bootstrap_p, pair.corrected)
    return (pair.difference, interval.low, interval.high, *tests, pair.power.detectable)


def _ranks(standing: Standing) -> str:
    best, worst = standing.ranks
    return str(best) if best == worst else f"{best}–{worst}"


def notes(comparison: Comparison) -> list[Note]:
    """How the figures came about, and what this test set could have shown."""
    procedure = comparison.procedure
    first = comparison.metrics[0]
    lines = [Note(f"{procedure.unit}s", f"{first.units:,}")]
    for of_metric in comparison.metrics:
        lines.append(Note(of_metric.metric, printable(of_metric.recipe)))
        lines += _about_power(of_metric, procedure.unit)
    if procedure.compatible == "moses":
        lines.append(
            Note("warning", "the bootstrap test is that of Moses and sacreBLEU, which rejects too often.")
        )
    return lines


def _about_power(of_metric: MetricComparison, unit: str) -> Iterator[Note]:
    """A difference that was not found may still be there."""
    unsettled = [pair for pair in of_metric.contrasts if pair.winner is None]
    if not unsettled:
        return
    detectable = median(pair.power.detectable for pair in unsettled)
    text = (
        f"{len(unsettled)} of {len(of_metric.contrasts)} pairs are open. Of such pairs, a difference of "
        f"{detectable:.2f} is found in 8 comparisons of 10"
    )
    differing = [pair for pair in unsettled if pair.difference]
    if differing:
        most = max(differing, key=lambda pair: abs(pair.difference) / (pair.power.detectable or 1))
        units = most.power.units_for(most.difference)
        text += f"; to find that of {most.first} and {most.second} so often would take {units:,} {unit}s"
    yield Note("", f"{text}.")


def as_json(comparison: Comparison, *, left_out: Sequence[str] = ()) -> str:
    """The comparison in full precision."""
    from karat.report import json_document

    parts = {
        "procedure": [{"recipe": comparison.procedure.recipe}],
        "comparisons": [_as_record(of_metric) for of_metric in comparison.metrics],
    }
    return json_document.render([], left_out=left_out, parts=parts)


def _as_record(of_metric: MetricComparison) -> dict[str, Any]:
    return {
        "metric": of_metric.metric,
        "recipe": of_metric.recipe,
        "higher_is_better": of_metric.higher_is_better,
        "units": of_metric.units,
        "systems": [
            {
                "system": standing.system,
                "value": standing.value,
                "interval": _ends(standing.interval),
                "cluster": standing.cluster,
                "ranks": list(standing.ranks),
            }
            for standing in of_metric.standings
        ],
        "pairs": [_pair_record(pair) for pair in of_metric.contrasts],
    }


def _pair_record(pair: Contrast) -> dict[str, Any]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference,
        "interval": _ends(pair.interval),
        "p": pair.p,
        "p_bootstrap": pair.bootstrap_p,
        "p_corrected": pair.corrected,
        "better": pair.winner,
        "standard_error": pair.power.error,
        "detectable": pair.power.detectable,
    }


def _ends(interval: Interval) -> list[float]:
    return [interval.low, interval.high]
