"""`karat score`: translations against references."""

from __future__ import annotations

from karat.cli.inputs import has_entities, is_sharded, names_of
from karat.cli.loading import check_loading, load, read_blocks
from karat.cli.metric_choice import chosen_metrics
from karat.cli.notes import note
from karat.cli.option_groups import (
    FORMATS,
    CheckingOptions,
    OtherOptions,
    OutputOptions,
    ScoringOptions,
    ShardOptions,
)
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeGuard

    from karat.cli.inputs import Kind
    from karat.corpus import Corpus
    from karat.diagnosis.suitability import Finding
    from karat.evaluation import Level
    from karat.metrics import Bleu, Metric, Wnm
    from karat.metrics.explain.missed_words import MissedWord
    from karat.metrics.nee import Miss
    from karat.metrics.order_values import OrderValues
    from karat.reference_spread import ReferenceSpread
    from karat.report.tables import Table
    from karat.score_table import ScoreTable
    from karat.scores import Score

LEVELS: dict[str, Level] = {"document": "document", "text-type": "text_type", "paragraph": "paragraph"}
# How many of the words that a system missed are listed.
_MOST_WORDS = 20


class ShownScoreOptions(Options, title="output"):
    """What is shown beside the scores of systems."""

    by: str | None = option(
        "--by",
        "WHAT",
        "also give scores for each document, text-type or paragraph; of shards, a score for each value of "
        "any columns: system,lang",
    )
    segments: bool | None = option("--segments", "", "also give the score of each segment")
    misses: bool | None = option(
        "--misses",
        "",
        "NEE: list the entities that were not found, each with the closest match in the output",
    )
    orders: bool | None = option(
        "--orders",
        "",
        "BLEU: the n-gram precision of each order, the brevity penalty and the score up to the order",
    )
    each_reference: bool | None = option(
        "--each-reference",
        "",
        "also score against each reference alone, with the mean and the standard deviation over references",
    )
    explain: bool | None = option(
        "--explain", "", "WNM: list the most salient words that each system missed, and where"
    )
    format: str | None = option(
        "--format",
        "NAME",
        "table, tsv, json, latex (default: table on a terminal, else tsv); json has full "
        "precision and keeps the order of the systems, the others put the best first",
        choices=FORMATS,
    )
    quiet: bool | None = option(
        "-q --quiet", "", "print only the numbers, in the order of the inputs, and check nothing"
    )


class ScoreOptions(
    ScoringOptions, ShardOptions, ShownScoreOptions, OutputOptions, CheckingOptions, OtherOptions
):
    """What `karat score` was asked for."""

    @property
    def looks_once(self) -> bool:
        """Texts are counted, and only the beginning is checked."""
        return True

    @property
    def form(self) -> str:
        """The format that was asked for, or the one that suits where the output goes."""
        return "numbers" if self.quiet else form_for(self.format)

    @property
    def is_checked(self) -> bool:
        """Whether the scores are checked; what is unfit is then told in every format."""
        return not self.no_check and not self.quiet


COMMAND = Command(
    "score",
    ScoreOptions,
    usage="""\
karat score HYPOTHESIS… -r REFERENCE… [options]
       karat score CORPUS [options]
       karat score SHARD… [options]""",
    description="""\
Score translations against references.

HYPOTHESIS and REFERENCE are plain text with one segment per line (- is standard input), or mteval .sgm files.
CORPUS is one file or folder that holds both systems and references: .jsonl, .tsv, .csv, .xlsx, .parquet,
WMT's .xml, or a folder of text files. Files may be compressed (.gz, .zst).
SHARDs are many .parquet or .jsonl files, patterns such as 'data/*.parquet', or URIs (s3://…): they are
counted in constant memory, on this machine or on a cluster, and every system is scored over all of them.""",
    examples="""\
examples:
  karat score output.txt -r reference.txt
  karat score online-A.txt online-B.txt -r ref-A.txt ref-B.txt -m bleu chrf ter
  translate < source.txt | karat score - -r reference.txt -q
  karat score online-A.txt -r ref-A.txt ref-B.txt --each-reference
  karat score wmt.xml --by document --format tsv > documents.tsv
  karat score output.txt -r reference.txt --unit char --order 20 --orders
  karat score articles/output -r articles/reference --align document
  karat score 'shards/*.parquet' -m bleu chrf --by system,lang --where "year >= 2020"
  karat score output.txt -r reference.txt --recipe 'BLEU|order:4|tok:intl|case:lc'
""",
)


class ScoreResult:
    """Everything that was found out."""

    def __init__(
        self, scores: Sequence[Score], metrics: Sequence[Metric], *, left_out: Sequence[str] = ()
    ) -> None:
        self.scores = scores
        self.metrics = metrics
        self.left_out = left_out
        self.groups: Sequence[ScoreTable] = ()
        self.labels: Sequence[str] = ()
        self.segments: Sequence[ScoreTable] = ()
        self.documents: Sequence[str] | None = None
        self.misses: dict[str, Sequence[Miss]] = {}
        self.missed_words: Mapping[str, Mapping[str, Sequence[MissedWord]]] = {}
        self.spreads: Sequence[ReferenceSpread] = ()
        self.findings: Sequence[Finding] = ()


