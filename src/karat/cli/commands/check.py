"""`karat check`: whether scores may be used as they are meant to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.comparison_choice import ComparisonInputOptions
from karat.cli.loading import check_loading, load
from karat.cli.metric_choice import chosen_metrics
from karat.cli.option_groups import OtherOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.diagnosis.suitability import CHECKS, Case, check
from karat.errors import InvalidOption
from karat.report.topics import checks

if TYPE_CHECKING:
    from collections.abc import Sequence


class SuitabilityOptions(Options, title="checks"):
    """What is checked."""

    only: list[str] | None = option("--only", "NAME…", f"{', '.join(CHECKS)} (default: all that apply)")
    difference: float | None = option(
        "--difference",
        "X",
        "the difference you claim, by the first metric (default: that between the best two systems)",
    )
    phenomenon: list[str] | None = option(
        "--phenomenon", "TEXT…", "words that the scores should reflect, in upper or lower case"
    )


class CheckOptions(ComparisonInputOptions, SuitabilityOptions, OutputOptions, OtherOptions):
    """What `karat check` was asked for."""


COMMAND = Command(
    "check",
    CheckOptions,
    usage="""\
karat check HYPOTHESIS… -r REFERENCE… [options]
       karat check CORPUS [options]""",
    description="""\
Check whether the scores of these texts can be trusted: fine, warning or unfit.

Each check looks for one thing that makes scores misleading, and says what it found and what to do: systems of
different kinds, a single reference, too little text for the claimed difference, tokenized, copied or repeated
text, an n-gram order that is too high, words without spaces between them, and more.""",
    examples="""\
examples:
  karat check output.txt -r reference.txt
  karat check old.txt new.txt -r reference.txt --difference 0.5
  karat check CORPUS -m bleu chrf --phenomenon 'would have' --format json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Check what the arguments name, and print it."""
    options: CheckOptions = COMMAND.read(arguments)
    metrics = chosen_metrics(options)
    if options.difference is not None and not 0 < options.difference < float("inf"):
        raise InvalidOption(f"--difference is {options.difference:g}; it must be above 0, and finite.")
    kind = check_loading(options, metrics, command="check")

    with Progress() as progress:
        loaded = load(options, metrics, kind, progress)
        case = Case.of(loaded.evaluation, difference=options.difference, phenomena=options.phenomenon or ())
        told = progress.each("checking", len(CHECKS if options.only is None else options.only))
        findings = check(case, options.only, progress=told)
    form = form_for(options.format)
    if form == "json":
        write(checks.as_json(findings))
    else:
        write(render(form, [checks.table(findings)], checks.notes(findings), digits=options.width))
    return 0
