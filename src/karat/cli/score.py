"""`karat score`: translations against references."""

from __future__ import annotations

from karat.cli.inputs import check_inputs, has_entities, read_blocks, read_corpus, read_marked_corpus
from karat.cli.metrics import chosen_metrics
from karat.cli.notes import note
from karat.cli.options import read_options
from karat.cli.output import write
from karat.cli.presentation import LEVELS, Result, check_presentation, present
from karat.cli.progress import Progress
from karat.cli.scores import check_scores, external_metrics
from karat.cli.tags import check_tags, evaluate_tagged
from karat.errors import InvalidOption
from karat.evaluation import evaluate, evaluate_blocks
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.inputs import Kind
    from karat.cli.options import ScoreOptions
    from karat.corpus import Corpus
    from karat.metrics import Metric


def run(arguments: Sequence[str]) -> int:
    """Score what the arguments name, and print it."""
    options = read_options(arguments)
    metrics = chosen_metrics(options)
    check_presentation(options, metrics)
    kind = check_inputs(options)
    check_tags(options, metrics, kind)
    check_scores(options)
    with Progress() as progress:
        if kind == "text" and not _needs_whole_text(options, metrics):
            blocks = read_blocks(options)
            scores = evaluate_blocks(blocks, *metrics, threads=options.threads, progress=progress.segments)
            result = Result(scores, metrics)
        else:
            result = _score_whole(options, metrics, kind, progress)
    write(present(result, options))
    return 0


def _needs_whole_text(options: ScoreOptions, metrics: Sequence[Metric]) -> bool:
    labels = (options.source, options.documents, options.text_types, options.scores)
    asked = any((options.segments, options.explain, options.by, *labels))
    learning = any(metric.needs_corpus or metric.annotated for metric in metrics)
    return asked or learning or has_entities(options)


def _score_whole(
    options: ScoreOptions, metrics: tuple[Metric, ...], kind: Kind, progress: Progress
) -> Result:
    marked = has_entities(options) or any(metric.needs_entities for metric in metrics)
    whole = read_marked_corpus(options, kind) if marked else read_corpus(options, kind)
    metrics += external_metrics(options, whole)
    corpus, left_out = without_references(whole, asked_for=options.systems or ())
    if corpus.entities is None and any(metric.needs_entities for metric in metrics):
        note(
            "No named entities are marked in the references, so NEE has no value. Mark them (karat entities "
            "--help says how), and give them with --entities or in the references."
        )
    # What the corpus does not know is refused before anything is counted.
    labels = None if options.by is None else corpus.labels(LEVELS[options.by])
    if options.tags is None:
        evaluation = evaluate(corpus, *metrics, threads=options.threads, progress=progress.metric)
    else:
        evaluation = evaluate_tagged(corpus, metrics, options, progress)
    result = Result(evaluation.scores, metrics, left_out=left_out)
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
    return result


def _note_short_segments(metrics: Sequence[Metric]) -> None:
    if not all(getattr(metric, "effective_order", True) for metric in metrics):
        note(
            "BLEU of a segment that is shorter than its order is 0; with --effective-order only the orders "
            "that a segment has count, as in sacreBLEU's sentence level."
        )


def without_references(corpus: Corpus, *, asked_for: Sequence[str] = ()) -> tuple[Corpus, list[str]]:
    """The corpus without human translations that are its references: against itself, each is perfect."""
    people = [name for name in corpus.systems if name in corpus.human_systems and name not in asked_for]
    references = [list(stream) for stream in corpus.references.streams] if people else []
    left_out = [name for name in people if list(corpus.systems[name]) in references]
    if not left_out:
        return corpus, []
    if len(left_out) == len(corpus.systems):
        raise InvalidOption(
            f"Every system ({', '.join(left_out)}) is one of the references, and perfect against itself. "
            "Name systems with --systems to score them all the same."
        )
    from karat.records import replace

    for name in left_out:
        note(f"{name} is left out: it is one of the references, and perfect against itself.")
    systems = {name: text for name, text in corpus.systems.items() if name not in left_out}
    return replace(corpus, systems=systems, human_systems=corpus.human_systems - set(left_out)), left_out
