"""`karat accept`: which outputs are acceptable, and from which metric score on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration.acceptability import WORDS
from karat.cli import accept_manual
from karat.cli.accept_data import accepted
from karat.cli.agree import asked_metrics
from karat.cli.calibrate import CalibrateOptions, check_cells
from karat.cli.cells import read_judged
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.presentation import chosen_format, render, untitled
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.report.topics import acceptability as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Accepted

CELLS = ("text-type", "language-pair")


class AcceptOptions(CalibrateOptions):
    """What the user asked for; None where an option was not given."""

    mark_weights: str | None = None
    words: str | None = None
    threshold: float | None = None


def run(arguments: Sequence[str]) -> int:
    """Weigh what the arguments name, and print what is acceptable."""
    options = read_options_of("accept", accept_manual, arguments, AcceptOptions)
    _check(options)
    metrics = asked_metrics(options)

    with Progress() as progress:
        judged = read_judged(options, metrics, progress, command="accept")
        progress.stage("weighing judgements")
        found = accepted(judged, options)
    write(_present(found, options))
    return 0


def _check(options: AcceptOptions) -> None:
    check_cells(options, CELLS)
    if options.words is not None and options.words not in WORDS:
        raise InvalidOption.choice("--words", options.words, WORDS)
    if options.threshold is not None and (options.mark_weights or options.words):
        raise InvalidOption("--threshold takes the place of weights and words. Leave out one of them.")


def _present(found: Sequence[Accepted], options: AcceptOptions) -> str:
    form = chosen_format(options)
    if form == "json":
        return report.as_json(found)
    if form == "tsv":
        return render(form, [untitled(report.threshold_table(found))], [], digits=options.width)
    return render(form, report.tables(found), report.notes(found), digits=options.width)
