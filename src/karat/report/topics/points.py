"""How many points matter: the probability that people agree with a difference of a metric."""

from __future__ import annotations

from math import floor, log10, nan
from typing import TYPE_CHECKING

from karat.calibration.maps import BandPoint
from karat.report.charts.layers import across, made, rule_at, single
from karat.report.charts.scatter import ScatterPoint, band_layers, point_layer
from karat.report.charts.theme import PAGE
from karat.report.formats import json_document
from karat.report.tables import Column, Note, RecipeNote, Row, Section, Table, View, printable
from karat.report.words import listed, number, plural, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from karat.points import PointsFit, PointsPair
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size

WANTED = 0.9
_PERCENT = 100
# Points of the drawn curve.
_DRAWN = 60
_LABELS = ("metric", "human", "of")


def tables(found: Sequence[PointsFit], differences: Sequence[float] = ()) -> list[Table]:
    """The difference that it takes, and what differences of a few sizes say."""
    return [needed_table(found), probability_table(found, differences)]


def needed_table(found: Sequence[PointsFit]) -> Table:
    """A row for each fit: the difference from which on 90 % agree."""
    columns = (
        Column("systems", digits=0),
        Column("pairs", digits=0),
        Column("agree %", better="higher", digits=1),
        Column("Δ for 90 %"),
        Column("low"),
        Column("high"),
        Column("isotonic"),
        Column("largest Δ"),
    )
    rows = [
        Row(
            _labels(fit),
            (
                fit.systems,
                len(fit.pairs),
                _PERCENT * fit.agreeing,
                *(
                    nan if value is None else value
                    for value in (
                        fit.difference_for(WANTED),
                        *fit.difference_interval(WANTED),
                        fit.isotonic_difference_for(WANTED),
                    )
                ),
                fit.largest,
            ),
        )
        for fit in found
    ]
    return Table(_LABELS, columns, rows, title="difference from which on 90 % agree")


def probability_table(found: Sequence[PointsFit], differences: Sequence[float] = ()) -> Table:
    """A row for each fit and difference: round numbers within the data, unless some are asked for."""
    columns = (
        Column("Δ"),
        Column("agree %", digits=1),
        Column("low", digits=1),
        Column("high", digits=1),
        Column("isotonic", digits=1),
    )
    rows: list[Row] = []
    breaks: set[int] = set()
    for fit in found:
        breaks.add(len(rows))
        for size in differences or _round_differences(fit.largest):
            inside = abs(size) <= fit.largest
            values = (fit.probability(size), *fit.interval(size), fit.isotonic_probability(size))
            rows.append(Row(_labels(fit), (size, *(_PERCENT * value if inside else nan for value in values))))
    return Table(
        _LABELS, columns, rows, title="probability that people agree", breaks=frozenset(breaks - {0})
    )


def notes(found: Sequence[PointsFit]) -> list[Note]:
    """What the figures are, how sure people were, and what was left out."""
    confidence = f"{found[0].confidence * _PERCENT:g} %"
    made_of = [
        Note("agree", "people prefer, of two systems, the one that the metric prefers"),
        Note(
            "low, high", f"{confidence} confidence interval, by resampling systems; isotonic: a second curve"
        ),
    ]
    if any(fit.difference_for(WANTED) is None for fit in found):
        never = ", ".join(_name(fit) for fit in found if fit.difference_for(WANTED) is None)
        made_of.append(Note("never", f"{never}: 90 % is not reached within the judged differences"))
    made_of += [Note(_name(fit), _pairs_said(fit)) for fit in found]
    recipes = dict.fromkeys((fit.metric, fit.recipe) for fit in found)
    return made_of + [RecipeNote(metric, recipe) for metric, recipe in recipes]


def _pairs_said(fit: PointsFit) -> str:
    """How sure people were of the pairs."""
    units = [one for one in dict.fromkeys(fit.units) if one]
    if not units:
        return "scores of whole systems only: how sure the human differences are is not known"
    said = (
        f"in {fit.unsure_pairs} of {plural(len(fit.pairs), 'pair')} the human difference may be noise "
        f"({listed(units)})"
    )
    soft = fit.soft_difference_for(WANTED)
    said += "; counted by how sure people are, 90 % is " + (
        "not reached" if soft is None else f"reached at {soft:.2f}"
    )
    if fit.human_ties:
        said += f"; {plural(fit.human_ties, 'pair')} that people tie left out"
    return said


def difference_words(fit: PointsFit, difference: float) -> str:
    """What a fit says of one difference, for those who show it beside."""
    size = abs(difference)
    where = f" ({printable(fit.human)}, {plural(len(fit.pairs), 'judged pair')})"
    if size > fit.largest:
        return f"larger than any judged difference, {fit.largest:.2f}{where}"
    low, high = fit.interval(size)
    return (
        f"{_PERCENT * fit.probability(size):.0f} % probability that people agree "
        f"[{_PERCENT * low:.0f}, {_PERCENT * high:.0f}]{where}"
    )


