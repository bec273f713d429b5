"""`karat power`: what a test set can show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli import power_manual
from karat.cli.compare import CompareOptions, check_labels, chosen_runs, settle_unit
from karat.cli.inputs import check_inputs
from karat.cli.loading import check_loading, load
from karat.cli.metrics import chosen_metrics
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_presentation, chosen_format, render
from karat.cli.progress import Progress
from karat.comparison import Procedure, power_of_pairs
from karat.errors import InvalidOption
from karat.report.topics import power as powers

if TYPE_CHECKING:
    from collections.abc import Sequence

DIFFERENCES = (0.25, 0.5, 1.0, 2.0)
_POWER = 0.8


class PowerOptions(CompareOptions):
    """What the user asked for; None where an option was not given."""

    difference: list[str] | None = None
    power: float | None = None
    pairs: int | None = None


def run(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print it."""
    options = read_options_of("power", power_manual, arguments, PowerOptions)
    settle_unit(options)
    metrics = chosen_metrics(options)
    check_presentation(options, metrics)
    differences = _differences(options)
    pairs = 1 if options.pairs is None else options.pairs
    if pairs < 1:
        raise InvalidOption(f"--pairs is {pairs}; it must be 1 or more.")
    kind = check_inputs(options, command="power")
    check_labels(options, kind)
    check_loading(options, metrics, kind)

    named: dict[str, Any] = {"samples": options.samples, "seed": options.seed}
    named |= {"confidence": options.level, "unit": options.draw}
    procedure = Procedure(**{name: value for name, value in named.items() if value is not None})
    wanted = _power(options, procedure.alpha / pairs)
    with Progress() as progress:
        loaded = load(options, metrics, kind, progress)
        runs = chosen_runs(options, loaded.corpus)
        count = len(runs or loaded.corpus.systems)
        told = progress.each("measuring pairs", len(loaded.evaluation.metrics) * count * (count - 1) // 2)
        found = power_of_pairs(
            loaded.evaluation, procedure, pairs=pairs, power=wanted, runs=runs, progress=told
        )
    form = chosen_format(options)
    if form == "json":
        write(powers.as_json(found, differences))
    else:
        notes = powers.notes(found)
        write(render(form, powers.tables(found, differences), notes, digits=options.width))
    return 0


def _power(options: PowerOptions, by_chance: float) -> float:
    """How often a difference should be found; by chance alone the test finds one so often."""
    if options.power is None:
        return _POWER
    if options.power <= by_chance:
        raise InvalidOption(
            f"--power is {options.power}; where there is no difference the test finds one with a probability "
            f"of {by_chance:.2g}, so it must be above that."
        )
    return options.power


def _differences(options: PowerOptions) -> tuple[float, ...]:
    if options.difference is None:
        return DIFFERENCES
    try:
        differences = tuple(float(text) for text in options.difference)
    except ValueError:
        raise InvalidOption(f"--difference is {' '.join(options.difference)}; it must be numbers.") from None
    if not all(0 < difference < float("inf") for difference in differences):
        raise InvalidOption("--difference has a number that is not above 0, or not finite. Nothing finds it.")
    return differences
