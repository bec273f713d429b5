"""What chance draws of a text: documents where they are known, because their segments are not independent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.errors import InvalidOption, MisalignedCorpus
from karat.resampling.design_effect import effective_number
from karat.resampling.draws import bootstrap_rows, row_weights
from karat.resampling.intervals import Interval, expanded_interval
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats

TextUnit: TypeAlias = Literal["document", "segment"]


@dataclass(frozen=True, slots=True, eq=False)
class TextUnits:
    """The units of a text that are drawn as a whole; `places` has the unit of each segment.

    >>> from karat.resampling import TextUnits
    >>> units = TextUnits.of(4, ["a", "a", "b", "c"])
    >>> units.counted, TextUnits.of(4, None).counted
    ('3 documents', '4 segments')
    """

    unit: TextUnit
    places: NDArray[np.int64]

    @classmethod
    def of(cls, segments: int, documents: Sequence[str] | None, draw: TextUnit | None = None) -> TextUnits:
        """Documents where they are known and there is more than one, unless segments are to be drawn."""
        if documents is not None and len(documents) != segments:
            raise MisalignedCorpus(
                f"The document of each of {segments} segments must be known, and there are {len(documents)} "
                "labels."
            )
        if documents is None and draw == "document":
            raise InvalidOption(
                "The documents of the segments are not known, so none can be drawn. Draw 'segment'."
            )
        # One document is all or nothing, and documents of a single segment are segments.
        by_document = documents is not None and draw != "segment" and 1 < len(set(documents)) < segments
        if not by_document:
            return cls("segment", np.arange(segments))
        return cls("document", np.unique(np.array(documents, dtype=str), return_inverse=True)[1])

    @property
    def number(self) -> int:
        """How many there are."""
        return int(self.places.max(initial=-1)) + 1

    @property
    def counted(self) -> str:
        """Their number and what they are."""
        return f"{self.number:,} {self.unit}{'' if self.number == 1 else 's'}"

    def in_order(self) -> TextUnits:
        """The same, numbered as they come in the text: a comparison with the same seed draws the same."""
        _, first = np.unique(self.places, return_index=True)
        return TextUnits(self.unit, np.argsort(np.argsort(first))[self.places])

    def only(self, there: NDArray[np.bool_]) -> TextUnits:
        """The units of some of the segments."""
        return TextUnits(self.unit, np.unique(self.places[there], return_inverse=True)[1])

    def weights(self, *, samples: int, seed: int) -> Floats:
        """How often each segment is drawn, when as many units are drawn as there are: draws × segments."""
        return row_weights(self.number, samples=samples, seed=seed)[:, self.places]

    def effective(self, there: NDArray[np.bool_] | None = None) -> float:
        """How many units of equal size would carry as much information; `there` are the scores that count, …
        × segments."""
        scored = None if there is None else there.reshape(-1, len(self.places)).sum(axis=0)
        sizes = np.bincount(self.places, weights=scored, minlength=self.number).astype(np.int64)
        return effective_number(sizes[sizes > 0])

    def groups(self, most: int) -> list[NDArray[np.int64]]:
        """The segments in at most so many groups of whole units."""
        parts = np.array_split(np.arange(self.number), min(most, self.number))
        return [np.flatnonzero(np.isin(self.places, part)) for part in parts]

    def resampled(self, tables: Sequence[Statistics], *, samples: int, seed: int) -> list[Statistics]:
        """Each table of segments summed over texts whose units are drawn with replacement."""
        return bootstrap_rows([self.summed(table) for table in tables], samples=samples, seed=seed)

    def summed(self, table: Statistics) -> Statistics:
        """A table of segments as one of units."""
        if self.unit == "segment":
            return table
        sums = np.zeros((self.number, len(table.columns)))
        np.add.at(sums, self.places, table.counts)
        return Statistics(table.columns, sums)

    def interval(
        self,
        observed: float,
        resampled: Floats,
        *,
        confidence: float = 0.95,
        there: NDArray[np.bool_] | None = None,
    ) -> Interval:
        """The interval of a value from those of texts whose units were drawn; NaN of a single unit."""
        if self.number < 2:
            return Interval(float("nan"), float("nan"), confidence, "expanded")
        units = max(self.effective(there), 2.0)
        return expanded_interval(observed, resampled, units=units, confidence=confidence)
