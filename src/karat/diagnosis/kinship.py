"""How alike systems' outputs are to each other, and to the references.

Likeness is chrF₁: F of character n-grams, the same in both directions and for any language. Systems of one
kind err alike, so they are alike; one of another kind stands apart from them, though it may be as close to
the reference.
"""

from __future__ import annotations

from itertools import combinations
from statistics import mean

from karat.corpus import References
from karat.metrics.chrf import Chrf
from karat.records import Shown, dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Family = frozenset[str]

# So many segments, from all over the text, tell kinds apart.
_SEGMENTS = 500


@dataclass(frozen=True, slots=True)
class Kinship(Shown):
    """Likenesses in percent: of every system to every other, and of each to the references."""

    among: Mapping[str, Mapping[str, float]]
    to_reference: Mapping[str, float]

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


def kinship(systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]]) -> Kinship:
    """The likenesses of two or more systems, by segments from all over the text."""
    step = max(len(references) // _SEGMENTS, 1)
    texts = {name: text[::step] for name, text in systems.items()}
    chrf = Chrf(beta=1)

    def against(names: Sequence[str], wanted: References) -> dict[str, float]:
        counted = chrf.count_systems([texts[name] for name in names], wanted)
        return {name: chrf.value(each.total()) for name, each in zip(names, counted, strict=True)}

    among: dict[str, dict[str, float]] = {name: {} for name in texts}
    names = list(texts)
    for place, name in enumerate(names[:-1]):
        for other, value in against(names[place + 1 :], References((tuple(texts[name]),))).items():
            among[name][other] = among[other][name] = value
    return Kinship(among, against(names, References.of([list(many) for many in references[::step]])))
