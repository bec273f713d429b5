"""`karat spans`: agreement on where the errors are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
from karat.cli.option_groups import OtherOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.readers.people.error_spans import read_error_spans
from karat.reliability import Bootstrap, span_agreement
from karat.report.tables import Section
from karat.report.topics import span_agreement as topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.judgements import MarkedErrors
    from karat.report.tables import Part


class SpanInputOptions(Options, title="input"):
    """Who marked errors."""

    inputs: list[str] = option("inputs", "FILE…", "error spans that judges marked")
    detector: list[str] | None = option(
        "--detector",
        "FILE…",
        "error spans that programs marked in the same outputs, such as xCOMET's; each is called as its file",
    )


class SpanIntervalOptions(Options, title="intervals"):
    """How intervals are made."""

    draw: str | None = option(
        "--draw",
        "UNIT",
        "unit of resampling: document, segment (default: document where documents are known, otherwise "
        "segment)",
    )
    samples: int | None = option(
        "--samples", "N", "bootstrap samples, for percentile and bca (default: 1000)"
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)"
    )
    interval: str | None = option(
        "--interval", "HOW", "type of interval: jackknife-t, percentile, bca (default: jackknife-t)"
    )


class SpanOptions(SpanInputOptions, SpanIntervalOptions, OutputOptions, FigureOptions, OtherOptions):
    """What `karat spans` was asked for."""


COMMAND = Command(
    "spans",
    SpanOptions,
    usage="karat spans FILE… [options]",
    description="""\
Measure how far judges agree on where errors are, and automatic detectors with judges: precision, recall and
F1 of spans, in all and by severity and category, and κ of characters.

FILE is a table of MQM errors (<v> and </v> around what is wrong), JSON lines with a list of spans for each
output, Pearmut's pages, or a campaign. Raters are compared on the outputs that both marked, where an output
without errors counts as marked: it needs its line, with an empty list or No-error.

Spans are matched one to one so that matched ones have the most characters in common. Intervals leave out
whole documents where these are known.""",
    examples="""\
examples:
  karat spans mqm.tsv
  karat spans mqm.tsv --detector xcomet.jsonl
  karat spans esa.jsonl --detector xcomet.jsonl gemba.jsonl --format table
  karat spans esa.jsonl --format json > spans.json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Compare the raters of the files that are named, and print it."""
    options: SpanOptions = COMMAND.read(arguments)
    if not options.inputs:
        raise InvalidOption("There are no judges. Name a file of error spans: karat spans FILE.")
    check_figures(options)
    bootstrap = Bootstrap(**options.given("draw", "samples", "seed", "confidence", "interval"))
    with Progress() as progress:
        progress.stage("reading error spans", len(options.inputs) + len(options.detector or ()))
        judges = _read(options.inputs, progress)
        detectors = _read(options.detector or (), progress)
        _check_names([*judges, *detectors])
        progress.stage("matching spans")
        found = span_agreement(judges, detectors, bootstrap=bootstrap)
    form = form_for(options.format)
    if form == "json":
        text = topic.as_json(found)
    else:
        tables = [topic.long_table(found)] if form == "tsv" else topic.tables(found)
        text = render(form, tables, topic.notes(found), digits=options.width)
    charts = [chart for chart in (topic.chart(found),) if chart is not None]
    lead = charts[0].description if charts else ""
    parts: tuple[Part, ...] = (*charts, *topic.tables(found))
    write_folder(options, [Section("spans", "Do raters agree on errors?", lead, parts)])
    write(text)
    return 0


def _read(paths: Sequence[str], progress: Progress) -> list[MarkedErrors]:
    found: list[MarkedErrors] = []
    for path in paths:
        found += read_error_spans(path)
        progress.advance()
    return found


def _check_names(raters: Sequence[MarkedErrors]) -> None:
    names = [one.rater for one in raters]
    for name in names:
        if names.count(name) > 1:
            raise InvalidOption(
                f"Two files have marks of {name!r}. Rename one: the column 'judge' says who marked, else the "
                "name of the file."
            )
