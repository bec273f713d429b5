"""`karat people`: human scores from few judgements and many metric scores."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from karat.cli.external_scores import check_scores
from karat.cli.figure_folder import FigureOptions, check_figures, write_folder
from karat.cli.inputs import check_inputs
from karat.cli.judged_data import asked_metrics, read_material
from karat.cli.notes import note
from karat.cli.option_groups import DataOptions, OtherOptions, ScoreOutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.estimation import Choices, Estimation, estimates, further_judgements
from karat.output_files import check_output, write_file
from karat.report.formats.json_document import document
from karat.report.tables import Section
from karat.report.topics import people

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Material
    from karat.estimation import JudgementPlan, PeopleEstimates


class EstimationOptions(Options, title="people"):
    """What is estimated, of which text."""

    by: str | None = option(
        "--by", "WHAT", "text-type: also the scores within each text type", choices=("text-type",)
    )
    target: str | None = option(
        "--target",
        "WHICH",
        "this-text: all segments of DATA; texts-like-it: its documents are a sample (default: this-text)",
        choices=("this-text", "texts-like-it"),
    )
    sample: str | None = option(
        "--sample",
        "HOW",
        "how the judged segments were chosen: random, or for ranking, which has no means (default: tested)",
        choices=("random", "ranking"),
    )
    samples: int | None = option("--samples", "N", "bootstrap samples (default: 1000)", least=1)
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)"
    )
    plan: float | None = option(
        "--plan", "X", "also show which further judgements give intervals of this width, in human points"
    )
    plan_for: str = option(
        "--plan-for",
        "WHAT",
        "intervals of --plan: system or difference (default: system)",
        default="system",
        choices=("system", "difference"),
    )
    plan_output: str | None = option(
        "--plan-output", "FILE", "write the segments of --plan as JSON, for karat campaign plan --only FILE"
    )
    output: str | None = option(
        "-o --output",
        "FILE",
        "write the scores of systems with their standard errors, as a table that --human-scores reads",
    )


class PeopleCommandOptions(
    DataOptions, EstimationOptions, ScoreOutputOptions, FigureOptions, OtherOptions, without=("judged_only",)
):
    """What `karat people` was asked for."""

    judged_only: bool | None = None


COMMAND = Command(
    "people",
    PeopleCommandOptions,
    usage="""\
karat people DATA [options]
       karat people HYPOTHESIS… -r REFERENCE… --human-scores FILE [options]""",
    description="""\
Estimate the human score of every system, and of every difference between two, where people judged a part of
the text and metrics scored all of it.

Judged segments may be easier or harder than the rest. A metric that tracks people tells by how much, which
narrows the interval of the human score. Which metric, and with which weight, is decided by cross-fitting: a
metric of no use changes nothing. The result says how many judgements the metric saved. Judged segments must
be a random sample, of documents or of segments; segments chosen for ranking are recognised and refused.""",
    examples="""\
examples:
  karat people wmt23.en-de --human mqm -m bleu chrf
  karat people wmt23.en-de --human mqm --scores metric_scores_seg.parquet --score-names XCOMET-Ensemble
  karat people wmt23.en-de --human mqm --scores metric_scores_seg.parquet --by text-type
  karat people wmt23.en-de --human mqm -m chrf -o people.tsv
  karat people wmt23.en-de --human mqm -m chrf --plan 1.5
  karat people old.txt new.txt other.txt -r reference.txt --human-scores judged.tsv
