"""`karat gate`: whether a system may be released, as an exit code."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from karat.cli.comparison_choice import ComparisonInputOptions, check_labels, chosen_runs, settle_unit
from karat.cli.fitted_points import FittedPointsOptions, fits_for
from karat.cli.inputs import check_inputs, names_of
from karat.cli.loading import check_loading, load
from karat.cli.metric_choice import chosen_metrics
from karat.cli.notes import note
from karat.cli.option_groups import OVERWRITE, CheckingOptions, OtherOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import render, write
from karat.cli.progress import Progress
from karat.cli.quick_checks import quick_findings, tell
from karat.comparison import Procedure, gate
from karat.comparison.non_inferiority import named_metric
from karat.errors import InvalidOption
from karat.metrics.catalogue import distinct_names
from karat.output_files import begins_with, check_output, write_file
from karat.report.formats import junit
from karat.report.topics import gate as gates
from karat.report.topics.points_beside import FittedDifference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from karat.cli.inputs import Kind
    from karat.comparison import Gate
    from karat.diagnosis.suitability import Finding
    from karat.metrics import Metric
    from karat.points import PointsFit

DOES_NOT_PASS = 1
_FORMATS = ("table", "json", "markdown", "junit")
_OF_ENDING = {".json": "json", ".md": "markdown", ".xml": "junit"}


class GateInputOptions(ComparisonInputOptions, title="input", without=("systems", "tags", "reference_tags")):
    """Which systems have to pass, by which metrics."""


class GatingOptions(Options, title="gate"):
    """What passes."""

    baseline: str | None = option(
        "--baseline", "SYSTEM", "what the systems are compared with: a file, or a system of the CORPUS"
    )
    margin: list[str] | None = option(
        "--margin",
        "X…",
        "how much worse than the baseline is acceptable, in points of the metric: 0.5, or one for each: "
        "chrf=0.5 bleu=1",
    )
    at_least: list[str] | None = option(
        "--at-least", "X…", "lowest score that passes: 30, or chrf=55 bleu=30"
    )
    at_most: list[str] | None = option(
        "--at-most", "X…", "highest score that passes, where lower is better: ter=60"
    )
    system: list[str] | None = option(
        "--system", "NAME…", "of a CORPUS: the systems that have to pass (default: all but the baseline)"
    )
    confidence: float | None = option(
        "--confidence",
        "X",
        "confidence level, one-sided: a system that is worse by the margin passes with probability 1 - X "
        "(default: 0.95)",
    )
    samples: int | None = option("--samples", "N", "bootstrap samples (default: 1000)")
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    draw: str | None = option(
        "--draw",
        "UNIT",
        "unit of resampling: segment, paragraph, document (default: document where documents are known, "
        "otherwise segment)",
    )
    stratify: bool | None = option(
        "--stratify", "", "stratify by text type: each keeps its size in every sample"
    )


class GateOutputOptions(OutputOptions):
    """How the answer is shown, and where."""

    format: str | None = option(
        "--format",
        "NAME",
        "table, json, markdown (for a summary of CI), junit (XML) (default: table, of a FILE by its ending: "
        ".json, .md, .xml)",
        choices=_FORMATS,
    )
    output: str | None = option(
        "-o --output", "FILE", "write the result to this file; the table is printed beside it"
    )
    overwrite: bool | None = OVERWRITE


class GateOptions(
    GateInputOptions, GatingOptions, FittedPointsOptions, GateOutputOptions, CheckingOptions, OtherOptions
):
    """What `karat gate` was asked for."""


COMMAND = Command(
    "gate",
    GateOptions,
    usage="""\
karat gate HYPOTHESIS… -r REFERENCE… --baseline FILE --margin X [options]
       karat gate CORPUS --baseline SYSTEM --margin X [options]
       karat gate HYPOTHESIS… -r REFERENCE… --at-least X [options]""",
    description="""\
Decide whether a system may be released, for CI: the exit code is 0 if it passes, and 1 if it does not.

