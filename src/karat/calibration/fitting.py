"""From the scores of a metric and of people to a calibration."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from math import atanh, nan, sqrt, tanh
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat._version import __version__
from karat.agreement.correlation import pearson
from karat.calibration import estimators
from karat.calibration.calibration import Calibration, Point
from karat.calibration.left_out import broken_systems, far_systems, profile_without
from karat.calibration.pooling import pooled_fit
from karat.calibration.text_error import with_text_error
from karat.errors import InvalidOption
from karat.judgements import Scale
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.agreement import Rater
    from karat.arrays import Floats
    from karat.calibration.maps import Map

Level: TypeAlias = Literal["system", "document", "segment"]
# Slopes of all pairs of more texts than these would take long and say no more.
_MOST_FOR_MEDIANS = 2000
_LEAST_FOR_CHOICE = 8


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the scores come from; the calibration will hold for such text.

    `outputs` are the systems' texts, for their profile, and `sources` what they translated; `text` is the
    fingerprint of the references, `references` how many a segment has at most. `text_types` are those that
    were taken together; `system_label` is the kind of the systems, where a cell has those of one kind alone.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> fit([metric], human, setting=Setting("de-en", "news")).name
    'BLEU → adequacy (de-en, news)'
    """

    language_pair: str | None = None
    text_type: str | None = None
    data: str = ""
    scale: str | None = None
    outputs: Mapping[str, Sequence[str]] | None = None
    text: str = ""
    segments: int = 0
    references: int = 0
    text_types: tuple[str, ...] = ()
    date: str = ""
    system_label: str | None = None
    sources: Sequence[str] | None = None


def fit(
    metrics: Sequence[Rater],
    human: Rater,
    *,
    setting: Setting | None = None,
    level: Level = "system",
    documents: Sequence[str] | None = None,
    confidence: float = 0.95,
) -> Calibration:
    """The calibration of one or several metrics against people, from systems that both have scored.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> round(calibration.map.slope, 3), [each.kind for each in calibration.maps]
    (0.087, ['least-squares', 'theil-sen', 'isotonic'])
    """
    points = points_of(metrics, human, level=level, documents=documents)
    fitted = fit_points(points, metrics, human, setting=setting, level=level, confidence=confidence)
    return with_text_error(fitted, metrics, human, documents=documents)


def fit_points(
    points: Sequence[Point],
    metrics: Sequence[Rater],
    human: Rater,
    *,
    setting: Setting | None = None,
    level: Level = "system",
    confidence: float = 0.95,
) -> Calibration:
    """The calibration of points, which may come from several data sets; raters give names and directions.

    Broken systems are left out, where their outputs show it. Maps of every kind are fitted; another than
    least squares is chosen only where its errors on systems that were left out are smaller by more than twice
    the standard error.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit_points, points_of
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> points = points_of([metric], human)
    >>> fit_points(points[1:], [metric], human).systems
    ('B', 'C', 'D', 'E', 'F')
    """
    setting = setting or Setting()
    check_confidence(confidence)
    outputs = _only(setting.outputs or {}, dict.fromkeys(point.system for point in points))
    broken = broken_systems(outputs, setting.sources)
    kept = tuple(point for point in points if point.system not in {one.system for one in broken})
    if len(kept) < len(metrics) + 2:
        broken, kept = (), tuple(points)
    points = kept
    _check_scale(setting.scale, points, human)
    scores = np.array([point.scores for point in points], dtype=np.float64).reshape(len(points), len(metrics))
    people = np.array([point.human for point in points])
    systems = tuple(dict.fromkeys(point.system for point in points))
    profile = profile_without(outputs, setting.text, setting.sources, broken)
    far = far_systems(points, profile) if level == "system" else ()
    if far:
        profile = profile_without(outputs, setting.text, setting.sources, (*broken, *far))
    near = np.array([point.system not in {one.system for one in far} for point in points])
    groups = [systems.index(point.system) for point in points]
    maps, left_out = _maps(metrics, scores, people, groups, human)
    correlation = _correlation(maps[0], scores, people)
    singles = {
        metric.name: estimators.root_mean_square(
            estimators.left_out_errors(estimators.least_squares, scores[:, [place]], people, groups)
        )
        for place, metric in enumerate(metrics)
        if len(metrics) > 1
    }
    return Calibration(
        metrics=tuple(metric.name for metric in metrics),
        recipes=tuple(metric.recipe for metric in metrics),
        higher_is_better=tuple(metric.higher_is_better for metric in metrics),
        human=human.name,
        human_recipe=human.recipe,
        human_higher_is_better=human.higher_is_better,
        scale=setting.scale,
        language_pair=setting.language_pair,
        text_type=setting.text_type,
        text_types=setting.text_types,
        references=setting.references,
        level=level,
        systems=systems,
        segments=setting.segments,
        observations=len(points),
        ranges=tuple((float(column.min()), float(column.max())) for column in scores[near].T),
        human_range=(float(people.min()), float(people.max())),
        correlation=correlation,
        correlation_interval=_fisher(correlation, len(systems), confidence)
        if len(metrics) == 1
        else (nan, nan),
        maps=maps,
        errors={
            each.kind: estimators.root_mean_square(errors)
            for each, errors in zip(maps, left_out, strict=True)
        },
        chosen=maps[_choice(left_out)].kind,
        pooled=None,
        singles=singles,
        profile=profile,
        text_error=None,
        points=points if level != "segment" else (),
        confidence=confidence,
        data=setting.data,
        fingerprint=fingerprint([setting.text, *map(_written, points)]),
        date=setting.date,
        version=__version__,
        system_label=setting.system_label,
        left_out=(*broken, *far),
    )


