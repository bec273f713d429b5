"""`karat transfer`: may this calibration be used there?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import TransferResult, joint_transfer, transfer
from karat.calibration.joined_cells import CELLS
from karat.calibration.joint_transfer import LEAST_CELLS
from karat.cli.calibration_data import (
    CellOptions,
    ReferenceOptions,
    cell_name,
    check_cells,
    fitted_cells,
    read_calibrations_of,
    read_judged,
    read_labels,
    tell_coverage,
)
from karat.cli.judged_data import asked_metrics
from karat.cli.notes import note
from karat.cli.option_groups import OtherOptions, ScoreOutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, untitled, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption, RefusedPrediction, UnknownName
from karat.report.topics import joint_transfer as joint_report
from karat.report.topics import transfer as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, ChunkVariation, JointTransfer, Transfer
    from karat.calibration.joined_cells import Cell


class CellPairOptions(Options, title="transfer"):
    """From where to where."""

    by: str | None = option(
        "--by",
        "CELL",
        "text-type, language-pair, target-language or target-language+text-type, which pool all DATA "
        "into the same language (default: text-type, if text types are known)",
        choices=CELLS,
    )
    baseline: str | None = option(
        "--from",
        "CELL",
        "the baseline: a text type, a language pair, a system label, or several of these, as in "
        "'en-de news' (default: each in turn)",
    )
    to: str | None = option(
        "--to", "CELL", "where to use the calibration of the baseline (default: every other cell)"
    )
    chunks: int | None = option(
        "--chunks",
        "N",
        "chunks to cut the baseline into (default: 10, or one per document if there are fewer)",
    )
    chunk_words: int | None = option(
        "--chunk-words",
        "N",
        "cut the baseline into chunks of about N words of the reference, such as 3600, in place of --chunks",
        least=1,
    )
    language_pair: str | None = option("--language-pair", "NAME", "such as en-de, if DATA does not say")
    confidence: float | None = option(
        "--confidence", "X", "confidence level of the intervals (default: 0.95)"
    )
    samples: int | None = option("--samples", "N", "permutations (default: 1000)", least=1)
    seed: int | None = option(
        "--seed", "N", "random seed (default: 12345); the same seed gives the same results"
    )


class TransferOptions(CellOptions, ReferenceOptions, CellPairOptions, ScoreOutputOptions, OtherOptions):
    """What `karat transfer` was asked for."""


COMMAND = Command(
    "transfer",
    TransferOptions,
    usage="""\
karat transfer DATA… [--from CELL] [--to CELL] [options]
       karat transfer CALIBRATION [--from CELL] [--to CELL] [options]""",
    description="""\
Test whether a calibration transfers from one language pair or text type, or one kind of system, to another
that was judged too.

The slopes and intercepts of two cells are tested for equality by analysis of covariance (F test) and by
permutation; the difference has a confidence interval. With three cells or more, a joint test asks whether one
line would do for all; its permutations also allow for every text being a sample. If DATA is a corpus, the
baseline is also cut into chunks. Their variation gives z-scores for the other cell's r, slope and intercept
(Babych, Hartley & Elliott 2005); values beyond 1.96, 2.576 and 3.09 are marked *, ** and ***. CALIBRATION is
a file that karat calibrate wrote.""",
    examples="""\
examples:
  karat transfer wmt23.en-de --human mqm -m bleu --from news
  karat transfer wmt23.en-de wmt23.zh-en --human mqm --by language-pair
  karat transfer wmt23.en-de wmt23.zh-en --human mqm -m bleu --by target-language+text-type --from news
  karat transfer wmt23.en-de --human mqm -m bleu --from news --each-reference
  karat transfer en-de.json --from news --to email
