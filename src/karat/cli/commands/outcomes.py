"""`karat outcomes`: which system gets more items right, from their outcomes on the same items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.inputs import named
from karat.cli.option_groups import DebugOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.outcomes import compare_outcomes
from karat.readers.scores.outcome_files import read_outcomes
from karat.report.topics import outcomes as report

if TYPE_CHECKING:
    from collections.abc import Sequence


class OutcomeInputOptions(Options, title="input"):
    """Which outcomes."""

    inputs: list[str] = option(
        "inputs",
        "OUTCOMES…",
        "a table for each system (.jsonl, .json, .tsv, .csv, .parquet): samples of lm-evaluation-harness, or "
        "rows with an item and its outcome",
    )
    names: list[str] | None = option("--names", "NAME…", "names of the systems (default: their file names)")
    metric: str | None = option(
        "--metric", "COLUMN", "column of outcomes (default: the first that lm-evaluation-harness lists)"
    )
    item: str | None = option(
        "--item", "COLUMN", "column of items (default: doc_id, item, item_id, id or question_id)"
    )
    group: str | None = option(
        "--group",
        "COLUMN",
        "column of what items belong to: a passage, a template; doc.subject is within an object",
    )
    answers: str | None = option(
        "--answers", "FILTER", "lm-evaluation-harness: the filter whose answers count (default: the first)"
    )
    common_items: bool | None = option("--common-items", "", "compare the items that every file has")


class OutcomeTestOptions(Options, title="statistics"):
    """How pairs are tested."""

    baseline: str | None = option("--baseline", "SYSTEM", "compare the others with this system only")
    samples: int = option(
        "--samples", "N", "exchanges of the randomization test (default: 10000)", default=10_000, least=1
    )
    confidence: float = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)", default=0.95
    )
    seed: int = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results", default=12345
    )


class OutcomesOptions(OutcomeInputOptions, OutcomeTestOptions, OutputOptions, DebugOptions):
    """What `karat outcomes` was asked for."""


COMMAND = Command(
    "outcomes",
    OutcomesOptions,
    usage="karat outcomes OUTCOMES… [options]",
    description="""\
Compare systems by what they get right on the same items: benchmarks of language models, error checks, any
outcome per item.

Outcomes that are right or wrong are compared by McNemar's exact test; graded ones, and items in groups, by
paired randomization. Name the groups that items come in (--group): questions about one passage are not
independent, and a test that takes them so finds differences that are none.""",
    examples="""\
examples:
  karat outcomes samples_small.jsonl samples_large.jsonl
  karat outcomes samples_*.jsonl --metric acc_norm --group doc.passage
  karat outcomes base.tsv new.tsv --metric correct --baseline base --format json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Compare what the arguments name, and print it."""
    options: OutcomesOptions = COMMAND.read(arguments)
    table = read_outcomes(
        named(options.inputs, options.names, what="system"),
        metric=options.metric,
        item=options.item,
        group=options.group,
        answers=options.answers,
        common_items=bool(options.common_items),
    )
    found = compare_outcomes(
        table,
        confidence=options.confidence,
        samples=options.samples,
        seed=options.seed,
        baseline=options.baseline,
    )
    form = form_for(options.format)
    if form == "json":
        write(report.as_json(found))
    elif form == "tsv" and found.pairs:
        write(render(form, report.tables(found)[1:], report.notes(found), digits=options.width))
    else:
        write(render(form, report.tables(found), report.notes(found), digits=options.width))
    return 0
