"""`karat compare`: which systems differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli import compare_manual
from karat.cli.checking import quick_findings
from karat.cli.inputs import check_inputs
from karat.cli.loading import check_loading, load
from karat.cli.metrics import chosen_metrics
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_presentation, chosen_format, render, wants_checks
from karat.cli.progress import Progress
from karat.cli.slicing import chosen_partitions
from karat.comparison import (
    PartitionSlices,
    Procedure,
    compare,
    ngram_differences,
    segment_differences,
    slices,
)
from karat.comparison.run_families import read_families
from karat.errors import InvalidOption
from karat.metrics.naming import distinct_names
from karat.report.topics import comparison as comparisons
from karat.report.topics import slices as slicing
from karat.report.topics.examples import Examples, ngram_table, segment_table
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.cli.inputs import Kind
    from karat.comparison import Comparison
    from karat.corpus import Corpus
    from karat.diagnosis.findings import Finding
    from karat.evaluation import Evaluation

_SHOWN = ("standings", "open", "pairs", "both", "slices")


class CompareOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    samples: int | None = None
    shuffles: int | None = None
    seed: int | None = None
    level: float | None = None
    interval: str | None = None
    draw: str | None = None
    stratify: bool | None = None
    correction: str | None = None
    tests: str | None = None
    show: str | None = None
    runs: list[str] | None = None
    slices: list[str] | None = None
    labels: list[str] | None = None
    examples: int | None = None
    pair: list[str] | None = None


# Options of the command, and what the procedure calls them.
_PROCEDURE = {
    **{name: name for name in ("samples", "shuffles", "seed", "interval", "stratify", "correction")},
    "draw": "unit",
    "level": "confidence",
    "tests": "compatible",
}


def run(arguments: Sequence[str]) -> int:
    """Compare what the arguments name, and print it."""
    options = read_options_of("compare", compare_manual, arguments, CompareOptions)
    settle_unit(options)
    metrics = chosen_metrics(options)
    check_presentation(options, metrics)
    if options.show is not None and options.show not in _SHOWN:
        raise InvalidOption.choice("--show", options.show, _SHOWN)
    kind = check_inputs(options, command="compare")
    check_labels(options, kind)
    check_loading(options, metrics, kind)

    given = {there: getattr(options, here) for here, there in _PROCEDURE.items()}
    procedure = Procedure(**{name: value for name, value in given.items() if value is not None})
    with Progress() as progress:
        loaded = load(options, metrics, kind, progress, entities="entities" in (options.slices or ()))
        evaluation = loaded.evaluation
        runs = chosen_runs(options, loaded.corpus)
        partitions = chosen_partitions(options, loaded.corpus, kind)
        names = list(runs or loaded.corpus.systems)
        pairs = len(evaluation.metrics) * len(names) * (len(names) - 1) // 2
        told = progress.each("comparing pairs", pairs)
        comparison = compare(evaluation, procedure, runs=runs, progress=told)
        progress.stage("cutting into parts")
        cut = [
            PartitionSlices(
                name, parts.name, slices(evaluation, metric, parts, comparison.procedure, runs=runs)
            )
            for metric, name in zip(evaluation.metrics, distinct_names(evaluation.metrics), strict=True)
            for parts in partitions
        ]
        examples = _examples(evaluation, comparison, options, runs or {})
        findings = _findings(evaluation, options)
    write(_present(comparison, cut, examples, options, loaded.left_out, findings))
    if findings and chosen_format(options) == "table":
        from karat.cli.checking import tell

        tell(findings)
    return 0


def _findings(evaluation: Evaluation, options: CompareOptions) -> list[Finding] | None:
    """What the quick checks find, None where nobody wants to know."""
    if not wants_checks(options):
        return None

    # Whether two systems differ is not a question to ask of two runs of one.
    whole = None if options.runs else evaluation
    return quick_findings(evaluation.corpus, evaluation.scores, evaluation.metrics, whole)


def settle_unit(options: CompareOptions) -> None:
    """`--unit document` cannot be meant of n-grams: it says what to draw."""
    if options.unit in ("segment", "paragraph", "document"):
        if options.draw not in (None, options.unit):
            raise InvalidOption(f"--draw {options.draw} and --unit {options.unit} say different things.")
        options.draw, options.unit = options.unit, None


def check_labels(options: CompareOptions, kind: Kind) -> None:
    """Plain text says nothing of documents and text types; a file beside it does."""
    if kind != "text":
        return
    by_document = options.draw == "document" or "document" in (options.slices or ())
    by_text_type = options.stratify or "text-type" in (options.slices or ())
    for wanted, file, what in (
        (by_document, options.documents, "document"),
        (by_text_type, options.text_types, "text type"),
    ):
        if wanted and file is None:
            raise InvalidOption(
                f"The {what} of each line of plain text is not known. Name a file that has it, line by line: "
                f"--{what.replace(' ', '-')}s FILE."
            )


def chosen_runs(options: CompareOptions, corpus: Corpus) -> dict[str, list[str]] | None:
    """The runs of each system, where there are several."""
    if options.runs is None:
        return None

    return read_families(list(corpus.systems), options.runs)


def _examples(
    evaluation: Evaluation, comparison: Comparison, options: CompareOptions, runs: Mapping[str, Sequence[str]]
) -> Examples | None:
    """Segments and n-grams that set two systems apart, by the first metric; of runs, the first."""
    if options.examples is None:
        if options.pair is not None:
            raise InvalidOption("--pair is for --examples N. Give both, or neither.")
        return None
    if options.examples < 1:
        raise InvalidOption(f"--examples is {options.examples}; it must be 1 or more.")

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
    options: CompareOptions,
    left_out: Sequence[str],
    findings: Sequence[Finding] | None,
) -> str:
    form = chosen_format(options, several=bool(cut) and options.show is None)
    if form == "json":
        return comparisons.as_json(comparison, cut, examples, left_out=left_out, findings=findings)
    shown = _shown(options, form, cut)
    tables = comparisons.tables(comparison, shown, names=form == "tsv")
    if form == "tsv":
        tables += [slicing.long_table(one) for one in cut] if shown == "slices" else []
        return render(form, tables, (), digits=options.width)
    tables += map(slicing.slice_table, cut)
    if examples is not None:
        tables += [segment_table(examples), ngram_table(examples)]
    notes = [
        *comparisons.notes(comparison, shown, digits=options.width),
        *(note for one in cut for note in slicing.flip_notes(one, digits=options.width)),
    ]
    return render(form, tables, notes, digits=options.width)


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
