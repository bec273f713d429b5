"""How the judged segments were drawn from the text: which units, in which strata, out of how many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from scipy.stats import chi2

from karat.agreement.judged_sample import drawn_by_document
from karat.errors import InvalidOption
from karat.resampling import TextUnits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats

    Places = NDArray[np.int64]
    Mask = NDArray[np.bool_]

Target: TypeAlias = Literal["this-text", "texts-like-it"]
SampledUnit: TypeAlias = Literal["document", "segment"]
# Means of strata of fewer units cost more than stratifying gains (Cochran 1977, 5A.9).
_LEAST_UNITS = 30
_OUT_OF_PROPORTION = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Stratum:
    """A part of the text in which units were drawn at random.

    `rows` are the judged segments and `unit` says to which drawn unit each belongs; `everyone` are all
    segments of the stratum, `share` is their share of the text. `population` is the number of units to draw
    from, `in_text` those that the text has; None stands for endlessly many.
    """

    name: str
    rows: Places
    unit: Places
    everyone: Places
    share: float
    population: int | None
    in_text: int

    @property
    def drawn(self) -> int:
        """How many units were drawn."""
        return int(self.unit.max(initial=-1)) + 1

    @property
    def sizes(self) -> Floats:
        """How many judged segments each drawn unit has."""
        return np.bincount(self.unit, minlength=self.drawn).astype(np.float64)

    @property
    def left(self) -> float:
        """The share of the population that was not drawn: the finite population correction."""
        return 1.0 if self.population is None else 1 - self.drawn / self.population

    @property
    def unjudged(self) -> float:
        """The share of the text's units in which nobody judged anything."""
        return 1 - self.drawn / self.in_text

    def totals(self, values: Floats) -> Floats:
        """The sum over each drawn unit, units × columns; `values` has a row for each segment of the text."""
        found = np.zeros((self.drawn, values.shape[1]))
        np.add.at(found, self.unit, values[self.rows])
        return found


@dataclass(frozen=True, slots=True, eq=False)
class SampleDesign:
    """The units and strata of a text, given which of its segments people judged.

    Whole documents are the units where documents were judged whole. Where segments were drawn from
    everywhere, segments are, in strata of documents if each has two judged segments at least. Text types are
    the strata otherwise. For `texts-like-it`, documents are the units wherever they are known.

    >>> import numpy as np
    >>> from karat.estimation import SampleDesign
    >>> judged = np.array([True, True, False, False, True, True, False, False])
    >>> design = SampleDesign.of(judged, ["a", "a", "b", "b", "c", "c", "d", "d"])
    >>> design.unit, [(one.drawn, one.population) for one in design.strata(judged)]
    ('document', [(2, 4)])
    """

    unit: SampledUnit
    target: Target
    units: Places
    labels: Places
    names: tuple[str, ...]
    text_types: Places
    stratified_by: Literal["document", "text type", "nothing"]
    uncovered: tuple[str, ...]

    @classmethod
    def of(
        cls,
        judged: Mask,
        documents: Sequence[str] | None = None,
        text_types: Sequence[str] | None = None,
        *,
        target: Target = "this-text",
    ) -> SampleDesign:
        """The design that judged segments show; `documents` and `text_types` are those of each segment."""
        size = len(judged)
        types, kinds = np.unique(np.array(text_types or [""] * size, dtype=str), return_inverse=True)
        known = TextUnits.of(size, documents).in_order()
        by_document = known.unit == "document" and (
            target == "texts-like-it" or drawn_by_document(judged, known.places)
        )
        units = known.places if by_document else np.arange(size)
        labels, names = _text_types(kinds, types.tolist(), units, judged)
        uncovered = tuple(str(name) for place, name in enumerate(types) if not judged[kinds == place].any())
        if known.unit == "document" and not by_document and not uncovered:
            counts, judgements = np.bincount(known.places), np.bincount(known.places, judged)
            if ((judgements >= 2) | (judgements == counts)).all():
                numbers = tuple(str(number) for number in range(1, len(counts) + 1))
                return cls("segment", target, units, known.places, numbers, labels, "document", ())
        by: Literal["text type", "nothing"] = "text type" if len(names) > 1 else "nothing"
        unit: SampledUnit = "document" if by_document else "segment"
        return cls(unit, target, units, labels, names, labels, by, uncovered)

    def counted(self, number: int) -> str:
        """So many units, in words."""
        return f"{number:,} {self.unit}{'' if number == 1 else 's'}"

    def strata(self, judged: Mask, part: Mask | None = None) -> list[Stratum]:
        """The strata of the text, or of a part of it; those with a single judged unit are joined to others.

        Text types that nobody judged, `uncovered`, are left out.
        """
        within = ~np.isin(self.labels, [self.names.index(name) for name in self.uncovered])
        if part is not None:
            within &= part
        groups = [np.flatnonzero(within & (self.labels == label)) for label in range(len(self.names))]
        groups = [rows for rows in groups if len(rows)]
        judged = judged & within
        joined = _joined(groups, lambda rows: self._is_enough(rows, judged))
        total = sum(map(len, joined))
        return [self._stratum(rows, judged, len(rows) / total) for rows in joined]

    def _is_enough(self, rows: Places, judged: Mask) -> bool:
        """Whether the variance within a stratum can be told: two units, or all that there are."""
        drawn = len(set(self.units[rows[judged[rows]]].tolist()))
        everything = self.target == "this-text" and bool(judged[rows].all())
        return drawn >= 2 or everything

    def _stratum(self, rows: Places, judged: Mask, share: float) -> Stratum:
        taken = rows[judged[rows]]
        if not len(taken):
            raise InvalidOption("People judged no segment of this part of the text.")
        _, unit = np.unique(self.units[taken], return_inverse=True)
        in_text = len(set(self.units[rows].tolist()))
        population = in_text if self.target == "this-text" else None
        kinds = {self.names[label] for label in set(self.labels[rows].tolist())}
        return Stratum(
            ", ".join(sorted(kinds)), taken, unit.astype(np.int64), rows, share, population, in_text
        )


