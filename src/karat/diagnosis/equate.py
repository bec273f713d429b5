"""Which n-gram order in characters is equivalent to an order in words, on one corpus (Denoual & Lepage 2005).

For each order in words, three methods look for the order in characters whose sentence scores are most alike.
The bootstrap over segments gives each result an interval: segments are resampled with all their systems, as
scores of the same segment depend on each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.arguments import require_corpus
from karat.diagnosis.likeness import LikenessSums
from karat.diagnosis.order_scores import Units
from karat.display import Shown
from karat.errors import InvalidOption
from karat.frames import stacked
from karat.options import settle_order
from karat.resampling import bootstrap_rows, percentile_interval
from karat.resampling.draws import check_count
from karat.resampling.intervals import check_confidence
from karat.resampling.rounding import rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.diagnosis.likeness import Likeness
    from karat.diagnosis.order_scores import OrderScores
    from karat.frames import Columns
    from karat.resampling import Interval

Method: TypeAlias = Literal["pearson", "kappa", "behaviour"]
METHODS: tuple[Method, ...] = ("pearson", "kappa", "behaviour")


@dataclass(frozen=True, slots=True)
class Criteria:
    """The criteria of equivalence: the grades of kappa, the threshold of behaviour, and the bootstrap.

    >>> Criteria(samples=100).threshold
    0.9
    """

    grades: int = 10
    threshold: float = 0.9
    samples: int = 500
    confidence: float = 0.95
    seed: int = 12345

    def __post_init__(self) -> None:
        settle_order(self, "grades", least=2)
        check_count("samples", self.samples)
        check_confidence(self.confidence)
        if not 0 < self.threshold <= 1:
            raise InvalidOption(
                f"The threshold is {self.threshold!r}; it must be above 0 and at most 1, such as 0.9."
            )


@dataclass(frozen=True, slots=True, repr=False)
class Equivalent(Shown):
    """The order in characters that one method finds for an order in words.

    `characters` is None where no order is equivalent. `value` is what the method measures there. The
    bootstrap interval of the order goes from `least` to `most`; one above the highest order stands for none.

    >>> from karat import demo, equate, read
    >>> from karat.diagnosis.order_scores import Units
    >>> first = equate(read(demo.segments_path()), Units(order=1), Criteria(samples=100)).of(1)["pearson"]
    >>> first.words, first.characters
    (1, 4)
    """

    words: int
    method: Method
    characters: int | None
    value: float
    interval: Interval
    least: int
    most: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equation(Shown):
    """Scores in both units, how alike they are, and what follows for every order in words.

    >>> from karat import demo, equate, read
    >>> from karat.diagnosis.order_scores import Units
    >>> found = equate(read(demo.segments_path()), Units(order=2), Criteria(samples=100))
    >>> found.chosen(1), len(found.equivalents)
    (3, 5)
    """

    units: Units
    criteria: Criteria
    systems: tuple[str, ...]
    words: OrderScores
    characters: OrderScores
    likeness: Likeness
    equivalents: tuple[Equivalent, ...]

    def of(self, words: int) -> dict[Method, Equivalent]:
        """What each method finds for an order in words."""
        return {found.method: found for found in self.equivalents if found.words == words}

    def chosen(self, words: int) -> int | None:
        """The order in characters that the methods agree on: the one in the middle of what they find."""
        found = sorted(each.characters for each in self.of(words).values() if each.characters is not None)
        return found[(len(found) - 1) // 2] if found else None

    def _columns(self) -> Columns:
        """A row for each order in words and method."""
        return stacked(one._columns() for one in self.equivalents)


def equate(
    corpus: Corpus,
    units: Units | None = None,
    criteria: Criteria | None = None,
    *,
    threads: int | None = None,
) -> Equation:
    """Which order in characters stands for which order in words on this corpus.

    >>> from karat import demo, read
    >>> found = equate(read(demo.segments_path()), Units(order=2), Criteria(samples=100))
    >>> [(each.words, each.method, each.characters) for each in found.equivalents][:2]
    [(1, 'pearson', 4), (1, 'kappa', 3)]
    """
    require_corpus(corpus, "equate(corpus)")
    units, criteria = units or Units(), criteria or Criteria()
    words = units.word_scores(corpus, threads=threads)
    characters = units.character_scores(corpus, threads=threads)
    sums = LikenessSums(words.values, characters.values, grades=criteria.grades)
    observed = sums.likeness()
    (drawn,) = bootstrap_rows([sums.statistics], samples=criteria.samples, seed=criteria.seed)
    resampled = sums.likeness(drawn)
    found = tuple(
        _equivalent(n, method, observed, resampled, criteria)
        for n in range(1, units.order + 1)
        for method in METHODS
        if n > 1 or method != "behaviour"
    )
    return Equation(units, criteria, tuple(corpus.systems), words, characters, observed, found)


def _equivalent(
    words: int, method: Method, observed: Likeness, resampled: Likeness, criteria: Criteria
) -> Equivalent:
    of_all: Floats = getattr(observed, method)[:, words - 1]
    of_samples: Floats = getattr(resampled, method)[:, words - 1]
    if np.isnan(observed.pearson[:, words - 1]).all():
        # Where scores do not vary, behaviour is trivially fulfilled by every order.
        of_all, of_samples = np.full_like(of_all, np.nan), np.full_like(of_samples, np.nan)
    least_share = criteria.threshold if method == "behaviour" else None
    place = int(_best(of_all, least_share)[0])
    none = place == of_all.shape[1]
    tail = (1 - criteria.confidence) / 2
    ends = np.quantile(_best(of_samples, least_share), [tail, 1 - tail], method="inverted_cdf")
    shown = of_all.shape[1] - 1 if none else place
    return Equivalent(
        words,
        method,
        None if none else place + 1,
        float(of_all[0, shown]),
        percentile_interval(of_samples[:, shown], criteria.confidence),
        int(ends[0]) + 1,
        int(ends[1]) + 1,
    )


def _best(values: Floats, least_share: float | None) -> NDArray[np.int64]:
    """For each row, the index of the highest value, or of the first that reaches a share; the end if none.

    A correlation or kappa that is not above 0 does not count.
    """
    if least_share is None:
        # Of values that are equal on paper, the first.
        defined = rounded(np.nan_to_num(values, nan=0.0), of=1.0)
        found, places = (defined > 0).any(axis=1), defined.argmax(axis=1)
    else:
        reached = values >= least_share - 1e-12
        found, places = reached.any(axis=1), reached.argmax(axis=1)
    best: NDArray[np.int64] = np.where(found, places, values.shape[1])
    return best
