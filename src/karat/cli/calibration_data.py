"""From judged texts to calibrations: a cell for each language pair and text type, or coarser."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.agreement import StudyLayout, judged
from karat.calibration import (
    cells,
    fingerprint,
    fit_points,
    points_of,
    read_calibrations,
    rescaled,
    same_scale,
    with_text_error,
)
from karat.calibration.human_scales import of_people, on_scale, scale_of, scale_text
from karat.cli.external_scores import check_scores
from karat.cli.inputs import check_inputs
from karat.cli.judged_data import each_data, human_files, read_material
from karat.cli.notes import note
from karat.cli.option_groups import DataOptions
from karat.cli.options import Options, option
from karat.errors import InvalidOption, UnknownName
from karat.judgements import Conversion, Scale, by_judge
from karat.readers.people.human_scores import is_judgements
from karat.readers.people.judgements import read_judgements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Material, Rater
    from karat.arrays import Floats
    from karat.calibration import Calibration, Point, Setting
    from karat.calibration.cells import CellData
    from karat.cli.inputs import Kind
    from karat.cli.progress import Progress
    from karat.corpus import Corpus
    from karat.metrics import Metric


class ScaleOptions(Options, title="input"):
    """On which scale people's scores are."""

    scale: str | None = option(
        "--scale",
        "TEXT",
        "such as 1-5 or 0-100: convert human scores to this scale, or declare their scale if they have none",
    )


class CellOptions(DataOptions, ScaleOptions):
    """Judged texts of which calibrations are fitted."""

    # Not of every command; each declares what it takes.
    level: str | None = None
    together: bool | None = None


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


def read_judged(
    options: CellOptions, metrics: tuple[Metric, ...], progress: Progress, *, command: str
) -> list[JudgedData]:
    """Every data set, with human scores on the scale that was asked for."""
    found = []
    for one in each_data(options):
        kind = check_inputs(one, command=command)
        levels = () if options.level is None else (options.level,)
        material = read_material(one, metrics, kind, progress, levels=levels)
        humans = tuple(on_scale(human, options.scale, tell=note) for human in material.humans)
        found.append(JudgedData(one, kind, replace(material, humans=humans)))
    return found


def calibrations_of(materials: Sequence[Material], options: CellOptions) -> list[Calibration]:
    """The calibration of every cell, metric and dimension."""
    parts = [part for material in materials for part in _asked(material, options)]
    if options.by == "target-language":
        return _by_target(parts, options)
    found = []
    for part in parts:
        for human in part.humans:
            for metrics in _alone_or_together(part.metrics, options):
                points = _points(metrics, human, part, options)
                made = _fitted(points, metrics, human, of_people(part.setting, human), options)
                if made is not None:
                    found.append(with_text_error(made, metrics, human, documents=part.documents))
    if not found:
        raise InvalidOption(
            "No cell has enough judged systems for a calibration. The notes say what is missing."
        )
    return found


def _asked(material: Material, options: CellOptions) -> Iterator[CellData]:
    """The parts of a data set; of each dimension the judged segments alone, where these are asked for."""
    for part in parts_of(material, options):
        if not options.judged_only:
            yield part
            continue
        for human in part.humans:
            metrics, people, layout = judged(part.metrics, human, StudyLayout(part.documents))
            yield replace(
                part,
                metrics=metrics,
                humans=(people,),
                documents=layout.documents,
                setting=part.setting if human.segments is None else _of_judged(material.corpus, part, human),
            )


def _of_judged(corpus: Corpus, part: CellData, human: Rater) -> Setting:
    """The setting of the segments of a part that people judged."""
    rows = [part.rows[place] for place in human.scored_segments]
    outputs = {name: [text[row] for row in rows] for name, text in corpus.systems.items()}
    text = cells.text_fingerprint(corpus, rows)
    return replace(part.setting, segments=len(rows), outputs=outputs, text=text)


def parts_of(material: Material, options: CellOptions) -> list[CellData]:
    """The parts of a data set as the options cut it; a dimension that has none is told."""
    parts = list(
        cells.parts_of(
            material,
            by=options.by,
            by_document=options.level == "document",
            languages=options.language_pair,
        )
    )
    for human in material.humans:
        if any(human.name not in {one.name for one in part.humans} for part in parts):
            note(f"{human.name} has scores of whole systems only: it is fitted with --by language-pair.")
    return parts


def _alone_or_together(metrics: tuple[Rater, ...], options: CellOptions) -> list[tuple[Rater, ...]]:
    return [metrics] if options.together else [(metric,) for metric in metrics]


def _points(
    metrics: tuple[Rater, ...], human: Rater, part: CellData, options: CellOptions
) -> tuple[Point, ...]:
    return points_of(metrics, human, level=options.level or "system", documents=part.documents)


def _fitted(
    points: Sequence[Point],
    metrics: tuple[Rater, ...],
    human: Rater,
    setting: Setting,
    options: CellOptions,
) -> Calibration | None:
    confidence = 0.95 if options.confidence is None else options.confidence
    try:
        return fit_points(
            points,
            metrics,
            human,
            setting=setting,
            level=options.level or "system",  # type: ignore[arg-type]
            confidence=confidence,
        )
    except InvalidOption as problem:
        note(f"No calibration of {metrics[0].name} and {human.name} in {cell_name(setting)}: {problem}")
        return None


def cell_name(setting: Setting) -> str:
    """A cell as notes call it."""
    return ", ".join(filter(None, (setting.data, setting.text_type)))


def _by_target(parts: Sequence[CellData], options: CellOptions) -> list[Calibration]:
    """Cells of one target language together; systems of different data sets are different systems."""
    together: dict[tuple[str, ...], list[tuple[CellData, tuple[Rater, ...], Rater]]] = {}
    for part in parts:
        if part.setting.language_pair is None:
            raise InvalidOption(
                f"{part.setting.data} does not say its languages. Name them with --language-pair."
            )
        target = part.setting.language_pair.rpartition("-")[2]
        for human in part.humans:
            for metrics in _alone_or_together(part.metrics, options):
                key = (target, human.name, *(metric.recipe for metric in metrics))
                together.setdefault(key, []).append((part, metrics, human))
    found = []
    for (target, *_), members in together.items():
        _check_scales(members)
        points = [
            replace(point, system=f"{part.setting.data}/{point.system}")
            for part, metrics, human in members
            for point in _points(metrics, human, part, options)
        ]
        first, metrics, human = members[0]
        setting = replace(
            first.setting,
            language_pair=f"*-{target}",
            text_type=None,
            data=", ".join(dict.fromkeys(part.setting.data for part, _, _ in members)),
            outputs=None,
            text=fingerprint(part.setting.text for part, _, _ in members),
            segments=sum(part.setting.segments for part, _, _ in members),
        )
        made = _fitted(points, metrics, human, of_people(setting, human), options)
        found += [] if made is None else [made]
    return found


def _check_scales(members: Sequence[tuple[CellData, tuple[Rater, ...], Rater]]) -> None:
    """Refuse to put human scores on two scales into one cell."""
    first, _, human = members[0]
    for part, _, other in members[1:]:
        if not same_scale(scale_of(human), scale_of(other)):
            raise InvalidOption(
                f"{human.name} is on the scale {scale_text(human)} in {first.setting.data} and on "
                f"{scale_text(other)} in {part.setting.data}. Bring them to one, such as "
                "--scale 0-100."
            )


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
        found = read_judgements(
            file, corpus, unknown_systems="ignore", first_segment=judged.options.first_segment
        )
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
