"""`karat add`: partial sums into scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.option_groups import DebugOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.sharded import check_complete
from karat.cli.sharded_scores import show_comparison, show_totals
from karat.engines import add, read_partials, shards_of
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence


class AddedOptions(Options, title="input"):
    """Which partial sums."""

    inputs: list[str] = option("inputs", "FILE…", "partial sums that karat count has written")
    shards: list[str] | None = option(
        "--shards", "SHARD…", "the shards that there should be: what is missing is named, and refused"
    )
    incomplete: bool | None = option("--incomplete", "", "give figures although shards are missing")


class AddedComparisonOptions(Options, title="comparison"):
    """Intervals and tests, of sums that were counted with --cells."""

    compare: bool | None = option(
        "--compare", "", "compare systems: confidence intervals and paired tests; needs sums with --cells"
    )
    show: str | None = option(
        "--show",
        "WHAT",
        "standings, pairs, both (default: both; tsv: pairs)",
        choices=("standings", "pairs", "both"),
    )
    samples: int | None = option("--samples", "N", "bootstrap samples (default: 1000)", least=1)
    seed: int | None = option("--seed", "N", "random seed (default: 12345)", least=0)
    confidence: float | None = option("--confidence", "X", "confidence level (default: 0.95)")


class AddOptions(AddedOptions, AddedComparisonOptions, OutputOptions, DebugOptions):
    """What `karat add` was asked for."""


COMMAND = Command(
    "add",
    AddOptions,
    usage="karat add FILE… [options]",
    description="""\
Add the partial sums that karat count has written, and show the scores of every group.

Every shard counts once, however often it was delivered. Sums of other metrics, options or versions are
refused, and so is a shard that changed between two counts. Missing parts of a file are named.""",
    examples="""\
examples:
  karat add part.json
  karat add part.json --shards 'shards/*.parquet' --format json
  karat add cells.json --compare --samples 2000
""",
)


def run(arguments: Sequence[str]) -> int:
    """Add what the arguments name, and print it."""
    options: AddOptions = COMMAND.read(arguments)
    if not options.inputs:
        raise InvalidOption("There are no partial sums. Name files that karat count has written.")
    if not options.compare and (asked := options.given("show", "samples", "seed", "confidence")):
        raise InvalidOption(f"--{next(iter(asked))} is for comparisons. Add --compare, or leave it out.")
    partials = (partial for path in options.inputs for partial in read_partials(path))
    expected = [] if options.shards is None else [shard.id for shard in shards_of(options.shards)]
    totals = add(partials, expected=expected)
    go_on = "Count it, and add its file as well"
    check_complete(totals, bool(options.incomplete), otherwise=go_on)
    if options.compare:
        show_comparison(totals, options)
    else:
        show_totals(totals, options)
    return 0
