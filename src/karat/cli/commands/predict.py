"""`karat predict`: what people would say of new output."""

from __future__ import annotations

import re
from math import isfinite, nan
from typing import TYPE_CHECKING

from karat.calibration import NewText, compare_versions, compare_with_judged, is_same_text, predict
from karat.calibration.cells import language_pair
from karat.cli.calibration_data import read_calibrations_of
from karat.cli.inputs import check_inputs
from karat.cli.loading import load_corpus
from karat.cli.metric_choice import is_named
from karat.cli.option_groups import InputOptions, OtherOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, untitled, write
from karat.dossier.scored_outputs import ScoredOutputs, fitting_cells, scored_outputs
from karat.errors import InvalidOption, InvalidRecipe, RefusedPrediction, UnknownName
from karat.metrics.catalogue import parse
from karat.report.topics import prediction as report
from karat.resampling.draws import check_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, Prediction, Versions
    from karat.corpus import Corpus


class NewOutputOptions(Options, title="input"):
    """Which output, where files do not say."""

    score: list[str] | None = option(
        "--score", "VALUE…", "metric score of an output, one per metric of the calibration; no files are read"
    )
    recipe: list[str] | None = option(
        "--recipe",
        "RECIPE…",
        "recipe of --score, as karat score prints it; it must match that of the calibration",
    )
    new_text: int | None = option(
        "--new-text",
        "N",
        "--score is for a text of N segments other than the judged one; widens the interval",
    )
    language_pair: str | None = option(
        "--language-pair", "NAME", "of the output, such as en-de, if its files do not say"
    )
    text_type: str | None = option("--text-type", "NAME", "of the output, if its files do not say")
    system_label: str | None = option(
        "--system-label", "NAME", "kind of the system, if CALIBRATION has a line for each kind"
    )


class PredictionOptions(Options, title="prediction"):
    """What is predicted."""

    metrics: list[str] | None = option(
        "-m --metrics",
        "NAME…",
        "which metric to predict with, as for karat score, if CALIBRATION has several; several names for a "
        "calibration of several metrics together",
        former="--metric",
    )
    human: str | None = option("--human", "NAME", "which dimension to predict, if there are several")
    threshold: float | None = option("--threshold", "X", "lowest human score that is acceptable")
    beside: str | None = option(
        "--beside",
        "SYSTEM",
        "an earlier version, among the outputs or judged in the calibration, to compare the others with",
    )
    scale: str | None = option(
        "--scale", "TEXT", "such as 1-5 or 0-100: convert predictions to this human scale"
    )
    map: str | None = option(
        "--map", "KIND", "least-squares, theil-sen, isotonic, ridge, pooled (default: the chosen model)"
    )
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the prediction interval (default: that of the calibration)"
    )
    force: bool | None = option(
        "--force", "", "predict even where the calibration does not hold, and mark the prediction"
    )


class PredictOptions(
    InputOptions,
    NewOutputOptions,
    PredictionOptions,
    OutputOptions,
    OtherOptions,
    without=("tags", "reference_tags", "entities"),
):
    """What `karat predict` was asked for."""

    inputs: list[str] = option(
        "inputs", "FILE…", "a CALIBRATION, then one HYPOTHESIS per system, or one CORPUS"
    )


COMMAND = Command(
    "predict",
    PredictOptions,
    usage="""\
karat predict CALIBRATION HYPOTHESIS… -r REFERENCE… [options]
       karat predict CALIBRATION CORPUS [options]
       karat predict CALIBRATION --score VALUE… [options]""",
    description="""\
Predict the score that people would give, from a calibration that karat calibrate wrote.

Each output is scored with the calibration's own recipe. Each prediction has a prediction interval for the
human score of a new system and, with --threshold, the probability that it passes. If the text is not the one
that people judged, the interval is wider, and much wider if the text is short.

A calibration holds for its language pair, text type, recipe, range of scores and kind of system. Karat
refuses other predictions, and says why and what to do. --force predicts anyway and says so.""",
    examples="""\
examples:
  karat predict en-de.json v2.txt -r ref-A.txt ref-B.txt -m bleu --text-type news --threshold -4
  karat predict en-de.json v2.txt v1.txt -r ref-A.txt ref-B.txt -m bleu --text-type news --beside v1
  karat predict en-de.json --score 38.5 -m bleu --text-type news
""",
)


