"""`karat diagnose variants`: texts with the same statistics, and who sees the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli import variants_manual
from karat.cli.inputs import check_inputs, one_system
from karat.cli.loading import load_corpus
from karat.cli.metrics import chosen_metrics
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_presentation, chosen_format, render
from karat.cli.progress import Progress
from karat.cli.word_files import read_words
from karat.diagnosis.blindness import blindness
from karat.diagnosis.variants import KINDS, check_kinds, variants
from karat.errors import InvalidOption
from karat.metrics.catalogue import metric, named_options
from karat.report.topics import variants as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.blindness import Blindness
    from karat.diagnosis.variants import SegmentVariants

_SHOWN = ("variants", "blindness", "both")
_FIRST = ("most", "least")


class VariantsOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    system: str | None = None
    segment: list[str] | None = None
    sample: int = 5
    variants: int = 5
    kinds: list[str] | None = None
    words: str | None = None
    score_with: list[str] | None = None
    seed: int = 12345
    first: str = "most"
    show: str | None = None


def run(arguments: Sequence[str]) -> int:
    """Find the variants that the arguments ask for, and print them."""
    options = read_options_of("diagnose variants", variants_manual, arguments, VariantsOptions)
    (bleu,) = chosen_metrics(options)
    named = [metric(name, **own) for name, own in map(named_options, options.score_with or ())]
    others = list({other.recipe: other for other in named}.values())
    check_presentation(options, [bleu])
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
            bleu,
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
    if options.show is not None and options.show not in _SHOWN:
        raise InvalidOption.choice("--show", options.show, _SHOWN)
    if options.show == "blindness" and not options.score_with:
        raise InvalidOption("--show blindness needs metrics to look at. Name them: --score-with NAME….")
    if options.first not in _FIRST:
        raise InvalidOption.choice("--first", options.first, _FIRST)
    if options.sample < 1:
        raise InvalidOption(f"--sample is {options.sample}; it must be 1 or more.")
    if options.show == "both" and chosen_format(options) == "tsv":
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
    form = chosen_format(options)
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
