"""A calibration: the map from a metric to people for one language pair and text type, and where it holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, nan
from typing import TYPE_CHECKING, Any

from karat.calibration.calibration_record import check_types
from karat.calibration.character_profiles import CharacterProfile
from karat.calibration.left_out import LeftOutSystem
from karat.calibration.maps import Map
from karat.calibration.text_error import TextError
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidFile, UnknownName
from karat.judgements import Scale

if TYPE_CHECKING:
    from collections.abc import Mapping

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Point(Equal, Shown):
    """A text that was judged: its system, its metric scores, and people's score.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> calibration.points[0]
    Point(system='A', scores=(20.0,), human=2.6)
    """

    system: str
    scores: tuple[float, ...]
    human: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Calibration(Equal, Shown):
    """A regression from metric scores to human scores, with the conditions under which it may be used.

    `maps` has every kind of map that could be fitted, `chosen` names the one that predicts; `errors` has the
    cross-validated root mean squared error of each kind. `text_type` is None where all of the text was
    fitted together (`text_types` then says what, if it was several), `language_pair` where it is not known.
    `references` is how many a segment had, 0 where it is not known. `system_label` is the kind of its
    systems, None where they are of any kind. `text_error` is what another text adds
    to the error of a system, None where it is not known; `score_errors` say how far each metric's scores move
    with the text. `points` are kept for systems and documents. `left_out` are systems that are not used for
    the range and the profile; each has a flag that says whether it is used for the line.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import Setting, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human, setting=Setting("de-en", "news", scale="1-5"))
    >>> calibration.name, calibration.chosen, round(calibration.correlation, 3), calibration.ranges
    ('BLEU → adequacy (de-en, news)', 'least-squares', 0.985, ((20.0, 38.0),))
    """

    metrics: tuple[str, ...]
    recipes: tuple[str, ...]
    higher_is_better: tuple[bool, ...]
    human: str
    human_recipe: str
    human_higher_is_better: bool
    scale: str | None
    language_pair: str | None
    text_type: str | None
    text_types: tuple[str, ...]
    references: int
    level: str
    systems: tuple[str, ...]
    segments: int
    observations: int
    ranges: tuple[Pair, ...]
    human_range: Pair
    correlation: float
    correlation_interval: Pair
    maps: tuple[Map, ...]
    errors: Mapping[str, float]
    chosen: str
    pooled: Map | None
    singles: Mapping[str, float]
    profile: CharacterProfile | None
    text_error: TextError | None
    points: tuple[Point, ...]
    confidence: float
    data: str
    fingerprint: str
    date: str
    version: str
    system_label: str | None = None
    left_out: tuple[LeftOutSystem, ...] = ()
    score_errors: tuple[TextError, ...] = ()

    @property
    def map(self) -> Map:
        """The map that predicts."""
        return self.map_of(self.chosen)

    def map_of(self, kind: str) -> Map:
        """The map of one kind."""
        known = {each.kind: each for each in self.maps}
        if self.pooled is not None:
            known["pooled"] = self.pooled
        if not isinstance(kind, str) or kind not in known:
            raise UnknownName.among("map in this calibration", kind, known)
        return known[kind]

    @property
    def rises(self) -> bool:
        """Whether people's scores should rise with those of the (first) metric."""
        return self.higher_is_better[0] == self.human_higher_is_better

    @property
    def is_turned(self) -> bool:
        """Whether better scores of the metric go with worse human scores: a slope of the wrong sign."""
        if len(self.metrics) > 1:
            return False
        slope = self.map_of("least-squares").slope
        return slope < 0 if self.rises else slope > 0

    @property
    def scale_of_people(self) -> Scale | None:
        """The human scale with the good end of these scores; None where it is not known."""
        if self.scale is None:
            return None
        return replace(Scale.parse(self.scale), better="higher" if self.human_higher_is_better else "lower")

    @property
    def bounds(self) -> Pair:
        """The ends of the human scale, infinite where they are not known."""
        scale = self.scale_of_people
        return (-inf, inf) if scale is None else (scale.low, scale.high)

    @property
    def name(self) -> str:
        """Metric, people and cell, in a few words."""
        cell = ", ".join(part for part in (self.language_pair, self.text_type, self.system_label) if part)
        return f"{' + '.join(self.metrics)} → {self.human}" + (f" ({cell})" if cell else "")

    def to_dict(self) -> dict[str, Any]:
        """The calibration as plain values, in a stable order."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        line = self.map_of("least-squares")
        slopes = [
            line.coefficient_interval(place, self.confidence) for place in range(len(line.coefficients))
        ]
        return {
            **plain,
            "maps": [each.to_dict() for each in self.maps],
            "errors": dict(self.errors),
            "singles": dict(self.singles),
            "pooled": self.pooled and self.pooled.to_dict(),
            "profile": self.profile and self.profile.to_dict(),
            "text_error": self.text_error and self.text_error.to_dict(),
            "left_out": [one.to_dict() for one in self.left_out],
            "score_errors": [one.to_dict() for one in self.score_errors],
            "points": [[point.system, *point.scores, point.human] for point in self.points],
            # For the reader: follows from the maps.
            "line": {
                "intercept": line.intercept,
                "intercept_interval": slopes[0],
                "slopes": line.coefficients[1:],
                "slope_intervals": slopes[1:],
                "residual_deviation": line.deviation,
            },
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], *, file: str = "calibration") -> Calibration:
        """The calibration that `to_dict` wrote."""
        try:
            check_types(values)
            return cls(**_read(cls, values))
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            raise InvalidFile.at(
                file, f"a calibration is not as Karat writes it ({wrong}). Fit it anew."
            ) from None

    def _row(self) -> dict[str, Any]:
        low, high = self.correlation_interval
        return {
            "human": self.human,
            "metric": " + ".join(self.metrics),
            "language_pair": self.language_pair,
            "text_type": self.text_type,
            "system_label": self.system_label,
            "level": self.level,
            "systems": len(self.systems),
            "segments": self.segments,
            "observations": self.observations,
            "correlation": self.correlation,
            "low": low,
            "high": high,
            "map": self.chosen,
            "error": self.errors.get(self.chosen),
            "scale": self.scale,
            "data": self.data,
            "date": self.date,
        }


def _read(cls: type, values: Mapping[str, Any]) -> dict[str, Any]:
    # Files of earlier versions know no labels, and left nothing out.
    known = {"system_label": None, "left_out": [], "score_errors": [], **values}
    made = {name: known[name] for name in cls.__match_args__}  # type: ignore[attr-defined]
    for name in ("metrics", "recipes", "systems", "text_types"):
        made[name] = tuple(map(str, made[name]))
    for name in ("references", "segments", "observations"):
        made[name] = int(made[name])
    made["higher_is_better"] = tuple(map(bool, made["higher_is_better"]))
    made["ranges"] = tuple(_pair(pair) for pair in made["ranges"])
    made["human_range"] = _pair(made["human_range"])
    made["correlation_interval"] = _pair(made["correlation_interval"])
    made["correlation"] = _number(made["correlation"])
    made["confidence"] = float(made["confidence"])
    made["maps"] = tuple(map(Map.from_dict, made["maps"]))
    for name in ("errors", "singles"):
        made[name] = {str(key): _number(value) for key, value in made[name].items()}
    made["pooled"] = made["pooled"] and Map.from_dict(made["pooled"])
    made["profile"] = made["profile"] and CharacterProfile.from_dict(made["profile"])
    made["text_error"] = made["text_error"] and TextError.from_dict(made["text_error"])
    made["left_out"] = tuple(
        LeftOutSystem(str(one["system"]), str(one["reason"]), bool(one["in_line"]))
        for one in made["left_out"]
    )
    made["score_errors"] = tuple(map(TextError.from_dict, made["score_errors"]))
    made["points"] = tuple(
        Point(str(system), tuple(map(float, scores)), float(human))
        for system, *scores, human in made["points"]
    )
    if made["chosen"] not in {each.kind for each in made["maps"]}:
        raise ValueError(f"there is no map of the kind {made['chosen']!r}")
    return made


def _pair(values: Any) -> Pair:
    low, high = values
    return _number(low), _number(high)


def _number(value: float | None) -> float:
    return nan if value is None else float(value)
