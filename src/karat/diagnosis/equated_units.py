"""What follows from equating two units: outputs by length, systems in both, outputs too short for either."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.arrays import rounded
from karat.comparison.partitions import cut_at, quarters
from karat.diagnosis.order_scores import SPOKEN
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.ordered_sums import added

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats
    from karat.diagnosis.equate import Equation


# Scores that are equal on paper differ in their last bits.
_SAME = 1e-12


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class UnitPairing(Equal, Shown):
    """An order in words and the order in characters that stands for it."""

    words: int
    characters: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LengthGroup(Equal, Shown):
    """Outputs of similar length in words: their scores in words, and the best order in characters here.

    `local` is the order with the highest correlation among these outputs alone, None where there is none.
    """

    label: str
    share: float
    mean: float
    deviation: float
    local: int | None
    local_pearson: float
    pearson: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SystemInBoth(Equal, Shown):
    """A system's mean sentence score and corpus score in both units, each with its rank."""

    system: str
    mean_words: float
    mean_characters: float
    mean_ranks: tuple[int, int]
    corpus_words: float
    corpus_characters: float
    corpus_ranks: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShortOutputs(Equal, Shown):
    """How many outputs are shorter than the order in words, in characters, in both, in neither.

    Such an output has no n-gram of that order, and BLEU without smoothing is 0.
    """

    both: int
    only_words: int
    only_characters: int
    neither: int


@dataclass(frozen=True, slots=True, eq=False)
class EquatedUnits:
    """Everything that equating two units found out."""

    equation: Equation
    family: str
    pair: UnitPairing
    lengths: Sequence[LengthGroup]
    systems: Sequence[SystemInBoth]
    exchanged: tuple[int, int]
    short: ShortOutputs

    @property
    def in_words(self) -> str:
        """The score in words, as the paper writes it: BLEU_w4."""
        return f"{self.family}_w{self.pair.words}"

    @property
    def before(self) -> str | None:
        """The score in one word less, under which behaviour is looked for; None for single words."""
        return f"{self.family}_w{self.pair.words - 1}" if self.pair.words > 1 else None

    @property
    def ratio(self) -> float:
        """Characters for a word: M / N."""
        return self.pair.characters / self.pair.words

    @property
    def mean_ratios(self) -> dict[str, float]:
        """M / N of each method, on average over the orders in words for which it found an M."""
        ratios: dict[str, list[float]] = {}
        for each in self.equation.equivalents:
            if each.characters is not None:
                ratios.setdefault(each.method, []).append(each.characters / each.words)
        return {method: added(found) / len(found) for method, found in ratios.items()}

    @property
    def word_length(self) -> float:
        """Characters for a word in the outputs, counted as the scores count both."""
        words = int(self.equation.words.lengths.sum())
        return int(self.equation.characters.lengths.sum()) / words if words else float("nan")

    @property
    def shares_below(self) -> tuple[float, float] | None:
        """The shares of outputs whose BLEU_wN, and whose BLEU_cM, is at most BLEU_w(N−1)."""
        if self.pair.words < 2:
            return None
        before = self.equation.words.values[:, :, self.pair.words - 2] + _SAME
        words = self.equation.words.values[:, :, self.pair.words - 1]
        characters = self.equation.characters.values[:, :, self.pair.characters - 1]
        return float((words <= before).mean()), float((characters <= before).mean())

    @property
    def in_characters(self) -> str:
        """The score in characters."""
        return f"{self.family}_c{self.pair.characters}"


def equated(
    equation: Equation, *, characters: int | None = None, edges: Sequence[float] | None = None
) -> EquatedUnits:
    """Everything that follows; `characters` is an order to take instead of what the methods agree on."""
    pair = pairing(equation, characters=characters)
    systems = systems_in_both(equation, pair)
    return EquatedUnits(
        equation,
        SPOKEN[equation.units.family],
        pair,
        by_length(equation, pair, edges=edges),
        systems,
        (
            exchanged([each.mean_ranks for each in systems]),
            exchanged([each.corpus_ranks for each in systems]),
        ),
        short_outputs(equation, pair),
    )


