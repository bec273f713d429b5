"""`karat verdicts`: language models as judges."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
from karat.cli.option_groups import OtherOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.readers import read, read_judgements
from karat.readers.files.input_table import is_table, table_of
from karat.readers.people.pair_verdicts import is_pair_verdicts, read_pair_verdicts
from karat.reliability import Bootstrap
from karat.reliability.verdict_study import VERDICT_PLAN, study_verdicts
from karat.report.tables import Section
from karat.report.topics import verdicts as topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Plan
    from karat.corpus import Corpus
    from karat.judgements import Judgements, PairVerdict
    from karat.report.tables import Part


class VerdictInputOptions(Options, title="input"):
    """Whose verdicts, and what they are compared with."""

    inputs: list[str] = option("inputs", "FILE…", "verdicts: marks of outputs, or which of two outputs won")
    human_scores: list[str] | None = option(
        "--human-scores", "FILE…", "people's judgements in the same dimensions and on the same scales"
    )
    data: str | None = option("--data", "CORPUS", "the texts that were judged; their lengths and documents")
    versions: list[str] | None = option(
        "--versions", "NAME…", "judges that are versions of one, from the oldest to the newest"
    )
    first_segment: int | None = option(
        "--first-segment", "N", "number of the first segment in the files, 0 or 1, if Karat cannot tell"
    )


class VerdictStudyOptions(Options, title="agreement"):
    """What is measured."""

    level: list[str] | None = option(
        "--level", "NAME…", "level of agreement: system, segment, document (default: segment)"
    )
    statistics: list[str] | None = option(
        "--statistics", "NAME…", "as for karat agree (default: pearson kendall/item)"
    )
    margin: float | None = option(
        "--margin", "X", "what a judge may lack and still be as good as a person (default: 0.05)"
    )
    draw: str | None = option(
        "--draw", "UNIT", "unit of resampling: document, segment (default: document where they are known)"
    )
    samples: int | None = option("--samples", "N", "bootstrap samples at system level (default: 1000)")
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)"
    )


class VerdictOptions(VerdictInputOptions, VerdictStudyOptions, OutputOptions, FigureOptions, OtherOptions):
    """What `karat verdicts` was asked for."""


COMMAND = Command(
    "verdicts",
    VerdictOptions,
    usage="karat verdicts FILE… [options]",
    description="""\
Test judges such as language models: do they agree with people as well as people do, and with themselves? Do
they lean to what stands first, or to what is longer? Did a new version change?

FILE has marks of outputs, as karat judges reads them (judge, system, segment, dimension, scale, value;
several of the same output have a time or an occasion), or verdicts on pairs: judge, segment, first, second,
winner.

An order bias shows where pairs were judged in both orders. The length bias is the slope of (verdict minus
people's score) on the logarithm of the length, within segments. Intervals leave out whole documents where
these are known.""",
    examples="""\
examples:
  karat verdicts llm.jsonl --human-scores judgements.jsonl --data segments.jsonl
  karat verdicts llm.jsonl --versions gpt-1 gpt-2 --format table
  karat verdicts pairs.jsonl --format table
""",
)


def run(arguments: Sequence[str]) -> int:
    """Test the judges of the files that are named, and print it."""
    options: VerdictOptions = COMMAND.read(arguments)
    if not options.inputs:
        raise InvalidOption("There are no verdicts. Name a file of them: karat verdicts FILE.")
    if options.versions and len(options.versions) < 2:
        raise InvalidOption(
            "--versions compares judges, and one is named. Name two or more, the oldest first."
        )
    check_figures(options)
    bootstrap = Bootstrap(**options.given("draw", "samples", "seed", "confidence"))
    with Progress() as progress:
        progress.stage("reading verdicts")
        corpus = None if options.data is None else read(options.data)
        pairs, marks = _split(options.inputs)
        verdicts = _judgements(marks, corpus, options)
        people = _judgements(options.human_scores or (), corpus, options)
        progress.stage("comparing judges")
        found = study_verdicts(
            verdicts,
            people,
            pairs=pairs,
            corpus=corpus,
            versions=options.versions or (),
            plan=_plan(options),
            bootstrap=bootstrap,
            **options.given("margin"),
        )
    form = form_for(options.format)
    if form == "json":
        text = topic.as_json(found)
    else:
        tables = [topic.long_table(found)] if form == "tsv" else topic.tables(found)
        text = render(form, tables, topic.notes(found), digits=options.width)
    charts = topic.charts(found)
    parts: tuple[Part, ...] = (*charts, *topic.tables(found))
    write_folder(options, [Section("verdicts", "Can these judges be trusted?", "", parts)])
    write(text)
    return 0


def _plan(options: VerdictOptions) -> Plan:
    lists = {"levels": options.level, "statistics": options.statistics}
    chosen = {name: tuple(words) for name, words in lists.items() if words is not None}
    by_segment = {"draw": "segment"} if options.draw == "segment" else {}
    return replace(VERDICT_PLAN, **chosen, **by_segment, **options.given("samples", "seed", "confidence"))  # type: ignore[arg-type]


def _split(paths: Sequence[str]) -> tuple[list[PairVerdict], list[str]]:
    """Verdicts on pairs, and the files of marks."""
    pairs: list[PairVerdict] = []
    marks = []
    for path in paths:
        if is_table(path) and is_pair_verdicts(table_of(path, what="verdicts")):
            pairs += read_pair_verdicts(path)
        else:
            marks.append(path)
    return pairs, marks


def _judgements(paths: Sequence[str], corpus: Corpus | None, options: VerdictOptions) -> Judgements | None:
    found = [read_judgements(path, corpus, first_segment=options.first_segment) for path in paths]
    return reduce(lambda first, second: first.append(second), found) if found else None