""",
)


def run(arguments: Sequence[str]) -> int:
    """Estimate what the arguments name, and print it."""
    options: PeopleCommandOptions = COMMAND.read(arguments)
    metrics = asked_metrics(options)
    choices = _check(options)
    form = form_for(options.format, several=options.plan is not None)
    with Progress() as progress:
        material = read_material(
            options, metrics, check_inputs(options, command="people"), progress, levels=("segment",)
        )
        progress.stage("estimating", len(material.humans))
        _tell(material)
        found = _found(material, choices, options, progress)
        plans = _plans(material, choices, options)
        text = _present(found, plans, form, options)
        write_folder(options, [_figures(found)])
    _write_files(found, plans, options)
    write(text)
    return 0


def _check(options: PeopleCommandOptions) -> Choices:
    """Refuse what does not go together, before anything is read."""
    check_scores(options)
    check_figures(options, alone=options.output is None and options.plan_output is None)
    if len(options.inputs) > 1 and options.references is None and options.source is None:
        raise InvalidOption(f"karat people takes one DATA; {options.inputs[1]!r} is too much.")
    if options.plan is None and (options.plan_output is not None or options.plan_for != "system"):
        raise InvalidOption("--plan-for and --plan-output say more of --plan X. Give the width, too.")
    if options.plan is not None and form_for(options.format, several=True) == "tsv":
        raise InvalidOption("--plan is a table of its own, and tsv holds one. Use --format json or table.")
    for path in (options.output, options.plan_output):
        if path is not None:
            check_output(path, overwrite=bool(options.overwrite))
    return Choices(**options.given("target", "sample", "samples", "seed", "confidence"))


def _tell(material: Material) -> None:
    """Which metrics cannot take part."""
    for metric in material.metrics:
        if metric.segments is None:
            note(f"{metric.name} has scores of whole systems only, and is left out.")
        elif (metric.segments != metric.segments).any():
            note(f"{metric.name} lacks scores of some segments; where a judged system does, it is left out.")


def _found(
    material: Material, choices: Choices, options: PeopleCommandOptions, progress: Progress
) -> list[PeopleEstimates]:
    return list(estimates(material, choices, by=options.by, progress=progress.advance))


def _plans(material: Material, choices: Choices, options: PeopleCommandOptions) -> list[JudgementPlan]:
    if options.plan is None:
        return []
    corpus = material.corpus
    words = [
        float(max(len((text or "").split()), 1)) for text in corpus.sources or corpus.references.streams[0]
    ]
    return [
        further_judgements(
            Estimation.of(material, human, choices),
            options.plan,
            of=options.plan_for,
            documents=corpus.documents,
            costs=words,
        )
        for human in material.humans
        if human.segments is not None
    ]


def _present(
    found: Sequence[PeopleEstimates],
    plans: Sequence[JudgementPlan],
    form: str,
    options: PeopleCommandOptions,
) -> str:
    if form == "json":
        return document({"people": people.as_record(found), "plans": [plan.to_dict() for plan in plans]})
    if form == "tsv":
        return render(form, [people.long_table(found)], people.notes(found), digits=options.width)
    tables = [*people.tables(found), *people.plan_tables(plans)]
    return render(form, tables, [*people.notes(found), *people.plan_notes(plans)], digits=options.width)


def _figures(found: Sequence[PeopleEstimates]) -> Section:
    charts = [drawn for one in found if (drawn := people.chart(one)) is not None]
    lead = charts[0].description if charts else ""
    return Section(
        "people", "What would people say of the whole text?", lead, (*charts, *people.tables(found))
    )


def _write_files(
    found: Sequence[PeopleEstimates], plans: Sequence[JudgementPlan], options: PeopleCommandOptions
) -> None:
    if options.output is not None:
        write_file(options.output, _table([one for one in found if not one.part]))
        note(f"{options.output} is written. Next: karat accept DATA --human-scores {options.output}")
    if options.plan_output is not None:
        text = json.dumps({"plans": [plan.to_dict() for plan in plans]}, ensure_ascii=False, indent=1)
        write_file(options.plan_output, text + "\n")
        note(f"{options.plan_output} has the segments: karat campaign plan DATA --only {options.plan_output}")


def _table(found: Sequence[PeopleEstimates]) -> str:
    """Systems with the score, standard error and interval of each dimension, in full precision."""
    systems = list(dict.fromkeys(each.system for one in found for each in one.systems))
    heads = ["system"]
    columns = []
    for one in found:
        heads += [f"human_{one.human}", *(f"{what}_{one.human}" for what in ("error", "low", "high"))]
        columns.append({each.system: each.with_metric for each in one.systems})
    lines = ["\t".join(heads)]
    for name in systems:
        cells = [name]
        for known in columns:
            figure = known.get(name)
            cells += (
                [""] * 4
                if figure is None
                else [repr(value) for value in (figure.value, figure.error, figure.low, figure.high)]
            )
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n"
