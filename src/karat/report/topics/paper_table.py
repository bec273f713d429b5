"""One LaTeX table for a paper: systems by metrics, with intervals, marks of significance and the test."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from karat.report.formats.latex import escaped
from karat.report.tables import number, printable
from karat.report.words import listed, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import Comparison, MetricComparison, Standing
    from karat.comparison.procedure import Procedure
    from karat.report.tables import Note

_WORSE_THAN_BEST = r"$^{\ast}$"
_BETTER, _WORSE = r"$^{+}$", r"$^{-}$"
_CORRECTIONS = {
    "holm": "after Holm's correction for",
    "bh": "after Benjamini and Hochberg's correction for",
    "none": "without correction for",
}


def render(
    comparison: Comparison, notes: Sequence[Note], *, baseline: str | None = None, digits: int = 2
) -> str:
    """The table, with its caption; the notes are comments above it.

    Marks are against the best system of each metric or, where one is given, against the `baseline`.
    """
    metrics = comparison.metrics
    names = [standing.system for standing in metrics[0].standings]
    if baseline is not None:
        names = [baseline, *(name for name in names if name != baseline)]
    columns = [_column(one, baseline, digits) for one in metrics]
    rows = [_row(escaped(printable(name)), *(column[name] for column in columns)) for name in names]
    if baseline is not None:
        rows.insert(1, r"\addlinespace")
    return "".join(
        f"{line}\n"
        for line in (
            r"% needs \usepackage{booktabs}",
            *(printable(f"% {note.label} {note.with_hint}".rstrip()) for note in notes),
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{' '.join(_caption(comparison, baseline))}}}",
            r"\smallskip",
            rf"\begin{{tabular}}{{l{'r@{}l@{ }l' * len(metrics)}}}",
            r"\toprule",
            _row("system", *map(_heading, metrics)),
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        )
    )


def _heading(of_metric: MetricComparison) -> str:
    arrow = "uparrow" if of_metric.higher_is_better else "downarrow"
    return rf"\multicolumn{{3}}{{c}}{{{escaped(printable(of_metric.metric))} $\{arrow}$}}"


def _row(*cells: str) -> str:
    return " & ".join(cells) + r" \\"


def _column(of_metric: MetricComparison, baseline: str | None, digits: int) -> dict[str, str]:
    """The three cells of each system under a metric: value, mark, interval."""
    best = number(of_metric.standings[0].value, digits)
    marks = _marks(of_metric, baseline)
    return {one.system: _cells(one, marks.get(one.system, ""), best, digits) for one in of_metric.standings}


def _cells(standing: Standing, mark: str, best: str, digits: int) -> str:
    if not isfinite(standing.value):
        return "-- & & "
    value = number(standing.value, digits)
    shown = value.replace("-", "$-$")
    low, high = (number(end, digits, missing="--").replace("-", "$-$") for end in _ends(standing))
    bold = rf"\textbf{{{shown}}}" if value == best else shown
    return rf"{bold} & {mark} & {{\footnotesize [{low}, {high}]}}"


def _ends(standing: Standing) -> tuple[float, float]:
    return standing.interval.low, standing.interval.high


def _marks(of_metric: MetricComparison, baseline: str | None) -> dict[str, str]:
    """The mark of each system that differs significantly from the best, or from the baseline."""
    beside = of_metric.standings[0].system if baseline is None else baseline
    found = {}
    for pair in of_metric.contrasts:
        if pair.winner is None or beside not in (pair.first, pair.second):
            continue
        other = pair.second if pair.first == beside else pair.first
        if baseline is not None:
            found[other] = _BETTER if pair.winner == other else _WORSE
        elif pair.winner == beside:
            found[other] = _WORSE_THAN_BEST
    return found


def _caption(comparison: Comparison, baseline: str | None) -> Iterator[str]:
    procedure, first = comparison.procedure, comparison.metrics[0]
    drawn = listed(list(dict.fromkeys(plural(one.units, one.unit) for one in comparison.metrics)))
    names = [printable(one.metric) for one in comparison.metrics]
    yield (
        f"{escaped(listed(names, len(names)))} with "
        rf"{100 * procedure.confidence:g}\,\% confidence intervals ({procedure.samples:,} bootstrap samples "
        f"of {drawn})."
    )
    if first.standings[0].runs is not None:
        yield "Scores are means over the runs of a system."
    yield "The best score of each metric is in bold."
    if baseline is None:
        yield rf"{_WORSE_THAN_BEST}: significantly worse than the best system."
    else:
        yield (
            f"{_BETTER}, {_WORSE}: significantly better or worse than the baseline, "
            f"{escaped(printable(baseline))}."
        )
    yield f"{_test(procedure)} of {_exchanged(comparison)}, {_level(procedure, len(first.contrasts))}"


def _test(procedure: Procedure) -> str:
    compatible = " (as in Moses and sacreBLEU)" if procedure.compatible == "moses" else ""
    return f"Paired approximate randomization{compatible} with {procedure.shuffles:,} shuffles"


def _exchanged(comparison: Comparison) -> str:
    units = list(dict.fromkeys(one.unit for one in comparison.metrics))
    return listed([f"{'whole ' if unit != 'segment' else ''}{unit}s" for unit in units])


def _level(procedure: Procedure, pairs: int) -> str:
    tested = "the one pair" if pairs == 1 else f"the {pairs} pairs"
    return rf"$p \leq {procedure.alpha:g}$ {_CORRECTIONS[procedure.correction]} {tested} of each metric."
