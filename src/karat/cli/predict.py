"""`karat predict`: what people would say of new output."""

from __future__ import annotations

from karat.calibration import NewText, compare_versions, predict, read_calibrations
from karat.cli import predict_manual
from karat.cli.options import ScoreOptions, read_options_of
from karat.cli.output import write
from karat.cli.presentation import FORMATS, chosen_format, render, untitled
from karat.errors import InvalidOption, RefusedPrediction, UnknownName
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, Prediction, Versions
    from karat.dossier.scored import Scored


class PredictOptions(ScoreOptions):
    """What the user asked for; None where an option was not given."""

    score: list[str] | None = None
    language_pair: str | None = None
    text_type: str | None = None
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
    if options.format is not None and options.format not in FORMATS:
        raise InvalidOption.choice("--format", options.format, FORMATS)
    if not options.inputs:
        raise InvalidOption(
            "There is no calibration. Make one with karat calibrate -o FILE, and name it first."
        )
    file, *options.inputs = options.inputs
    calibrations = wanted(read_calibrations(file), options)
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
        raise RefusedPrediction(_refusal(predictions))
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


def _scored(calibrations: Sequence[Calibration], options: PredictOptions) -> list[Scored]:
    if options.score is None:
        from karat.cli.predict_data import scored

        return scored(calibrations, options)
    from karat.dossier.scored import Scored, fitting_cells

    if options.inputs:
        raise InvalidOption(
            "--score is a score without its text, and files are named. Leave out one of them."
        )
    try:
        scores = tuple(float(text) for text in options.score)
    except ValueError:
        raise InvalidOption(f"--score is {' '.join(options.score)}; it must be numbers.") from None
    text = NewText(language_pair=options.language_pair, text_type=options.text_type)
    cells = fitting_cells(calibrations, text.language_pair, text.text_type)
    if len(scores) != len(cells[0].metrics):
        raise InvalidOption(
            f"--score has {len(scores)} numbers, and the calibration takes {len(cells[0].metrics)}: "
            f"{', '.join(cells[0].metrics)}."
        )
    return [Scored(cells[0], scores, text)]


def _refusal(predictions: Sequence[Prediction]) -> str:
    """Why nothing is predicted, on one line."""
    reasons = dict.fromkeys(str(refusal) for each in predictions for refusal in each.refusals)
    first, *others = reasons
    more = f" (And {len(others)} more.)" if others else ""
    return f"No prediction: {first}{more} --force predicts all the same."


def _versions(scored: Sequence[Scored], options: PredictOptions) -> list[Versions]:
    """Every other system beside the earlier one, in each cell."""
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
            )
            for one in scored
            if one.calibration is earlier.calibration and one is not earlier
        ]
    if not found:
        names = dict.fromkeys(one.text.system for one in scored)
        if options.beside in names:
            raise InvalidOption(f"--beside {options.beside} has nothing beside it. Name the new version too.")
        raise UnknownName.among("system", str(options.beside), names)
    return found


def _present(predictions: Sequence[Prediction], versions: Sequence[Versions], options: PredictOptions) -> str:
    from karat.report import predictions as report

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
