"""Tags that stand in files of their own, beside the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.inputs import Kind
    from karat.cli.options import ScoreOptions
    from karat.cli.progress import Progress
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.metrics import Metric


def check_tags(options: ScoreOptions, metrics: Sequence[Metric], kind: Kind) -> None:
    """Refuse tags that do not go with the texts, before anything is read."""
    if options.tags is None and options.reference_tags is None:
        return
    if options.tags is None or options.reference_tags is None:
        raise InvalidOption("--tags and --reference-tags go together: every text needs tags.")
    if not any(metric.annotated for metric in metrics):
        raise InvalidOption("--tags is for metrics of annotated text. Add one: -m tag-bleu.")
    if kind != "text":
        raise InvalidOption("--tags is for plain text; in other formats write the tokens as word|TAG.")
    pairs = (
        ("--tags", options.tags, "hypotheses", options.inputs),
        ("--reference-tags", options.reference_tags, "references", options.references or []),
    )
    for flag, tags, what, texts in pairs:
        if len(tags) != len(texts):
            raise InvalidOption(
                f"{flag} names {len(tags)} files, and there are {len(texts)} {what}. "
                "Name one file of tags for each, in the same order."
            )


def tagged(corpus: Corpus, metric: Metric, options: ScoreOptions) -> Corpus:
    """The corpus with the tags of the files, as a metric of annotated text reads it."""
    from karat.readers.corpora.annotation import annotate
    from karat.readers.files.lines import read_lines

    tags = dict(zip(corpus.systems, map(read_lines, options.tags or ()), strict=True))
    reference_tags = [read_lines(path) for path in options.reference_tags or ()]
    return annotate(corpus, tags, reference_tags, separator=getattr(metric, "separator", "|"))


def evaluate_tagged(
    corpus: Corpus, metrics: tuple[Metric, ...], options: ScoreOptions, progress: Progress
) -> Evaluation:
    """Metrics of annotated text count the text with its tags, the others without."""
    from karat.evaluation import Evaluation, evaluate

    metrics = tuple(metric.settled(corpus) for metric in metrics)
    statistics: dict[str, dict[str, Any]] = {name: {} for name in corpus.systems}
    progress.stage("counting", len(metrics))
    for metric in metrics:
        text = tagged(corpus, metric, options) if metric.annotated else corpus
        counted = evaluate(
            text, metric, threads=options.threads, keep_references=True, progress=progress.advance
        )
        for name, of_system in counted.statistics.items():
            statistics[name].update(of_system)
    return Evaluation(corpus, metrics, statistics)
