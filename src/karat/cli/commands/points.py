"""`karat points`: how many points of a metric matter to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.calibration_data import CellOptions, check_cells, read_judged, tell_coverage
from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
from karat.cli.judged_data import asked_metrics
from karat.cli.notes import note
from karat.cli.option_groups import OtherOptions, ScoreOutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, untitled, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.points import check_points_path, fits_of, write_points
from karat.points.agreement_points import PARTS
from karat.report.topics import points as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.points import PointsFit


class PointsFitOptions(Options, title="points"):
    """What is fitted."""

    by: str | None = option(
        "--by",
        "WHAT",
        "text-type or language-pair: a fit for each (default: one fit of all pairs; only systems of the same "
        "DATA are pairs)",
        choices=PARTS,
    )
    at: tuple[float, ...] | None = option(
        "--at", "W,W,…", "differences to show the probability of (default: a few round ones)"
    )
    language_pair: str | None = option("--language-pair", "NAME", "such as en-de, if DATA does not say")
    samples: int | None = option(
        "--samples", "N", "resamples of systems, for intervals (default: 1000)", least=1
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)"
    )
    output: str | None = option("-o --output", "FILE", "write the fits to this file")


class PointsOptions(
    CellOptions,
    PointsFitOptions,
    ScoreOutputOptions,
    FigureOptions,
    OtherOptions,
    without=("scale", "system_labels", "judged_only"),
):
    """What `karat points` was asked for."""


COMMAND = Command(
    "points",
    PointsOptions,
    usage="""\
karat points DATA… [options] [-o FILE]
       karat points HYPOTHESIS… -r REFERENCE… --human-scores FILE [options] [-o FILE]""",
    description="""\
How many points matter? The probability that people agree with a metric's difference between two systems,
fitted on your own judged systems, and the difference from which on it is 90 %.

DATA is a corpus with human scores, as for karat agree. Every two systems of it make a pair. The probability
is ½ at a difference of 0; a logistic and an isotonic curve say how it rises. Pairs share systems, so
intervals come from drawing systems. karat compare, gate and report take the file of -o: --points FILE.""",
    examples="""\
examples:
  karat points wmt23.en-de --human mqm -m bleu chrf
  karat points wmt23.en-de --human mqm -m bleu --by text-type --at 0.5,1,2
  karat points wmt23.en-de wmt23.zh-en --human mqm -m bleu chrf -o points.json
  karat points wmt23.en-de --human mqm -m chrf --figures points
""",
)


def run(arguments: Sequence[str]) -> int:
    """Fit what the arguments name, write it where it should go, and print what it is."""
    options: PointsOptions = COMMAND.read(arguments)
    check_cells(options)
    check_figures(options, alone=options.output is None)
    if options.output is not None:
        check_points_path(options.output, overwrite=bool(options.overwrite))
    if any(size <= 0 for size in options.at or ()):
        raise InvalidOption("--at has differences above 0, in points of the metric, such as 0.5,1,2.")
    metrics = asked_metrics(options)
    with Progress() as progress:
        materials = [one.material for one in read_judged(options, metrics, progress, command="points")]
        tell_coverage(materials, options)
        progress.stage("fitting")
        found = fits_of(
            materials,
            by=options.by,
            languages=options.language_pair,
            all_segments=bool(options.all_segments),
            tell=note,
            **options.given("confidence", "samples", "seed"),
        )
        if options.output is not None:
            write_points(found, options.output, overwrite=bool(options.overwrite))
        write_folder(options, [report.figures(found)])
    write(_present(found, options))
    return 0


def _present(found: Sequence[PointsFit], options: PointsOptions) -> str:
    form = form_for(options.format)
    at = options.at or ()
    if form == "json":
        return report.as_json(found, at)
    if form == "tsv":
        table = report.probability_table(found, at) if at else report.needed_table(found)
        return render(form, [untitled(table)], report.notes(found), digits=options.width)
    return render(form, report.tables(found, at), report.notes(found), digits=options.width)
