"""What a comparison shows: tables of standings and pairs, notes on how they came about, and the record."""

from __future__ import annotations

from math import inf, isnan
from statistics import median
from typing import TYPE_CHECKING, Any

from karat.frozen import UpperBound
from karat.remedies import either, option
from karat.report.formats import json_document
from karat.report.tables import Note, RecipeNote, View, ends, printable
from karat.report.topics import contrasts, standings
from karat.report.topics.contrasts import ngram_record, segment_record
from karat.report.topics.drawn_units import about_units, units_note
from karat.report.topics.slices import slice_record
from karat.report.words import number, p_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import (
        Comparison,
        Contrast,
        MetricComparison,
        PartitionSlices,
        Standing,
    )
    from karat.comparison.procedure import Procedure
    from karat.comparison.run_families import RunSpread
    from karat.diagnosis.suitability import Finding
    from karat.report.tables import Table
    from karat.report.topics.contrasts import Examples


def tables(comparison: Comparison, shown: str, *, names: bool = False) -> list[Table]:
    """Standings, pairs, open pairs or both of every metric; `brief` is both, of many pairs the open ones.

    `names`, for other programs, says the better system of a pair by its name, and the units beside figures.
    """
    made = []
    for of_metric in comparison.metrics:
        if shown in ("standings", "both", "brief"):
            made.append(standings.standings_table(of_metric, units=names))
        only_open = shown == "open" or (shown == "brief" and contrasts.is_shortened(of_metric))
        if shown in ("pairs", "both", "open", "brief"):
            table = contrasts.pairs_table(of_metric, names=names, only_open=only_open)
            made += [table] if table.rows or names else []
    return made


def notes(comparison: Comparison, shown: str = "both", *, digits: int = 2) -> list[Note]:
    """Notes on every metric, on their disagreements, and on what was left out; scores have so many digits."""
    procedure = comparison.procedure
    drawn = {of_metric.unit: of_metric for of_metric in comparison.metrics}
    lines = [units_note(of_metric, comparison.documents) for of_metric in drawn.values()]
    for of_metric in comparison.metrics:
        lines += recipe_notes(of_metric)
        texts = (
            *_verdict(of_metric, procedure, digits),
            *about_units(of_metric, comparison.documents, procedure),
            *_about_missing(of_metric),
            *_about_undefined(of_metric, procedure),
            *_about_runs(of_metric, digits),
            *_about_power(of_metric, digits),
        )
        lines += [Note("", text) for text in texts]
    for pair in comparison.disagreements():
        sides = ", ".join(f"{winner} by {metric}" for metric, winner in pair.winners.items())
        lines.append(
            Note(
                "disagreement",
                f"{pair.first} or {pair.second}: metrics disagree on which is better ({sides}).",
            )
        )
    if shown == "brief" and any(map(contrasts.is_shortened, comparison.metrics)):
        lines.append(
            Note(
                "shown",
                "only pairs that are not significant",
                hint=either("to_dict() has all of them", "--show both has all of them"),
            )
        )
    if procedure.samples * procedure.alpha < 2:
        least = round(2 / procedure.alpha)
        lines.append(
            Note(
                "warning",
                f"an interval at {100 * procedure.confidence:g} % needs at least {least:,} samples.",
                hint=option("samples"),
            )
        )
    if procedure.compatible == "moses":
        lines.append(
            Note(
                "warning",
                "the tests are those of Moses, MultEval and sacreBLEU; they call too many differences "
                "significant.",
            )
        )
    return lines


def recipe_notes(of_metric: MetricComparison) -> list[Note]:
    """What decides the figures of a metric, in Karat's words and in sacreBLEU's."""
    said: list[Note] = [RecipeNote(of_metric.metric, printable(of_metric.recipe))]
    if of_metric.signature is not None:
        said.append(Note("", f"sacreBLEU's signature: {of_metric.signature}"))
    return said


