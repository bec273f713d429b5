"""`karat calibrate`: from judged systems to a file that predicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import with_pooling, write_calibrations
from karat.cli import calibrate_manual
from karat.cli.agree import AgreeOptions, asked_metrics
from karat.cli.cells import calibrations_of, read_judged
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_form, chosen_format, render, untitled
from karat.cli.progress import Progress
from karat.cli.scores import check_scores
from karat.errors import InvalidOption
from karat.report.topics import calibration as report
from karat.report.topics import planning as plan_report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration
    from karat.report.topics.planning import PlanResult

CELLS = ("text-type", "language-pair", "target-language")
LEVELS = ("system", "document", "segment")


class CalibrateOptions(AgreeOptions):
    """What the user asked for; None where an option was not given."""

    scale: str | None = None
    language_pair: str | None = None
    level: str | None = None  # type: ignore[assignment]
    together: bool | None = None
    output: str | None = None
    plan: float | None = None


def run(arguments: Sequence[str]) -> int:
    """Fit what the arguments name, write it where it should go, and print what it is."""
    options = read_options_of("calibrate", calibrate_manual, arguments, CalibrateOptions)
    _check(options)
    metrics = asked_metrics(options)

    with Progress() as progress:
        judged = read_judged(options, metrics, progress, command="calibrate")
        progress.stage("fitting")
        calibrations = with_pooling(calibrations_of([one.material for one in judged], options))
        plans: list[PlanResult] = []
        if options.plan is not None:
            from karat.cli.plans import planned

            plans = planned(judged, calibrations, options)
    if options.output is not None:
        write_calibrations(options.output, calibrations)
    write(_present(calibrations, plans, options))
    return 0


def check_cells(options: CalibrateOptions, cells: Sequence[str]) -> None:
    """Refuse what no command that fits calibrations can do, before anything is read."""
    check_scores(options)
    check_form(options.format, options.width)
    if options.by is not None and options.by not in cells:
        raise InvalidOption.choice("--by", options.by, cells)
    if options.confidence is not None and not 0 < options.confidence < 1:
        raise InvalidOption(
            f"--confidence is {options.confidence:g}; it must be between 0 and 1, such as 0.95."
        )
    if options.samples is not None and options.samples < 1:
        raise InvalidOption(f"--samples is {options.samples}; it must be 1 or more.")
    if options.scale is not None:
        from karat.judgements import Scale

        Scale.parse(options.scale)


def _check(options: CalibrateOptions) -> None:
    check_cells(options, CELLS)
    if options.level is not None and options.level not in LEVELS:
        raise InvalidOption.choice("--level", options.level, LEVELS)
    if options.plan is not None and not options.plan > 0:
        raise InvalidOption(f"--plan is {options.plan:g}; the width of an interval is above 0.")
    if options.together and len(options.metrics or ()) + len(options.scores or ()) == 1:
        raise InvalidOption("--together puts several metrics in one map, and one is named. Add some with -m.")


def _present(
    calibrations: Sequence[Calibration], plans: Sequence[PlanResult], options: CalibrateOptions
) -> str:
    form = chosen_format(options)
    if form == "json":
        from karat.calibration.calibration_files import document

        return plan_report.as_json(plans) if plans else document(calibrations)
    if plans:
        tables = [plan_report.component_table(plans), plan_report.plan_table(plans)]
        notes = plan_report.notes(plans, options.plan or 0.0)
    else:
        tables, notes = report.tables(calibrations), report.notes(calibrations, options.output)
    if form == "tsv":
        return render(form, [untitled(tables[1] if plans else tables[0])], [], digits=options.width)
    return render(form, tables, notes, digits=options.width)
