"""`karat predict`: what people would say of new output."""

from __future__ import annotations

import re
from math import isfinite, nan
from typing import TYPE_CHECKING

from karat.calibration import NewText, compare_versions, compare_with_judged, is_same_text, predict
from karat.cli import predict_manual
from karat.cli.inspect import read_wanted
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import check_form, chosen_format, render, untitled
from karat.dossier.scored import ScoredOutputs, fitting_cells
from karat.errors import InvalidOption, InvalidRecipe, RefusedPrediction, UnknownName
from karat.metrics.catalogue import parse
from karat.report.topics import prediction as report
from karat.resampling.draws import check_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, Prediction, Versions


class PredictOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    score: list[str] | None = None
    language_pair: str | None = None
    text_type: str | None = None
    new_text: int | None = None
    scale: str | None = None
    metric: str | None = None
    human: str | None = None  # type: ignore[assignment]  # one here
    threshold: float | None = None
    beside: str | None = None
    map: str | None = None
    confidence: float | None = None
    force: bool | None = None


def run(arguments: Sequence[str]) -> int:
    """Predict what the arguments name, and print it."""
    options = read_options_of("predict", predict_manual, arguments, PredictOptions)
    check_form(options.format, options.width)
    if not options.inputs:
        raise InvalidOption(
            "There is no calibration. Make one with karat calibrate -o FILE, and name it first."
        )
    file, *options.inputs = options.inputs
    calibrations = wanted(read_wanted([file], None, options.scale), options)
    scored = _scored(calibrations, options)
    predictions = [
        predict(
            one.calibration,
            one.scores,
            one.text,
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
    for what, name in (("metric", options.metric), ("human", options.human)):
        having = [each for each in found if name in (None, _name(each, what))]
        names = list(dict.fromkeys(_name(each, what) for each in found))
        if not having:
            raise UnknownName.among(f"{what} in the calibrations", str(name), names)
        if len({_name(each, what) for each in having}) > 1:
            raise InvalidOption(f"There are calibrations for {', '.join(names)}. Name one with --{what}.")
        found = having
    return found


def _name(calibration: Calibration, what: str) -> str:
    return calibration.human if what == "human" else " + ".join(calibration.metrics)


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
        from karat.cli.predict_data import scored

        return scored(calibrations, options)

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
    )
    cells = fitting_cells(calibrations, text.language_pair, text.text_type)
    if len(scores) != len(cells[0].metrics):
        raise InvalidOption(
            f"--score has {len(scores)} numbers, and the calibration takes {len(cells[0].metrics)}: "
            f"{', '.join(cells[0].metrics)}."
        )
    return [ScoredOutputs(cells[0], scores, text)]


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
    cells = dict.fromkeys(" ".join(filter(None, (one.language_pair, one.text_type))) for one in calibrations)
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
    form = chosen_format(options)
    if form == "json":
        return report.as_json(predictions, versions)
    tables = [report.table(predictions)]
    if form == "tsv":
        (shown,) = [untitled(report.versions_table(versions))] if versions else tables
        return render(form, [shown], [], digits=options.width)
    if versions:
        tables.append(report.versions_table(versions))
    return render(form, tables, report.notes(predictions, versions), digits=options.width)
