"""From data sets to calibrations: a cell for each language pair and text type, or coarser."""

from __future__ import annotations

from karat.calibration import Setting, fingerprint, fit_points, points_of
from karat.cli.notes import note
from karat.errors import InvalidOption
from karat.records import dataclass, replace
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Rater
    from karat.calibration import Calibration, Point
    from karat.cli.agree_data import Material
    from karat.cli.calibrate import CalibrateOptions
    from karat.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of one data set that makes a cell: its raters, its texts, and where it belongs."""

    metrics: tuple[Rater, ...]
    humans: tuple[Rater, ...]
    documents: Sequence[str] | None
    rows: Sequence[int]
    setting: Setting


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


def parts_of(material: Material, options: CalibrateOptions) -> Iterator[Part]:
    """The parts of a data set, each with what it is of."""
    corpus = material.corpus
    pair = options.language_pair or language_pair(corpus)
    documents = list(corpus.labels("document")) if options.level == "document" else None
    for text_type, rows in rows_by_type(corpus, options.by).items():
        whole = len(rows) == len(corpus)
        humans = [one for one in material.humans if whole or one.segments is not None]
        for one in material.humans:
            if one not in humans:
                note(f"{one.name} has scores of whole systems only: it is fitted with --by language-pair.")
        metrics = [one for one in material.metrics if whole or one.segments is not None]
        yield Part(
            tuple(one if whole else one.within(rows) for one in metrics),
            tuple(one if whole else one.within(rows) for one in humans),
            documents and [documents[row] for row in rows],
            rows,
            Setting(
                language_pair=pair,
                text_type=text_type,
                data=material.data,
                scale=options.scale,
                human_higher_is_better=not options.human_lower_is_better,
                outputs={name: [text[row] for row in rows] for name, text in corpus.systems.items()},
                text=text_fingerprint(corpus, rows),
                segments=len(rows),
                date=_today(),
            ),
        )


def rows_by_type(corpus: Corpus, by: str | None) -> dict[str | None, list[int]]:
    """The segments of each text type; all under None where they are taken together."""
    if by == "text-type" or (by is None and corpus.text_types is not None):
        rows: dict[str | None, list[int]] = {}
        for row, label in enumerate(corpus.labels("text_type")):
            rows.setdefault(label or "(none)", []).append(row)
        return rows
    return {None: list(range(len(corpus)))}


def language_pair(corpus: Corpus) -> str | None:
    """The languages of a corpus, where it says them."""
    if corpus.source_language and corpus.target_language:
        return f"{corpus.source_language}-{corpus.target_language}"
    return None


def text_fingerprint(corpus: Corpus, rows: Sequence[int]) -> str:
    """By which the references of a text are known again."""
    return fingerprint(text for row in rows for text in corpus.references.of_segment(row))


def on_scale(setting: Setting, human: Rater) -> Setting:
    """The setting with the scale that the human scores name, unless one was asked for."""
    named = [part.removeprefix("scale:") for part in human.recipe.split("|") if part.startswith("scale:")]
    # A recipe says in brackets what the scale is, for readers who do not know its name.
    return setting if setting.scale or not named else replace(setting, scale=named[0].partition("[")[0])


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


def _today() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()