def run(arguments: Sequence[str]) -> int:
    """Predict what the arguments name, and print it."""
    options: PredictOptions = COMMAND.read(arguments)
    if not options.inputs:
        raise InvalidOption(
            "There is no calibration. Make one with karat calibrate -o FILE, and name it first."
        )
    file, *options.inputs = options.inputs
    calibrations = wanted(read_calibrations_of([file], None, options.scale), options)
    scored = _scored(calibrations, options)
    predictions = [
        predict(
            one.calibration,
            one.scores,
            text=one.text,
            threshold=options.threshold,
            confidence=options.confidence,
            kind=options.map,
            force=bool(options.force),
        )
        for one in scored
    ]
    if all(each.refusals for each in predictions) and not options.force:
        raise RefusedPrediction(_refusal(predictions, calibrations))
    held = [one for one, each in zip(scored, predictions, strict=True) if options.force or not each.refusals]
    versions = _versions(held, options) if options.beside else []
    write(_present(predictions, versions, options))
    return 0


def wanted(calibrations: Sequence[Calibration], options: PredictOptions) -> list[Calibration]:
    """The calibrations of the metric and dimension that were named, or of the only ones there are."""
    found = list(calibrations)
    if options.metrics is not None:
        found = [one for one in found if is_named(options.metrics, one.metrics, one.recipes)]
        if not found:
            known = dict.fromkeys(map(_metrics, calibrations))
            raise UnknownName.among("metric in the calibrations", " ".join(options.metrics), known)
    if options.human is not None:
        known = dict.fromkeys(one.human for one in found)
        found = [one for one in found if one.human == options.human]
        if not found:
            raise UnknownName.among("human in the calibrations", options.human, known)
    for flag, names in (
        ("-m", dict.fromkeys(map(_metrics, found))),
        ("--human", dict.fromkeys(one.human for one in found)),
    ):
        if len(names) > 1:
            raise InvalidOption(f"There are calibrations for {', '.join(names)}. Name one with {flag}.")
    return found


def _metrics(calibration: Calibration) -> str:
    return " + ".join(calibration.metrics)


def _scored(calibrations: Sequence[Calibration], options: PredictOptions) -> list[ScoredOutputs]:
    if options.new_text is not None:
        check_count("segments of the new text", options.new_text)
    if options.score is None:
        if options.recipe:
            raise InvalidOption(
                "--recipe says what a --score is of; outputs are scored with the calibration's own recipe. "
                "Leave it out."
            )
        if options.new_text is not None:
            raise InvalidOption("--new-text says how long the text of a --score is. Leave it out for files.")
        return _scored_files(calibrations, options)

    if options.inputs:
        raise InvalidOption(
            "--score is a score without its text, and files are named. Leave out one of them."
        )
    try:
        scores = tuple(float(text) for text in options.score)
    except ValueError:
        scores = (nan,)
    if not all(map(isfinite, scores)):
        raise InvalidOption(f"--score is {' '.join(options.score)}; it must be numbers.")
    text = NewText(
        language_pair=options.language_pair,
        text_type=options.text_type,
        recipes=tuple(map(_in_full, options.recipe)) if options.recipe else None,
        segments=options.new_text,
        references=_references(options.recipe[0]) if options.recipe else None,
        system_label=options.system_label,
    )
    cells = fitting_cells(calibrations, text.language_pair, text.text_type, text.system_label)
    if len(scores) != len(cells[0].metrics):
        raise InvalidOption(
            f"--score has {len(scores)} numbers, and the calibration takes {len(cells[0].metrics)}: "
            f"{', '.join(cells[0].metrics)}."
        )
    return [ScoredOutputs(cells[0], scores, text)]