def _verdict(of_metric: MetricComparison, procedure: Procedure, digits: int) -> Iterator[str]:
    """The answer in a sentence, where there is one question."""
    if len(of_metric.contrasts) != 1 or isnan(of_metric.contrasts[0].p):
        return
    (pair,) = of_metric.contrasts
    by = number(abs(pair.difference), digits)
    if pair.difference == 0:
        yield f"{pair.first} and {pair.second} have the same score."
    elif pair.winner is None:
        yield (
            f"{pair.first} and {pair.second} differ by {by}, which is not significant ("
            f"{p_value(pair.p)}, above {f'{procedure.alpha:g}'.lstrip('0')})."
        )
    else:
        other = pair.second if pair.winner == pair.first else pair.first
        ends = sorted((pair.interval.low, pair.interval.high), reverse=pair.difference < 0)
        low, high = (end if pair.difference > 0 else -end for end in ends)
        where = f"{100 * pair.interval.confidence:g} %: {number(low, digits)} to {number(high, digits)}"
        yield (f"{pair.winner} is significantly better than {other} by {by} ({where}), {p_value(pair.p)}.")


def _about_missing(of_metric: MetricComparison) -> Iterator[str]:
    """Segments without a score, as human scores have them."""
    units = [standing.units for standing in of_metric.standings]
    if min(units) == of_metric.units:
        return
    shared = [pair.power.units for pair in of_metric.contrasts]
    yield (
        f"{_between(units)} of {of_metric.units:,} {of_metric.unit}s have a score, depending on "
        f"the system. Each pair is compared on the {_between(shared)} that both have."
    )


def _about_undefined(of_metric: MetricComparison, procedure: Procedure) -> Iterator[str]:
    """Draws in which there was nothing to measure."""
    samples = max(pair.undefined_samples for pair in of_metric.contrasts)
    shuffles = max(pair.undefined_shuffles for pair in of_metric.contrasts)
    undefined = sum(isnan(pair.p) for pair in of_metric.contrasts)
    if undefined:
        yield f"{undefined} of {len(of_metric.contrasts)} pairs have no value to compare."
    if samples and samples < procedure.samples:
        yield (
            f"Up to {samples:,} of {procedure.samples:,} bootstrap samples have no score and are left out."
        )
    if shuffles and procedure.shuffles and shuffles < procedure.shuffles:
        yield (f"Up to {shuffles:,} of {procedure.shuffles:,} shuffles have no score and are left out.")


def _about_runs(of_metric: MetricComparison, digits: int) -> Iterator[str]:
    for standing in of_metric.standings:
        if (runs := standing.runs) is not None:
            of_runs, of_test_set = (
                f"{deviation:.{digits}f} ({interval.low:.{digits}f} to {interval.high:.{digits}f})"
                for deviation, interval in (
                    (runs.run_deviation, runs.run_interval),
                    (runs.test_deviation, runs.test_interval),
                )
            )
            yield (
                f"{standing.system}, {len(runs.values)} runs: SD of runs {of_runs}, "
                f"of the test set {of_test_set}."
            )


def _about_power(of_metric: MetricComparison, digits: int) -> Iterator[str]:
    """A difference that was not found may still be there."""
    unsettled = [pair for pair in of_metric.contrasts if pair.winner is None and not isnan(pair.p)]
    if not unsettled:
        return
    unit = of_metric.unit
    text = _open(len(unsettled), len(of_metric.contrasts))
    if all(pair.difference == 0 and pair.power.error == 0 for pair in unsettled):
        yield f"{text}: their outputs have the same counts in every {unit}."
        return
    # Where no unit differs from another in what sets two systems apart, nothing can be told of others.
    spread = [pair for pair in unsettled if pair.power.error > 0]
    if not spread:
        yield f"{text}; {of_metric.units:,} {unit}{'' if of_metric.units == 1 else 's'} cannot show more."
        return
    detectable = median(pair.power.detectable for pair in spread)
    low, high = (median(pair.power.detectable_interval[end] for pair in spread) for end in (0, 1))
    text += f". This test set has 80 % power to detect a difference of {detectable:.{digits}f}"
    text += f" ({low:.{digits}f} to {high:.{digits}f})" if high > low else ""
    differing = [pair for pair in spread if pair.difference != 0]
    if differing:
        text += f"; {_needed(max(differing, key=_nearness), unit)}"
    yield f"{text}."


def _open(number: int, pairs: int) -> str:
    if pairs == 1:
        return "The pair is not significant"
    return f"{number} of {pairs} pairs {'is' if number == 1 else 'are'} not significant"


def _nearness(pair: Contrast) -> float:
    detectable = pair.power.detectable  # 0 where chance alone finds enough
    return abs(pair.difference) / detectable if detectable else inf