def run(arguments: Sequence[str]) -> int:
    """Score what the arguments name, and print it."""
    options: ScoreOptions = COMMAND.read(arguments)
    metrics = chosen_metrics(options)
    if is_sharded(options):
        from karat.cli.sharded_scores import run_sharded

        return run_sharded(options, metrics)
    _check_shown(options, metrics)
    kind = check_loading(options, metrics, command="score")
    with Progress() as progress:
        if kind == "text" and not _needs_whole_text(options, metrics):
            result = _score_blocks(options, metrics, progress)
        else:
            result = _score_whole(options, metrics, kind, progress)
    write(_present(result, options))
    if result.findings:
        from karat.cli.quick_checks import tell
        from karat.diagnosis.checks.score_checks import SIZE

        # Programs score single segments on purpose; that there are few is news to people only.
        told = [found for found in result.findings if options.form == "table" or found.check != SIZE]
        tell(told, options.form)
    return 0


def _check_shown(options: ScoreOptions, metrics: Sequence[Metric]) -> None:
    """Refuse what cannot be shown, before anything is read."""
    if options.by is not None and options.by not in LEVELS:
        raise InvalidOption.choice("--by", options.by, LEVELS)
    if options.quiet and options.format is not None:
        raise InvalidOption("-q prints bare numbers, which have no --format. Leave out one of them.")
    if options.orders and not any(map(_is_bleu, metrics)):
        raise InvalidOption("--orders shows BLEU by order. Add BLEU with -m bleu, or leave it out.")
    if options.misses and not any(metric.needs_entities for metric in metrics):
        raise InvalidOption("--misses lists entities that NEE does not find. Add NEE with -m nee.")
    if options.misses and options.quiet:
        raise InvalidOption("-q prints bare numbers, and --misses lists names. Leave out one of them.")
    if options.explain and not any(map(_is_wnm, metrics)):
        raise InvalidOption(
            "--explain lists the words that systems missed, by WNM. Add -m wnm, or leave it out."
        )
    if options.each_reference and options.tags:
        raise InvalidOption(
            "--each-reference reads tags within the text only. Write the tokens as word|TAG, and leave out "
            "--tags."
        )
    shown = ("by", "orders", "segments", "misses", "each_reference", "explain")
    asked = [flag.replace("_", "-") for flag in shown if getattr(options, flag)]
    if len(asked) > 1 and options.form not in ("table", "json"):
        raise InvalidOption(
            f"--{' and --'.join(asked)} are several tables, and this format holds one. "
            "Ask for one of them, or use --format json or table."
        )


def _needs_whole_text(options: ScoreOptions, metrics: Sequence[Metric]) -> bool:
    labels = (options.source, options.documents, options.paragraphs, options.text_types, options.scores)
    computed = (options.run, options.models)
    shown = (options.segments, options.explain, options.each_reference, options.by)
    learning = any(metric.needs_corpus or metric.annotated for metric in metrics)
    return any((*shown, *computed, options.align, *labels)) or learning or has_entities(options)


def _score_blocks(options: ScoreOptions, metrics: tuple[Metric, ...], progress: Progress) -> ScoreResult:
    if not options.shows_checks(options.form):
        from karat.cli.lean_scores import lean_scores

        result = ScoreResult((), metrics)
        result.scores, result.findings = lean_scores(
            options, metrics, progress, checked=options.is_checked, threads=options.threads
        )
        return result
    from karat.cli.quick_checks import Beginning, quick_findings
    from karat.evaluation import evaluate_blocks

    kept = Beginning(read_blocks(options))
    scores = evaluate_blocks(kept, *metrics, threads=options.threads, progress=progress.segments)
    result = ScoreResult(scores, metrics)
    if kept.corpus is not None:
        result.findings = quick_findings(kept.corpus, scores, metrics, blank=kept.blank.places)
    return result


def _score_whole(
    options: ScoreOptions, metrics: tuple[Metric, ...], kind: Kind, progress: Progress
) -> ScoreResult:
    loaded = load(options, metrics, kind, progress)
    corpus, evaluation, metrics = loaded.corpus, loaded.evaluation, loaded.evaluation.metrics
    # What the corpus does not know is refused before anything is shown.
    labels = None if options.by is None else corpus.labels(LEVELS[options.by])
    result = ScoreResult(evaluation.scores, metrics, left_out=loaded.left_out)
    if options.by is not None and labels is not None:
        result.groups = [evaluation.table(metric, LEVELS[options.by]) for metric in metrics]
        result.labels = labels
    if options.misses:
        nee: Any
        nee, *others = (metric for metric in metrics if metric.needs_entities)
        if others:
            note(
                f"--misses lists the entities that the first of {len(others) + 1} metrics NEE does not find."
            )
        result.misses = {system: nee.misses(corpus, system) for system in corpus.systems}
    if options.explain:
        result.missed_words = {
            wnm.recipe: {system: wnm.missed(corpus, system, limit=_MOST_WORDS) for system in corpus.systems}
            for wnm in filter(_is_wnm, metrics)
        }
    if options.each_reference:
        from karat.reference_spread import each_reference

        alone = each_reference(evaluation, names=_reference_names(options, corpus), threads=options.threads)
        result.spreads = alone.spreads
    if options.segments:
        result.segments = [evaluation.table(metric, "segment") for metric in metrics]
        result.documents = corpus.documents
    if options.is_checked:
        from karat.cli.quick_checks import quick_findings

        result.findings = quick_findings(corpus, result.scores, metrics, statistics=evaluation.statistics)
    return result


