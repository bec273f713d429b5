"""`karat buckets`: on which words and segments systems do well."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.cli.loading import check_loading, load
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import OtherOptions, OutputOptions, ScoringOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.comparison import partition
from karat.diagnosis import buckets as segment_buckets
from karat.diagnosis import word_buckets
from karat.diagnosis.buckets import BucketChance
from karat.errors import InvalidOption
from karat.metrics.frequencies import frequencies
from karat.readers.files.lines import read_lines
from karat.report.topics import buckets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.loading import LoadedEvaluation
    from karat.diagnosis.buckets import Bucketing

WAYS = ("frequency", "tag", "entity", "length", "difficulty")
_EXAMPLES = 5


class SortingOptions(Options, title="buckets"):
    """What is sorted, and how."""

    by: list[str] | None = option(
        "--by",
        "WHAT…",
        "frequency, tag, entity, length, difficulty (default: all that the data allow)",
        choices=WAYS,
    )
    frequencies: str | None = option(
        "--frequencies",
        "FILE",
        "word frequencies from elsewhere, such as training data: lines word;frequency;texts "
        "after <CorpStat>;words;texts (default: from the references)",
    )
    edges: tuple[float, ...] | None = option(
        "--edges", "W,W,…", "where to cut frequencies (default: 1,2,5,10,100,1000)"
    )
    first_tags: str | None = option(
        "--reference-tags", "FILE", "tags of the first reference, one per word between spaces"
    )
    examples: int | None = option(
        "--examples", "N", "also show N examples for every number (json always has 5)", least=1
    )


class BucketIntervalOptions(Options, title="intervals"):
    """How intervals are made."""

    pair: list[str] | None = option(
        "--pair", "NAME…", "the two systems whose difference is shown (default: both, if there are two)"
    )
    samples: int = option(
        "--samples", "N", "bootstrap samples, for the intervals (default: 1000)", default=1000
    )
    confidence: float = option(
        "--confidence",
        "X",
        "confidence level of the intervals (default: 0.95)",
        former="--level",
        default=0.95,
    )
    seed: int = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results", default=12345
    )


class BucketOptions(
    ScoringOptions,
    SortingOptions,
    BucketIntervalOptions,
    OutputOptions,
    OtherOptions,
    without=("tags", "reference_tags"),
):
    """What `karat buckets` was asked for."""


COMMAND = Command(
    "buckets",
    BucketOptions,
    usage="""\
karat buckets HYPOTHESIS… -r REFERENCE… [options]
       karat buckets CORPUS [options]""",
    description="""\
Show on which words and segments systems do well: words by frequency, tag and entity type; segments by length
and difficulty.

Every number has a confidence interval and examples: words that were missed or are wrong, entities that were
not found, the worst segments. For two systems, the difference is shown with its interval.""",
    examples="""\
examples:
  karat buckets old.txt new.txt -r reference.txt
  karat buckets CORPUS --by frequency --frequencies training.txt --examples 3
  karat buckets new.txt -r reference.txt --by tag --reference-tags reference.pos
  karat buckets CORPUS --by length difficulty -m chrf --format json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Sort what the arguments name into buckets, and print them."""
    options: BucketOptions = COMMAND.read(arguments)
    metrics = chosen_metrics(options)
    ways = options.by
    if "tag" in (ways or ()) and options.first_tags is None:
        raise InvalidOption("--by tag needs the tags of the first reference: --reference-tags FILE.")
    kind = check_loading(options, metrics, command="buckets")

    chance = _chance(options)
    with Progress() as progress:
        loaded = load(options, metrics, kind, progress, entities=ways is None or "entity" in ways)
        for name in chance.pair or ():
            loaded.corpus.system(name)
        chosen = ways or _sensible(loaded, options)
        progress.stage("sorting into buckets", len(chosen))
        found = []
        for way in chosen:
            found.append(_bucketing(way, loaded, options, chance))
            progress.advance()
    form = form_for(options.format)
    if form == "json":
        write(buckets.as_json(found))
    elif form == "tsv":
        write(render(form, [buckets.long_table(found)], (), digits=options.width))
    else:
        tables = [table for each in found for table in _tables(each, options)]
        write(render(form, tables, buckets.notes(found), digits=options.width))
    return 0


def _chance(options: BucketOptions) -> BucketChance:
    pair: Any = None if options.pair is None else tuple(options.pair)
    return BucketChance(samples=options.samples, confidence=options.confidence, seed=options.seed, pair=pair)


def _sensible(loaded: LoadedEvaluation, options: BucketOptions) -> list[str]:
    """Everything for which there is something to sort by."""
    missing = set()
    if options.first_tags is None:
        missing.add("tag")
    if not any(loaded.corpus.entities or ()):
        missing.add("entity")
    return [way for way in WAYS if way not in missing]


def _bucketing(way: str, loaded: LoadedEvaluation, options: BucketOptions, chance: BucketChance) -> Bucketing:
    corpus, metric = loaded.corpus, loaded.evaluation.metrics[0]
    shared: dict[str, Any] = {"examples": options.examples or _EXAMPLES, "chance": chance}
    if way == "frequency":
        return word_buckets.by_frequency(
            corpus,
            tokenize=options.tokenize or "13a",
            lowercase=bool(options.lowercase),
            frequencies=_frequencies(options),
            edges=[int(edge) for edge in options.edges or word_buckets.EDGES],
            **shared,
        )
    if way == "tag":
        return word_buckets.by_tag(corpus, list(read_lines(str(options.first_tags))), **shared)
    if way == "entity":
        if not any(corpus.entities or ()):
            raise InvalidOption(
                "No named entities are marked in the references, so nothing can be sorted by them. Mark them "
                "(karat entities --help says how), and give them with --entities or in the references."
            )
        return word_buckets.by_entity_type(corpus, **shared)
    if way == "length":
        parts = replace(partition(corpus, "reference-length"), name="length")
    else:
        parts = segment_buckets.difficulty(loaded.evaluation, metric)
    return segment_buckets.of_segments(loaded.evaluation, metric, parts, **shared)


def _frequencies(options: BucketOptions) -> dict[str, int] | None:
    if options.frequencies is None:
        return None

    return {word: frequency for word, frequency, _ in frequencies(options.frequencies).words}


def _tables(found: Bucketing, options: BucketOptions) -> list[Any]:
    shown = [buckets.table(found)]
    return shown if options.examples is None else [*shown, buckets.example_table(found)]
