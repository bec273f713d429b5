"""`karat buckets`: on which words and segments systems do well."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.cli import buckets_manual
from karat.cli.human import check_human
from karat.cli.inputs import check_inputs
from karat.cli.loading import load
from karat.cli.metrics import chosen_metrics
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_presentation, chosen_format, render
from karat.cli.progress import Progress
from karat.cli.scores import check_scores
from karat.comparison import partition
from karat.diagnosis import segment_buckets, word_buckets
from karat.diagnosis.buckets import BucketChance
from karat.errors import InvalidOption
from karat.metrics.frequencies import frequencies
from karat.report.topics import buckets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.loading import Loaded
    from karat.diagnosis.buckets import Bucketing

WAYS = ("frequency", "tag", "entity", "length", "difficulty")
_EXAMPLES = 5


class BucketOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    by: Any = None
    frequencies: str | None = None
    edges: tuple[float, ...] | None = None
    reference_tags: Any = None
    examples: int | None = None
    pair: list[str] | None = None
    samples: int = 1000
    level: float = 0.95
    seed: int = 12345


def run(arguments: Sequence[str]) -> int:
    """Sort what the arguments name into buckets, and print them."""
    options = read_options_of("buckets", buckets_manual, arguments, BucketOptions)
    metrics = chosen_metrics(options)
    ways, options.by = _ways(options), None
    check_presentation(options, metrics)
    if options.examples is not None and options.examples < 1:
        raise InvalidOption(f"--examples is {options.examples}; it must be 1 or more.")
    kind = check_inputs(options, command="buckets")
    check_scores(options)
    check_human(options, kind)

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
    form = chosen_format(options)
    if form == "json":
        write(buckets.as_json(found))
    elif form == "tsv":
        write(render(form, [buckets.long_table(found)], (), digits=options.width))
    else:
        tables = [table for each in found for table in _tables(each, options)]
        write(render(form, tables, buckets.notes(found), digits=options.width))
    return 0


def _ways(options: BucketOptions) -> list[str] | None:
    for way in options.by or ():
        if way not in WAYS:
            raise InvalidOption.choice("--by", way, WAYS)
    if "tag" in (options.by or ()) and options.reference_tags is None:
        raise InvalidOption("--by tag needs the tags of the first reference: --reference-tags FILE.")
    ways: list[str] | None = options.by
    return ways


def _chance(options: BucketOptions) -> BucketChance:
    pair: Any = None if options.pair is None else tuple(options.pair)
    return BucketChance(samples=options.samples, confidence=options.level, seed=options.seed, pair=pair)


def _sensible(loaded: Loaded, options: BucketOptions) -> list[str]:
    """Everything for which there is something to sort by."""
    missing = set()
    if options.reference_tags is None:
        missing.add("tag")
    if not any(loaded.corpus.entities or ()):
        missing.add("entity")
    return [way for way in WAYS if way not in missing]


def _bucketing(way: str, loaded: Loaded, options: BucketOptions, chance: BucketChance) -> Bucketing:
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
        from karat.readers.files.lines import read_lines

        return word_buckets.by_tag(corpus, list(read_lines(options.reference_tags)), **shared)
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
