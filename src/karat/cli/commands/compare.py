"""`karat compare`: which systems differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.comparison_choice import (
    ComparisonInputOptions,
    check_labels,
    chosen_partitions,
    chosen_runs,
    settle_unit,
)
from karat.cli.fitted_points import FittedPointsOptions, fits_for
from karat.cli.inputs import is_sharded
from karat.cli.loading import check_loading, load
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import CheckingOptions, OtherOptions, OutputOptions, ShardOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.cli.quick_checks import quick_findings, tell
from karat.comparison import (
    PartitionSlices,
    Procedure,
    compare,
    ngram_differences,
    segment_differences,
    slices,
)
from karat.errors import InvalidOption
from karat.metrics.catalogue import distinct_names
from karat.report.topics import comparison as comparisons
from karat.report.topics import paper_table, points_beside
from karat.report.topics import slices as slicing
from karat.report.topics.contrasts import Examples, ngram_table, segment_table
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.comparison import Comparison
    from karat.diagnosis.suitability import Finding
    from karat.evaluation import Evaluation
    from karat.report.tables import Note, Table
    from karat.report.topics.points_beside import FittedDifference


class ComparisonOptions(Options, title="comparison"):
    """How systems are compared."""

    samples: int | None = option(
        "--samples", "N", "bootstrap samples, for intervals and the bootstrap test (default: 1000)"
    )
    shuffles: int | None = option(
        "--shuffles", "N", "random swaps, for the randomization test (default: 10000, more for many pairs)"
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence",
        "X",
        "confidence level; tests use the significance level 1 - X (default: 0.95)",
        former="--level",
    )
    interval: str | None = option(
        "--interval", "HOW", "type of bootstrap interval: expanded, percentile, bca (default: expanded)"
    )
    draw: str | None = option(
        "--draw",
        "UNIT",
        "unit of resampling: segment, paragraph, document (default: document where documents are known, "
        "otherwise segment)",
    )
    stratify: bool | None = option(
        "--stratify", "", "stratify by text type: each keeps its size in every sample"
    )
    correction: str | None = option(
        "--correction", "HOW", "correction for multiple comparisons: holm, bh, none (default: holm)"
    )
    tests: str | None = option(
        "--tests --compatible",
        "HOW",
        "karat, or moses: the tests of Moses, MultEval and sacreBLEU, which call too many differences "
        "significant (default: karat)",
    )


class PairOptions(Options, title="comparison"):
    """Which pairs of systems are compared."""

    baseline: str | None = option(
        "--baseline",
        "SYSTEM",
        "test each system against this one only; p-values are corrected for these pairs alone",
    )


class ShownComparisonOptions(Options, title="output"):
    """What is shown of a comparison."""

    show: str | None = option(
        "--show",
        "WHAT",
        "standings, pairs, open (pairs that are not significant), both, slices (default: both, "
        "with many pairs only those not significant; tsv: pairs; latex: one table of all metrics)",
        choices=("standings", "open", "pairs", "both", "slices"),
    )
    slices: list[str] | None = option(
        "--slices",
        "NAME…",
        "also compare within slices of the text, and report reversals: document, paragraph, "
        "text-type, source-length, reference-length, length-ratio, frequency, numbers, entities, "
        "or any column of the CORPUS; numbers are cut at their quartiles, or where you say: "
        "source-length=10,20",
    )
    labels: list[str] | None = option(
        "--labels", "FILE…", "slice by the labels in a file, one line per segment"
    )
    examples: int | None = option(
        "--examples",
        "N",
        "also show the N segments in which two systems differ most in each direction, and the "
        "n-grams that only one of them gets right",
        least=1,
    )
    pair: list[str] | None = option(
        "--pair", "NAME…", "the two systems for --examples (default: the top two)"
    )


class ComparedShardOptions(ShardOptions, title="very much text"):
    """Text in shards, of which groups are compared apart."""

    by: str | None = option(
        "--by",
        "COLUMNS",
        "of shards: compare systems within each value of these columns: system,lang (default: system)",
    )


class CompareOptions(
    ComparisonInputOptions,
    ComparedShardOptions,
    ComparisonOptions,
    PairOptions,
    ShownComparisonOptions,
    FittedPointsOptions,
    OutputOptions,
    CheckingOptions,
    OtherOptions,
):
    """What `karat compare` was asked for."""


COMMAND = Command(
    "compare",
    CompareOptions,
    usage="""\