""",
)


def run(arguments: Sequence[str]) -> int:
    """Compare the cells that the arguments name, and print what differs."""
    options: TransferOptions = COMMAND.read(arguments)
    check_cells(options)
    with Progress() as progress:
        if options.inputs and options.inputs[0].lower().endswith(".json"):
            calibrations, variations = _of_file(options)
        else:
            calibrations, variations = _of_data(options, progress)
        found = _carried(calibrations, variations, options, progress)
        together = _joint(found, options)

    form = form_for(options.format)
    if form == "json":
        write(report.as_json(found, together))
    elif form == "tsv":
        write(render(form, [untitled(report.equality_table(found))], [], digits=options.width))
    else:
        tables, notes = report.tables(found), report.notes(found)
        if together:
            tables.append(joint_report.table(together))
            notes += joint_report.notes(together)
        write(render(form, tables, notes, digits=options.width))
    return 0


def _of_file(options: TransferOptions) -> tuple[list[Calibration], dict[int, ChunkVariation]]:
    return read_calibrations_of(options.inputs, options.human, options.scale), {}


def _of_data(
    options: TransferOptions, progress: Progress
) -> tuple[list[Calibration], dict[int, ChunkVariation]]:
    """The calibrations of every cell that has one, and how far the chunks of each vary."""
    if options.chunks is not None and options.chunk_words is not None:
        raise InvalidOption("--chunks and --chunk-words both say how the text is cut. Leave out one of them.")
    metrics = asked_metrics(options)

    calibrations: list[Calibration] = []
    variations: dict[int, ChunkVariation] = {}
    missing: list[str] = []
    materials = [one.material for one in read_judged(options, metrics, progress, command="transfer")]
    tell_coverage(materials, options)
    systems = [name for material in materials for name in material.corpus.systems]
    options.cell_labels = read_labels(options.system_labels, systems)
    for cell, made in fitted_cells(materials, options, tell=missing.append):
        calibrations.append(made)
        found = _variation(cell, options)
        variations |= {} if found is None else {id(made): found}
    if missing and len(calibrations) < 2:
        raise InvalidOption(missing[0])
    for reason in missing:
        note(reason)
    return calibrations, variations


def _variation(cell: Cell, options: TransferOptions) -> ChunkVariation | None:
    """How far the lines of a cell's chunks vary; none, and a note, where too few chunks have a line."""
    chunks = cell.chunked(options.chunks, words=options.chunk_words)
    if chunks is None:
        return None
    try:
        return cell.variation(chunks)
    except InvalidOption as problem:
        names = f"{cell.metrics[0].name} and {cell.human.name}"
        note(f"No z-scores of {names} from {cell_name(cell.setting)}: {problem}")
        return None


def _carried(
    calibrations: Sequence[Calibration],
    variations: dict[int, ChunkVariation],
    options: TransferOptions,
    progress: Progress,
) -> list[TransferResult]:
    """Every pair of cells that was asked for, with its tests and, where the text is there, z-scores."""
    sources = _named(calibrations, options.baseline, "--from")
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
        except (RefusedPrediction, InvalidOption) as reason:
            refused[str(reason)] = None
        progress.advance()
    if not found:
        nothing = "There are no two cells to compare. Give data of several text types or language pairs."
        raise InvalidOption(next(iter(refused), nothing))
    for problem in refused:
        note(problem)
    return found


def _joint(found: Sequence[TransferResult], options: TransferOptions) -> list[JointTransfer]:
    """One test of all cells that were compared, for each metric and dimension with enough of them."""
    groups: dict[tuple[str, ...], dict[int, Calibration]] = {}
    for one in found:
        of_group = groups.setdefault((one.source.recipes[0], *one.labels[:2]), {})
        of_group.update({id(each): each for each in (one.source, one.target)})
    made = []
    for of_group in groups.values():
        if len(of_group) < LEAST_CELLS:
            continue
        try:
            made.append(
                joint_transfer(
                    list(of_group.values()),
                    samples=options.samples or 1000,
                    seed=12345 if options.seed is None else options.seed,
                    confidence=options.confidence or 0.95,
                )
            )
        except (RefusedPrediction, InvalidOption) as reason:
            note(str(reason))
    return made


def _alike(source: Calibration, target: Calibration) -> bool:
    return (source.metrics, source.human) == (target.metrics, target.human)


def _named(calibrations: Sequence[Calibration], name: str | None, flag: str) -> list[Calibration]:
    """The calibrations of the cells that a name means."""
    if name is None:
        return list(calibrations)
    found = [
        one
        for one in calibrations
        if name in (one.text_type, one.language_pair, one.system_label, _cell(one))
    ]
    if not found:
        raise UnknownName.among(f"cell for {flag}", name, dict.fromkeys(map(_cell, calibrations)))
    return found


def _cell(calibration: Calibration) -> str:
    label = f" {calibration.system_label}" if calibration.system_label else ""
    return f"{calibration.language_pair or '?'} {calibration.text_type or 'all'}{label}"
