"""`karat transfer`: may this calibration be used there?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import TransferResult, fit, transfer
from karat.calibration.chunks import natural_variation
from karat.calibration.human_scales import of_people
from karat.cli import transfer_manual
from karat.cli.agree import asked_metrics
from karat.cli.calibrate import CalibrateOptions, check_cells
from karat.cli.cells import parts_of, read_judged
from karat.cli.inspect import read_wanted
from karat.cli.notes import note
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.presentation import chosen_format, render, untitled
from karat.cli.progress import Progress
from karat.errors import InvalidOption, RefusedPrediction, UnknownName
from karat.report.topics import transfer as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, ChunkVariation, Transfer

CELLS = ("text-type", "language-pair")


class TransferOptions(CalibrateOptions):
    """What the user asked for; None where an option was not given."""

    to: str | None = None
    chunks: int | None = None


def run(arguments: Sequence[str]) -> int:
    """Compare the cells that the arguments name, and print what differs."""
    options = read_options_of("transfer", transfer_manual, arguments, TransferOptions)
    check_cells(options, CELLS)
    with Progress() as progress:
        if options.inputs and options.inputs[0].lower().endswith(".json"):
            calibrations, variations = _of_file(options)
        else:
            calibrations, variations = _of_data(options, progress)
        found = _carried(calibrations, variations, options, progress)

    form = chosen_format(options)
    if form == "json":
        write(report.as_json(found))
    elif form == "tsv":
        write(render(form, [untitled(report.equality_table(found))], [], digits=options.width))
    else:
        write(render(form, report.tables(found), report.notes(found), digits=options.width))
    return 0


def _of_file(options: TransferOptions) -> tuple[list[Calibration], dict[int, ChunkVariation]]:
    return read_wanted(options.inputs, options.human, options.scale), {}


def _of_data(
    options: TransferOptions, progress: Progress
) -> tuple[list[Calibration], dict[int, ChunkVariation]]:
    """The calibrations of every cell, and how far the chunks of each vary."""
    if options.judged_only:
        raise InvalidOption(
            "Chunks are cut from all of a text, so --judged-only is not for data here. Make calibrations of "
            "the judged segments, karat calibrate DATA --judged-only -o FILE, and give FILE."
        )
    metrics = asked_metrics(options)

    calibrations: list[Calibration] = []
    variations: dict[int, ChunkVariation] = {}
    for one in read_judged(options, metrics, progress, command="transfer"):
        material = one.material
        documents = None if material.corpus.documents is None else list(material.corpus.documents)
        for part in parts_of(material, options):
            for human in part.humans:
                for metric in part.metrics:
                    calibrations.append(fit([metric], human, of_people(part.setting, human)))
                    of_part = documents and [documents[row] for row in part.rows]
                    found = natural_variation(
                        metric, human, of_part or None, part.setting.segments, chunks=options.chunks
                    )
                    variations |= {} if found is None else {id(calibrations[-1]): found}
    return calibrations, variations


def _carried(
    calibrations: Sequence[Calibration],
    variations: dict[int, ChunkVariation],
    options: TransferOptions,
    progress: Progress,
) -> list[TransferResult]:
    """Every pair of cells that was asked for, with its tests and, where the text is there, z-scores."""
    sources = _named(calibrations, getattr(options, "from", None), "--from")
    targets = _named(calibrations, options.to, "--to")
    pairs = [
        (source, target)
        for source in sources
        for target in targets
        if source is not target and _alike(source, target)
    ]
    found: list[TransferResult] = []
    refused: dict[str, None] = {}
    progress.stage("comparing cells", len(pairs))
    for source, target in pairs:
        try:
            made: Transfer = transfer(
                source,
                target,
                samples=options.samples or 1000,
                seed=12345 if options.seed is None else options.seed,
                confidence=options.confidence or 0.95,
            )
            found.append(TransferResult(source, target, made, variations.get(id(source))))
        except RefusedPrediction as reason:
            refused[str(reason)] = None
        progress.advance()
    if not found:
        nothing = "There are no two cells to compare. Give data of several text types or language pairs."
        raise InvalidOption(next(iter(refused), nothing))
    for problem in refused:
        note(problem)
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
