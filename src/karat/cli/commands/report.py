"""`karat report`: everything about an evaluation, as one page."""

from __future__ import annotations

import os
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from karat.calibration import read_calibrations
from karat.cli.calibration_data import read_labels
from karat.cli.configuration import as_arguments
from karat.cli.external_scores import check_scores, external_metrics
from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
from karat.cli.fitted_points import FittedPointsOptions, fits_for
from karat.cli.inputs import check_inputs
from karat.cli.judged_data import data_name, human_tables, judgements_of
from karat.cli.loading import read_corpus
from karat.cli.metric_choice import FLAGS, chosen_metrics
from karat.cli.notes import note
from karat.cli.option_groups import DataOptions, OtherOptions, ScoreTableOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.cli.progress import Progress
from karat.dossier import Input, Provenance, Scope, gather, usual_metrics
from karat.dossier.provenance import DEMO, portable, portable_arguments
from karat.errors import InvalidOption
from karat.output_files import write_file
from karat.readers.files.opening import watched
from karat.report.page.figures import render as render_figures
from karat.report.page.sections import sections_of
from karat.report.page.statements import headline_of, statements_of
from karat.report.page.writing import check_drawing, check_page_path, render

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.cli.inputs import Kind
    from karat.corpus import Corpus
    from karat.dossier import Dossier
    from karat.metrics import Metric

PAGE = "report.html"
COMPOSED = "Made up for demonstration: nothing was measured, and nobody judged anything"
_SIGNS = {"good": "+", "doubtful": "?", "bad": "-"}


class ReportDataOptions(DataOptions, without=("judged_only", "keep_people", "entities")):
    """What a report is about."""

    # The page takes scores of other metrics from --scores alone.
    stored_scores = False
    score_names: list[str] | None = ScoreTableOptions.score_names

    scores: list[str] | None = ScoreTableOptions.scores


class ReaderOptions(Options, title="input"):
    """What readers need."""

    entities: list[str] | None = option(
        "--entities",
        "FILE…",
        "named entities of each reference, in MUC tags (.muc, .txt) or as .jsonl; not needed if "
        "the references themselves are tagged",
    )
    language_pair: str | None = option("--language-pair", "NAME", "such as de-en, if the CORPUS does not say")
    calibration: list[str] | None = option(
        "--calibration", "FILE…", "calibrations from karat calibrate, to predict human scores with"
    )
    system_labels: list[str] | None = option(
        "--system-labels",
        "LABELS…",
        "kind of each system, such as its architecture: a table with columns system and label, or "
        "LABEL=SYSTEM,SYSTEM; tests whether calibrations depend on it",
    )
    threshold: float | None = option(
        "--threshold", "X", "lowest human score that is good enough for your readers"
    )


class ReportIntervalOptions(Options, title="intervals"):
    """How intervals are made."""

    samples: int | None = option("--samples", "N", "bootstrap samples, for every interval (default: 1000)")
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence",
        "X",
        "confidence level; tests use the significance level 1 - X (default: 0.95)",
        former="--level",
    )


class PageOptions(FigureOptions, title="output"):
    """Where the page goes."""

    output: str | None = option(
        "-o --output", "FILE", "the page (default: report.html; none with --format json)"
    )
    title: str | None = option("--title", "TEXT", "title of the page (default: the name of the data)")
    open: bool | None = option("--open", "", "open the page in the browser")
    format: str | None = option(
        "--format",
        "NAME",
        "json prints every figure in full precision (default: the answer in words)",
        choices=("json",),
    )


class ReportOptions(
    ReportDataOptions, ReaderOptions, ReportIntervalOptions, PageOptions, FittedPointsOptions, OtherOptions
):
    """What `karat report` was asked for."""

    inputs: list[str] = option("inputs", "HYPOTHESIS…", "one CORPUS, or one HYPOTHESIS per system")
    human: list[str] | None = option(
        "--human", "NAME…", "dimensions to use, such as mqm or adequacy (default: the first three)"
    )
    metrics: list[str] | None = option(
        "-m --metrics",
        "NAME…",
        "as for karat score; the first is the main one (default: bleu chrf, in characters if the "
        "script has no spaces)",
    )