karat compare HYPOTHESIS… -r REFERENCE… [options]
       karat compare CORPUS [options]
       karat compare SHARD… [options]""",
    description="""\
Compare systems: a confidence interval for every score, and a significance test for every pair.

Inputs and metrics are those of karat score. Systems are sorted by score. A cluster ends where every system
above is significantly better than every system below. The ranks of a system are the places that the tests
cannot rule out. Significance is decided by paired approximate randomization, corrected for multiple
comparisons. Whole documents are resampled and permuted where they are known, because segments of a document
are not independent. "Detectable" is the difference that such a pair detects with 80 % power.

SHARDs are those of karat score. Their intervals and tests come from a Poisson bootstrap, which gives the same
figures for any number of shards, threads and machines.""",
    examples="""\
examples:
  karat compare old.txt new.txt -r reference.txt
  karat compare wmt.xml -m bleu chrf ter
  karat compare old.txt new.txt -r reference.txt --documents documents.txt
  karat compare CORPUS --correction bh --interval bca --confidence 0.99
  karat compare new.txt other.txt old.txt -r reference.txt --baseline old
  karat compare CORPUS --show pairs --format tsv > pairs.tsv
  karat compare base.?.txt new.?.txt -r reference.txt --runs 'base=base.*' 'new=new.*'
  karat compare 'shards/*.parquet' --by system,lang --engine processes
  karat compare judged.jsonl --human mqm --slices text-type source-length=10,20,40 --show slices
