"""How like the systems of a calibration a new system is, by the n-grams of its characters.

People and machines, or machines of different kinds, can have the same score and not the same quality: a
human translation is often far off the line of the machines. What they write differs too, so the distance of a
new output from those that were fitted on says where a calibration may not hold. On another text, where
subjects differ too, the signs of broken output still tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.calibration.gram_buckets import BUCKETS, trigram_buckets
from karat.calibration.output_signs import (
    MOST_SEGMENTS,
    CharacterModel,
    OutputSigns,
    buckets_of,
    usual_signs,
)
from karat.calibration.usual_range import usual_range
from karat.equality import Equal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.arrays import Floats


# Shares are kept as whole parts: a file stays small and reads the same everywhere.
_PARTS = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class CharacterProfile(Equal):
    """The mean profile of the systems, and the distance of each from the mean of the others.

    `text` is the fingerprint of the references: profiles of different texts differ by their subject, and
    are not compared. `source` is the profile of the source, where it is known, `neighbours` that of
    neighbouring words, and `usual` the signs that are usual among the systems.

    >>> from karat.calibration import profile_of
    >>> profile = profile_of({"A": ["the cat sat"], "B": ["the cat sits"], "C": ["a cat sat"]}, "t1")
    >>> profile.distance(["the cat sat"]) < profile.limit < profile.distance(["der Kater"])
    True
    """

    text: str
    parts: tuple[int, ...]
    distances: tuple[tuple[str, float], ...]
    source: tuple[int, ...] = ()
    neighbours: tuple[int, ...] = ()
    usual: OutputSigns | None = None

    @property
    def farthest(self) -> float:
        """The largest distance of a calibration system from the others."""
        return max(distance for _, distance in self.distances)

    @property
    def limit(self) -> float:
        """The distance beyond which an output is unlike the systems."""
        return usual_range([distance for _, distance in self.distances])[1]

    def distance(self, output: Sequence[str]) -> float:
        """How far an output of the same text is from the systems' mean."""
        return _distance(shares(output), _of_parts(self.parts))

    def faults(self, output: Sequence[str]) -> tuple[str, ...]:
        """In what an output is broken, of whatever text; files of earlier versions cannot tell."""
        if self.usual is None:
            return ()
        source = _of_parts(self.source) if self.source else None
        model = CharacterModel(_of_parts(self.parts), source, _of_parts(self.neighbours))
        return model.signs(output).faults(self.usual)

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain values, in a stable order."""
        return {
            "text": self.text,
            "distances": dict(self.distances),
            "usual": self.usual and self.usual.to_dict(),
            "parts": list(self.parts),
            "source": list(self.source),
            "neighbours": list(self.neighbours),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CharacterProfile:
        """The profile that `to_dict` wrote."""
        distances = tuple((str(name), float(value)) for name, value in values["distances"].items())
        # Files of earlier versions know no signs.
        usual = values.get("usual")
        return cls(
            str(values["text"]),
            tuple(map(int, values["parts"])),
            distances,
            tuple(map(int, values.get("source", ()))),
            tuple(map(int, values.get("neighbours", ()))),
            None if usual is None else OutputSigns.from_dict(usual),
        )


def profile_of(
    systems: Mapping[str, Sequence[str]], text: str, *, sources: Sequence[str] | None = None
) -> CharacterProfile | None:
    """The profile of some systems' outputs; None of fewer than three, which say too little of their kind.

    `sources` are the segments that were translated, by which output in their language is known.

    >>> outputs = {"A": ["the cat sat"], "B": ["the cat sits"], "C": ["a cat sat"]}
    >>> {name: round(distance, 2) for name, distance in profile_of(outputs, "t1").distances}
    {'A': 0.38, 'B': 0.58, 'C': 0.58}
    """
    if len(systems) < 3:
        return None
    each = {name: shares(output) for name, output in systems.items()}
    whole = np.sum(list(each.values()), axis=0)
    distances = tuple((name, _distance(own, (whole - own) / (len(each) - 1))) for name, own in each.items())
    signs = list(signs_of(systems, sources).values())
    known = not np.isnan([one.untranslated for one in signs]).all()
    return CharacterProfile(
        text,
        _parts(whole / len(each)),
        distances,
        _parts(shares(sources or ())) if known else (),
        _parts(np.mean([buckets_of(output).neighbour_shares for output in systems.values()], axis=0)),
        usual_signs(signs),
    )


def signs_of(
    systems: Mapping[str, Sequence[str]], sources: Sequence[str] | None = None
) -> dict[str, OutputSigns]:
    """The signs of each output, which is compared with the others of the same text."""
    outputs = tuple((name, tuple(output)) for name, output in systems.items())
    return dict(_signs_of(outputs, None if sources is None else tuple(sources)))


# Calibrations of several metrics and dimensions are of the same outputs; each asks twice.
@lru_cache(maxsize=16)
def _signs_of(
    outputs: tuple[tuple[str, tuple[str, ...]], ...], sources: tuple[str, ...] | None
) -> tuple[tuple[str, OutputSigns], ...]:
    systems = dict(outputs)
    trigrams = {name: shares(output) for name, output in systems.items()}
    pairs = {name: buckets_of(output).neighbour_shares for name, output in systems.items()}
    target, neighbours = (np.sum(list(each.values()), axis=0) for each in (trigrams, pairs))
    source, others = shares(sources or ()), len(systems) - 1
    whole = CharacterModel(target / len(systems), source, neighbours / len(systems))
    known = source if sources is not None and whole.knows_source(sources) else None
    return tuple(
        (
            name,
            CharacterModel(
                (target - trigrams[name]) / others, known, (neighbours - pairs[name]) / others
            ).signs(output),
        )
        for name, output in outputs
    )


def shares(output: Iterable[str]) -> Floats:
    """The share of each bucket of character n-grams."""
    return _shares(tuple(output))


# Calibrations of several metrics and dimensions are of the same outputs.
@lru_cache(maxsize=64)
def _shares(output: tuple[str, ...]) -> Floats:
    # The signs look at the same trigrams, unless the text is long.
    grams = trigram_buckets(output)[0] if len(output) > MOST_SEGMENTS else buckets_of(output).trigrams
    found = np.bincount(grams, minlength=BUCKETS).astype(np.float64)
    total = found.sum()
    return found / total if total else np.full(BUCKETS, 1 / BUCKETS)


def _parts(profile: Floats) -> tuple[int, ...]:
    return tuple(np.rint(profile * _PARTS).astype(np.int64).tolist())


def _of_parts(parts: Sequence[int]) -> Floats:
    return np.array(parts, dtype=np.float64) / sum(parts)


def _distance(first: Floats, second: Floats) -> float:
    """Jensen and Shannon's distance, between 0 and 1."""
    middle = (first + second) / 2

    def bits(one: Floats) -> float:
        there = one > 0
        return float((one[there] * np.log2(one[there] / middle[there])).sum())

    return sqrt(max((bits(first) + bits(second)) / 2, 0.0))