def _text_types(
    kinds: Places, names: Sequence[str], units: Places, judged: Mask
) -> tuple[Places, tuple[str, ...]]:
    """The stratum of each segment, by text type; small ones are joined where they need not stand apart.

    Strata of few units make means less sure, so they are kept only if units were drawn out of proportion to
    the text types: then the whole sample is not like the text.
    """
    _, first = np.unique(units, return_index=True)
    kind_of_unit, is_drawn = kinds[first], np.bincount(units, judged) > 0
    everything = np.bincount(kind_of_unit, minlength=len(names))
    drawn = np.bincount(kind_of_unit[is_drawn], minlength=len(names))
    small = [place for place in range(len(names)) if 0 < drawn[place] < _LEAST_UNITS]
    labels = kinds.copy()
    if len(names) < 2 or not small or _is_out_of_proportion(drawn, everything):
        return labels, tuple(names)
    if sum(drawn[place] for place in small) < _LEAST_UNITS:
        small = sorted({*small, int(np.argmax(drawn))})
    labels[np.isin(kinds, small)] = small[0]
    kept, labels = np.unique(labels, return_inverse=True)
    joined = ", ".join(names[place] for place in small)
    return labels, tuple(joined if place == small[0] else names[place] for place in kept)


def _is_out_of_proportion(drawn: Places, everything: Places) -> bool:
    """Whether text types are drawn at different rates, by χ² with the finite population correction."""
    share = drawn.sum() / everything.sum()
    if share == 1:
        return False
    there = drawn > 0
    expected = share * everything[there]
    statistic = float((((drawn[there] - expected) ** 2) / (expected * (1 - share))).sum())
    return float(chi2.sf(statistic, max(int(there.sum()) - 1, 1))) < _OUT_OF_PROPORTION


def _joined(groups: list[Places], is_enough: Callable[[Places], bool]) -> list[Places]:
    """Groups that are too small are joined to one, and that to the largest if it is too small still."""
    large = [rows for rows in groups if is_enough(rows)]
    small = [rows for rows in groups if not is_enough(rows)]
    if not small:
        return large
    rest = np.sort(np.concatenate(small))
    if not large or is_enough(rest):
        return [*large, rest]
    largest = max(range(len(large)), key=lambda place: len(large[place]))
    large[largest] = np.sort(np.concatenate([large[largest], rest]))
    return large
