"""`karat calibrate`: from judged systems to a file that predicts."""

from __future__ import annotations

from karat.cli import calibrate_manual
from karat.cli.agree import AgreeOptions, asked_metrics
from karat.cli.inputs import check_inputs
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.presentation import FORMATS, chosen_format, render, untitled
from karat.cli.scores import check_scores
from karat.errors import InvalidOption
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration

CELLS = ("text-type", "language-pair", "target-language")
LEVELS = ("system", "document", "segment")


class CalibrateOptions(AgreeOptions):
    """What the user asked for; None where an option was not given."""

    scale: str | None = None
    language_pair: str | None = None
    level: str | None = None  # type: ignore[assignment]
    together: bool | None = None
    human_lower_is_better: bool | None = None
    output: str | None = None


def run(arguments: Sequence[str]) -> int:
    """Fit what the arguments name, write it where it should go, and print what it is."""
    options = read_options_of("calibrate", calibrate_manual, arguments, CalibrateOptions)
    _check(options)
    calibrations = fitted(options)
    if options.output is not None:
        from karat.calibration import write_calibrations

        write_calibrations(options.output, calibrations)
    write(_present(calibrations, options))
    return 0


def fitted(options: CalibrateOptions) -> tuple[Calibration, ...]:
    """Every calibration that the options ask for."""
    metrics = asked_metrics(options)
    from karat.calibration import with_pooling
    from karat.cli.agree_data import each_data, read_material
    from karat.cli.cells import calibrations_of

    materials = [
        read_material(one, metrics, check_inputs(one, command="calibrate")) for one in each_data(options)
    ]
    return with_pooling(calibrations_of(materials, options))


def _check(options: CalibrateOptions) -> None:
    """Refuse what cannot be done, before anything is read."""
    check_scores(options)
    for name, value, allowed in (
        ("--format", options.format, FORMATS),
        ("--by", options.by, CELLS),
        ("--level", options.level, LEVELS),
    ):
        if value is not None and value not in allowed:
            raise InvalidOption.choice(name, value, allowed)
    if options.confidence is not None and not 0 < options.confidence < 1:
        raise InvalidOption(
            f"--confidence is {options.confidence:g}; it must be between 0 and 1, such as 0.95."
        )
    if options.together and len(options.metrics or ()) + len(options.scores or ()) == 1:
        raise InvalidOption("--together puts several metrics in one map, and one is named. Add some with -m.")


def _present(calibrations: Sequence[Calibration], options: CalibrateOptions) -> str:
    from karat.report import calibrations as report

    form = chosen_format(options)
    if form == "json":
        from karat.calibration.files import document

        return document(calibrations)
    if form == "tsv":
        return render(form, [untitled(report.line_table(calibrations))], [], digits=options.width)
    notes = report.notes(calibrations, options.output)
    return render(form, report.tables(calibrations), notes, digits=options.width)
