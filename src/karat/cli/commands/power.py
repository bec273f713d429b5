"""`karat power`: what a test set can show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.comparison_choice import ComparisonInputOptions, check_labels, chosen_runs, settle_unit
from karat.cli.loading import check_loading, load
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import OtherOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.comparison import Procedure, power_of_pairs
from karat.errors import InvalidOption
from karat.report.topics import power as powers

if TYPE_CHECKING:
    from collections.abc import Sequence

DIFFERENCES = (0.25, 0.5, 1.0, 2.0)
_POWER = 0.8


class DetectionOptions(Options, title="power"):
    """What a test should find."""

    difference: list[str] | None = option(
        "--difference", "X…", "differences to plan for (default: 0.25 0.5 1 2)"
    )
    power: float | None = option(
        "--power", "X", "power: the probability of detecting a difference (default: 0.8)"
    )
    confidence: float | None = option(
        "--confidence",
        "X",
        "confidence level; tests use the significance level 1 - X (default: 0.95)",
        former="--level",
    )
    pairs: int = option(
        "--pairs", "N", "number of pairs that will be tested together (default: 1)", default=1, least=1
    )
    samples: int | None = option(
        "--samples", "N", "bootstrap samples, for the standard error (default: 1000)"
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    draw: str | None = option(
        "--draw",
        "UNIT",
        "unit of sampling: segment, paragraph, document (default: document where documents are known, "
        "otherwise segment)",
    )


class PowerOptions(ComparisonInputOptions, DetectionOptions, OutputOptions, OtherOptions):
    """What `karat power` was asked for."""


COMMAND = Command(
    "power",
    PowerOptions,
    usage="""\
karat power HYPOTHESIS… -r REFERENCE… [options]
       karat power CORPUS [options]""",
    description="""\
Show which differences a test set can detect, and how many documents it takes to detect a given difference;
segments, where documents are not known.

The variance comes from the systems given, pair by pair: two systems that err in the same places need less
text than two that err in different ones. It is an estimate, so what follows from it has an 80 % interval. By
default each pair counts as the only test; give --pairs if a comparison will have more.""",
    examples="""\
examples:
  karat power old.txt new.txt -r reference.txt
  karat power old.txt new.txt -r reference.txt --difference 0.5 1 2
  karat power CORPUS -m chrf --power 0.9 --confidence 0.99 --pairs 10
""",
)


def run(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print it."""
    options: PowerOptions = COMMAND.read(arguments)
    settle_unit(options)
    metrics = chosen_metrics(options)
    differences = _differences(options)
    kind = check_loading(options, metrics, command="power")
    check_labels(options, kind)

    named = options.given("samples", "seed", "confidence")
    procedure = Procedure(**named if options.draw is None else {**named, "unit": options.draw})
    wanted = _power(options, procedure.alpha / options.pairs)
    with Progress() as progress:
        loaded = load(options, metrics, kind, progress)
        runs = chosen_runs(options, loaded.corpus)
        count = len(runs or loaded.corpus.systems)
        told = progress.each("measuring pairs", len(loaded.evaluation.metrics) * count * (count - 1) // 2)
        found = power_of_pairs(
            loaded.evaluation, procedure, pairs=options.pairs, power=wanted, runs=runs, progress=told
        )
    form = form_for(options.format)
    if form == "json":
        write(powers.as_json(found, differences))
    else:
        tables = powers.wide_tables if form == "tsv" else powers.tables
        write(render(form, tables(found, differences), powers.notes(found), digits=options.width))
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
        raise InvalidOption(
            "--difference has a number that is not above 0, or not finite. Nothing detects it."
        )
    return differences
