"""`karat explain`: how one segment got its score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.inputs import check_inputs, one_system
from karat.cli.loading import check_tags, note_what_is_lacking, read_corpus, tagged
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import (
    BleuOptions,
    ChrfOptions,
    DebugOptions,
    InputOptions,
    TerOptions,
    TextOptions,
)
from karat.cli.options import Command, Options, option
from karat.cli.output import shows_styles, write
from karat.corpus import Corpus
from karat.errors import InvalidOption
from karat.readers.corpora.annotation import lifted
from karat.report.topics.explanation import as_json, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric
    from karat.metrics.explain.explanation import Explanation

FORMATS = ("table", "json")
_MOST = 20


def _alone(text: str) -> list[str]:
    """One recipe, where others may take several."""
    return [text]


class SegmentOptions(Options, title="input"):
    """Which segment."""

    segment: int | None = option("--segment", "N", "number of the segment in the files, counted from 1")
    system: str | None = option("--system", "NAME", "which system, if there are several")
    hypothesis: str | None = option("--hypothesis", "TEXT", "the translation itself, instead of files")
    reference: list[str] | None = option("--reference", "TEXT…", "one or more references, instead of files")


class OneMetricOptions(Options, title="metric"):
    """Which metric."""

    # Named before the files.
    metrics: list[str] | None = None
    recipe: list[str] | None = option(
        "--recipe", "RECIPE", "a metric recipe, in quotation marks", convert=_alone
    )
    lowercase: bool | None = TextOptions.lowercase
    normalization: str | None = TextOptions.normalization
    spaces: str | None = TextOptions.spaces


class ShownExplanationOptions(Options, title="output"):
    """What is shown."""

    all: bool | None = option("--all", "", "list all n-grams, not only the first 20 of each kind")
    format: str | None = option(
        "--format", "NAME", "table, json (default: table, with colours on a terminal)"
    )
    width: int | None = option(
        "-w --width",
        "N",
        "decimal places (default: 2; 6 for the parts of the score)",
        least=0,
        most=15,
    )


class ExplainOptions(
    InputOptions,
    SegmentOptions,
    OneMetricOptions,
    BleuOptions,
    ChrfOptions,
    TerOptions,
    ShownExplanationOptions,
    DebugOptions,
    without=("systems",),
):
    """What `karat explain` was asked for."""

    inputs: list[str] = option(
        "inputs", "METRIC…", "a metric of karat metrics; then one file per system, or a CORPUS"
    )


COMMAND = Command(
    "explain",
    ExplainOptions,
    usage="""\
karat explain METRIC --hypothesis TEXT --reference TEXT… [options]
       karat explain METRIC HYPOTHESIS -r REFERENCE… --segment N [options]
       karat explain METRIC CORPUS --system NAME --segment N [options]""",
    description="""\
Show every step from a segment to its score: what matched, what was missed, and the arithmetic.

METRIC is a name as for karat score -m, with options if you like: bleu:order=2,tokenize=intl. Leave it out if
you give --recipe. Inputs and other options are those of karat score. Metrics with corpus statistics take them
from the files; with --hypothesis and --reference they see only that one segment.""",
    examples="""\
examples:
  karat explain bleu --hypothesis 'the cat sat on a mat' --reference 'the cat sat on the mat'
  karat explain ter output.txt -r reference.txt --segment 12 --case-sensitive
  karat explain chrf wmt.xml --system online-A --segment 3 --format json
  karat explain nee output.txt -r reference.txt --entities reference.muc --segment 1
  karat explain --recipe 'BLEU|order:4|tok:intl' output.txt -r reference.txt --segment 1
""",
)


# What belongs to files.
_OF_FILES = (
    "references",
    "source",
    "documents",
    "paragraphs",
    "text_types",
    "tags",
    "reference_tags",
    "entities",
    "keep_bom",
)


def run(arguments: Sequence[str]) -> int:
    """Print the explanation of one segment."""
    options: ExplainOptions = COMMAND.read(arguments)
    form = _form(options.format)
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
    if options.recipe is None and not options.inputs:
        raise InvalidOption("There is no metric. Name one of karat metrics; see karat explain --help.")
    if options.recipe is None:
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
    check_tags(options, (metric,), kind)
    corpus = read_corpus(options, (metric,), kind)
    return tagged(corpus, metric, options) if options.tags is not None else corpus
