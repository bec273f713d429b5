"""`karat check`: whether scores may be used as they are meant to be; and what follows other commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli import check_manual
from karat.cli.inputs import check_inputs
from karat.cli.loading import check_loading, load
from karat.cli.metrics import chosen_metrics
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_presentation, chosen_format, render
from karat.cli.progress import Progress
from karat.diagnosis.case import Case
from karat.diagnosis.suitability import CHECKS, check
from karat.errors import InvalidOption
from karat.report.topics import checks

if TYPE_CHECKING:
    from collections.abc import Sequence


class CheckOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    only: list[str] | None = None
    difference: float | None = None
    phenomenon: list[str] | None = None


def run(arguments: Sequence[str]) -> int:
    """Check what the arguments name, and print it."""
    options = read_options_of("check", check_manual, arguments, CheckOptions)
    metrics = chosen_metrics(options)
    check_presentation(options, metrics)
    if options.difference is not None and not 0 < options.difference < float("inf"):
        raise InvalidOption(f"--difference is {options.difference:g}; it must be above 0, and finite.")
    kind = check_inputs(options, command="check")
    check_loading(options, metrics, kind)

    with Progress() as progress:
        loaded = load(options, metrics, kind, progress)
        case = Case.of(loaded.evaluation, difference=options.difference, phenomena=options.phenomenon or ())
        told = progress.each("checking", len(CHECKS if options.only is None else options.only))
        findings = check(case, options.only, progress=told)
    form = chosen_format(options)
    if form == "json":
        write(checks.as_json(findings))
    else:
        write(render(form, [checks.table(findings)], checks.notes(findings), digits=options.width))
    return 0