def _scored_files(calibrations: Sequence[Calibration], options: PredictOptions) -> list[ScoredOutputs]:
    """Every system of the inputs, in every text type, under the calibration of that cell."""
    kind = check_inputs(options, command="predict CALIBRATION")
    corpus, _ = load_corpus(options, (), kind)
    pair = options.language_pair or language_pair(corpus)
    found: list[ScoredOutputs] = []
    for text_type, rows in _rows(corpus, calibrations, options).items():
        calibration = fitting_cells(calibrations, pair, text_type, options.system_label)[0]
        found += scored_outputs(
            corpus, calibration, rows, pair=pair, text_type=text_type, system_label=options.system_label
        )
    return found


def _rows(
    corpus: Corpus, calibrations: Sequence[Calibration], options: PredictOptions
) -> dict[str | None, list[int]]:
    """The segments of each text type to predict."""
    every = list(range(len(corpus)))
    if corpus.text_types is None:
        return {options.text_type: every}
    rows: dict[str | None, list[int]] = {}
    for row, label in enumerate(corpus.text_types):
        rows.setdefault(label or "(none)", []).append(row)
    if options.text_type is not None:
        if options.text_type not in rows:
            known = ", ".join(map(str, rows))
            raise InvalidOption(f"No segment is of the text type {options.text_type!r}; there are {known}.")
        return {options.text_type: rows[options.text_type]}
    return {None: every} if all(each.text_type is None for each in calibrations) else rows


def _in_full(recipe: str) -> str:
    """A recipe with all that it leaves unsaid; as it is, if another program's metric."""
    try:
        return parse(recipe).recipe
    except InvalidRecipe:
        return recipe


def _references(recipe: str) -> int | None:
    """How many references a printed recipe says that there were."""
    counts = [part.removeprefix("refs:") for part in recipe.split("|") if part.startswith("refs:")]
    return max(map(int, re.findall(r"\d+", counts[0])), default=None) if counts else None


def _refusal(predictions: Sequence[Prediction], calibrations: Sequence[Calibration]) -> str:
    """Why nothing is predicted, on one line."""
    refusals = [refusal for each in predictions for refusal in each.refusals]
    first, *others = dict.fromkeys(map(str, refusals))
    cells = dict.fromkeys(
        " ".join(filter(None, (one.language_pair, one.text_type, one.system_label))) for one in calibrations
    )
    known = (
        f" There are calibrations for {', '.join(cells)}."
        if refusals[0].is_of_cell and len(cells) > 1
        else ""
    )
    more = f" (And {len(others)} more.)" if others else ""
    return f"No prediction: {first}{known}{more} --force predicts all the same."


def _versions(scored: Sequence[ScoredOutputs], options: PredictOptions) -> list[Versions]:
    """Every other system beside the earlier one, in each cell.

    One that is not among the outputs may be a system of the calibration, whose human score is known.
    """
    if options.beside not in {one.text.system for one in scored}:
        return [
            compare_with_judged(
                one.calibration,
                one.text,
                one.scores,
                str(options.beside),
                confidence=options.confidence,
                kind=options.map,
            )
            for one in scored
        ]
    found = []
    for earlier in scored:
        if earlier.text.system != options.beside:
            continue
        found += [
            compare_versions(
                earlier.calibration,
                (one.text.system, one.scores),
                (earlier.text.system, earlier.scores),
                confidence=options.confidence,
                segments=None if is_same_text(one.calibration, one.text) else one.text.segments,
                kind=options.map,
            )
            for one in scored
            if one.calibration is earlier.calibration and one is not earlier
        ]
    if not found:
        raise InvalidOption(f"--beside {options.beside} has nothing beside it. Name the new version too.")
    return found


def _present(predictions: Sequence[Prediction], versions: Sequence[Versions], options: PredictOptions) -> str:
    form = form_for(options.format)
    if form == "json":
        return report.as_json(predictions, versions)
    tables = [report.table(predictions)]
    if form == "tsv":
        (shown,) = [untitled(report.versions_table(versions))] if versions else tables
        return render(form, [shown], [], digits=options.width)
    if versions:
        tables.append(report.versions_table(versions))
    return render(form, tables, report.notes(predictions, versions), digits=options.width)
