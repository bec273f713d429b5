"""From judged texts to calibrations: a cell for each language, text type and label of systems."""

from __future__ import annotations

from argparse import SUPPRESS
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from karat.agreement import counted_raters
from karat.agreement.judged_sample import check_samples
from karat.calibration import (
    cells,
    read_calibrations,
    rescaled,
    same_scale,
)
from karat.calibration.human_scales import on_scale, scale_of
from karat.calibration.joined_cells import cells_of
from karat.calibration.single_references import of_reference
from karat.calibration.system_labels import label_of
from karat.cli.external_scores import check_scores
from karat.cli.inputs import check_inputs
from karat.cli.judged_data import each_data, how_to_read, human_files, read_material
from karat.cli.notes import note
from karat.cli.option_groups import DataOptions
from karat.cli.options import Options, option
from karat.comparison.run_families import read_families
from karat.errors import InvalidOption, UnknownName
from karat.evaluation import evaluate
from karat.judgements import Conversion, Scale, by_judge
from karat.readers.people.human_scores import is_judgements
from karat.readers.people.judgements import read_judgements
from karat.readers.system_labels import read_system_labels
from karat.reference_spread import corpora_by_reference
from karat.report.tables import Note
from karat.report.words import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.agreement import Material, Rater
    from karat.arrays import Floats
    from karat.calibration import Calibration, Setting
    from karat.calibration.cells import CellData
    from karat.calibration.joined_cells import Cell
    from karat.cli.inputs import Kind
    from karat.cli.progress import Progress
    from karat.metrics import Metric


class ScaleOptions(Options, title="input"):
    """On which scale people's scores are."""

    scale: str | None = option(
        "--scale",
        "TEXT",
        "such as 1-5 or 0-100: convert human scores to this scale, or declare their scale if they have none",
    )


class LabelOptions(Options, title="input"):
    """Of which kind each system is."""

    system_labels: list[str] | None = option(
        "--system-labels",
        "LABELS…",
        "kind of each system, such as its architecture: a table with columns system and label, or "
        "LABEL=SYSTEM,SYSTEM; every label makes cells of its own",
    )


class ReferenceOptions(Options, title="input"):
    """Which references count."""

    each_reference: bool | None = option(
        "--each-reference",
        "",
        "also score against each reference by itself, with mean and SD over references",
    )


class JudgedSegmentOptions(Options, title="input"):
    """Which segments metrics are of."""

    all_segments: bool | None = option(
        "--all-segments",
        "",
        "metrics of all segments, also where people judged some only (default: metrics of those judged)",
    )


