"""From data sets to calibrations: a cell for each language pair and text type, or coarser."""

from __future__ import annotations

from karat.calibration import cells, fingerprint, fit_points, points_of
from karat.calibration.cells import on_scale
from karat.cli.notes import note
from karat.errors import InvalidOption
from karat.records import replace
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Material, Rater
    from karat.calibration import Calibration, Point, Setting
    from karat.calibration.cells import Part
    from karat.cli.calibrate import CalibrateOptions


def calibrations_of(materials: Sequence[Material], options: CalibrateOptions) -> list[Calibration]:
    """The calibration of every cell, metric and dimension."""
    parts = [part for material in materials for part in parts_of(material, options)]
    if options.by == "target-language":
        return _by_target(parts, options)
    found = []
    for part in parts:
        for human in part.humans:
            for metrics in _alone_or_together(part.metrics, options):
                points = _points(metrics, human, part, options)
                made = _fitted(points, metrics, human, on_scale(part.setting, human), options)
                found += [] if made is None else [made]
    if not found:
        raise InvalidOption(
            "No cell has enough judged systems for a calibration. The notes say what is missing."
        )
    return found


def parts_of(material: Material, options: CalibrateOptions) -> list[Part]:
    """The parts of a data set as the options cut it; a dimension that has none is told."""
    parts = list(
        cells.parts_of(
            material,
            by=options.by,
            by_document=options.level == "document",
            languages=options.language_pair,
            scale=options.scale,
            human_higher_is_better=not options.human_lower_is_better,
        )
    )
    for human in material.humans:
        if any(human.name not in {one.name for one in part.humans} for part in parts):
            note(f"{human.name} has scores of whole systems only: it is fitted with --by language-pair.")
    return parts


def _alone_or_together(metrics: tuple[Rater, ...], options: CalibrateOptions) -> list[tuple[Rater, ...]]:
    return [metrics] if options.together else [(metric,) for metric in metrics]


def _points(
    metrics: tuple[Rater, ...], human: Rater, part: Part, options: CalibrateOptions
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


def _by_target(parts: Sequence[Part], options: CalibrateOptions) -> list[Calibration]:
    """Cells of one target language together; systems of different data sets are different systems."""
    together: dict[tuple[str, ...], list[tuple[Part, tuple[Rater, ...], Rater]]] = {}
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
        made = _fitted(points, metrics, human, on_scale(setting, human), options)
        found += [] if made is None else [made]
    return found
