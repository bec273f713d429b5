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
from karat.cli.sharded import by_columns, column_names, metrics_of_shards, note_mixed_systems, told
from karat.engines import condition, count_shards, shards_of
from karat.engines.counting import task_of
from karat.engines.learning import Gathering
from karat.engines.scoring import labels_of, settled
from karat.errors import InvalidFile, InvalidOption
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.engines import ColumnNames, Partial, Shard, ShardFailure
    from karat.engines.counting import CountingTask
    from karat.engines.learning import Gathered


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
    gather: bool | None = option(
        "--gather",
        "",
        "write the references of the shards instead of sums: the first pass of metrics that learn from a "
        "corpus (NIST, WNM)",
    )
    learn_from: list[str] | None = option(
        "--learn-from", "FILE…", "the references of all shards, which --gather has written: the second pass"
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
  karat count 'shards/*.parquet' --gather -o references.json
  karat count shards/1.parquet -m nist --learn-from references.json -o nist-1.json
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
    note_mixed_systems(options)
    with Progress() as progress:
        shards = shards_of(options.inputs, references=options.references or ())
        names = column_names(options.columns)
        columns, by = settled(shards, names, by_columns(options.by), cells=options.cells)
        counted: Sequence[Gathered | Partial]
        if options.gather:
            counted, failures = _gathered(options, shards, columns, by)
        else:
            task = task_of(metrics, by=by, columns=columns, where=options.where, cells=options.cells)
            counted, failures = count_shards(
                _learnt(options, task, shards),
                shards,
                engine=options.engine,
                workers=options.threads,
                keep=options.output,
                progress=told(progress),
            )
    if failures:
        others = f" {len(failures) - 1} others cannot either." if len(failures) > 1 else ""
        raise InvalidFile(
            f"{failures[0].problem}{others} The other {len(counted)} shards are in "
            f"{options.output}: repair this one, and run the same command again."
        )
    write(_shown(counted, options))
    return 0


def _gathered(
    options: CountOptions, shards: Sequence[Shard], columns: ColumnNames, by: tuple[str, ...]
) -> tuple[list[Gathered], list[ShardFailure]]:
    """The first pass: references, which are written to a file."""
    if options.learn_from or options.cells:
        raise InvalidOption("--gather is the first pass; --learn-from and --cells are for the second.")
    from karat.engines.gathered_files import gather_shards, read_gathered

    document = labels_of(shards, columns).get("document")
    where = None if options.where is None else condition(options.where)
    path = str(options.output)
    return gather_shards(
        Gathering(by, columns, where, document),
        shards,
        engine=options.engine,
        workers=options.threads,
        path=path,
        known=read_gathered([path]) if os.path.exists(path) else None,  # noqa: PTH110
    )


def _learnt(options: CountOptions, task: CountingTask, shards: Sequence[Shard]) -> CountingTask:
    """The task of the second pass, where there are two."""
    if not task.learners:
        if options.learn_from:
            raise InvalidOption(
                "--learn-from is for metrics that learn from a corpus (NIST, WNM). Leave it out."
            )
        return task
    if not options.learn_from:
        raise InvalidOption(
            f"{task.learners[0].name} learns from the references of all shards before it counts. Gather them "
            "with karat count SHARD… --gather -o references.json, then count with --learn-from "
            "references.json; or use karat score, which does both."
        )
    from karat.engines.gathered_files import learnt_task, read_gathered

    return learnt_task(task, read_gathered(options.learn_from), shards)


def _shown(counted: Sequence[Gathered | Partial], options: CountOptions) -> str:
    form = form_for(options.format)
    if form == "json":
        shards = [
            {"shard": one.shard, "fingerprint": one.fingerprint, "segments": one.segments} for one in counted
        ]
        return document({"output": options.output, "shards": shards})
    rows = [Row((one.shard, one.fingerprint[:8]), (float(one.segments),)) for one in counted]
    table = Table(("shard", "fingerprint"), (Column("segments", digits=0),), rows)
    return render(form, [table], [Note("written to", str(options.output))], digits=options.width)
