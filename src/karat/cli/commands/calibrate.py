"""`karat calibrate`: from judged systems to a file that predicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.calibration import (
    components,
    judge_again,
    label_test,
    most_useful,
    needs,
    next_segments,
    reference_lines,
    with_pooling,
    write_calibrations,
)
from karat.calibration.calibration_files import check_calibration_path, document
from karat.calibration.joined_cells import CELLS
from karat.cli.calibration_data import (
    CellOptions,
    ReferenceOptions,
    calibrations_of,
    check_cells,
    coverage_notes,
    judge_values,
    parts_of,
    read_judged,
    read_labels,
)
from karat.cli.judged_data import asked_metrics
from karat.cli.notes import note
from karat.cli.option_groups import OVERWRITE, OtherOptions, ScoreOutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, untitled, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.report.tables import Note
from karat.report.topics import calibration as report
from karat.report.topics import calibration_summary as summary
from karat.report.topics import judgement_needs as plan_report
from karat.report.topics import single_references as reference_report
from karat.report.topics import system_labels as label_report
from karat.report.topics.judgement_needs import PlanResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Material, Rater
    from karat.arrays import Floats
    from karat.calibration import Calibration, Components, LabelTest, Need
    from karat.calibration.cells import CellData
    from karat.cli.calibration_data import JudgedData
    from karat.report.tables import Table

# Where no plan says how many segments to judge next, enough to begin with.
_LEAST_SEGMENTS = 10


class CalibrationOptions(Options, title="calibration"):
    """What is fitted."""

    by: str | None = option(
        "--by",
        "CELL",
        "text-type: one calibration per language pair and text type (default, if text types are "
        "known); language-pair: text types pooled; target-language: also pools all DATA into the "
        "same language; target-language+text-type: pools them for each text type",
        choices=CELLS,
    )
    language_pair: str | None = option("--language-pair", "NAME", "such as en-de, if DATA does not say")
    level: str | None = option(
        "--level",
        "NAME",
        "what to predict: system, document, segment (default: system)",
        choices=("system", "document", "segment"),
    )
    together: bool | None = option(
        "--together", "", "combine all metrics in one model, and show its gain over the best single metric"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)"
    )
    by_label: bool | None = option(
        "--by-label", "", "one calibration for each label of --system-labels, beside the test of the labels"
    )
    samples: int | None = option(
        "--samples", "N", "permutations, for the test of labels (default: 1000)", least=1
    )
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )
    plan: float | None = option(
        "--plan",
        "X",
        "also show how many judgements it takes to get prediction intervals of this width, in human points",
    )
    details: bool | None = option(
        "--details",
        "",
        "also print the intervals of the line, the error of each kind of map, what other texts add, and "
        "partially pooled lines",
    )
    output: str | None = option("-o --output", "FILE", "write the calibrations to this file")
    overwrite: bool | None = OVERWRITE


class CalibrateOptions(CellOptions, ReferenceOptions, CalibrationOptions, ScoreOutputOptions, OtherOptions):
    """What `karat calibrate` was asked for."""

    system_labels: list[str] | None = option(
        "--system-labels",
        "LABELS…",
        "kind of each system, such as its architecture: a table with columns system and label, or "
        "LABEL=SYSTEM,SYSTEM; tests whether the line depends on it",
    )


COMMAND = Command(
    "calibrate",
    CalibrateOptions,
    usage="""\
karat calibrate DATA… [options] [-o FILE]
       karat calibrate HYPOTHESIS… -r REFERENCE… --human-scores FILE [options] [-o FILE]""",
    description="""\
Fit a regression from a metric to human scores, to predict the scores that people did not give.

DATA is a corpus with human scores, as for karat agree. A calibration holds for one metric recipe, language
pair, text type and human scale; one is fitted for each. Least squares gives the line, with exact prediction
intervals. Theil–Sen and isotonic regression are fitted too, and chosen if they predict left-out systems
significantly better. With three cells or more, a mixed-effects model (partial pooling) is shown beside the
separate lines. --system-labels tests one line for all systems against a line for each kind of system. -o
writes everything to a file for karat predict.""",
    examples="""\
