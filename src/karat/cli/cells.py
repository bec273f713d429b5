"""From data sets to calibrations: a cell for each language pair and text type, or coarser."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.agreement import StudyLayout, judged
from karat.calibration import cells, fingerprint, fit_points, points_of, same_scale, with_text_error
from karat.calibration.human_scales import of_people, on_scale, scale_of, scale_text
from karat.cli.agree_data import each_data, read_material
from karat.cli.inputs import check_inputs
from karat.cli.notes import note
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Material, Rater
    from karat.calibration import Calibration, Point, Setting
    from karat.calibration.cells import CellData
    from karat.cli.agree import AgreeOptions
    from karat.cli.calibrate import CalibrateOptions
    from karat.cli.inputs import Kind
    from karat.cli.progress import Progress
    from karat.corpus import Corpus
    from karat.metrics import Metric


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A data set that people judged: what was read, and how it was asked for."""

    options: AgreeOptions
    kind: Kind
    material: Material


def read_judged(
    options: CalibrateOptions, metrics: tuple[Metric, ...], progress: Progress, *, command: str
) -> list[Judged]:
    """Every data set, with human scores on the scale that was asked for."""
    found = []
    for one in each_data(options):
        kind = check_inputs(one, command=command)
        material = read_material(one, metrics, kind, progress)
        humans = tuple(on_scale(human, options.scale, tell=note) for human in material.humans)
        found.append(Judged(one, kind, replace(material, humans=humans)))
    return found


def calibrations_of(materials: Sequence[Material], options: CalibrateOptions) -> list[Calibration]:
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
                    found.append(with_text_error(made, metrics, human, part.documents))
    if not found:
        raise InvalidOption(
            "No cell has enough judged systems for a calibration. The notes say what is missing."
        )
    return found


def _asked(material: Material, options: CalibrateOptions) -> Iterator[CellData]:
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


def parts_of(material: Material, options: CalibrateOptions) -> list[CellData]:
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


def _alone_or_together(metrics: tuple[Rater, ...], options: CalibrateOptions) -> list[tuple[Rater, ...]]:
    return [metrics] if options.together else [(metric,) for metric in metrics]


def _points(
    metrics: tuple[Rater, ...], human: Rater, part: CellData, options: CalibrateOptions
) -> tuple[Point, ...]:
    return points_of(metrics, human, level=options.level or "system", documents=part.documents)


def _fitted(
    points: Sequence[Point],
    metrics: tuple[Rater, ...],
    human: Rater,
    setting: Setting,
    options: CalibrateOptions,
) -> Calibration | None:
    confidence = 0.95 if options.confidence is None else options.confidence
    try:
        return fit_points(
            points,
            metrics,
            human,
            setting,
            level=options.level or "system",  # type: ignore[arg-type]
            confidence=confidence,
        )
    except InvalidOption as problem:
        cell = ", ".join(filter(None, (setting.data, setting.text_type)))
        note(f"No calibration of {metrics[0].name} and {human.name} in {cell}: {problem}")
        return None


def _by_target(parts: Sequence[CellData], options: CalibrateOptions) -> list[Calibration]:
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
