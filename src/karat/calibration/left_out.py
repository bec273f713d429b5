"""Systems that a calibration leaves out, because they are broken or far from all others.

One broken system stretches what counts as usual so far that the next one is no longer refused. In the line it
is worse: with one beside 7 to 15 real ones, predictions of ordinary systems were off 1.4 to 3 times as far.
A weak system that is far from the others, but not broken, makes the line no worse, and stays in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.calibration.character_profiles import profile_of, signs_of
from karat.calibration.output_signs import usual_signs
from karat.calibration.usual_range import FAR, deviations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.calibration.calibration import Point
    from karat.calibration.character_profiles import CharacterProfile

# Of fewer systems, nobody can say which is far from the rest.
_LEAST_SYSTEMS = 8


@dataclass(frozen=True, slots=True)
class LeftOutSystem:
    """A system that is not used for the range and the profile; `in_line` says whether it is used for the
    line.

    >>> LeftOutSystem("A", "half of its segments are empty", in_line=False).system
    'A'
    """

    system: str
    reason: str
    in_line: bool

    def to_dict(self) -> dict[str, Any]:
        """The system as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


def broken_systems(
    outputs: Mapping[str, Sequence[str]], sources: Sequence[str] | None
) -> tuple[LeftOutSystem, ...]:
    """The outputs with signs that are not usual among them; what most of them show is not called broken."""
    if len(outputs) < 3:
        return ()
    signs = signs_of(outputs, sources)
    usual = usual_signs(signs.values())
    found = tuple(
        LeftOutSystem(name, " and ".join(faults), in_line=False)
        for name, own in signs.items()
        if (faults := own.faults(usual))
    )
    return found if 2 * len(found) < len(outputs) else ()


def far_systems(points: Sequence[Point], profile: CharacterProfile | None) -> tuple[LeftOutSystem, ...]:
    """Systems that are far from all others both by score and by what they write.

    Either alone is common: three of twelve good systems had chrF scores beyond five deviations.
    """
    if profile is None or len(points) < _LEAST_SYSTEMS or len(profile.distances) != len(points):
        return ()
    unlike = dict(
        zip(
            (name for name, _ in profile.distances),
            deviations([distance for _, distance in profile.distances]) > FAR,
            strict=True,
        )
    )
    found = {}
    for scores in zip(*(point.scores for point in points), strict=True):
        for point, off in zip(points, deviations(scores), strict=True):
            if abs(off) > FAR and unlike.get(point.system):
                reason = "its score and its character n-grams are far from those of all other systems"
                found[point.system] = LeftOutSystem(point.system, reason, in_line=True)
    return tuple(found.values()) if 2 * len(found) < len(points) else ()


def profile_without(
    outputs: Mapping[str, Sequence[str]],
    text: str,
    sources: Sequence[str] | None,
    out: Sequence[LeftOutSystem],
) -> CharacterProfile | None:
    """The profile of the systems that are not left out."""
    names = {one.system for one in out}
    kept = {name: output for name, output in outputs.items() if name not in names}
    return profile_of(kept, text, sources=sources)
