"""What reports of comparisons show."""

from __future__ import annotations

from math import isnan
from statistics import median

from karat.records import dataclass
from karat.report.tables import Column, Note, Row, Table, printable
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import (
        Comparison,
        Contrast,
        MetricComparison,
        NgramDifference,
        SegmentDifference,
        Slice,
        Standing,
    )
    from karat.resampling import Interval

_P_DIGITS = 4
# Turns that chance explains are many; beside the certain ones, so many of them are told.
_MOST_FLIPS = 3


@dataclass(frozen=True, slots=True)
class Cut:
    """The parts that a partition of the corpus has, under one metric."""

    metric: str
    partition: str
    slices: Sequence[Slice]


@dataclass(frozen=True, slots=True)
class Examples:
    """What sets two systems apart, by one metric."""

    metric: str
    pair: tuple[str, str]
    segments: Sequence[SegmentDifference]
    ngrams: Sequence[NgramDifference]


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


def slice_table(cut: Cut) -> Table:
    """The value of every system in every part."""
    systems = list(cut.slices[0].values)
    rows = [
        Row(
            (part.label, str(part.segments), str(len(part.flips))),
            tuple(part.values[name] for name in systems),
        )
        for part in cut.slices
    ]
    return Table(
        (cut.partition, "segments", "turned"),
        tuple(Column(system) for system in systems),
        rows,
        title=f"{cut.metric} by {cut.partition}",
    )


def flip_notes(cut: Cut) -> Iterator[Note]:
    """Where the order of two systems turns round: all where it is certain, the largest of the others."""
    flips = [(part, flip) for part in cut.slices for flip in part.flips]
    certain = [pair for pair in flips if pair[1].certain]
    others = sorted(
        (pair for pair in flips if not pair[1].certain),
        key=lambda pair: abs(pair[1].difference),
        reverse=True,
    )
    for part, flip in [*certain, *others[: max(_MOST_FLIPS - len(certain), 0)]]:
        how = "certainly" if flip.certain else "perhaps by chance"
        yield Note(
            f"{cut.metric}, {part.label}",
            f"{flip.ahead} is ahead of {flip.behind} here, {how}, and behind it over all: difference "
            f"{flip.difference:.2f}, between {flip.interval.low:.2f} and {flip.interval.high:.2f}.",
        )


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


def notes(comparison: Comparison) -> list[Note]:
    """How the figures came about, and what this test set could have shown."""
    procedure = comparison.procedure
    counts = {of_metric.unit: of_metric.units for of_metric in comparison.metrics}
    lines = [Note(f"{unit}s", f"{units:,}") for unit, units in counts.items()]
    for of_metric in comparison.metrics:
        lines.append(Note(of_metric.metric, printable(of_metric.recipe)))
        lines += _about_power(of_metric)
    for pair in comparison.disagreements():
        sides = ", ".join(f"{winner} by {metric}" for metric, winner in pair.winners.items())
        lines.append(Note("disagreement", f"Of {pair.first} and {pair.second}, the better is {sides}."))
    if procedure.compatible == "moses":
        lines.append(
            Note("warning", "the bootstrap test is that of Moses and sacreBLEU, which rejects too often.")
        )
    return lines


def _about_power(of_metric: MetricComparison) -> Iterator[Note]:
    """A difference that was not found may still be there."""
    undefined = sum(isnan(pair.p) for pair in of_metric.contrasts)
    if undefined:
        yield Note("", f"{undefined} of {len(of_metric.contrasts)} pairs have no value to compare.")
    unsettled = [pair for pair in of_metric.contrasts if pair.winner is None and not isnan(pair.power.error)]
    if not unsettled:
        return
    detectable = median(pair.power.detectable for pair in unsettled)
    text = (
        f"{len(unsettled)} of {len(of_metric.contrasts)} pairs are open. Of such pairs, a difference of "
        f"{detectable:.2f} is found in 8 comparisons of 10"
    )
    differing = [pair for pair in unsettled if abs(pair.difference) > 0]
    if differing:
        most = max(differing, key=lambda pair: abs(pair.difference) / (pair.power.detectable or 1))
        units = most.power.units_for(most.difference)
        text += f"; to find that of {most.first} and {most.second} so often would take "
        text += f"{units:,} {of_metric.unit}s"
    yield Note("", f"{text}.")


def as_json(
    comparison: Comparison,
    cuts: Sequence[Cut] = (),
    examples: Examples | None = None,
    *,
    left_out: Sequence[str] = (),
) -> str:
    """The comparison in full precision."""
    from karat.report import json_document

    parts = {
        "procedure": [{"recipe": comparison.procedure.recipe}],
        "comparisons": [_as_record(of_metric) for of_metric in comparison.metrics],
        **({"slices": [_slice_record(cut, part) for cut in cuts for part in cut.slices]} if cuts else {}),
    }
    if examples is not None:
        parts["segments"] = [_segment_record(examples, segment) for segment in examples.segments]
        parts["ngrams"] = [_ngram_record(examples, item) for item in examples.ngrams]
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


def _slice_record(cut: Cut, part: Slice) -> dict[str, Any]:
    return {
        "metric": cut.metric,
        "partition": cut.partition,
        "part": part.label,
        "segments": part.segments,
        "systems": {
            system: {"value": value, "interval": _ends(part.intervals[system])}
            for system, value in part.values.items()
        },
        "turned": [
            {
                "ahead": flip.ahead,
                "behind": flip.behind,
                "difference": flip.difference,
                "interval": _ends(flip.interval),
                "certain": flip.certain,
            }
            for flip in part.flips
        ],
    }


def _segment_record(examples: Examples, segment: SegmentDifference) -> dict[str, Any]:
    first, second = examples.pair
    return {
        "segment": segment.segment,
        "metric": examples.metric,
        "values": {first: segment.first, second: segment.second},
        "reference": segment.reference,
        "texts": {first: segment.first_text, second: segment.second_text},
    }


def _ngram_record(examples: Examples, item: NgramDifference) -> dict[str, Any]:
    first, second = examples.pair
    return {"ngram": " ".join(item.ngram), "matches": {first: item.first, second: item.second}}


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
