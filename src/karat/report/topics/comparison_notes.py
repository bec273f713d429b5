"""What stands below the tables of a comparison: how the figures came about, and what to make of them."""

from __future__ import annotations

from math import inf, isnan
from statistics import median
from typing import TYPE_CHECKING

from karat.report.tables import Note, printable
from karat.report.topics.comparison import is_shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.comparison import Comparison, Contrast, MetricComparison
    from karat.comparison.procedure import Procedure


def notes(comparison: Comparison, shown: str = "both", *, digits: int = 2) -> list[Note]:
    """Notes on every metric, on their disagreements, and on what was left out; scores have so many digits."""
    procedure = comparison.procedure
    counts = {of_metric.unit: of_metric.units for of_metric in comparison.metrics}
    lines = [Note(f"{unit}s", f"{units:,}") for unit, units in counts.items()]
    for of_metric in comparison.metrics:
        lines.append(Note(of_metric.metric, printable(of_metric.recipe)))
        texts = (
            *_verdict(of_metric, procedure, digits),
            *_about_missing(of_metric),
            *_about_undefined(of_metric, procedure),
            *_about_runs(of_metric, digits),
            *_about_power(of_metric, digits),
        )
        lines += [Note("", text) for text in texts]
    for pair in comparison.disagreements():
        sides = ", ".join(f"{winner} by {metric}" for metric, winner in pair.winners.items())
        lines.append(Note("disagreement", f"Of {pair.first} and {pair.second}, the better is {sides}."))
    if shown == "brief" and any(map(is_shortened, comparison.metrics)):
        lines.append(Note("shown", "only the pairs that are open; --show both has all of them."))
    if procedure.samples * procedure.alpha < 2:
        least = round(2 / procedure.alpha)
        lines.append(
            Note(
                "warning",
                f"an interval at {100 * procedure.confidence:g} % takes at least {least:,} --samples.",
            )
        )
    if procedure.compatible == "moses":
        lines.append(
            Note("warning", "the tests are those of Moses, MultEval and sacreBLEU; they reject too often.")
        )
    return lines


def _verdict(of_metric: MetricComparison, procedure: Procedure, digits: int) -> Iterator[str]:
    """The answer in a sentence, where there is one question."""
    if len(of_metric.contrasts) != 1 or isnan(of_metric.contrasts[0].p):
        return
    (pair,) = of_metric.contrasts
    by = f"{abs(pair.difference):.{digits}f}"
    if pair.difference == 0:
        yield f"{pair.first} and {pair.second} have the same score."
    elif pair.winner is None:
        yield (
            f"{pair.first} and {pair.second} differ by {by}, which may be chance (p = {pair.p:.4f}, "
            f"above {procedure.alpha:g})."
        )
    else:
        other = pair.second if pair.winner == pair.first else pair.first
        ends = sorted((pair.interval.low, pair.interval.high), reverse=pair.difference < 0)
        low, high = (end if pair.difference > 0 else -end for end in ends)
        where = f"{100 * pair.interval.confidence:g} %: {low:.{digits}f} to {high:.{digits}f}"
        yield f"{pair.winner} is better than {other} by {by} ({where}), p = {pair.p:.4f}."


def _about_missing(of_metric: MetricComparison) -> Iterator[str]:
    """Segments without a score, as human scores have them."""
    units = [standing.units for standing in of_metric.standings]
    if min(units) == of_metric.units:
        return
    shared = [pair.power.units for pair in of_metric.contrasts]
    yield (
        f"{_between(units)} of {of_metric.units:,} {of_metric.unit}s have a score, by system. Each pair is "
        f"compared on those that both have: {_between(shared)}."
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
            f"In up to {samples:,} of {procedure.samples:,} resampled corpora there was nothing to measure; "
            "these are left out."
        )
    if shuffles and procedure.shuffles and shuffles < procedure.shuffles:
        yield (
            f"After up to {shuffles:,} of {procedure.shuffles:,} shuffles there was nothing to measure; "
            "these are left out."
        )


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
    text += f". Of such pairs, a difference of {detectable:.{digits}f} is found in 8 comparisons of 10"
    differing = [pair for pair in spread if pair.difference != 0]
    if differing:
        text += f"; {_needed(max(differing, key=_nearness), unit)}"
    yield f"{text}."


def _open(number: int, pairs: int) -> str:
    if pairs == 1:
        return "The pair is open"
    return f"{number} of {pairs} pairs {'is' if number == 1 else 'are'} open"


def _nearness(pair: Contrast) -> float:
    detectable = pair.power.detectable  # 0 where chance alone finds enough
    return abs(pair.difference) / detectable if detectable else inf


def _needed(pair: Contrast, unit: str) -> str:
    units = pair.power.units_for(pair.difference)
    what = f"to find that of {pair.first} and {pair.second} so often would take"
    return f"{what} more runs" if units is None else f"{what} {units:,} {unit}s"


def _between(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
