"""`karat inspect`: what is in files of calibrations, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import pairings
from karat.cli.calibration_data import read_calibrations_of
from karat.cli.option_groups import DebugOptions, ScoreOutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, untitled, write
from karat.errors import InvalidOption
from karat.report.topics import inspection as report

if TYPE_CHECKING:
    from collections.abc import Sequence


class CalibrationFileOptions(Options, title="input"):
    """Which calibrations."""

    inputs: list[str] = option("inputs", "CALIBRATION…", "files that karat calibrate -o wrote")
    human: list[str] | None = option("--human", "NAME…", "dimensions to show (default: all)")
    scale: str | None = option(
        "--scale", "TEXT", "such as 1-5 or 0-100: convert all calibrations to this human scale"
    )


class InspectOptions(CalibrationFileOptions, ScoreOutputOptions, DebugOptions):
    """What `karat inspect` was asked for."""


COMMAND = Command(
    "inspect",
    InspectOptions,
    usage="karat inspect CALIBRATION… [options]",
    description="""\
Show what calibration files contain: where each calibration comes from, its regression line and its errors.

With several files, calibrations of the same metric, dimension, language pair and text type are compared: the
data behind them, and whether their lines are equal. Karat refuses a file that was edited.""",
    examples="""\
examples:
  karat inspect en-de.json
  karat inspect 2023.json 2024.json --human mqm
  karat inspect five.json percent.json --scale 0-100
""",
)


def run(arguments: Sequence[str]) -> int:
    """Show what the arguments name."""
    options: InspectOptions = COMMAND.read(arguments)
    if not options.inputs:
        raise InvalidOption("There is no calibration. Make one with karat calibrate -o FILE, and name it.")

    files = [(path, read_calibrations_of([path], options.human, options.scale)) for path in options.inputs]
    pairs = list(pairings([found for _, found in files]))
    form = form_for(options.format)
    if form == "json":
        write(report.as_json(files, pairs))
    elif form == "tsv":
        write(render(form, [untitled(report.origin_table(files))], [], digits=options.width))
    else:
        write(render(form, report.tables(files, pairs), report.notes(files, pairs), digits=options.width))
    return 0