def _reference_names(options: ScoreOptions, corpus: Corpus) -> list[str] | None:
    """What the corpus calls its references; plain texts are called after their files."""
    files = options.references or ()
    if corpus.references.names or len(files) != corpus.references.count:
        return None
    return names_of(files)


def _is_bleu(metric: Metric) -> TypeGuard[Bleu]:
    """Whether the metric has orders to show."""
    from karat.metrics import Bleu

    return isinstance(metric, Bleu)


def _is_wnm(metric: Metric) -> TypeGuard[Wnm]:
    """Whether the metric knows which words are salient."""
    from karat.metrics import Wnm

    return isinstance(metric, Wnm)


def _by_order(scores: Sequence[Score], bleu: Bleu) -> dict[str, list[OrderValues]]:
    """For each system the precision of each order, and BLEU up to it, from the scores of the highest."""
    return {
        score.system: bleu.orders(_counts(bleu, score.details))
        for score in scores
        if score.recipe.startswith(f"{bleu.recipe}|")
    }


def _counts(bleu: Bleu, details: Mapping[str, Any]) -> list[float]:
    """The counts that a score was made of: text that came in blocks has left nothing else."""
    from karat.kernel import LENGTH_PARTS

    parts = LENGTH_PARTS if bleu.brevity == "average" else 1
    lengths = [details["hypothesis_length"], round(details["reference_length"] * parts)]
    return [*lengths, *details["matches"], *details["totals"]]


def _present(result: ScoreResult, options: ScoreOptions) -> str:
    match form := options.form:
        case "json":
            return _json(result, options)
        case "numbers":
            from karat.report.formats.tsv import render_numbers

            return render_numbers(_tables(result, options, ranked=False), digits=options.width)
    from karat.report.topics.scores import notes

    below = notes(result.scores, result.metrics)
    return render(form, _tables(result, options), below, digits=options.width)


def _tables(result: ScoreResult, options: ScoreOptions, *, ranked: bool = True) -> list[Table]:
    from karat.report.topics import scores as contents

    tables = []
    if options.by is not None:
        from collections import Counter

        tables += contents.group_tables(
            result.groups, result.scores, result.metrics, sizes=Counter(result.labels), ranked=ranked
        )
    if options.orders:
        from karat.report.topics import precisions

        names = contents.metric_columns(result.metrics)
        tables += [
            precisions.table(column.name, _by_order(result.scores, metric))
            for metric, column in zip(result.metrics, names, strict=True)
            if _is_bleu(metric)
        ]
    if options.each_reference:
        tables += contents.reference_tables(result.spreads, result.metrics, ranked=ranked)
    if options.segments:
        tables.append(contents.segment_table(result.segments, result.metrics, result.documents))
    if options.misses:
        tables.append(contents.miss_table(result.misses))
    if options.explain:
        # People see the listing below the scores; a program asked for one table, and gets it.
        if not tables and options.form == "table":
            tables.append(contents.score_table(result.scores, result.metrics, ranked=ranked))
        tables += contents.missed_tables(result.missed_words, result.metrics)
    return tables or [contents.score_table(result.scores, result.metrics, ranked=ranked)]


def _json(result: ScoreResult, options: ScoreOptions) -> str:
    from karat.report.formats import json_document
    from karat.report.topics import precisions
    from karat.report.topics.scores import missed_records

    parts: dict[str, list[Any]] = {}
    if options.by is not None:
        parts["groups"] = [table.to_dict() for table in result.groups]
    if options.orders:
        parts["orders"] = [
            record
            for bleu in filter(_is_bleu, result.metrics)
            for record in precisions.records(bleu, _by_order(result.scores, bleu))
        ]
    if options.each_reference:
        parts["references"] = [spread.to_dict() for spread in result.spreads]
    if options.segments:
        documents = {} if result.documents is None else {"documents": list(result.documents)}
        parts["segments"] = [{**table.to_dict(), **documents} for table in result.segments]
    if options.misses:
        parts["misses"] = [
            {"system": system, **miss.to_dict()}
            for system, missed in result.misses.items()
            for miss in missed
        ]
    if options.explain:
        parts["missed"] = missed_records(result.missed_words)
    if options.is_checked:
        parts["findings"] = [found.to_dict() for found in result.findings]
    return json_document.render(result.scores, left_out=result.left_out, parts=parts)