def with_pooling(calibrations: Sequence[Calibration]) -> tuple[Calibration, ...]:
    """The same calibrations, those of one metric and dimension with a partially pooled map beside their own.

    Cells are pooled where the same metric, dimension and scale were fitted on systems at least three times.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit, with_pooling
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> cells = [fit([metric], human, setting=Setting("de-en", name)) for name in ("news", "chat", "law")]
    >>> [round(one.pooled.slope, 3) for one in with_pooling(cells)]
    [0.087, 0.087, 0.087]
    """
    found = list(calibrations)
    alike: dict[tuple[Any, ...], list[int]] = {}
    for place, each in enumerate(found):
        if len(each.metrics) == 1 and each.level == "system":
            alike.setdefault((each.metrics, each.recipes, each.human, each.scale_of_people), []).append(place)
    for places in alike.values():
        cells = [
            (
                np.array([point.scores[0] for point in found[place].points]),
                np.array([point.human for point in found[place].points]),
            )
            for place in places
        ]
        if len(cells) < 3:
            continue
        for place, pooled in zip(places, pooled_fit(cells).maps, strict=True):
            found[place] = replace(found[place], pooled=pooled)
    return tuple(found)


def points_of(
    metrics: Sequence[Rater], human: Rater, *, level: str = "system", documents: Sequence[str] | None = None
) -> tuple[Point, ...]:
    """The texts of a level that all metrics and people have scored.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import points_of
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> [point.human for point in points_of([metric], human)]
    [2.6, 2.9, 3.3, 3.4, 3.9, 4.1]
    """
    if not metrics:
        raise InvalidOption("There is no metric to calibrate. Name at least one.")
    if level not in ("system", "document", "segment"):
        raise InvalidOption.choice("level", level, ("system", "document", "segment"))
    systems = [name for name in metrics[0].systems if name in human.systems]
    tables = [rater.only(systems).table(level, documents).values for rater in (*metrics, human)]
    there = np.asarray(np.isfinite(np.array(tables)).all(axis=0))
    return tuple(
        Point(name, tuple(float(table[row, column]) for table in tables[:-1]), float(tables[-1][row, column]))
        for row, name in enumerate(systems)
        for column in np.flatnonzero(there[row])
    )


