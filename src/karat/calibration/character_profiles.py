"""How like the systems of a calibration a new system is, by the n-grams of its characters.

People and machines, or machines of different kinds, can have the same score and not the same quality: a
human translation is often far off the line of the machines. What they write differs too, so the distance of a
new output from those that were fitted on says where a calibration may not hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.arrays import Floats


ORDER = 3
BUCKETS = 2048
# Shares are kept as whole parts: a file stays small and reads the same everywhere.
_PARTS = 1_000_000


@dataclass(frozen=True, slots=True)
class CharacterProfile:
    """The mean profile of the systems, and the distance of each from the mean of the others.

    `text` is the fingerprint of the references: profiles of different texts differ by their subject, and
    are not compared.

    >>> from karat.calibration import profile_of
    >>> profile = profile_of({"A": ["the cat sat"], "B": ["the cat sits"], "C": ["a cat sat"]}, "t1")
    >>> profile.distance(["the cat sat"]) < profile.farthest < profile.distance(["der Kater"])
    True
    """

    text: str
    parts: tuple[int, ...]
    distances: tuple[tuple[str, float], ...]

    @property
    def farthest(self) -> float:
        """The largest distance of a calibration system from the others."""
        return max(distance for _, distance in self.distances)

    def distance(self, output: Sequence[str]) -> float:
        """How far an output of the same text is from the systems' mean."""
        return _distance(shares(output), np.array(self.parts, dtype=np.float64) / sum(self.parts))

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain values, in a stable order."""
        return {"text": self.text, "distances": dict(self.distances), "parts": list(self.parts)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CharacterProfile:
        """The profile that `to_dict` wrote."""
        distances = tuple((str(name), float(value)) for name, value in values["distances"].items())
        return cls(str(values["text"]), tuple(map(int, values["parts"])), distances)


def profile_of(systems: Mapping[str, Sequence[str]], text: str) -> CharacterProfile | None:
    """The profile of some systems' outputs; None of fewer than three, which say too little of their kind.

    >>> outputs = {"A": ["the cat sat"], "B": ["the cat sits"], "C": ["a cat sat"]}
    >>> {name: round(distance, 2) for name, distance in profile_of(outputs, "t1").distances}
    {'A': 0.38, 'B': 0.58, 'C': 0.58}
    """
    if len(systems) < 3:
        return None
    each = {name: shares(output) for name, output in systems.items()}
    whole = np.sum(list(each.values()), axis=0)
    distances = tuple((name, _distance(own, (whole - own) / (len(each) - 1))) for name, own in each.items())
    parts = np.rint(whole / len(each) * _PARTS).astype(np.int64)
    return CharacterProfile(text, tuple(parts.tolist()), distances)


def shares(output: Iterable[str]) -> Floats:
    """The share of each bucket of character n-grams."""
    counts: Counter[str] = Counter()
    for segment in output:
        line = segment.casefold()
        counts.update(line[start : start + ORDER] for start in range(len(line) - ORDER + 1))
    found = np.zeros(BUCKETS)
    for gram, count in counts.items():
        found[crc32(gram.encode("utf-8", "surrogatepass")) % BUCKETS] += count
    total = found.sum()
    return found / total if total else np.full(BUCKETS, 1 / BUCKETS)


def _distance(first: Floats, second: Floats) -> float:
    """Jensen and Shannon's distance, between 0 and 1."""
    middle = (first + second) / 2

    def bits(one: Floats) -> float:
        there = one > 0
        return float((one[there] * np.log2(one[there] / middle[there])).sum())

    return sqrt(max((bits(first) + bits(second)) / 2, 0.0))