COMMAND = Command(
    "report",
    ReportOptions,
    usage="""\
karat report CORPUS [options]
       karat report HYPOTHESIS… -r REFERENCE… [options]""",
    description="""\
Write the whole evaluation as one self-contained HTML page.

The page starts with the answer in words and a small chart: who is best by people, who is best by metrics,
whether they agree, whether that is good enough, and what to be careful about. The evidence follows: people,
scores, pairs, slices of the text, metrics against people, calibrations and predictions, diagnosis, and every
segment. The best chart of each chapter is open, the rest is folded under its name. A section appears if the
data allow it. Inputs are those of karat score and karat agree. The page contains its figures, and karat
reproduce recomputes them.""",
    examples="""\
examples:
  karat report wmt23.en-de -o report.html
  karat report old.txt new.txt -r reference.txt --source source.txt -m bleu chrf ter -o texts.html
  karat report old.txt new.txt other.txt -r reference.txt --human-scores judged.tsv -o judged.html
  karat report wmt23.en-de --human mqm --threshold -4 -o enough.html --figures figures
  karat report wmt23.en-de --human mqm --system-labels labels.tsv -o kinds.html
  karat report new.txt -r reference.txt --calibration calibration.json --language-pair de-en -o new.html
  karat report CORPUS --format json > figures.json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Gather what the arguments name, write the page, and say what is on it."""
    options: ReportOptions = COMMAND.read(arguments)
    page = options.output or (None if options.format == "json" else PAGE)
    _check(options, page)
    dossier, provenance = reported(options, arguments)
    if page is not None:
        write_report(dossier, provenance, options, page)
    if options.format == "json":
        write(render_figures(dossier, provenance))
    else:
        write(told(dossier, page or PAGE, options.figures))
    return 0


def reported(options: ReportOptions, arguments: Sequence[str]) -> tuple[Dossier, Provenance]:
    """The dossier that the options ask for, and where its figures come from."""
    kind = check_inputs(options, command="report")

    with watched() as files, Progress() as progress:
        dossier = _gathered(options, kind, progress)
    fits = [] if options.points is None else [options.points]
    inputs = _inputs([*files, *(options.calibration or ()), *fits])
    words = portable_arguments([*arguments, *as_arguments(options.configured)])
    return dossier, Provenance.of(dossier, arguments=words, inputs=inputs)


def _gathered(options: ReportOptions, kind: Kind, progress: Progress) -> Dossier:
    """Read what the options name, and gather everything about it."""
    asked = _asked(options)
    corpus = _corpus(options, kind, asked)
    metrics = (asked or usual_metrics(corpus)) + external_metrics(options, corpus, fewer_systems=True)
    tables = human_tables(options, corpus, kind)
    found = gather(
        corpus,
        *metrics,
        name=_name(options, corpus, kind),
        human=[table for of_name in tables.values() for table in of_name],
        judgements=judgements_of(options, corpus, kind),
        calibrations=[each for path in options.calibration or () for each in read_calibrations(path)],
        system_labels=read_labels(options.system_labels, _machines(corpus)),
        points=fits_for(options, metrics, corpus),
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
    corpus = read_corpus(options, metrics, kind)
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


def _machines(corpus: Corpus) -> list[str]:
    """The systems that have a kind; people have none."""
    return [name for name in corpus.systems if name not in corpus.human_systems]


def _scope(options: ReportOptions) -> Scope:
    dimensions = {"dimensions": len(options.human)} if options.human else {}
    return Scope(**options.given("samples", "seed", "confidence", "threshold"), **dimensions)


def _inputs(files: Iterable[str]) -> list[Input]:
    """The checksums of all files that were read; what came through a pipe is gone."""
    return [Input.of(name, portable(name)) for name in dict.fromkeys(files) if name != "-"]


def _check(options: ReportOptions, page: str | None) -> None:
    """Refuse what cannot be done, before anything is read."""
    check_scores(options)
    if page is None:
        asked = [name for name in ("open", "figures", "title") if getattr(options, name)]
        if asked:
            raise InvalidOption(f"--{asked[0]} is of the page, and json goes without. Name one: -o FILE.")
        return
    check_drawing()
    check_page_path(page, overwrite=bool(options.overwrite))
    check_figures(options, alone=False)


def write_report(dossier: Dossier, provenance: Provenance, options: ReportOptions, page: str) -> None:
    """The page, and its figures as files where they were asked for."""
    sections = sections_of(dossier)
    subtitle = COMPOSED if is_demo(options.inputs[0]) else ""
    write_file(
        page,
        render(dossier, sections, title=options.title or "", subtitle=subtitle, provenance=provenance),
    )
    write_folder(options, sections)
    if options.open:
        _show(page)


def is_demo(path: str) -> bool:
    """Whether the data are those that come with Karat."""
    return portable(path).startswith(DEMO)


def _show(page: str) -> None:
    if not webbrowser.open(Path(page).resolve().as_uri()):
        note(f"no browser could be started. Open {page} yourself.")


def told(dossier: Dossier, page: str, figures: str | None = None) -> str:
    """The answer in words, and where the page is."""
    lines = [headline_of(dossier), ""]
    lines += [f"{_SIGNS[one.tone]} {one.with_hint}" for one in statements_of(dossier)]
    size = os.path.getsize(page) / 1000  # noqa: PTH202 (as in inputs)
    lines += ["", f"The page is {page} ({size:,.0f} kB)."]
    if figures is not None:
        lines.append(f"Charts and tables are in {figures}, listed in index.md.")
    return "".join(f"{line}\n" for line in lines)
