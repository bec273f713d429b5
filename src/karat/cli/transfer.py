"""`karat transfer`: may this calibration be used there?"""

from __future__ import annotations

from karat.cli import transfer_manual
from karat.cli.agree import asked_metrics
from karat.cli.calibrate import CalibrateOptions
from karat.cli.inputs import check_inputs
from karat.cli.notes import note
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.presentation import FORMATS, chosen_format, render, untitled
from karat.cli.progress import Progress
from karat.cli.scores import check_scores
from karat.errors import InvalidOption, RefusedPrediction, UnknownName
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, Carried, Transfer, Variation

CELLS = ("text-type", "language-pair")


class TransferOptions(CalibrateOptions):
    """What the user asked for; None where an option was not given."""

    to: str | None = None
    chunks: int | None = None


def run(arguments: Sequence[str]) -> int:
    """Compare the cells that the arguments name, and print what differs."""
    options = read_options_of("transfer", transfer_manual, arguments, TransferOptions)
    for name, value, allowed in (("--format", options.format, FORMATS), ("--by", options.by, CELLS)):
        if value is not None and value not in allowed:
            raise InvalidOption.choice(name, value, allowed)
    if options.inputs and options.inputs[0].lower().endswith(".json"):
        calibrations, variations = _of_file(options)
    else:
        calibrations, variations = _of_data(options)
    found = _carried(calibrations, variations, options)
    from karat.report import transfers as report

    form = chosen_format(options)
    if form == "json":
        write(report.as_json(found))
    elif form == "tsv":
        write(render(form, [untitled(report.equality_table(found))], [], digits=options.width))
    else:
        write(render(form, report.tables(found), report.notes(found), digits=options.width))
    return 0


def _of_file(options: TransferOptions) -> tuple[list[Calibration], dict[int, Variation]]:
    from karat.calibration import read_calibrations

    if len(options.inputs) > 1:
        calibrations = [one for path in options.inputs for one in read_calibrations(path)]
    else:
        calibrations = list(read_calibrations(options.inputs[0]))
    wanted = [one for one in calibrations if not options.human or one.human in options.human]
    if not wanted:
        raise UnknownName.among(
            "human score", (options.human or [""])[0], {one.human for one in calibrations}
        )
    return wanted, {}


def _of_data(options: TransferOptions) -> tuple[list[Calibration], dict[int, Variation]]:
    """The calibrations of every cell, and how far the chunks of each vary."""
    check_scores(options)
    metrics = asked_metrics(options)
    from karat.calibration import fit
    from karat.calibration.cells import on_scale
    from karat.calibration.chunks import natural_variation
    from karat.cli.agree_data import each_data, read_material
    from karat.cli.cells import parts_of

    calibrations: list[Calibration] = []
    variations: dict[int, Variation] = {}
    for one in each_data(options):
        with Progress() as progress:
            material = read_material(one, metrics, check_inputs(one, command="transfer"), progress)
        documents = None if material.corpus.documents is None else list(material.corpus.documents)
        for part in parts_of(material, options):
            for human in part.humans:
                for metric in part.metrics:
                    calibrations.append(fit([metric], human, on_scale(part.setting, human)))
                    of_part = documents and [documents[row] for row in part.rows]
                    found = natural_variation(
                        metric, human, of_part or None, part.setting.segments, chunks=options.chunks
                    )
                    variations |= {} if found is None else {id(calibrations[-1]): found}
    return calibrations, variations


def _carried(
    calibrations: Sequence[Calibration], variations: dict[int, Variation], options: TransferOptions
) -> list[Carried]:
    """Every pair of cells that was asked for, with its tests and, where the text is there, z-scores."""
    from karat.calibration import Carried, transfer

    sources = _named(calibrations, getattr(options, "from", None), "--from")
    targets = _named(calibrations, options.to, "--to")
    found, refused = [], ""
    for source in sources:
        for target in targets:
            if source is target or not _alike(source, target):
                continue
            try:
                made: Transfer = transfer(
                    source,
                    target,
                    samples=options.samples or 1000,
                    seed=12345 if options.seed is None else options.seed,
                    level=options.confidence or 0.95,
                )
            except RefusedPrediction as problem:
                refused = str(problem)
                note(refused)
                continue
            found.append(Carried(source, target, made, variations.get(id(source))))
    if not found:
        raise InvalidOption(
            refused or "There are no two cells to compare. Give data of several text types or language pairs."
        )
    return found


def _alike(source: Calibration, target: Calibration) -> bool:
    return (source.metrics, source.human) == (target.metrics, target.human)


def _named(calibrations: Sequence[Calibration], name: str | None, flag: str) -> list[Calibration]:
    """The calibrations of the cells that a name means."""
    if name is None:
        return list(calibrations)
    found = [one for one in calibrations if name in (one.text_type, one.language_pair, _cell(one))]
    if not found:
        raise UnknownName.among(f"cell for {flag}", name, dict.fromkeys(map(_cell, calibrations)))
    return found


def _cell(calibration: Calibration) -> str:
    return f"{calibration.language_pair or '?'} {calibration.text_type or 'all'}"
