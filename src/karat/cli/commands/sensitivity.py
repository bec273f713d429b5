"""`karat diagnose sensitivity`: when metrics notice damage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from karat.cli.external_scores import check_scores, external_metrics
from karat.cli.inputs import check_inputs, one_system
from karat.cli.loading import load_corpus, note_what_is_lacking
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import DebugOptions, MetricOptions, OneSystemOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.diagnosis.damages import DAMAGES, damaged
from karat.diagnosis.lexicon import Lexicon
from karat.diagnosis.negation import NEGATIONS
from karat.diagnosis.sensitivity import STRENGTHS, answers, dosed
from karat.errors import InvalidOption, InvalidText, UnreadableFile
from karat.metrics.catalogue import distinct_names
from karat.output_files import write_file
from karat.readers.files.lines import read_sets, read_words
from karat.report.topics import sensitivity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.corpus import Corpus, OptionalText
    from karat.diagnosis.sensitivity import Sensitivity

# How strong the damage is that an example shows.
_EXAMPLE = 0.3


class DamageOptions(Options, title="damage"):
    """What is damaged, and how far."""

    damages: list[str] | None = option(
        "--damages",
        "NAME…",
        "shuffle, drop-content, drop-function, names, numbers, negate, truncate, repeat, "
        "synonyms (default: all that apply to the text)",
    )
    strengths: list[str] | None = option(
        "--strengths", "X…", "shares of places to damage (default: 0.01 0.02 0.05 0.1 0.2 0.5 1)"
    )
    function_words: str | None = option(
        "--function-words",
        "FILE",
        "function words, one per line (default: the most frequent words of the references)",
    )
    synonyms: str | None = option(
        "--synonyms", "FILE", "sets of synonyms, one per line, separated by tabs or commas"
    )
    language: str | None = option(
        "--language",
        "CODE",
        "language, for negate: cs, de, en, es, fr, it, ja, pt, ru, zh (default: the target "
        "language of the corpus)",
        choices=NEGATIONS,
    )
    write: str | None = option(
        "--write",
        "FOLDER",
        "write the output, its damaged versions, references and source to this folder, one segment per line",
    )


class DamageIntervalOptions(Options, title="intervals"):
    """How intervals are made."""

    samples: int = option("--samples", "N", "bootstrap samples (default: 1000)", default=1000)
    confidence: float = option(
        "--confidence",
        "X",
        "confidence level of the intervals (default: 0.95)",
        former="--level",
        default=0.95,
    )
    seed: int = option(
        "--seed",
        "N",
        "random seed (default: 12345); the same seed gives the same damage",
        default=12345,
    )


class ShownSensitivityOptions(Options, title="output"):
    """What is shown."""

    show: str = option(
        "--show",
        "WHAT",
        "smallest, curves, examples, all (default: all; tsv is one long table)",
        default="all",
        choices=("smallest", "curves", "examples", "all"),
    )


class SensitivityOptions(
    OneSystemOptions,
    MetricOptions,
    DamageOptions,
    DamageIntervalOptions,
    ShownSensitivityOptions,
    OutputOptions,
    DebugOptions,
):
    """What `karat diagnose sensitivity` was asked for."""

    scores: list[str] | None = option(
        "--scores",
        "FILE…",
        "external scores of the texts that --write wrote; the systems are named after their files",
    )


COMMAND = Command(
    "diagnose sensitivity",
    SensitivityOptions,
    usage="""\
karat diagnose sensitivity HYPOTHESIS -r REFERENCE… [options]
       karat diagnose sensitivity CORPUS --system NAME [options]""",
    description="""\
Damage a system's output step by step, and show how each metric reacts and when it notices.

The damages: shuffle words within windows of five, drop content words or function words, swap names, change
numbers, negate, truncate, repeat words, and substitute synonyms from a list, which should do no harm. The
strength is the share of places that are damaged. A metric notices a damage when the score leaves the
bootstrap interval of the undamaged score.""",
    examples="""\
examples:
  karat diagnose sensitivity output.txt -r reference.txt -m bleu chrf ter
  karat diagnose sensitivity wmt.xml --system online-A --damages names numbers negate
  karat diagnose sensitivity wmt.xml --system online-A --format tsv > curves.tsv
  karat diagnose sensitivity wmt.xml --system online-A --write damaged
