"""From the options of `karat report` to a dossier: what is read, and what is asked of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.calibration import read_calibrations
from karat.cli.agree_data import data_name, human_files, human_tables
from karat.cli.inputs import has_entities, read_corpus, read_marked_corpus
from karat.cli.metrics import FLAGS, chosen_metrics
from karat.cli.notes import note
from karat.cli.scores import external_metrics
from karat.dossier import Scope, gather, usual_metrics
from karat.errors import InvalidOption
from karat.readers import read_judgements
from karat.readers.corpora.evaluation_set import is_evaluation_set
from karat.readers.people.judged_scores import is_judgements

if TYPE_CHECKING:
    from karat.calibration import Calibration
    from karat.cli.inputs import Kind
    from karat.cli.progress import Progress
    from karat.cli.report import ReportOptions
    from karat.corpus import Corpus
    from karat.dossier import Dossier
    from karat.judgements import Judgements
    from karat.metrics import Metric


def gathered(options: ReportOptions, kind: Kind, progress: Progress) -> Dossier:
    """Read what the options name, and gather everything about it."""
    asked = _asked(options)
    corpus = _corpus(options, kind, asked)
    metrics = (asked or usual_metrics(corpus)) + external_metrics(options, corpus, ignored=("people",))
    tables = human_tables(options, corpus, kind)
    found = gather(
        corpus,
        *metrics,
        name=_name(options, corpus, kind),
        human=[table for of_name in tables.values() for table in of_name],
        judgements=_judgements(options, corpus, kind),
        calibrations=_calibrations(options),
        scope=_scope(options),
        threads=options.threads,
        progress=progress.step,
    )
    for name in found.left_out:
        note(f"{name} is left out: it is one of the references, and perfect against itself.")
    return found


def _asked(options: ReportOptions) -> tuple[Metric, ...]:
    """The metrics that were named; none, where the usual ones will do."""
    if not options.metrics and not options.recipe:
        if all(getattr(options, flag) is None for flag in FLAGS):
            return ()
        options.metrics = ["bleu", "chrf"]
    metrics = chosen_metrics(options)
    for metric in metrics:
        if metric.annotated:
            raise InvalidOption(
                f"{metric.name} reads tags, which a report has no place for. Use karat score."
            )
    return metrics


def _corpus(options: ReportOptions, kind: Kind, metrics: tuple[Metric, ...]) -> Corpus:
    marked = has_entities(options) or any(metric.needs_entities for metric in metrics)
    corpus = read_marked_corpus(options, kind) if marked else read_corpus(options, kind)
    if options.language_pair is None:
        return corpus
    source, dash, target = options.language_pair.partition("-")
    if not (source and dash and target):
        raise InvalidOption(
            f"--language-pair is {options.language_pair!r}; two languages such as de-en were expected."
        )
    return replace(corpus, source_language=source, target_language=target)


def _name(options: ReportOptions, corpus: Corpus, kind: Kind) -> str:
    if kind == "corpus" or options.references is None:
        return data_name(options.inputs[0], corpus)
    names = list(corpus.systems)
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def _judgements(options: ReportOptions, corpus: Corpus, kind: Kind) -> Judgements | None:
    """What single judges said, from every file that has them."""
    found: Judgements | None = None
    for file in human_files(options, kind):
        if is_evaluation_set(file) or not is_judgements(file):
            continue
        more = read_judgements(file, corpus, unknown_systems="ignore" if options.systems else "refuse")
        found = more if found is None else found.append(more, name=str(file))
    return found


def _calibrations(options: ReportOptions) -> list[Calibration]:
    if not options.calibration:
        return []

    return [each for path in options.calibration for each in read_calibrations(path)]


def _scope(options: ReportOptions) -> Scope:
    given = {name: getattr(options, name) for name in ("samples", "seed", "threshold")}
    given["confidence"] = options.level
    dimensions = {"dimensions": len(options.human)} if options.human else {}
    return Scope(**{name: value for name, value in given.items() if value is not None}, **dimensions)
