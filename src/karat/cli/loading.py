"""The only way in: from options to a corpus, and to an evaluation of it."""

from __future__ import annotations

import os

from karat.cli.external_scores import check_human, check_scores, external_metrics, human_metrics
from karat.cli.inputs import check_inputs, has_entities, named
from karat.cli.notes import note
from karat.errors import InvalidOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from karat.cli.inputs import Kind
    from karat.cli.option_groups import InputOptions, ScoringOptions
    from karat.cli.progress import Progress
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.kernel import Texts
    from karat.metrics import Metric


class LoadedEvaluation:
    """What was counted in the texts that were named, and the systems that were left out of them."""

    def __init__(self, evaluation: Evaluation, left_out: list[str]) -> None:
        self.evaluation = evaluation
        self.left_out = left_out

    @property
    def corpus(self) -> Corpus:
        """The texts."""
        return self.evaluation.corpus


def check_loading(options: ScoringOptions, metrics: Sequence[Metric], *, command: str) -> Kind:
    """The kind of the inputs; what does not go together is refused before anything is read."""
    kind = check_inputs(options, command=command)
    check_tags(options, metrics, kind)
    check_scores(options)
    check_human(options, kind)
    return kind


def load(
    options: ScoringOptions,
    metrics: tuple[Metric, ...],
    kind: Kind,
    progress: Progress,
    *,
    entities: bool = False,
) -> LoadedEvaluation:
    """Read the texts that were named, with their tags and entities, and count them under every metric.

    `entities` says that entities are wanted, though no metric counts them.
    """
    from karat.evaluation import evaluate

    corpus, left_out = load_corpus(options, metrics, kind, entities=entities)
    # Who names the systems, or is told of those that are left out, knows that the tables have others.
    fewer = bool(options.systems or left_out)
    metrics += external_metrics(options, corpus, fewer_systems=fewer) + human_metrics(options, corpus)
    note_what_is_lacking(corpus, metrics)
    if options.tags is None:
        counted = progress.each("counting", len(metrics))
        evaluation = evaluate(
            corpus, *metrics, threads=options.threads, keep_references=True, progress=counted
        )
    else:
        evaluation = _evaluate_tagged(corpus, metrics, options, progress)
    return LoadedEvaluation(evaluation, left_out)


def load_corpus(
    options: InputOptions, metrics: Sequence[Metric], kind: Kind, *, entities: bool = False
) -> tuple[Corpus, list[str]]:
    """The texts that were named, with the entities that a metric needs, and the systems left out of them."""
    from karat.evaluation import without_references

    whole = read_corpus(options, metrics, kind, entities=entities)
    return without_references(whole, asked_for=options.systems or ())


def read_corpus(
    options: InputOptions, metrics: Sequence[Metric], kind: Kind, *, entities: bool = False
) -> Corpus:
    """Every text that was named, with the entities of the references where these are marked or asked for."""
    corpus = _read_texts(options, kind)
    if not (entities or has_entities(options) or any(metric.needs_entities for metric in metrics)):
        return corpus
    from karat.readers.corpora.annotation import lifted, other_documents, with_entities

    if options.entities is None:
        return lifted(corpus)
    found = with_entities(corpus, options.entities)
    _note_documents(corpus, found, other_documents(found, options.entities))
    return found


def _note_documents(before: Corpus, found: Corpus, others: Sequence[str]) -> None:
    """Say which documents count: those of the texts, or else those that a file of entities names."""
    if before.documents is None and found.documents is not None:
        note(f"The documents are those that --entities names: {len(set(found.documents))}.")
    if others:
        note(
            f"{', '.join(others)} groups the segments into other documents. Those of "
            f"{'the texts' if before.documents is not None else 'the first file of entities'} count."
        )


def _read_texts(options: InputOptions, kind: Kind) -> Corpus:
    from karat import readers

    align: Any = options.align or "segment"
    if kind == "corpus" or options.references is None:
        if options.looks_once and not options.collection and _is_parquet(options.inputs[0]):
            from karat.readers.corpora.parquet import read_parquet

            return read_parquet(options.inputs[0], systems=options.systems, align=align, in_place=True)
        return readers.read(
            options.inputs[0],
            systems=options.systems,
            keep_bom=bool(options.keep_bom),
            align=align,
            collections=options.collection,
        )
    if kind == "sgml":
        from karat.readers.corpora.sgml import read_sgml

        return read_sgml(
            options.inputs, options.references, source=options.source, systems=options.systems, align=align
        )
    return readers.read_texts(
        named(options.inputs, options.systems),
        options.references,
        source=options.source,
        documents=options.documents,
        paragraphs=options.paragraphs,
        text_types=options.text_types,
        keep_bom=bool(options.keep_bom),
        align=align,
    )


def _is_parquet(path: str) -> bool:
    return path.endswith(".parquet") and os.path.isfile(path)  # noqa: PTH113 (pathlib would delay the start)


def read_blocks(options: InputOptions) -> Iterator[Corpus]:
    """Plain texts, a block at a time."""
    from karat.readers.corpora.text_blocks import read_blocks

    return read_blocks(
        named(options.inputs, options.systems),
        options.references or (),
        keep_bom=bool(options.keep_bom),
    )


def read_block_texts(options: InputOptions) -> Iterator[tuple[dict[str, Texts], tuple[Texts, ...]]]:
    """The bare texts of these blocks, for what needs no corpus."""
    from karat.readers.corpora.text_blocks import read_block_texts

    return read_block_texts(
        named(options.inputs, options.systems),
        options.references or (),
        keep_bom=bool(options.keep_bom),
    )


def note_what_is_lacking(corpus: Corpus, metrics: Sequence[Metric]) -> None:
    """Say why a metric has no value, or 0, of a corpus without what the metric looks at."""
    if not _has_entities(corpus) and any(metric.needs_entities for metric in metrics):
        note(
            "No named entities are marked in the references, so NEE has no value. Mark them (karat entities "
            "--help says how), and give them with --entities or in the references."
        )
    texts = len(corpus) if corpus.documents is None else len(set(corpus.documents))
    of_references = [metric for metric in metrics if getattr(metric, "weighting", "none") != "none"]
    if texts == 1 and any(getattr(metric, "corpus", None) is None for metric in of_references):
        note(
            "WNM compares a text with others, and there is one text: all weights are 0. "
            "Give more documents, or the word frequencies of another corpus: -m wnm:corpus=FILE."
        )


def _has_entities(corpus: Corpus) -> bool:
    """Whether anything is marked in a reference; an annotation without a single entity is like none."""
    return any(any(of_segment) for of_reference in corpus.entities or () for of_segment in of_reference or ())


def check_tags(options: InputOptions, metrics: Sequence[Metric], kind: Kind) -> None:
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


def tagged(corpus: Corpus, metric: Metric, options: InputOptions) -> Corpus:
    """The corpus with the tags of the files, as a metric of annotated text reads it."""
    from karat.readers.corpora.annotation import annotate
    from karat.readers.files.lines import read_lines

    tags = dict(zip(corpus.systems, map(read_lines, options.tags or ()), strict=True))
    reference_tags = [read_lines(path) for path in options.reference_tags or ()]
    return annotate(corpus, tags, reference_tags, separator=getattr(metric, "separator", "|"))


def _evaluate_tagged(
    corpus: Corpus, metrics: tuple[Metric, ...], options: ScoringOptions, progress: Progress
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