def _maps(
    metrics: Sequence[Rater], scores: Floats, human: Floats, groups: Sequence[int], people: Rater
) -> tuple[tuple[Map, ...], list[Floats]]:
    """Every map that the data allow, least squares first, and the errors of each on systems left out."""
    if len(human) < len(metrics) + 2:
        names = " and ".join(metric.name for metric in metrics)
        raise InvalidOption(
            f"{len(human)} {'text has' if len(human) == 1 else 'texts have'} scores of {names} and of "
            "people; a calibration takes at least "
            f"{len(metrics) + 2}, and is of little use with fewer than 6. Judge more systems, or calibrate "
            "at the level of documents."
        )
    ways: list[estimators.Fit] = [estimators.least_squares]
    if len(metrics) > 1:
        ways += [estimators.ridge] if len(human) > len(metrics) + 2 else []
    else:
        rising = metrics[0].agrees_upwards(people)
        ways += [estimators.theil_sen] if len(human) <= _MOST_FOR_MEDIANS else []
        ways += [estimators.rising_steps if rising else estimators.falling_steps]
    maps, left_out, systems = [], [], len(set(groups))
    for way in ways:
        fitted, errors = way(scores, human), estimators.left_out_errors(way, scores, human, groups)
        if systems < len(human):
            maps.append(estimators.widened(fitted, errors, scores, human, groups))
        else:
            maps.append(fitted if fitted.spread else estimators.with_errors(fitted, errors))
        left_out.append(errors)
    return tuple(maps), left_out


def _check_scale(scale: str | None, points: Sequence[Point], human: Rater) -> None:
    """Refuse human scores off the scale that they are said to be on."""
    if scale is None:
        return
    known = Scale.parse(scale)
    for point in points:
        if not known.holds(point.human):
            raise InvalidOption(
                f"{human.name} of {point.system} is {point.human:g}, and the scale {scale!r} goes from "
                f"{known.low:g} to {known.high:g}. Say which scale it is on."
            )


def _choice(left_out: Sequence[Floats]) -> int:
    """The place of the map to predict with: least squares, unless another is better beyond chance."""
    usual, best, least = left_out[0] ** 2, 0, 0.0
    for place, errors in enumerate(left_out[1:], 1):
        gain = usual - errors**2
        if (gain != gain).any() or len(gain) < _LEAST_FOR_CHOICE:  # noqa: PLR0124 (only NaN is not itself)
            continue
        mean = float(gain.mean())
        if mean > max(least, 2 * float(gain.std(ddof=1)) / sqrt(len(gain))):
            best, least = place, mean
    return best


def _correlation(fitted: Map, scores: Floats, human: Floats) -> float:
    """Pearson's r of (metric, human), or of several metrics as the map combines them."""
    if scores.shape[1] == 1:
        return float(pearson(scores[:, 0], human))
    return float(pearson(np.array([fitted.value(row) for row in scores.tolist()]), human))


def _fisher(correlation: float, systems: int, confidence: float) -> tuple[float, float]:
    """The interval of a correlation by Fisher's z, over as many independent things as there are systems."""
    if systems < 4 or not abs(correlation) < 1:
        return nan, nan
    width = NormalDist().inv_cdf((1 + confidence) / 2) / sqrt(systems - 3)
    return tanh(atanh(correlation) - width), tanh(atanh(correlation) + width)


def _only(outputs: Mapping[str, Sequence[str]], systems: Iterable[str]) -> dict[str, Sequence[str]]:
    return {name: outputs[name] for name in systems if name in outputs}


def _written(point: Point) -> str:
    """A point to nine digits: the last bits of a score may differ between processors."""
    return " ".join([point.system, *(f"{value:.9g}" for value in (*point.scores, point.human))])


def fingerprint(texts: Iterable[object]) -> str:
    """A short name for texts or numbers, by which the same ones are known again.

    >>> fingerprint(["the cat sat", "on the mat"])
    '575838e5e6bc8a53'
    """
    found = sha256()
    for text in texts:
        found.update(f"{text}\n".encode("utf-8", "surrogatepass"))
    return found.hexdigest()[:16]
