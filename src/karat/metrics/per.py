"""PER: errors without regard to position."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from karat.kernel import count_per
from karat.metrics.error_rate import ErrorRate
from karat.metrics.explain.edits import marked
from karat.metrics.explain.explanation import Listing, Step
from karat.metrics.tokenized import UNIT_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.explain.explanation import Explanation


class Per(ErrorRate):
    """Word errors per word of the references, ignoring word order.

    PER = Σ (max(|h|, |r|) − matches) / Σ mean length of the references, in percent, with the reference that
    has the fewest errors. Lower is better. Tillmann, Vogel, Ney, Zubiaga & Sawaf (1997).

    >>> per = Per()
    >>> round(per.value(per.count(["on the mat sat a cat"], ["the cat sat on the mat"]).total()), 2)
    16.67
    """

    __slots__ = ()
    word = "PER"

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return self.counted(count_per, systems, streams, threads)

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Which words have no partner, and what they add up to."""

        def errors_against(wanted: list[str]) -> int:
            return max(len(spoken), len(wanted)) - (Counter(spoken) & Counter(wanted)).total()

        spoken = self.units_of(hypothesis)
        wanted = min(map(self.units_of, references), key=errors_against)
        surplus, missing = Counter(spoken) - Counter(wanted), Counter(wanted) - Counter(spoken)
        row = self.segment_row(hypothesis, references)
        return self.told(
            row,
            texts=(
                marked("hypothesis", spoken, partnered(spoken, wanted)),
                marked("reference", wanted, partnered(wanted, spoken)),
            ),
            listings=(
                Listing("only in the hypothesis", (self.unit, "times"), sorted(surplus.items())),
                Listing("only in the reference", (self.unit, "times"), sorted(missing.items())),
            ),
            steps=(
                Step("matches", len(spoken) - surplus.total()),
                Step("longer side", max(len(spoken), len(wanted)), f"{len(spoken)} and {len(wanted)}"),
                *self.closing_steps(row, references),
            ),
        )


def partnered(units: Sequence[str], others: Sequence[str]) -> set[int]:
    """The places of units that have a partner among the others; of equal units the first have.

    >>> sorted(partnered("a b a a".split(), "a a c".split()))
    [0, 2]
    """
    left = Counter(others)
    places = set()
    for place, unit in enumerate(units):
        if left[unit] > 0:
            left[unit] -= 1
            places.add(place)
    return places


ENTRIES = UNIT_ENTRIES
