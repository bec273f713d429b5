"""`karat diagnose variants`: texts with the same statistics, and who sees the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli.inputs import check_inputs, one_system
from karat.cli.loading import load_corpus
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import DebugOptions, OneSystemOptions, OnlyNgramOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.diagnosis.blindness import blindness
from karat.diagnosis.variants import KINDS, check_kinds, variants
from karat.errors import InvalidOption
from karat.metrics.catalogue import metric, named_options
from karat.readers.files.lines import read_words
from karat.report.topics import variants as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.blindness import Blindness
    from karat.diagnosis.variants import SegmentVariants


class VariantChoiceOptions(Options, title="variants"):
    """Which variants."""

    segment: list[str] | None = option(
        "--segment", "N…", "segments to use, counted from 1 (default: a random sample)"
    )
    sample: int = option("--sample", "N", "number of segments to sample (default: 5)", default=5, least=1)
    variants: int = option("--variants", "N", "most variants per segment (default: 5)", default=5)
    kinds: list[str] | None = option(
        "--kinds", "NAME…", "kinds of variants: order, words, references (default: all)"
    )
    words: str | None = option(
        "--words", "FILE", "replacement words, one per line (default: those of the references)"
    )
    score_with: list[str] | None = option(
        "--score-with", "NAME…", "metrics to score the variants with; options may follow, as with -m"
    )
    seed: int = option(
        "--seed",
        "N",
        "random seed (default: 12345); the same seed gives the same variants",
        default=12345,
    )


class ShownVariantOptions(Options, title="output"):
    """What is shown."""

    first: str = option(
        "--first",
        "WHICH",
        "show the most or the least plausible variants first: most, least (default: most)",
        default="most",
        choices=("most", "least"),
    )
    show: str | None = option(
        "--show",
        "WHAT",
        "variants, blindness, both (default: both; tsv: variants)",
        choices=("variants", "blindness", "both"),
    )


class VariantsOptions(
    OneSystemOptions, OnlyNgramOptions, VariantChoiceOptions, ShownVariantOptions, OutputOptions, DebugOptions
):
    """What `karat diagnose variants` was asked for."""


COMMAND = Command(
    "diagnose variants",
    VariantsOptions,
    usage="""\
karat diagnose variants HYPOTHESIS -r REFERENCE… [options]
       karat diagnose variants CORPUS --system NAME [options]""",
    description="""\
Write texts that have exactly the same BLEU statistics as a system's output, and show which other metrics see
the difference.

Variants come from reordering blocks, replacing words that do not match, and inserting other spans of the
references. Each variant is scored again, and only exact ties are kept.""",
    examples="""\
examples:
  karat diagnose variants output.txt -r reference.txt --segment 12
  karat diagnose variants wmt.xml --system online-A --score-with chrf ter wnm
  karat diagnose variants wmt.xml --system online-A --kinds words --words helicopters.txt
""",
)


def run(arguments: Sequence[str]) -> int:
    """Find the variants that the arguments ask for, and print them."""
    options: VariantsOptions = COMMAND.read(arguments)
    (bleu,) = chosen_metrics(options)
    named = [metric(name, **own) for name, own in map(named_options, options.score_with or ())]
    others = list({other.recipe: other for other in named}.values())
    _check(options)
    kind = check_inputs(options, command="diagnose variants")

    kinds: Any = options.kinds or KINDS
    check_kinds(kinds)
    words = None if options.words is None else read_words(options.words)
    with Progress() as progress:
        corpus, _ = load_corpus(options, others, kind)
        system = one_system(corpus, options.system)
        segments = _segments(options, len(corpus))
        found = variants(
            corpus,
            system,
            segments,
            metric=bleu,
            count=options.variants,
            kinds=kinds,
            words=words,
            seed=options.seed,
            progress=progress.each("looking for variants", len(segments)),
        )
        progress.stage("scoring variants")
        seen = blindness(corpus, found, others)
    write(_present(found, seen, bleu.recipe, options))
    return 0


def _check(options: VariantsOptions) -> None:
    if options.show == "blindness" and not options.score_with:
        raise InvalidOption("--show blindness needs metrics to look at. Name them: --score-with NAME….")
    if options.show == "both" and form_for(options.format) == "tsv":
        raise InvalidOption("--show both is two tables, and tsv holds one. Ask for variants or blindness.")


def _segments(options: VariantsOptions, segments: int) -> list[int]:
    if options.segment is None:
        from random import Random

        drawn = Random(options.seed).sample(range(1, segments + 1), min(options.sample, segments))
        return sorted(drawn)
    try:
        return [int(number) for number in options.segment]
    except ValueError:
        raise InvalidOption(f"--segment is {' '.join(options.segment)}; it must be whole numbers.") from None


def _present(
    found: Sequence[SegmentVariants], seen: Sequence[Blindness], recipe: str, options: VariantsOptions
) -> str:
    form = form_for(options.format)
    if form == "json":
        return report.as_json(found, seen, recipe=recipe)
    least = options.first == "least"
    shown = options.show or ("variants" if form == "tsv" or not seen else "both")
    with_blindness = bool(seen) and shown != "variants"
    tables = [report.blindness_table(seen)] if with_blindness else []
    below = report.notes(recipe, seen=with_blindness)
    if form != "table":
        tables = [*([report.table(found, least_first=least)] if shown != "blindness" else []), *tables]
        return render(form, tables, below, digits=options.width)
    texts = [report.render(found, digits=options.width, least_first=least)] if shown != "blindness" else []
    return "\n".join([*texts, render(form, tables, below, digits=options.width)])