""",
)


def run(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print it."""
    options: SensitivityOptions = COMMAND.read(arguments)
    metrics = chosen_metrics(options)
    strengths = _strengths(options)
    kind = check_inputs(options, command="diagnose sensitivity")
    check_scores(options)

    damages = options.damages or list(DAMAGES)
    _check_lists(options, damages)
    with Progress() as progress:
        corpus, _ = load_corpus(options, metrics, kind, entities="names" in damages)
        system = one_system(corpus, options.system)
        lexicon = _lexicon(corpus, system, options)
        texts = dosed(
            corpus, system, lexicon=lexicon, damages=damages, strengths=strengths, seed=options.seed
        )
        if not texts.doses:
            raise InvalidOption(f"{', '.join(damages)}: the text of {system} has no place for it.")
        if options.write is not None:
            _write_texts(options.write, texts.corpus)
        metrics += external_metrics(options, texts.corpus)
        note_what_is_lacking(corpus, metrics)
        found = answers(
            texts,
            metrics,
            samples=options.samples,
            confidence=options.confidence,
            seed=options.seed,
            progress=progress.each("damaging and counting", len(metrics)),
        )
    write(_present(found, distinct_names(metrics), corpus, system, lexicon, damages, options))
    return 0


def _check_lists(options: SensitivityOptions, damages: Sequence[str]) -> None:
    """Refuse lists of words that none of the damages looks at."""
    for flag, file, users in (
        ("--synonyms", options.synonyms, ("synonyms",)),
        ("--function-words", options.function_words, ("drop-content", "drop-function", "names")),
    ):
        if file is not None and not set(users) & set(damages):
            raise InvalidOption(
                f"{flag} is for the damage {' or '.join(users)}, which --damages does not name. Name it, or "
                f"leave {file} out."
            )


def _lexicon(corpus: Corpus, system: str, options: SensitivityOptions) -> Lexicon:
    return Lexicon.of(
        corpus,
        system,
        function_words=None if options.function_words is None else read_words(options.function_words),
        synonyms=() if options.synonyms is None else read_sets(options.synonyms),
        language=options.language,
    )


def _strengths(options: SensitivityOptions) -> tuple[float, ...]:
    try:
        return tuple(float(text) for text in options.strengths or STRENGTHS)
    except ValueError:
        raise InvalidOption(
            f"--strengths is {' '.join(options.strengths or ())}; it must be numbers between 0 and 1."
        ) from None


def _write_texts(folder: str, corpus: Corpus) -> None:
    """Write all texts into a folder, one segment on a line, for metrics of other programs to score.

    What is there already must be the same: scores of it may have been computed.
    """
    files = {Path(folder) / f"{name}.txt": _lines(name, text) for name, text in _texts(corpus)}
    try:
        other = next((path for path, content in files.items() if _differs(path, content)), None)
        if other is not None:
            raise InvalidOption(
                f"{other} holds another text, of another output, seed or list of words. Name another folder "
                "with --write, or repeat the command that wrote this one."
            )
        Path(folder).mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            write_file(path, content)
    except OSError as error:
        raise UnreadableFile(
            f"{folder}: the texts cannot be written ({error.strerror or error}). Name another folder with "
            "--write."
        ) from None


def _texts(corpus: Corpus) -> Iterator[tuple[str, OptionalText]]:
    if corpus.sources is not None:
        yield "source", corpus.sources
    for number, stream in enumerate(corpus.references.streams, 1):
        yield "reference" if number == 1 else f"reference-{number}", stream
    yield from corpus.systems.items()


def _lines(name: str, text: OptionalText) -> bytes:
    for number, segment in enumerate(text, 1):
        if segment is not None and ("\n" in segment or "\r" in segment):
            raise InvalidText(
                f"Segment {number} of {name} has a line break, and files for --write have a segment on each "
                "line. Replace line breaks by spaces first."
            )
    return "".join(f"{segment or ''}\n" for segment in text).encode("utf-8", "surrogatepass")


def _differs(path: Path, content: bytes) -> bool:
    return path.exists() and path.read_bytes() != content


def _present(
    found: Sequence[Sensitivity],
    names: Sequence[str],
    corpus: Corpus,
    system: str,
    lexicon: Lexicon,
    damages: Sequence[str],
    options: SensitivityOptions,
) -> str:
    struck = list(dict.fromkeys(response.dose.damage for response in found[0].responses))
    unstruck = [name for name in damages if name not in struck]
    form = form_for(options.format)
    if form == "json":
        return sensitivity.as_json(found, system=system, unstruck=unstruck)
    if form == "tsv":
        return render(form, [sensitivity.response_table(found, names)], (), digits=options.width)
    tables, texts = [], []
    if options.show in ("examples", "all") and form == "table":
        before = list(corpus.system(system))
        after = [(name, damaged(before, name, _EXAMPLE, lexicon, seed=options.seed)) for name in struck]
        texts = [sensitivity.examples(before, after)]
    if options.show in ("curves", "all"):
        tables.append(sensitivity.curve_table(found, names))
    if options.show in ("smallest", "all"):
        tables += [sensitivity.smallest_table(found, names, in_pairs=pairs) for pairs in (False, True)]
    below = sensitivity.notes(found, names, system=system, unstruck=unstruck)
    return "\n".join([*texts, render(form, tables, below, digits=options.width)])