def pairing(equation: Equation, *, words: int | None = None, characters: int | None = None) -> UnitPairing:
    """The orders that tables are about: the highest in words, and what the methods agree on, unless named."""
    words = equation.units.order if words is None else words
    if not 1 <= words <= equation.units.order:
        raise InvalidOption(
            f"Order {words} in words was not counted; it must be from 1 to {equation.units.order}."
        )
    chosen = equation.chosen(words) if characters is None else characters
    if chosen is None:
        raise InvalidOption(
            f"No order up to {equation.units.characters} characters stands for {words} words: the scores do "
            "not vary. Give more text, or name an order."
        )
    if not 1 <= chosen <= equation.units.characters:
        raise InvalidOption(
            f"Order {chosen} in characters was not counted; it must be from 1 to {equation.units.characters}."
        )
    return UnitPairing(words, chosen)


def by_length(
    equation: Equation, pair: UnitPairing, *, edges: Sequence[float] | None = None
) -> Results[LengthGroup]:
    """Outputs that are long enough to have a score in words, by length: quarters, or cut at `edges`."""
    lengths = equation.words.lengths.ravel()
    long_enough = lengths >= pair.words
    words = equation.words.values.reshape(len(lengths), -1)[:, pair.words - 1]
    characters = equation.characters.values.reshape(len(lengths), -1)
    places = np.flatnonzero(long_enough)
    if not len(places):
        return Results()
    sizes = lengths[places].tolist()
    labels, parts = quarters(sizes) if edges is None else cut_at(edges, sizes)
    named = np.array(labels, dtype=object)
    return Results(
        _group(part, words[inside], characters[inside], pair, len(inside) / len(lengths))
        for part in parts
        if len(inside := places[named == part])
    )


def _group(label: str, words: Floats, characters: Floats, pair: UnitPairing, share: float) -> LengthGroup:
    of_orders = _correlations(words, characters)
    local = None if np.isnan(of_orders).all() else int(np.nanargmax(rounded(of_orders, of=1.0)))
    return LengthGroup(
        label,
        share,
        float(words.mean()),
        float(words.std()),
        None if local is None else local + 1,
        float("nan") if local is None else float(of_orders[local]),
        float(of_orders[pair.characters - 1]),
    )


def _correlations(words: Floats, characters: Floats) -> Floats:
    """Pearson's correlation with each column; NaN where one side does not vary."""
    x, y = words - words.mean(), characters - characters.mean(axis=0)
    spread = np.sqrt((x**2).sum() * (y**2).sum(axis=0))
    found: Floats = np.divide(x @ y, spread, out=np.full(len(spread), np.nan), where=spread > 1e-12)
    return found


def systems_in_both(equation: Equation, pair: UnitPairing) -> Results[SystemInBoth]:
    """Every system's scores and ranks in both units, the best in words first."""
    words, characters = pair.words - 1, pair.characters - 1
    means = (
        equation.words.values.mean(axis=1)[:, words].tolist(),
        equation.characters.values.mean(axis=1)[:, characters].tolist(),
    )
    whole = (
        equation.words.corpus_scores[:, words].tolist(),
        equation.characters.corpus_scores[:, characters].tolist(),
    )
    mean_ranks, corpus_ranks = (
        list(zip(*(_ranks(side) for side in sides), strict=True)) for sides in (means, whole)
    )
    found = [
        SystemInBoth(
            name, means[0][at], means[1][at], mean_ranks[at], whole[0][at], whole[1][at], corpus_ranks[at]
        )
        for at, name in enumerate(equation.systems)
    ]
    return Results(sorted(found, key=lambda system: -system.mean_words))


def _ranks(values: Sequence[float]) -> list[int]:
    return [1 + sum(other > value for other in values) for value in values]


def exchanged(ranks: Sequence[tuple[int, int]]) -> int:
    """How many pairs of systems stand the other way round in characters than in words."""
    return sum(
        (ranks[a][0] - ranks[b][0]) * (ranks[a][1] - ranks[b][1]) < 0
        for a in range(len(ranks))
        for b in range(a)
    )


def short_outputs(equation: Equation, pair: UnitPairing) -> ShortOutputs:
    """How many outputs are too short for either order."""
    words = equation.words.lengths < pair.words
    characters = equation.characters.lengths < pair.characters
    return ShortOutputs(
        int((words & characters).sum()),
        int((words & ~characters).sum()),
        int((~words & characters).sum()),
        int((~words & ~characters).sum()),
    )