examples:
  karat calibrate wmt23.en-de --human mqm -m bleu chrf -o en-de.json
  karat calibrate wmt23.en-de wmt23.zh-en --human mqm --by language-pair --details
  karat calibrate wmt23.en-de --human mqm -m bleu:order=1 chrf ter --together
  karat calibrate wmt23.en-de --human mqm --level document
  karat calibrate wmt23.en-de wmt23.zh-en --human mqm --by target-language+text-type
  karat calibrate wmt23.en-de --human mqm -m bleu --system-labels labels.tsv
  karat calibrate wmt23.en-de --human mqm -m bleu --each-reference
""",
)


def run(arguments: Sequence[str]) -> int:
    """Fit what the arguments name, write it where it should go, and print what it is."""
    options: CalibrateOptions = COMMAND.read(arguments)
    _check(options)
    metrics = asked_metrics(options)

    with Progress() as progress:
        judged = read_judged(options, metrics, progress, command="calibrate")
        progress.stage("fitting")
        materials = [one.material for one in judged]
        labels = read_labels(options.system_labels, _systems(materials))
        calibrations = calibrations_of(materials, options)
        tests = [] if labels is None else _label_tests(calibrations, labels, options)
        if options.by_label:
            options.cell_labels = labels
            calibrations = calibrations_of(materials, options)
        calibrations = list(with_pooling(calibrations))
        plans: list[PlanResult] = []
        if options.plan is not None:
            plans = _planned(judged, calibrations, options)
    if options.output is not None:
        write_calibrations(calibrations, options.output, overwrite=bool(options.overwrite))
    coverage = coverage_notes(materials, options)
    write(_present(calibrations, tests, plans, coverage, options))
    return 0


def _check(options: CalibrateOptions) -> None:
    check_cells(options)
    if options.output is not None:
        check_calibration_path(options.output, overwrite=bool(options.overwrite))
    if options.plan is not None and not options.plan > 0:
        raise InvalidOption(f"--plan is {options.plan:g}; the width of an interval is above 0.")
    if options.by_label and not options.system_labels:
        raise InvalidOption("--by-label needs the labels: --system-labels FILE.")
    if options.system_labels and (options.together or (options.level or "system") != "system"):
        raise InvalidOption(
            "--system-labels is for lines of one metric, fitted on systems. Leave out --together and --level."
        )
    if options.together and len(options.metrics or ()) + len(options.scores or ()) == 1:
        raise InvalidOption("--together puts several metrics in one map, and one is named. Add some with -m.")


def _systems(materials: Sequence[Material]) -> list[str]:
    return list(dict.fromkeys(name for material in materials for name in material.corpus.systems))


def _label_tests(
    calibrations: Sequence[Calibration], labels: dict[str, str], options: CalibrateOptions
) -> list[LabelTest]:
    """Whether each line depends on the kind of system; a cell whose systems are of one kind is told."""
    found = []
    for each in calibrations:
        try:
            found.append(
                label_test(
                    each,
                    labels,
                    samples=options.samples or 1000,
                    seed=12345 if options.seed is None else options.seed,
                    confidence=each.confidence,
                )
            )
        except InvalidOption as problem:
            note(str(problem))
    return found


def _planned(
    judged: Sequence[JudgedData], calibrations: Sequence[Calibration], options: CalibrateOptions
) -> list[PlanResult]:
    """A plan for every cell whose single segments were judged."""
    found = [each for one in judged for each in _of_data(one, calibrations, options)]
    if not found:
        raise InvalidOption(
            "--plan needs the scores of single segments, at the level of systems and of one metric each. "
            "Leave out --together and --by target-language."
        )
    return found


def _of_data(
    one: JudgedData, calibrations: Sequence[Calibration], options: CalibrateOptions
) -> Iterator[PlanResult]:
    material = one.material
    # What to judge next is among the segments that nobody judged, which no line is of.
    whole_parts = {_place(part): part for part in parts_of(material, options, all_segments=True)}
    for part in parts_of(material, options):
        whole = whole_parts[_place(part)]
        for human in part.humans:
            if human.segments is None:
                continue
            rater = next(each for each in material.humans if each.name == human.name)
            values, from_judges = judge_values(rater, one)
            for metric, of_all in zip(part.metrics, whole.metrics, strict=True):
                made = _calibration(calibrations, part.setting.text, metric, human)
                if made is None:
                    continue
                rows = [list(material.corpus.systems).index(name) for name in made.systems]
                in_cell = values[:, rows][:, :, list(whole.rows)]
                pilot = components(in_cell, made.map_of("least-squares").deviation)
                plans = needs(
                    pilot,
                    options.plan or 0.0,
                    judges=(1, 2, 3, 5) if from_judges else (1,),
                    confidence=made.confidence,
                )
                yield PlanResult(
                    made,
                    pilot,
                    tuple(plans),
                    from_judges,
                    tuple(_unjudged(made, metric)),
                    tuple(_unjudged_segments(one, whole, of_all.only(made.systems), in_cell, plans, pilot)),
                    tuple((whole.rows[row] + 1, gain) for row, gain in judge_again(in_cell)),
                )


def _place(part: CellData) -> tuple[str | None, str | None]:
    return part.setting.text_type, part.setting.system_label


def _unjudged_segments(
    one: JudgedData,
    part: CellData,
    metric: Rater,
    values: Floats,
    plans: Sequence[Need],
    pilot: Components,
) -> list[int]:
    """Numbers of segments to judge next: as many as the cheapest plan lacks, or a few."""
    left = np.flatnonzero(np.isnan(values).all(axis=(0, 1)))
    if not len(left) or metric.segments is None:
        return []
    lacking = plans[0].segments - pilot.pilot_segments if plans else 0
    references = one.material.corpus.references
    lengths = [len(references.of_segment(row)[0]) for row in part.rows]
    chosen = next_segments(metric.segments, lengths, left.tolist(), max(lacking, _LEAST_SEGMENTS))
    return [part.rows[row] + 1 for row in chosen]


def _calibration(
    calibrations: Sequence[Calibration], text: str, metric: Rater, human: Rater
) -> Calibration | None:
    """The calibration of this text, metric and dimension, if it is one of systems."""
    return next(
        (
            each
            for each in calibrations
            if (each.recipes, each.human, each.level) == ((metric.recipe,), human.name, "system")
            and each.profile is not None
            and each.profile.text == text
        ),
        None,
    )


def _unjudged(made: Calibration, metric: Rater) -> list[tuple[str, float]]:
    """Systems with a score that nobody judged, the most useful to judge first."""
    left = [
        (name, float(score))
        for name, score in zip(metric.systems, metric.whole, strict=True)
        if name not in made.systems and score == score  # noqa: PLR0124 (only NaN is not itself)
    ]
    return most_useful(made, left) if left else []


def _lines(
    calibrations: Sequence[Calibration], options: CalibrateOptions, form: str
) -> tuple[list[Table], list[Note]]:
    """The lines at a glance, or with everything about them; programs have all columns of the lines."""
    if options.details or form == "tsv":
        return report.tables(calibrations), report.notes(calibrations, options.output)
    notes = summary.notes(calibrations) + report.notes(calibrations, options.output, details=False)
    notes.append(Note("more", "--details has the intervals of the lines, other maps and other texts"))
    return [summary.table(calibrations)], notes


def _present(
    calibrations: Sequence[Calibration],
    tests: Sequence[LabelTest],
    plans: Sequence[PlanResult],
    coverage: Sequence[Note],
    options: CalibrateOptions,
) -> str:
    form = form_for(options.format)
    if form == "json":
        if plans:
            return plan_report.as_json(plans)
        return document(calibrations, tests, reference_lines(calibrations))
    if plans:
        tables = [plan_report.component_table(plans), plan_report.plan_table(plans)]
        notes = plan_report.notes(plans, options.plan or 0.0)
    else:
        tables, notes = _lines(calibrations, options, form)
        if references := reference_lines(calibrations):
            tables.append(reference_report.table(references))
            notes += reference_report.notes(references)
        if tests:
            tables += label_report.tables(tests)
            notes += label_report.notes(tests)
    notes += coverage
    if form == "tsv":
        if tests or options.each_reference:
            note("TSV holds one table, the lines. --format table and json have the others.")
        return render(form, [untitled(tables[1] if plans else tables[0])], notes, digits=options.width)
    return render(form, tables, notes, digits=options.width)
