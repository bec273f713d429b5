"""How alike systems' outputs are to each other, and to the references.

Likeness is chrF₁: F of character n-grams, the same in both directions and for any language. Systems of one
kind err alike, so they are alike; one of another kind stands apart from them, though it may be as close to
the reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from statistics import mean
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.corpus import References
from karat.display import Shown
from karat.metrics.chrf import Chrf
from karat.resampling import TextUnits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.frames import Columns
    from karat.resampling import Interval
    from karat.statistics import Statistics

    Family = frozenset[str]
    from karat.arrays import Floats

# So many segments, from all over the text, tell kinds apart; so many draws tell how surely.
_SEGMENTS = 500
_SAMPLES = 200
_SEED = 12345


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Kinship(Shown):
    """Likenesses in percent: of every system to every other, and of each to the references.

    `drawn_among` and `drawn_to_reference` have the same of corpora drawn anew: draws × systems × systems, NaN
    for a system with itself, and draws × systems. `units` are the documents or segments that were drawn.
    """

    among: Mapping[str, Mapping[str, float]]
    to_reference: Mapping[str, float]
    drawn_among: Floats
    drawn_to_reference: Floats
    units: TextUnits

    def families(self) -> list[Family]:
        """Two families: the most alike are joined, by the mean over their members, until two are left."""
        families = [frozenset([name]) for name in self.among]
        while len(families) > 2:
            one, other = max(combinations(families, 2), key=lambda pair: self.between(*pair))
            families = [family for family in families if family not in (one, other)] + [one | other]
        return families

    def between(self, one: Family, other: Family) -> float:
        """The mean likeness of two families' members."""
        return mean(self.among[a][b] for a in one for b in other)

    def within(self, families: Sequence[Family]) -> float:
        """The mean likeness of two members of the same family."""
        return mean(self.among[a][b] for family in families for a, b in combinations(sorted(family), 2))

    def apart(self) -> dict[str, float]:
        """How much farther from the others each system is than its closeness to the references explains.

        A bad system is far from everything; one of another kind is far from the other systems only.
        Usual is 1.
        """
        names = list(self.among)
        among = np.array([[self.among[a].get(b, np.nan) for b in names] for a in names])
        found = _apart(among[None], np.array([[self.to_reference[name] for name in names]]))
        return dict(zip(names, found[0].tolist(), strict=True))

    def apart_intervals(self) -> dict[str, Interval]:
        """The 95 % interval of each, from documents drawn anew where they are known, else from segments."""
        drawn = _apart(self.drawn_among, self.drawn_to_reference)
        return {
            name: self.units.interval(value, drawn[:, place])
            for place, (name, value) in enumerate(self.apart().items())
        }

    def _columns(self) -> Columns:
        """A row for each two systems, and one for each system with the references, where `second` is None."""
        among = [(one, other, value) for one, those in self.among.items() for other, value in those.items()]
        rows = [*among, *((name, None, value) for name, value in self.to_reference.items())]
        return {
            "first": [first for first, _, _ in rows],
            "second": [second for _, second, _ in rows],
            "likeness": [value for _, _, value in rows],
        }


def _apart(among: Any, to_reference: Any) -> Floats:
    """Draws × systems."""
    company = np.maximum(np.nanmean(among, axis=2), 1e-9)
    usual = np.median(company, axis=1, keepdims=True)
    usual_score = np.maximum(np.median(to_reference, axis=1, keepdims=True), 1e-9)
    found: Floats = usual / company * to_reference / usual_score
    return found


def kinship(
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    documents: Sequence[str] | None = None,
) -> Kinship:
    """The likenesses of two or more systems, by segments from all over the text."""
    step = max(len(references) // _SEGMENTS, 1)
    units = TextUnits.of(len(references[::step]), documents and documents[::step])
    texts = {name: text[::step] for name, text in systems.items()}
    names = list(texts)
    chrf = Chrf(beta=1)
    pairs = list(combinations(range(len(names)), 2))
    tables: list[Statistics] = []
    for place, name in enumerate(names[:-1]):
        others = [texts[other] for other in names[place + 1 :]]
        tables += chrf.count_systems(others, References((tuple(texts[name]),)))
    wanted = References.of([list(many) for many in references[::step]])
    tables += chrf.count_systems(list(texts.values()), wanted)
    values = [chrf.value(table.total()) for table in tables]
    drawn = [chrf.values(table) for table in units.resampled(tables, samples=_SAMPLES, seed=_SEED)]

    among: dict[str, dict[str, float]] = {name: {} for name in names}
    drawn_among = np.full((_SAMPLES, len(names), len(names)), np.nan)
    for (first, second), value, of_draws in zip(pairs, values, drawn, strict=False):
        among[names[first]][names[second]] = among[names[second]][names[first]] = value
        drawn_among[:, first, second] = drawn_among[:, second, first] = of_draws
    to_reference = dict(zip(names, values[len(pairs) :], strict=True))
    return Kinship(among, to_reference, drawn_among, np.stack(drawn[len(pairs) :], axis=1), units)