A system passes beside a baseline if it is shown not to be worse by more than the margin: a non-inferiority
test, by the lower end of a one-sided confidence interval of the difference. So a system that is worse by the
margin passes in 5 % of cases. Where the test set is too small to tell, it does not pass, and Karat says which
margin or how many documents it takes. With --at-least, or --at-most where lower is better, the score on this
text is what counts. Of several metrics and systems, all have to pass.

Whole documents are resampled where they are known, because segments of a document are not independent.

Exit codes: 0, everything passes; 1, something does not; 2, the input or the options are wrong.""",
    examples="""\
examples:
  karat gate new.txt --baseline old.txt -r reference.txt -m chrf --margin 0.5
  karat gate new.txt --baseline old.txt -r reference.txt --documents documents.txt -m bleu chrf --margin 1
  karat gate wmt.xml --system online-A --baseline online-B -m bleu ter --margin bleu=1 ter=2
  karat gate new.txt -r reference.txt -m chrf ter --at-least chrf=40 --at-most ter=60
  karat gate new.txt --baseline old.txt -r reference.txt -m chrf --margin 1 -o gate.xml
  karat gate new.txt --baseline old.txt -r reference.txt -m chrf --margin 1 --format markdown > summary.md
""",
)


def run(arguments: Sequence[str]) -> int:
    """Hold what the arguments name against what is asked, and print what came of it."""
    options: GateOptions = COMMAND.read(arguments)
    settle_unit(options)
    form = _form(options)
    if options.output is not None:
        check_output(options.output, overwrite=bool(options.overwrite), is_ours=_is_ours)
    elif options.overwrite:
        raise InvalidOption("--overwrite is for -o FILE. Give both, or neither.")
    if options.points is not None and options.baseline is None:
        raise InvalidOption("--points is about differences from a --baseline. Give both, or neither.")
    metrics = chosen_metrics(options)
    margin = _numbers("--margin", options.margin)
    limits = {
        flag: _numbers(flag, given)
        for flag, given in (("--at-least", options.at_least), ("--at-most", options.at_most))
    }
    _add_baseline(options, check_inputs(options, command="gate"))
    kind = check_loading(options, metrics, command="gate")
    check_labels(options, kind)
    with Progress() as progress:
        loaded = load(options, metrics, kind, progress)
        evaluation = loaded.evaluation
        progress.stage("comparing")
        found = gate(
            evaluation,
            _procedure(options),
            baseline=options.baseline,
            margin=margin,
            limit=_limit(evaluation.metrics, limits),
            systems=options.system,
            runs=chosen_runs(options, loaded.corpus),
        )
        points = _of_points(found, fits_for(options, evaluation.metrics, loaded.corpus))
        findings = (
            None
            if options.no_check
            else quick_findings(evaluation.corpus, evaluation.scores, evaluation.metrics)
        )
    _show(found, form, options, loaded.left_out, findings, points)
    decided = {one.metric for one in found.checks}
    for name in distinct_names(evaluation.metrics):
        if name not in decided:
            note(f"{name} has neither a margin nor a score to reach, so it decides nothing.")
    return 0 if found.passed else DOES_NOT_PASS


def _of_points(found: Gate, fits: Mapping[str, Sequence[PointsFit]]) -> list[FittedDifference]:
    """Every difference from the baseline with each fit of its metric."""
    return [
        FittedDifference(one.system, one.baseline, one.difference, fit)
        for one in found.beside_baseline
        for fit in fits.get(one.metric, ())
    ]


def _form(options: GateOptions) -> str:
    if options.output is not None and options.format == "table":
        raise InvalidOption("The table is printed; for a file, --format is json, markdown or junit.")
    if options.format is not None or options.output is None:
        return options.format or "table"
    ending = options.output[options.output.rfind(".") :].lower()
    if ending not in _OF_ENDING:
        raise InvalidOption(
            f"Which format {options.output} should have is not clear from its name. Say it: --format json, "
            "markdown or junit."
        )
    return _OF_ENDING[ending]


def _is_ours(path: Path) -> bool:
    """Whether a gate wrote this file before."""
    name = gates.NAME.encode()
    of_junit = f'{junit.BEGINNING}name="{gates.NAME}"'.encode()
    return begins_with(path, of_junit, b"## " + name, b'{\n  "karat":')


def _add_baseline(options: GateOptions, kind: Kind) -> None:
    """The baseline by its name; one that is a file is one more hypothesis."""
    if kind in ("corpus", "sgml"):
        if options.system and options.baseline is not None and not options.runs:
            options.systems = list(dict.fromkeys((*options.system, options.baseline)))
        elif options.system and not options.runs:
            options.systems = options.system
        return
    if options.system:
        raise InvalidOption(
            "--system is for a CORPUS; of plain text, the files that are named have to pass. Leave it out."
        )
    if options.baseline is None or options.runs:
        return
    if options.baseline not in options.inputs:
        if options.baseline in names_of(options.inputs):
            return
        options.inputs = [*options.inputs, options.baseline]
    options.baseline = names_of(options.inputs)[options.inputs.index(options.baseline)]


def _procedure(options: GateOptions) -> Procedure:
    given = options.given("samples", "seed", "confidence", "stratify")
    return Procedure(**given if options.draw is None else {**given, "unit": options.draw})


def _numbers(flag: str, given: Sequence[str] | None) -> float | dict[str, float] | None:
    """One number for all metrics, or one for each by its name."""
    if given is None:
        return None
    if len(given) == 1 and "=" not in given[0]:
        return _number(flag, given[0])
    found: dict[str, float] = {}
    for text in given:
        name, equals, value = text.rpartition("=")
        if not equals:
            raise InvalidOption(
                f"{flag} is {' '.join(given)}; one number for all metrics, or METRIC=NUMBER for each, was "
                f"expected: {flag} chrf=0.5 bleu=1."
            )
        if name.casefold() in (other.casefold() for other in found):
            raise InvalidOption(f"{flag} has {name} twice. Give it once.")
        found[name] = _number(flag, value)
    return found


def _number(flag: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidOption(f"{flag} has {text!r}; a number was expected, such as 0.5.") from None


def _limit(
    metrics: Sequence[Metric], limits: Mapping[str, float | dict[str, float] | None]
) -> dict[str, float] | None:
    """The limit of each metric, once it is clear that it stands on the side where scores are worse."""
    directions = dict(zip(distinct_names(metrics), (one.higher_is_better for one in metrics), strict=True))
    found: dict[str, float] = {}
    for flag, given in limits.items():
        for asked, value in _for_each(flag, given, directions).items():
            name = named_metric(asked, metrics)
            if directions[name] != (flag == "--at-least"):
                better, other = ("higher", "least") if directions[name] else ("lower", "most")
                raise InvalidOption(f"Of {name}, {better} is better. Say --at-{other} {asked}={value:g}.")
            found[name] = value
    return found or None


def _for_each(
    flag: str, given: float | dict[str, float] | None, names: Mapping[str, bool]
) -> dict[str, float]:
    """Limits by the names of metrics; one number alone can only be meant of one metric."""
    if given is None or isinstance(given, dict):
        return given or {}
    if len(names) > 1:
        each = " ".join(f"{name.lower()}=X" for name in names)
        raise InvalidOption(f"{flag} has one number, and there are {len(names)} metrics. Say: {flag} {each}.")
    return {next(iter(names)): given}


def _show(
    found: Gate,
    form: str,
    options: GateOptions,
    left_out: Sequence[str],
    findings: Sequence[Finding] | None,
    points: Sequence[FittedDifference],
) -> None:
    text = _written(found, form, options, left_out, findings, points)
    printed = form
    if options.output is not None:
        write_file(options.output, text)
        printed = "table"
        text = _written(found, printed, options, left_out, findings, points)
    write(text)
    if findings:
        tell(findings, printed)


def _written(
    found: Gate,
    form: str,
    options: GateOptions,
    left_out: Sequence[str],
    findings: Sequence[Finding] | None,
    points: Sequence[FittedDifference],
) -> str:
    match form:
        case "json":
            return gates.as_json(found, left_out=left_out, findings=findings, points=points)
        case "markdown":
            return gates.as_markdown(found, digits=options.width, points=points)
        case "junit":
            return gates.as_junit(found, digits=options.width, moment=datetime.now(UTC), points=points)
    said = gates.notes(found, digits=options.width, points=points)
    return render("table", gates.tables(found), said, digits=options.width)
