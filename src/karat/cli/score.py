"""`karat score`: translations against references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli.inputs import check_inputs, has_entities, read_blocks
from karat.cli.loading import check_loading, load
from karat.cli.metrics import chosen_metrics
from karat.cli.notes import note
from karat.cli.options import read_options
from karat.cli.output import write
from karat.cli.presentation import LEVELS, Result, check_presentation, chosen_format, present, wants_checks
from karat.cli.progress import Progress
from karat.evaluation import evaluate_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.inputs import Kind
    from karat.cli.options import ScoreOptions
    from karat.metrics import Metric


def run(arguments: Sequence[str]) -> int:
    """Score what the arguments name, and print it."""
    options = read_options(arguments)
    metrics = chosen_metrics(options)
    check_presentation(options, metrics)
    kind = check_inputs(options)
    check_loading(options, metrics, kind)
    with Progress() as progress:
        if kind == "text" and not _needs_whole_text(options, metrics):
            result = _score_blocks(options, metrics, progress)
        else:
            result = _score_whole(options, metrics, kind, progress)
    write(present(result, options))
    if result.findings and chosen_format(options) == "table":
        from karat.cli.checking import tell

        tell(result.findings)
    return 0


def _score_blocks(options: ScoreOptions, metrics: tuple[Metric, ...], progress: Progress) -> Result:
    blocks = read_blocks(options)
    if not wants_checks(options):
        scores = evaluate_blocks(blocks, *metrics, threads=options.threads, progress=progress.segments)
        return Result(scores, metrics)
    from karat.cli.checking import Beginning, quick_findings

    kept = Beginning(blocks)
    scores = evaluate_blocks(kept, *metrics, threads=options.threads, progress=progress.segments)
    result = Result(scores, metrics)
    if kept.corpus is not None:
        result.findings = quick_findings(kept.corpus, scores, metrics)
    return result


def _needs_whole_text(options: ScoreOptions, metrics: Sequence[Metric]) -> bool:
    labels = (options.source, options.documents, options.text_types, options.scores)
    asked = any((options.segments, options.explain, options.by, *labels))
    learning = any(metric.needs_corpus or metric.annotated for metric in metrics)
    return asked or learning or has_entities(options)


def _score_whole(
    options: ScoreOptions, metrics: tuple[Metric, ...], kind: Kind, progress: Progress
) -> Result:
    loaded = load(options, metrics, kind, progress)
    corpus, evaluation, metrics = loaded.corpus, loaded.evaluation, loaded.evaluation.metrics
    # What the corpus does not know is refused before anything is shown.
    labels = None if options.by is None else corpus.labels(LEVELS[options.by])
    result = Result(evaluation.scores, metrics, left_out=loaded.left_out)
    if options.by is not None and labels is not None:
        result.groups = [evaluation.table(metric, LEVELS[options.by]) for metric in metrics]
        result.labels = labels
    if options.misses:
        nee: Any = next(metric for metric in metrics if metric.needs_entities)
        result.misses = {system: nee.misses(corpus, system) for system in corpus.systems}
    if options.explain:
        from karat.cli.missed import missed_words

        result.missed = missed_words(corpus, metrics)
    if options.segments:
        _note_short_segments(metrics)
        result.segments = [evaluation.table(metric, "segment") for metric in metrics]
        result.documents = corpus.documents
    if wants_checks(options):
        from karat.cli.checking import quick_findings

        result.findings = quick_findings(corpus, result.scores, metrics)
    return result


def _note_short_segments(metrics: Sequence[Metric]) -> None:
    if not all(getattr(metric, "effective_order", True) for metric in metrics):
        note(
            "BLEU of a segment that is shorter than its order is 0; with --effective-order only the orders "
            "that a segment has count, as in sacreBLEU's sentence level."
        )