def _needed(pair: Contrast, unit: str) -> str:
    units = pair.power.units_for(pair.difference)
    what = f"to detect that between {pair.first} and {pair.second} would take"
    if units is None:
        return f"{what} more runs"
    low, high = pair.power.units_interval_for(pair.difference)
    if high is None:
        return f"{what} {units:,} {unit}s (at least {low:,}), or more runs"
    return f"{what} {units:,} {unit}s" + (f" ({low:,} to {high:,})" if low != high else "")


def _between(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def as_json(
    comparison: Comparison,
    cuts: Sequence[PartitionSlices] = (),
    examples: Examples | None = None,
    *,
    left_out: Sequence[str] = (),
    findings: Sequence[Finding] | None = None,
    points: Sequence[dict[str, Any]] = (),
) -> str:
    """The document: the procedure, all standings and pairs, and what else was asked for."""
    parts: dict[str, list[Any]] = {
        "procedure": [{"recipe": comparison.procedure.recipe, "documents": comparison.documents}],
        "comparisons": [record(of_metric) for of_metric in comparison.metrics],
        "disagreements": [
            {"first": pair.first, "second": pair.second, "better": dict(pair.winners)}
            for pair in comparison.disagreements()
        ],
    }
    if cuts:
        parts["slices"] = [slice_record(cut, part) for cut in cuts for part in cut.slices]
    if examples is not None:
        parts["segments"] = [segment_record(examples, segment) for segment in examples.segments]
        parts["ngrams"] = [ngram_record(examples, item) for item in examples.ngrams]
    if points:
        parts["points"] = list(points)
    if findings is not None:
        parts["findings"] = [found.to_dict() for found in findings]
    return json_document.render([], left_out=left_out, parts=parts)


def record(of_metric: MetricComparison) -> dict[str, Any]:
    """One metric in full precision."""
    return {
        "metric": of_metric.metric,
        "recipe": of_metric.recipe,
        "sacrebleu_signature": of_metric.signature,
        "references": of_metric.references,
        "higher_is_better": of_metric.higher_is_better,
        "unit": of_metric.unit,
        "units": of_metric.units,
        "effective_units": of_metric.effective_units,
        **({} if of_metric.neighbours is None else {"neighbour_effect": of_metric.neighbours}),
        **({} if of_metric.baseline is None else {"baseline": of_metric.baseline}),
        "systems": [_standing_record(standing) for standing in of_metric.standings],
        "pairs": [_pair_record(pair) for pair in of_metric.contrasts],
    }


def _standing_record(standing: Standing) -> dict[str, Any]:
    return {
        "system": standing.system,
        "value": standing.value,
        "interval": list(ends(standing.interval)),
        "design_effect": standing.design_effect,
        "cluster": standing.cluster,
        "ranks": None if standing.ranks is None else list(standing.ranks),
        "units": standing.units,
        "undefined_samples": standing.undefined,
        **({} if standing.runs is None else {"runs": _run_record(standing.runs)}),
    }


def _run_record(runs: RunSpread) -> dict[str, Any]:
    return {
        "values": dict(runs.values),
        "run_deviation": runs.run_deviation,
        "run_interval": list(ends(runs.run_interval)),
        "test_deviation": runs.test_deviation,
        "test_interval": list(ends(runs.test_interval)),
    }


def _pair_record(pair: Contrast) -> dict[str, Any]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference,
        "interval": list(ends(pair.interval)),
        "design_effect": pair.design_effect,
        "p": pair.p,
        "p_at_floor": isinstance(pair.p, UpperBound),
        "p_corrected": pair.corrected,
        "p_bootstrap": pair.bootstrap_p,
        **({} if pair.run_p is None else {"p_whole_runs": pair.run_p}),
        "better": pair.winner,
        "units": pair.power.units,
        "standard_error": pair.power.error,
        **({} if pair.run_p is None else {"run_error": pair.power.run_error}),
        "detectable": pair.power.detectable,
        "detectable_interval": list(pair.power.detectable_interval),
        "undefined_samples": pair.undefined_samples,
        "undefined_shuffles": pair.undefined_shuffles,
    }


def view(found: Sequence[Comparison]) -> View:
    """What `karat compare` prints."""
    shown = [table for one in found for table in tables(one, "brief")]
    return View(tuple(shown), tuple(note for one in found for note in notes(one)))


def metric_view(found: Sequence[MetricComparison]) -> View:
    """Standings and pairs of each metric."""
    shown = [table for one in found for table in (standings.standings_table(one), contrasts.pairs_table(one))]
    return View(tuple(shown), tuple(note for one in found for note in recipe_notes(one)))
