"""`karat explain`: how one segment got its score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli import explain_manual
from karat.cli.inputs import check_inputs, one_system
from karat.cli.loading import check_loading, note_what_is_lacking, read_whole
from karat.cli.metrics import chosen_metrics
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import shows_styles, write
from karat.cli.tags import tagged
from karat.corpus import Corpus
from karat.errors import InvalidOption
from karat.readers.corpora.marked_entities import lifted
from karat.report.topics.explanation import as_json, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric
    from karat.metrics.explain.explanation import Explanation

FORMATS = ("table", "json")
_MOST = 20
_MOST_DIGITS = 15


class ExplainOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    segment: int | None = None
    system: str | None = None
    hypothesis: str | None = None
    reference: list[str] | None = None
    all: bool | None = None
    width: int | None = None  # type: ignore[assignment]


# What belongs to files.
_OF_FILES = (
    "references",
    "source",
    "documents",
    "text_types",
    "tags",
    "reference_tags",
    "entities",
    "keep_bom",
)


def run(arguments: Sequence[str]) -> int:
    """Print the explanation of one segment."""
    options = read_options_of("explain", explain_manual, arguments, ExplainOptions)
    form = _form(options.format)
    if options.width is not None and not 0 <= options.width <= _MOST_DIGITS:
        raise InvalidOption(f"--width is {options.width}; it must be between 0 and {_MOST_DIGITS}.")
    explanation = _explained(_metric(options), options)

    if form == "json":
        write(as_json(explanation))
    else:
        most = None if options.all else _MOST
        write(render(explanation, digits=options.width, styles=shows_styles(), most=most))
    return 0


def _form(asked: str | None) -> str:
    # It was called text once.
    form = "table" if asked in (None, "text") else str(asked)
    if form in ("tsv", "latex"):
        raise InvalidOption(
            f"--format is {form!r}, and an explanation is texts and several tables, which it does not hold. "
            "Use --format json, or table."
        )
    if form not in FORMATS:
        raise InvalidOption.choice("--format", form, FORMATS)
    return form


def _metric(options: ExplainOptions) -> Metric:
    """The one metric; its name is taken from the inputs."""
    if options.recipe is not None:
        options.recipe = [str(options.recipe)]
    elif not options.inputs:
        raise InvalidOption("There is no metric. Name one of karat metrics; see karat explain --help.")
    else:
        name, *options.inputs = options.inputs
        options.metrics = [name]
    (metric,) = chosen_metrics(options)
    return metric


def _explained(metric: Metric, options: ExplainOptions) -> Explanation:
    if options.hypothesis is not None or options.reference is not None:
        return _of_texts(metric, options)
    if not options.inputs:
        raise InvalidOption(
            "There is nothing to explain. Give --hypothesis TEXT --reference TEXT…, or files."
        )
    if options.segment is None:
        raise InvalidOption("An explanation is of one segment. Say which: --segment N.")

    corpus = _corpus(metric, options)
    text = corpus.system(one_system(corpus, options.system))
    if not 1 <= options.segment <= len(corpus):
        raise InvalidOption(f"--segment is {options.segment}; the text has segments 1 to {len(corpus)}.")
    _note_what_is_lacking(corpus, metric)
    place = options.segment - 1
    ready = metric.settled(corpus).prepare(corpus)
    return ready.explain(text[place], corpus.references.of_segment(place))


def _of_texts(metric: Metric, options: ExplainOptions) -> Explanation:
    if options.hypothesis is None or options.reference is None:
        raise InvalidOption("--hypothesis TEXT and --reference TEXT… go together.")
    of_files = (*(getattr(options, name) for name in _OF_FILES), options.segment, options.system)
    if options.inputs or any(given is not None for given in of_files):
        raise InvalidOption("--hypothesis and --reference are the texts themselves: leave the files out.")
    _note_what_is_lacking(_corpus_of_texts(options.hypothesis, options.reference), metric)
    return metric.explain(options.hypothesis, options.reference)


def _corpus_of_texts(hypothesis: str, references: Sequence[str]) -> Corpus:
    return lifted(Corpus.of([hypothesis], [list(references)]))


def _note_what_is_lacking(corpus: Corpus, metric: Metric) -> None:
    note_what_is_lacking(corpus, (metric,))


def _corpus(metric: Metric, options: ExplainOptions) -> Corpus:
    kind = check_inputs(options, command="explain METRIC")
    check_loading(options, (metric,), kind)
    corpus = read_whole(options, (metric,), kind)
    return tagged(corpus, metric, options) if options.tags is not None else corpus