class CellOptions(DataOptions, JudgedSegmentOptions, LabelOptions, ScaleOptions):
    """Judged texts of which calibrations are fitted."""

    sample: str | None = option(
        "--sample",
        "HOW",
        "how the judged segments were chosen: random, or for ranking, which has no means (default: tested)",
        choices=("random", "ranking"),
    )
    # What is the default now is still understood.
    judged_only: bool | None = option("--judged-only", "", SUPPRESS)

    # Not of every command; each declares what it takes.
    level: str | None = None
    together: bool | None = None
    each_reference: bool | None = None
    # The labels that make cells of their own, once they are read.
    cell_labels: dict[str, str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class JudgedData:
    """A data set that people judged: what was read, and how it was asked for."""

    options: DataOptions
    kind: Kind
    material: Material


def check_cells(options: CellOptions) -> None:
    """Refuse what no command that fits calibrations can do, before anything is read."""
    check_scores(options)
    if options.confidence is not None and not 0 < options.confidence < 1:
        raise InvalidOption(
            f"--confidence is {options.confidence:g}; it must be between 0 and 1, such as 0.95."
        )
    if options.scale is not None:
        Scale.parse(options.scale)


def read_labels(texts: Sequence[str] | None, systems: Sequence[str]) -> dict[str, str] | None:
    """The labels of systems, from tables or as one types them; None where there are none.

    A table may be of more systems than those at hand.
    """
    if not texts:
        return None
    found: dict[str, str] = {}
    for text in texts:
        label, equals, _ = text.partition("=")
        known = (
            dict.fromkeys(read_families(systems, [text], member="system")[label], label)
            if equals and label and not Path(text).exists()
            else read_system_labels(text)
        )
        for name, own in known.items():
            if found.setdefault(name, own) != own:
                raise InvalidOption(f"{name!r} has two labels, {found[name]!r} and {own!r}. Give it one.")
    missing = [name for name in dict.fromkeys(systems) if label_of(name, found) is None]
    if len(missing) == len(set(systems)):
        raise InvalidOption(
            f"--system-labels has a label of none of the systems, which are {', '.join(missing)}."
        )
    if missing:
        note(f"{', '.join(missing)} {'has' if len(missing) == 1 else 'have'} no label in --system-labels.")
    return found


def read_judged(
    options: CellOptions, metrics: tuple[Metric, ...], progress: Progress, *, command: str
) -> list[JudgedData]:
    """Every data set, with human scores on the scale that was asked for."""
    found = []
    for one in each_data(options):
        kind = check_inputs(one, command=command)
        levels = () if options.level is None else (options.level,)
        material = read_material(one, metrics, kind, progress, levels=levels)
        check_samples(material, options.sample)  # type: ignore[arg-type]
        humans = tuple(on_scale(human, options.scale, tell=note) for human in material.humans)
        material = replace(material, humans=humans)
        found.append(JudgedData(one, kind, material))
        if options.each_reference:
            found += [
                JudgedData(one, kind, alone)
                for alone in _of_each_reference(material, metrics, progress, one.threads)
            ]
    return found


def _of_each_reference(
    material: Material, metrics: tuple[Metric, ...], progress: Progress, threads: int | None
) -> Iterator[Material]:
    """The material once for each reference alone, of metrics that are named after it."""
    if not metrics:
        raise InvalidOption("--each-reference is for Karat's own metrics. Name some with -m.")
    by_reference = corpora_by_reference(material.corpus)
    progress.stage("counting", len(by_reference))
    for name, corpus in by_reference.items():
        counted = counted_raters(evaluate(corpus, *metrics, threads=threads, keep_references=True))
        yield replace(material, corpus=corpus, metrics=tuple(of_reference(one, name) for one in counted))
        progress.advance()


def calibrations_of(materials: Sequence[Material], options: CellOptions) -> list[Calibration]:
    """The calibration of every cell, metric and dimension."""
    found = [made for _, made in fitted_cells(materials, options)]
    if not found:
        raise InvalidOption(
            "No cell has enough judged systems for a calibration. The notes say what is missing."
        )
    return found


def fitted_cells(
    materials: Sequence[Material], options: CellOptions, *, tell: Callable[[str], object] = note
) -> Iterator[tuple[Cell, Calibration]]:
    """Every cell that has enough judged systems, with its calibration; `tell` hears why others have none."""
    parts = [part for material in materials for part in parts_of(material, options)]
    confidence = 0.95 if options.confidence is None else options.confidence
    for cell in cells_of(parts, by=options.by, together=bool(options.together)):
        try:
            made = cell.calibration(
                level=options.level or "system",  # type: ignore[arg-type]
                confidence=confidence,
            )
        except InvalidOption as problem:
            where = cell_name(cell.setting)
            tell(f"No calibration of {cell.metrics[0].name} and {cell.human.name} in {where}: {problem}")
        else:
            yield cell, made


def coverage_notes(materials: Sequence[Material], options: CellOptions) -> list[Note]:
    """Which segments metrics are of, where people did not judge all."""
    said: dict[tuple[str, str, str], None] = {}
    for material in materials:
        total = len(material.corpus)
        for human in material.humans:
            if human.segments is None or human.covered == total or human.errors is not None:
                continue
            text = f"metrics are of the {human.covered:,} of {total:,} segments that people judged"
            hint = "--all-segments takes all"
            if options.all_segments:
                text = f"metrics are of all {total:,} segments, of which people judged {human.covered:,}"
                hint = ""
            where = f"{material.data}, {human.name}" if len(materials) > 1 else human.name
            said[where, text, hint] = None
    return [Note(*one) for one in said]


def tell_coverage(materials: Sequence[Material], options: CellOptions) -> None:
    """Say it on standard error, where the result is about something else."""
    for one in coverage_notes(materials, options):
        note(f"{one.label}: {one.with_hint}.")


def parts_of(material: Material, options: CellOptions, *, all_segments: bool = False) -> list[CellData]:
    """The parts of a data set as the options cut it; a dimension that has none is told."""
    parts = list(
        cells.parts_of(
            material,
            by=options.by,
            by_document=options.level == "document",
            languages=options.language_pair,
            labels=options.cell_labels,
            all_segments=all_segments or bool(options.all_segments),
        )
    )
    # Dimensions of which other segments were judged have parts of their own, so each is looked for in all.
    there = {human.name for part in parts for human in part.humans}
    if without := [human.name for human in material.humans if human.name not in there]:
        where = f" in {material.data}" if material.data else ""
        has, is_fitted = ("have", "they are") if len(without) > 1 else ("has", "it is")
        note(
            f"{listed(without, len(without))} {has} scores of whole systems only{where}: {is_fitted} fitted "
            "with --by language-pair."
        )
    return parts


def cell_name(setting: Setting) -> str:
    """A cell as notes call it."""
    return ", ".join(filter(None, (setting.data, setting.text_type, setting.system_label)))


def read_calibrations_of(
    paths: Sequence[str], human: Sequence[str] | None, scale: str | None
) -> list[Calibration]:
    """The calibrations of files, of some dimensions, on the scale that was asked for."""
    found = [one for path in paths for one in read_calibrations(path)]
    for name in human or ():
        if name not in {one.human for one in found}:
            raise UnknownName.among("human score", name, dict.fromkeys(one.human for one in found))
    wanted = [one for one in found if not human or one.human in human]
    return [one if scale is None else rescaled(one, scale) for one in wanted]


def judge_values(rater: Rater, judged: JudgedData) -> tuple[Floats, bool]:
    """Judges × systems × segments; where single judgements are not known, their means as of one judge."""
    corpus = judged.material.corpus
    for file in human_files(judged.options, judged.kind):
        if not is_judgements(file):
            continue
        # People among the systems are judged too, and are not in this corpus any more.
        how = how_to_read(judged.options, corpus)
        found = read_judgements(file, corpus, **{**how, "unknown_systems": "ignore"})
        if rater.name in found.dimensions:
            values = by_judge(found, rater.name, corpus=corpus)
            own, shown = found.scales[rater.name], scale_of(rater)
            same = shown is None or same_scale(own, shown)
            return (values if same else Conversion.between(own, shown)(values)), True  # type: ignore[arg-type]
    if rater.segments is None:
        raise InvalidOption(
            f"{rater.name} has scores of whole systems only, and sums take those of segments. Give a "
            "threshold: --threshold X."
        )
    return rater.only(list(corpus.systems)).segments[None], False  # type: ignore[index]
