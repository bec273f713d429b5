"""`karat count`: shards into partial sums, which other machines may count as well."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import (
    MetricOptions,
    OtherOptions,
    OutputOptions,
    ScoreTableOptions,
    ShardOptions,
)
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.cli.sharded import by_columns, column_names, metrics_of_shards, told
from karat.engines import count_shards, shards_of
from karat.engines.counting import task_of
from karat.engines.scoring import settled
from karat.errors import InvalidFile, InvalidOption
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.engines import Partial


class CountedOptions(Options, title="input"):
    """Which shards."""

    inputs: list[str] = option(
        "inputs", "SHARD…", "files, folders, patterns such as 'data/*.parquet', or URIs"
    )
    references: list[str] | None = option(
        "-r --references", "FILE…", "of plain text: the reference of each SHARD, in the same order"
    )
    by: str | None = option(
        "--by",
        "COLUMNS",
        "columns to group by, such as system,lang (default: system, where the rows name systems)",
    )
    cells: int = option(
        "--cells",
        "N",
        "cells of segments to keep apart, for intervals and tests: 4096 is enough (default: 0, none)",
        default=0,
        least=0,
    )
    output: str | None = option(
        "-o --output", "FILE", "file of partial sums; shards that it has already are not counted again"
    )


class CountOptions(
    CountedOptions,
    ShardOptions,
    MetricOptions,
    OutputOptions,
    OtherOptions,
    without=(
        "keep",
        "incomplete",
        *(name for name in ScoreTableOptions.declared["metrics"] if name != "lower_is_better"),
    ),
):
    """What `karat count` was asked for."""

    lower_is_better: list[str] | None = option(
        "--lower-is-better", "NAME…", "columns of scores for which lower is better, such as MetricX"
    )


COMMAND = Command(
    "count",
    CountOptions,
    usage="karat count SHARD… -o FILE [options]",
    description="""\
Count shards into partial sums, and write these to a file. karat add makes scores of such files.

Shards can be counted by any number of commands on any number of machines, in any order, and more than once.
If the command is stopped, the same command goes on where it was; a shard that has changed is counted again.
Shards that cannot be read are named, and the others are counted all the same.""",
    examples="""\
examples:
  karat count 'shards/*.parquet' -m bleu chrf --by system,lang -o part.json
  karat count shards/1.parquet --cells 4096 -o part-1.json
  karat count output.txt -r reference.txt -o text.json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Count what the arguments name, and write it down."""
    options: CountOptions = COMMAND.read(arguments)
    if options.output is None:
        raise InvalidOption("There is no file to write to. Name one: karat count SHARD… -o part.json")
    metrics = metrics_of_shards(options, chosen_metrics(options))
    folder = os.path.dirname(options.output) or "."  # noqa: PTH120
    if not os.path.isdir(folder):  # noqa: PTH112
        raise InvalidOption(f"--output is {options.output}, and there is no folder {folder}. Make it first.")
    with Progress() as progress:
        shards = shards_of(options.inputs, references=options.references or ())
        names = column_names(options.columns)
        columns, by = settled(shards[0], names, by_columns(options.by), cells=options.cells)
        task = task_of(metrics, by=by, columns=columns, where=options.where, cells=options.cells)
        partials, failures = count_shards(
            task,
            shards,
            engine=options.engine,
            workers=options.threads,
            keep=options.output,
            progress=told(progress),
        )
    if failures:
        others = f" {len(failures) - 1} others cannot either." if len(failures) > 1 else ""
        raise InvalidFile(
            f"{failures[0].problem}{others} The other {len(partials)} shards are in "
            f"{options.output}: repair this one, and run the same command again."
        )
    write(_shown(partials, options))
    return 0


def _shown(partials: Sequence[Partial], options: CountOptions) -> str:
    form = form_for(options.format)
    if form == "json":
        shards = [
            {"shard": one.shard, "fingerprint": one.fingerprint, "segments": one.segments} for one in partials
        ]
        return document({"output": options.output, "shards": shards})
    rows = [Row((one.shard, one.fingerprint[:8]), (float(one.segments),)) for one in partials]
    table = Table(("shard", "fingerprint"), (Column("segments", digits=0),), rows)
    return render(form, [table], [Note("written to", str(options.output))], digits=options.width)