def record(fit: PointsFit) -> dict[str, Any]:
    """A fit for other programs, with what follows from it."""
    low, high = fit.difference_interval(WANTED)
    return {
        **{
            name: getattr(fit, name)
            for name in ("metric", "recipe", "human", "data", "language_pairs", "text_type")
        },
        "systems": fit.systems,
        "pairs": len(fit.pairs),
        "human_ties": fit.human_ties,
        "unsure_pairs": fit.unsure_pairs,
        "agreeing": fit.agreeing,
        "slope": {"value": fit.slope, "low": fit.slope_low, "high": fit.slope_high, "soft": fit.soft_slope},
        "difference_for_90": {
            "logistic": fit.difference_for(WANTED),
            "low": low,
            "high": high,
            "isotonic": fit.isotonic_difference_for(WANTED),
            "soft": fit.soft_difference_for(WANTED),
        },
        "largest": fit.largest,
        "steps": [[one.difference, one.probability, one.low, one.high] for one in fit.steps],
        "confidence": fit.confidence,
    }


def as_json(found: Sequence[PointsFit], differences: Sequence[float] = ()) -> str:
    """Everything in full precision."""
    return json_document.document(
        {
            "fits": [
                {
                    **record(fit),
                    "probabilities": [
                        {
                            "difference": size,
                            "value": fit.probability(size),
                            "low": fit.interval(size)[0],
                            "high": fit.interval(size)[1],
                            "isotonic": fit.isotonic_probability(size),
                            "within_data": abs(size) <= fit.largest,
                        }
                        for size in differences or _round_differences(fit.largest)
                    ],
                }
                for fit in found
            ]
        }
    )


def view(results: Sequence[PointsFit]) -> View:
    """What `karat points` prints."""
    return View(tuple(tables(results)), tuple(notes(results)))


def chart(fit: PointsFit) -> Chart:
    """The probability over the difference: both curves, the interval, and the pairs."""
    return made(
        stem("points", *_labels(fit)),
        f"How many points of {printable(fit.metric)} matter?",
        _finding(fit),
        lambda size: _draw(fit, size),
        "The line is the logistic curve with its confidence interval, the dashed line the isotonic one. Each "
        "point is a pair of systems, at the probability that people prefer what the metric prefers; diamonds "
        "are pairs on which they do not.",
    )


def figures(found: Sequence[PointsFit]) -> Section:
    """The charts and tables, for files of figures."""
    lead = " ".join(map(_finding, found))
    return Section(
        "points", "How many points matter?", lead, (*map(chart, found), *tables(found), *notes(found))
    )


def _finding(fit: PointsFit) -> str:
    needed = fit.difference_for(WANTED)
    what = f"{printable(fit.metric)} and {printable(fit.human)}"
    where = f" ({_where(fit)})" if _where(fit) else ""
    if needed is None:
        return (
            f"{what}{where}: people agree with no difference up to {fit.largest:.2f} with a probability of "
            "90 %."
        )
    low, high = fit.difference_interval(WANTED)
    ends = f" [{number(low, 2)}, {number(high, 2) if high is not None else 'beyond the data'}]"
    return f"{what}{where}: from a difference of {needed:.2f}{ends} on, people agree with 90 %."


def _draw(fit: PointsFit, size: Size) -> Spec:
    x = across(
        "x",
        f"difference in {printable(fit.metric)}",
        scale={"domain": [0, fit.largest * 1.03], "nice": False},
    )
    y = across(
        "y",
        "probability that people agree",
        scale={"domain": [-0.04, 1.04], "nice": False},
        axis={"format": "%", "values": [0, 0.25, 0.5, 0.75, WANTED, 1]},
    )
    sizes = [fit.largest * place / _DRAWN for place in range(_DRAWN + 1)]
    curve = [BandPoint(one, fit.probability(one), *fit.interval(one), nan, nan) for one in sizes]
    steps = [BandPoint(*place, nan, nan, nan, nan) for place in _corners(fit)]
    points = [
        ScatterPoint("", pair.difference, pair.chance, _pair_words(pair), apart=pair.agrees < 0.5)
        for pair in fit.pairs
    ]
    layers = [
        *band_layers(curve, x, y, first=True),
        *band_layers(steps, x, y, first=False),
        rule_at(WANTED, "", size, vertical=False)[0],
        point_layer(points, x, y, size, share=0.5),
    ]
    return single(size, layers, height=size.width * (0.5 if size is PAGE else 0.7))


def _corners(fit: PointsFit) -> Iterator[tuple[float, float]]:
    """Of the isotonic curve, which is a staircase."""
    at = 0.5
    yield 0.0, at
    for step in fit.steps:
        yield step.difference, at
        at = step.probability
        yield step.difference, at


def _pair_words(pair: PointsPair) -> str:
    return (
        f"{printable(pair.better)} over {printable(pair.worse)}: {pair.difference:.2f}, people agree with a "
        f"probability of {_PERCENT * pair.chance:.0f} %"
    )


def _labels(fit: PointsFit) -> tuple[str, str, str]:
    return fit.metric, fit.human, _where(fit) or "all"


def _where(fit: PointsFit) -> str:
    of = [one for one in fit.data if one] or [one for one in fit.language_pairs if one]
    return ", ".join([listed(of), *([fit.text_type] if fit.text_type else [])]) if of else fit.text_type or ""


def _name(fit: PointsFit) -> str:
    where = _where(fit)
    return f"{fit.metric}, {fit.human}" + (f", {where}" if where else "")


def _round_differences(largest: float) -> list[float]:
    """Five or so round numbers up to the largest."""
    unit = 10.0 ** floor(log10(largest)) if largest > 0 else 1.0
    known = [unit * part for part in (0.05, 0.1, 0.2, 0.5, 1, 2, 5)]
    return [round(one, 12) for one in known if one <= largest]
