"""`karat diagnose variation`: how many other texts would get the same score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.inputs import check_inputs
from karat.cli.loading import load_corpus
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import DebugOptions, InputOptions, OnlyNgramOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, shows_styles, write
from karat.cli.progress import Progress
from karat.diagnosis.variation import segment_variation, variation
from karat.errors import InvalidOption
from karat.report.topics import variation as variations
from karat.report.topics.variation import scatter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.variation import SegmentVariation, Variation
    from karat.metrics import Metric


class VaryingOptions(Options, title="variation"):
    """What is tried."""

    enumerate: int | None = option(
        "--enumerate",
        "N",
        "enumerate all permutations of segments with up to N units, at most 9 (default: 6; with "
        "--segment: 9)",
    )
    shuffles: int | None = option(
        "--shuffles", "N", "random permutations of the whole text (default: until the mean is stable)"
    )
    seed: int = option(
        "--seed",
        "N",
        "random seed (default: 12345); the same seed gives the same results",
        default=12345,
    )


class ShownVariationOptions(Options, title="output"):
    """What is shown."""

    segments: bool | None = option(
        "--segments",
        "",
        "one row per segment, with its length and number of variants, as in Figure 1 of the paper",
    )
    plot: bool | None = option("--plot", "", "plot the number of variants against length, in text characters")
    examples: int | None = option(
        "--examples",
        "N",
        "also show the N segments of each system that have the most variants, cut into blocks",
        least=1,
    )
    segment: int | None = option("--segment", "N", "show only this segment of each system, counted from 1")


class VariationOptions(
    InputOptions,
    OnlyNgramOptions,
    VaryingOptions,
    ShownVariationOptions,
    OutputOptions,
    DebugOptions,
    without=("source", "documents", "paragraphs", "text_types", "tags", "reference_tags", "entities"),
):
    """What `karat diagnose variation` was asked for."""


COMMAND = Command(
    "diagnose variation",
    VariationOptions,
    usage="""\
karat diagnose variation HYPOTHESIS… -r REFERENCE… [options]
       karat diagnose variation CORPUS [options]""",
    description="""\
Count the other texts that BLEU cannot distinguish from a hypothesis, and measure how much of a score depends
on word order.

A hypothesis can be cut between any two neighbours that are adjacent in no reference. The resulting blocks can
be put in any order without losing a match (Callison-Burch, Osborne & Koehn 2006). Numbers of arrangements are
given as log10, so the segments of a system add up.""",
    examples="""\
examples:
  karat diagnose variation output.txt -r reference.txt --examples 3
  karat diagnose variation wmt.xml --systems online-A --plot
  karat diagnose variation CORPUS --segments --format tsv > figure-1.tsv
  karat diagnose variation CORPUS --unit char --order 18
""",
)


def run(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print it."""
    options: VariationOptions = COMMAND.read(arguments)
    (metric,) = metrics = chosen_metrics(options)
    _check(options)
    kind = check_inputs(options, command="diagnose variation")

    with Progress() as progress:
        corpus, left_out = load_corpus(options, metrics, kind)
        if options.segment is not None:
            most = 9 if options.enumerate is None else options.enumerate
            found: Sequence[Variation] = []
            shown = [
                segment_variation(
                    corpus, name, options.segment, metric=metric, enumerate_up_to=most, seed=options.seed
                )
                for name in corpus.systems
            ]
        else:
            found = variation(
                corpus,
                metric,
                enumerate_up_to=6 if options.enumerate is None else options.enumerate,
                shuffles=options.shuffles,
                seed=options.seed,
                progress=progress.each("varying systems", len(corpus.systems)),
            )
            shown = _examples(corpus, found, metric, options)
    write(_present(found, shown, metric, options, left_out))
    return 0


def _check(options: VariationOptions) -> None:
    if options.enumerate is not None and options.enumerate < 0:
        raise InvalidOption(f"--enumerate is {options.enumerate}; it must be between 0 and 9.")
    asked = [name for name in ("segment", "examples", "plot") if getattr(options, name)]
    if asked and options.format in ("tsv", "latex"):
        raise InvalidOption(f"--{asked[0]} is for reading. Use --format table or json.")
    if options.segment is not None and (options.segments or len(asked) > 1):
        raise InvalidOption("--segment shows one segment alone. Leave out --segments, --examples and --plot.")


def _examples(
    corpus: Corpus, found: Sequence[Variation], metric: Metric, options: VariationOptions
) -> list[SegmentVariation]:
    """The segments of each system with most variants."""
    return [
        segment_variation(corpus, one.system, place + 1, metric=metric, seed=options.seed)
        for one in found
        for place in sorted(range(len(corpus)), key=lambda place: -one.safe[place])[: options.examples or 0]
    ]


def _present(
    found: Sequence[Variation],
    shown: Sequence[SegmentVariation],
    metric: Metric,
    options: VariationOptions,
    left_out: Sequence[str],
) -> str:
    form = form_for(options.format, several=bool(options.segment or options.examples or options.plot))
    if form == "json":
        return variations.as_json(found, shown, recipe=metric.recipe, left_out=left_out)
    between = "" if getattr(metric, "unit", "word") == "char" else " "
    blocks = [variations.render_segments(shown, between=between, styles=shows_styles())] if shown else []
    if options.segment is not None:
        return blocks[0]
    in_rows = bool(options.segments)
    table = variations.segment_table(found) if in_rows else variations.system_table(found, metric.name)
    below = variations.notes(found, metric.recipe, segments=in_rows)
    plots = [_plot(one) for one in found] if options.plot else []
    return "\n".join([*blocks, *plots, render(form, [table], below, digits=options.width)])


def _plot(one: Variation) -> str:
    points = list(zip(one.lengths.tolist(), one.safe.tolist(), strict=True))
    return scatter(points, across="length", up=f"{one.system}: log10 of safe arrangements")
