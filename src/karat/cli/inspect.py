"""`karat inspect`: what is in files of calibrations, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import pairings, read_calibrations, rescaled
from karat.cli import inspect_manual
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_form, chosen_format, render, untitled
from karat.errors import InvalidOption, UnknownName
from karat.report.topics import inspection as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration


class InspectOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    scale: str | None = None


def run(arguments: Sequence[str]) -> int:
    """Show what the arguments name."""
    options = read_options_of("inspect", inspect_manual, arguments, InspectOptions)
    check_form(options.format, options.width)
    if not options.inputs:
        raise InvalidOption("There is no calibration. Make one with karat calibrate -o FILE, and name it.")

    files = [(path, read_wanted([path], options.human, options.scale)) for path in options.inputs]
    pairs = list(pairings([found for _, found in files]))
    form = chosen_format(options)
    if form == "json":
        write(report.as_json(files, pairs))
    elif form == "tsv":
        write(render(form, [untitled(report.origin_table(files))], [], digits=options.width))
    else:
        write(render(form, report.tables(files, pairs), report.notes(files, pairs), digits=options.width))
    return 0


def read_wanted(paths: Sequence[str], human: Sequence[str] | None, scale: str | None) -> list[Calibration]:
    """The calibrations of files, of some dimensions, on the scale that was asked for."""
    found = [one for path in paths for one in read_calibrations(path)]
    for name in human or ():
        if name not in {one.human for one in found}:
            raise UnknownName.among("human score", name, dict.fromkeys(one.human for one in found))
    wanted = [one for one in found if not human or one.human in human]
    return [one if scale is None else rescaled(one, scale) for one in wanted]
