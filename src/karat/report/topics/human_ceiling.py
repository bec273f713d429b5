"""The human ceiling beside metrics: rows of judges, shares, tests, charts and what they say."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING, Any

from karat.agreement import Agreement, Measurements
from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made
from karat.report.tables import INTERVAL_ENDS, Column, Note, Row, Table, View, ends, printable
from karat.report.topics import outliers
from karat.report.words import number, plural, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import BesideJudges, Ceiling, Material
    from karat.report.charts.chart import Chart

JUDGE, PANEL = "(another judge)", "(another panel)"
_ANSWERS = {
    "as good": "as good as another judge",
    "worse": "worse than another judge",
    "undecided": "undecided",
    "unknown": "–",
}
_NAMES = {"pearson": "Pearson's r", "spearman": "Spearman's ρ", "kendall": "Kendall's τ"}
_DIGITS = outliers.DIGITS


def as_agreements(ceiling: Ceiling) -> Iterator[tuple[str, Agreement]]:
    """Judges against judges as rows that stand among the metrics, where they are known."""
    for name, value, interval in (
        (JUDGE, ceiling.judge, ceiling.judge_interval),
        (PANEL, ceiling.panel, ceiling.panel_interval),
    ):
        if not isnan(value):
            yield (
                name,
                Agreement(
                    ceiling.statistic,
                    ceiling.grouping,
                    value,
                    name,
                    ceiling.human,
                    ("", ""),
                    ceiling.level,
                    ("",) * dict(ceiling.drawn).get("system", 0),
                    ceiling.shared,
                    1,
                    interval=interval,
                    drawn=ceiling.drawn,
                ),
            )


def tables(found: Sequence[Measurements]) -> list[Table]:
    """One table for each level: every metric beside judges, by every statistic."""
    levels = list(dict.fromkeys(each.level for one in found for each in one.ceilings if each.metrics))
    return [_table(found, level) for level in levels]


def _table(found: Sequence[Measurements], level: str) -> Table:
    several = len(found) > 1
    rows = [
        Row(
            (
                *((one.data,) if several else ()),
                ceiling.human,
                beside.metric,
                _statistic(ceiling),
                _ANSWERS[beside.answer],
            ),
            (
                beside.share,
                *ends(beside.share_interval),
                beside.difference,
                *ends(beside.difference_interval),
                beside.p,
            ),
        )
        for one in found
        for ceiling in one.ceilings
        if ceiling.level == level
        for beside in ceiling.metrics
    ]
    columns = (
        Column("share of the ceiling", digits=_DIGITS),
        *(Column(end, digits=_DIGITS) for end in INTERVAL_ENDS),
        Column("to another judge", digits=_DIGITS),
        *(Column(end, digits=_DIGITS) for end in INTERVAL_ENDS),
        Column("p", digits=4),
    )
    heads = (*(("data",) if several else ()), "human", "metric", "statistic", "answer")
    return Table(heads, columns, rows, title=f"Metrics beside judges, {level} level")


def _statistic(ceiling: Ceiling) -> str:
    return ceiling.statistic + ("" if ceiling.grouping == "none" else f"/{ceiling.grouping}")


def notes(found: Sequence[Measurements]) -> list[Note]:
    """What the ceiling is, and why it is not known where it is not."""
    made: list[Note] = []
    known = [each for one in found for each in one.ceilings if not each.reason]
    for human in dict.fromkeys(each.human for each in known):
        first = next(each for each in known if each.human == human)
        made.append(Note(f"ceiling of {printable(human)}", finding(first)))
    if known:
        margin = next((one.margin for each in known for one in each.metrics), nan)
        made.append(
            Note(
                "human ceiling",
                f"{JUDGE}: each judge against the mean of the others; {PANEL}: halves of the judges, raised "
                "to as many judges as are behind the human score. Share: a metric's agreement ÷ that of "
                "another panel. To another judge: the metric's agreement with all judges but one, minus that "
                f"one's own. p: of its being −{margin:g} or less",
            )
        )
    reasons = {(each.human, each.reason) for one in found for each in one.ceilings if each.reason}
    made += [Note(f"ceiling of {printable(human)}", reason) for human, reason in sorted(reasons)]
    return made


def unknown_notes(materials: Sequence[Material], found: Sequence[Measurements]) -> list[Note]:
    """Dimensions of which only means over judges are known."""
    told = {each.human for one in found for each in one.ceilings}
    names = [human.name for one in materials for human in one.humans if human.name not in told]
    text = "not known: the human scores do not say what single judges gave"
    return (
        [Note("human ceiling", f"{', '.join(map(printable, dict.fromkeys(names)))}: {text}")] if names else []
    )


def finding(ceiling: Ceiling) -> str:
    """How far judges agree, in a sentence, and which metrics are as good."""
    name = _NAMES.get(ceiling.statistic, ceiling.statistic)
    by = "" if ceiling.grouping == "none" else f" by {ceiling.grouping}"
    text = (
        f"at {ceiling.level} level, one of {plural(ceiling.judges, 'judge')} agrees with the others at "
        f"{name}{by} = {number(ceiling.judge, 2)}{_between(ceiling.judge_interval)}, and the human score "
        f"with one by as many other judges ({ceiling.judges_per_item:.1f} an output) at "
        f"{number(ceiling.panel, 2)}{_between(ceiling.panel_interval)}"
    )
    good = [printable(one.metric) for one in ceiling.metrics if one.answer == "as good"]
    worse = [printable(one.metric) for one in ceiling.metrics if one.answer == "worse"]
    if good:
        text += f". As good as another judge: {', '.join(good)}"
    elif worse and len(worse) == len(ceiling.metrics):
        text += ". Every metric is worse than another judge" if len(worse) > 1 else f". {worse[0]} is worse"
    return text


def _between(interval: Any) -> str:
    low, high = ends(interval)
    return "" if isnan(low) else f" ({number(low, 2)} to {number(high, 2)})"


COLUMNS = (
    *("judge", "judge low", "judge high", "panel", "panel low", "panel high"),
    *("share", "share low", "share high", "to judge", "to judge low", "to judge high", "p as good"),
)


def figures_beside(ceilings: Sequence[Ceiling], agreement: Agreement) -> tuple[float, ...]:
    """The ceiling of an agreement, for the long table; NaN where it is not known."""
    wanted = (agreement.human, agreement.statistic, agreement.grouping)
    # Soft accuracy is of systems, and drawn from their segments.
    for each in ceilings:
        if (each.human, each.statistic, each.grouping) != wanted or agreement.part:
            continue
        if each.level not in (agreement.level, "system" if agreement.statistic == "soft-accuracy" else ""):
            continue
        beside = next((one for one in each.metrics if one.metric == agreement.metric), None)
        if beside is not None:
            return (*_of_ceiling(each), *_of_metric(beside))
    return (nan,) * len(COLUMNS)


def _of_ceiling(ceiling: Ceiling) -> tuple[float, ...]:
    return (
        *(ceiling.judge, *ends(ceiling.judge_interval)),
        *(ceiling.panel, *ends(ceiling.panel_interval)),
    )


def _of_metric(beside: BesideJudges) -> tuple[float, ...]:
    return (
        *(beside.share, *ends(beside.share_interval)),
        *(beside.difference, *ends(beside.difference_interval), beside.p),
    )


def charts(found: Sequence[Measurements]) -> list[Chart]:
    """For each dimension, metrics and judges by the first statistic of each level."""
    made_charts = []
    for one in found:
        seen: set[tuple[str, str]] = set()
        for ceiling in one.ceilings:
            if ceiling.metrics and not isnan(ceiling.panel) and (ceiling.human, ceiling.level) not in seen:
                seen.add((ceiling.human, ceiling.level))
                made_charts.append(chart(ceiling, one.agreements))
    return [one for one in made_charts if one is not None]


def chart(ceiling: Ceiling, agreements: Sequence[Agreement] = ()) -> Chart | None:
    """The metrics of one dimension, and judges above them."""
    lines = [_plotted(each) for _, each in reversed(list(as_agreements(ceiling)))]
    wanted = (ceiling.human, ceiling.level, ceiling.statistic, ceiling.grouping, "")
    known = {
        each.metric: each
        for each in agreements
        if (each.human, each.level, each.statistic, each.grouping, each.part) == wanted
    }
    metrics = sorted(ceiling.metrics, key=lambda one: -one.value)
    for beside in metrics:
        interval = known[beside.metric].interval if beside.metric in known else None
        lines.append(_line(beside.metric, beside.value, ends(interval)))
    name = _NAMES.get(ceiling.statistic, _statistic(ceiling))
    best = metrics[0]
    reached = "" if isnan(best.share) else f" reaches {best.share * 100:.0f} % of the human ceiling"
    return made(
        stem("ceiling", ceiling.human, ceiling.level),
        f"Metrics beside judges: {printable(ceiling.human)}, {ceiling.level} level",
        f"{printable(best.metric)}{reached or ' is closest'} ({name} {number(best.value, 2)}; another panel "
        f"{number(ceiling.panel, 2)}, another judge {number(ceiling.judge, 2)}).",
        lambda size: forest(size, lines, f"{name} with {printable(ceiling.human)}", breaks=[2]),
        "Bars are confidence intervals. Above the line: how far judges agree with judges.",
    )


def _plotted(each: Agreement) -> PlottedInterval:
    return _line(each.metric, each.value, ends(each.interval))


def _line(name: str, value: float, interval: Sequence[float]) -> PlottedInterval:
    low, high = interval
    between = "" if isnan(low) else f" [{number(low, _DIGITS)}, {number(high, _DIGITS)}]"
    written = f"{number(value, _DIGITS)}{between}"
    return PlottedInterval(
        printable(name),
        value,
        low,
        high,
        written,
        f"{printable(name)}: {written}",
        brief=number(value, _DIGITS),
    )


def view(found: Sequence[Ceiling]) -> View:
    """Judges against judges, then every metric beside them, for notebooks."""
    known = [one for one in found if not one.reason]
    rows = [Row((one.human, one.level, _statistic(one)), _of_ceiling(one)) for one in known]
    columns = tuple(Column(name, digits=_DIGITS) for name in COLUMNS[:6])
    whole = Table(("human", "level", "statistic"), columns, rows, title="Judges against judges")
    together = [Measurements("", (), (), (), found)]
    return View((whole, *tables(together)), tuple(notes(together)))
