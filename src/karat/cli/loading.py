"""From options to an evaluation: what all commands that score share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.cli.human import check_human, human_metrics
from karat.cli.inputs import has_entities, read_corpus, read_marked_corpus
from karat.cli.notes import note
from karat.cli.scores import check_scores, external_metrics
from karat.cli.tags import check_tags, evaluate_tagged
from karat.evaluation import evaluate, without_references

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.inputs import Kind
    from karat.cli.options import ScoreOptions
    from karat.cli.progress import Progress
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.metrics import Metric


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A corpus, what was counted in it, and the systems that were left out."""

    corpus: Corpus
    evaluation: Evaluation
    left_out: list[str]


def check_loading(options: ScoreOptions, metrics: Sequence[Metric], kind: Kind) -> None:
    """Refuse what does not go together, before anything is read."""
    check_tags(options, metrics, kind)
    check_scores(options)
    check_human(options, kind)


def load_corpus(
    options: ScoreOptions, metrics: Sequence[Metric], kind: Kind, *, entities: bool = False
) -> tuple[Corpus, list[str]]:
    """The texts that were named, with the entities that a metric needs, and the systems left out of them."""
    whole = read_whole(options, metrics, kind, entities=entities)
    return without_references(whole, asked_for=options.systems or ())


def load(
    options: ScoreOptions,
    metrics: tuple[Metric, ...],
    kind: Kind,
    progress: Progress,
    *,
    entities: bool = False,
) -> Loaded:
    """Read the texts that were named, with their tags and entities, and count them under every metric.

    `entities` says that entities are wanted, though no metric counts them.
    """
    corpus, left_out = load_corpus(options, metrics, kind, entities=entities)
    metrics += external_metrics(options, corpus, ignored=left_out) + human_metrics(options, corpus)
    note_what_is_lacking(corpus, metrics)
    if options.tags is None:
        counted = progress.each("counting", len(metrics))
        evaluation = evaluate(
            corpus, *metrics, threads=options.threads, keep_references=True, progress=counted
        )
    else:
        evaluation = evaluate_tagged(corpus, metrics, options, progress)
    return Loaded(corpus, evaluation, left_out)


def read_whole(
    options: ScoreOptions, metrics: Sequence[Metric], kind: Kind, *, entities: bool = False
) -> Corpus:
    """The texts that were named, with the entities of the references where these are marked or asked for."""
    marked = entities or has_entities(options) or any(metric.needs_entities for metric in metrics)
    return read_marked_corpus(options, kind) if marked else read_corpus(options, kind)


def note_what_is_lacking(corpus: Corpus, metrics: Sequence[Metric]) -> None:
    """Say why a metric has no value, or 0, of a corpus without what the metric looks at."""
    if corpus.entities is None and any(metric.needs_entities for metric in metrics):
        note(
            "No named entities are marked in the references, so NEE has no value. Mark them (karat entities "
            "--help says how), and give them with --entities or in the references."
        )
    texts = len(corpus) if corpus.documents is None else len(set(corpus.documents))
    of_references = [metric for metric in metrics if getattr(metric, "weighting", "none") != "none"]
    if texts == 1 and any(getattr(metric, "corpus", None) is None for metric in of_references):
        note(
            "WNM weighs what stands out in a text among others, and there is one text: all weights are 0. "
            "Give more documents, or the word frequencies of another corpus: -m wnm:corpus=FILE."
        )
