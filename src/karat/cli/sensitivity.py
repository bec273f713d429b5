"""`karat diagnose sensitivity`: when metrics notice damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli import sensitivity_manual
from karat.cli.damaged_texts import write_texts
from karat.cli.inputs import check_inputs, one_system
from karat.cli.loading import load_corpus, note_what_is_lacking
from karat.cli.metrics import chosen_metrics
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_presentation, chosen_format, render
from karat.cli.progress import Progress
from karat.cli.scores import check_scores, external_metrics
from karat.cli.word_files import read_sets, read_words
from karat.diagnosis.damages import DAMAGES, damaged
from karat.diagnosis.lexicon import Lexicon
from karat.diagnosis.negation import NEGATIONS
from karat.diagnosis.sensitivity import STRENGTHS, answers, dosed
from karat.errors import InvalidOption
from karat.metrics.naming import distinct_names
from karat.report.topics import sensitivity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.sensitivity import Sensitivity

_SHOWN = ("smallest", "curves", "examples", "all")
# How strong the damage is that an example shows.
_EXAMPLE = 0.3


class SensitivityOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    system: str | None = None
    damages: list[str] | None = None
    strengths: list[str] | None = None
    function_words: str | None = None
    synonyms: str | None = None
    language: str | None = None
    samples: int = 1000
    level: float = 0.95
    seed: int = 12345
    write: str | None = None
    show: str = "all"


def run(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print it."""
    options = read_options_of("diagnose sensitivity", sensitivity_manual, arguments, SensitivityOptions)
    metrics = chosen_metrics(options)
    check_presentation(options, metrics)
    if options.show not in _SHOWN:
        raise InvalidOption.choice("--show", options.show, _SHOWN)
    strengths = _strengths(options)
    kind = check_inputs(options, command="diagnose sensitivity")
    check_scores(options)

    damages = options.damages or list(DAMAGES)
    with Progress() as progress:
        corpus, _ = load_corpus(options, metrics, kind, entities="names" in damages)
        system = one_system(corpus, options.system)
        lexicon = _lexicon(corpus, system, options)
        texts = dosed(corpus, system, lexicon, damages=damages, strengths=strengths, seed=options.seed)
        if not texts.doses:
            raise InvalidOption(f"{', '.join(damages)}: there is nothing in the text of {system} to strike.")
        if options.write is not None:
            write_texts(options.write, texts.corpus)
        metrics += external_metrics(options, texts.corpus)
        note_what_is_lacking(corpus, metrics)
        found = answers(
            texts,
            metrics,
            samples=options.samples,
            confidence=options.level,
            seed=options.seed,
            progress=progress.each("damaging and counting", len(metrics)),
        )
    write(_present(found, distinct_names(metrics), corpus, system, lexicon, damages, options))
    return 0


def _lexicon(corpus: Corpus, system: str, options: SensitivityOptions) -> Lexicon:
    if options.language is not None and options.language not in NEGATIONS:
        raise InvalidOption.choice("--language", options.language, NEGATIONS)
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
    form = chosen_format(options)
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