""",
)


def run(arguments: Sequence[str]) -> int:
    """Compare what the arguments name, and print it."""
    options: CompareOptions = COMMAND.read(arguments)
    settle_unit(options)
    metrics = chosen_metrics(options)
    _check_baseline(options)
    if options.points is not None and (is_sharded(options) or options.format == "tsv"):
        raise InvalidOption("--points is for whole texts, as a table, JSON or LaTeX. Leave it out.")
    if is_sharded(options):
        from karat.cli.sharded_scores import compare_sharded

        return compare_sharded(options, metrics)
    if options.by is not None:
        raise InvalidOption("--by is for shards. To compare within parts of a text, use --slices NAME….")
    kind = check_loading(options, metrics, command="compare")
    check_labels(options, kind)

    procedure = _procedure(options)
    with Progress() as progress:
        loaded = load(options, metrics, kind, progress, entities="entities" in (options.slices or ()))
        evaluation = loaded.evaluation
        runs = chosen_runs(options, loaded.corpus)
        partitions = chosen_partitions(options, loaded.corpus, kind)
        fits = fits_for(options, evaluation.metrics, loaded.corpus)
        names = list(runs or loaded.corpus.systems)
        of_one = len(names) - 1 if options.baseline else len(names) * (len(names) - 1) // 2
        pairs = len(evaluation.metrics) * of_one
        told = progress.each("comparing pairs", pairs)
        comparison = compare(evaluation, procedure, runs=runs, baseline=options.baseline, progress=told)
        said = points_beside.of_comparison(comparison, fits)
        progress.stage("cutting into parts")
        cut = [
            PartitionSlices(name, parts.name, slices(evaluation, metric, parts, procedure, runs=runs))
            for metric, name in zip(evaluation.metrics, distinct_names(evaluation.metrics), strict=True)
            for parts in partitions
        ]
        examples = _examples(evaluation, comparison, options, runs or {})
        findings = _findings(evaluation, options)
    write(_present(comparison, cut, examples, said, options, loaded.left_out, findings))
    if findings:
        tell(findings, form_for(options.format))
    return 0


def _check_baseline(options: CompareOptions) -> None:
    """What compares all pairs has no use for a baseline, and must not pass over it."""
    if options.baseline is None:
        return
    if is_sharded(options):
        raise InvalidOption("--baseline is not for shards, of which all pairs are compared. Leave it out.")
    if options.slices or options.labels:
        raise InvalidOption(
            "--baseline is for whole texts; --slices and --labels compare all pairs. Leave one of them out."
        )


def _procedure(options: CompareOptions) -> Procedure:
    given = options.given("samples", "shuffles", "seed", "confidence", "interval", "stratify", "correction")
    if options.draw is not None:
        given["unit"] = options.draw
    if options.tests is not None:
        given["compatible"] = options.tests
    return Procedure(**given)


def _findings(evaluation: Evaluation, options: CompareOptions) -> Sequence[Finding] | None:
    """What the quick checks find, None where nobody wants to know."""
    if options.no_check:
        return None

    # Whether two systems differ is not a question to ask of two runs of one.
    whole = None if options.runs else evaluation
    return quick_findings(evaluation.corpus, evaluation.scores, evaluation.metrics, whole)


def _examples(
    evaluation: Evaluation, comparison: Comparison, options: CompareOptions, runs: Mapping[str, Sequence[str]]
) -> Examples | None:
    """Segments and n-grams that set two systems apart, by the first metric; of runs, the first."""
    if options.examples is None:
        if options.pair is not None:
            raise InvalidOption("--pair is for --examples N. Give both, or neither.")
        return None

    names = options.pair or [standing.system for standing in comparison.metrics[0].standings[:2]]
    if len(names) != 2:
        raise InvalidOption(f"--pair has {len(names)} names; it must have two.")
    first, second = (runs[name][0] if name in runs else name for name in names)
    metric = evaluation.metrics[0]
    segments = segment_differences(evaluation, metric, first, second, limit=options.examples)
    words = tokenizer(options.tokenize or "13a")
    ngrams = ngram_differences(evaluation.corpus, first, second, tokenize=words, limit=2 * options.examples)
    return Examples(metric.name, (first, second), segments, ngrams)


def _present(
    comparison: Comparison,
    cut: Sequence[PartitionSlices],
    examples: Examples | None,
    said: Sequence[FittedDifference],
    options: CompareOptions,
    left_out: Sequence[str],
    findings: Sequence[Finding] | None,
) -> str:
    form = form_for(options.format, several=bool(cut) and options.show is None)
    if form == "json":
        return comparisons.as_json(
            comparison,
            cut,
            examples,
            left_out=left_out,
            findings=findings,
            points=points_beside.records(said),
        )
    if form == "latex" and options.show is None:
        return _for_a_paper(comparison, cut, examples, said, options)
    shown = _shown(options, form, cut)
    tables = comparisons.tables(comparison, shown, names=form == "tsv")
    if form == "tsv":
        tables += [slicing.long_table(one) for one in cut] if shown == "slices" else []
        recipes = [note for one in comparison.metrics for note in comparisons.recipe_notes(one)]
        return render(form, tables, recipes, digits=options.width)
    more, words = _beside(cut, examples, said, options)
    notes = [*comparisons.notes(comparison, shown, digits=options.width), *words]
    return render(form, [*tables, *more], notes, digits=options.width)


def _beside(
    cut: Sequence[PartitionSlices],
    examples: Examples | None,
    said: Sequence[FittedDifference],
    options: CompareOptions,
) -> tuple[list[Table], list[Note]]:
    """Tables of slices, examples and what people think, and what is said of them."""
    tables = list(map(slicing.slice_table, cut))
    if said:
        tables.append(points_beside.table(said))
    if examples is not None:
        tables += [segment_table(examples), ngram_table(examples)]
    flips = [note for one in cut for note in slicing.flip_notes(one, digits=options.width)]
    people = points_beside.notes(said) if said else []
    return tables, [*map(slicing.units_note, cut), *flips, *people]


def _for_a_paper(
    comparison: Comparison,
    cut: Sequence[PartitionSlices],
    examples: Examples | None,
    said: Sequence[FittedDifference],
    options: CompareOptions,
) -> str:
    """One table of all systems and metrics; what else was asked for follows."""
    notes = comparisons.notes(comparison, "both", digits=options.width)
    text = paper_table.render(comparison, notes, baseline=options.baseline, digits=options.width)
    tables, words = _beside(cut, examples, said, options)
    return text + (render("latex", tables, words, digits=options.width) if tables else "")


def _shown(options: CompareOptions, form: str, cut: Sequence[PartitionSlices]) -> str:
    """The tables that were asked for; otherwise a program gets all pairs, a person what can be read."""
    shown = options.show
    if shown == "slices" and not cut:
        raise InvalidOption("--show slices needs --slices NAME… or --labels FILE…: there are none.")
    if form != "tsv":
        return shown or "brief"
    if shown == "both":
        raise InvalidOption("--show both is two tables, and tsv holds one. Ask for standings or for pairs.")
    if cut and shown is None:
        raise InvalidOption("tsv holds one table. Say which: --show standings, open, pairs or slices.")
    return shown or "pairs"
