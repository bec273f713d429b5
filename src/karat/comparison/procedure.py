"""How systems are compared: every choice that decides a figure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.errors import InvalidOption
from karat.option_checks import check_choice
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import IntervalMethod, check_confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus

Unit: TypeAlias = Literal["segment", "paragraph", "document"]
_COARSER = ("segment", "paragraph", "document")
Correction: TypeAlias = Literal["holm", "bh", "none"]
Compatible: TypeAlias = Literal["karat", "moses"]
Documents: TypeAlias = Literal["known", "unknown", "one", "single segments"]


@dataclass(frozen=True, slots=True)
class Procedure:
    """How systems are compared; every choice that decides a figure.

    `samples` are drawn for intervals and the bootstrap test, `shuffles` for approximate randomization: 10,000
    unless there are so many pairs that the correction needs more.
    Segments of a document depend on each other, so whole documents are drawn and swapped wherever they are
    known; `unit="segment"` takes segments nevertheless. Intervals are `expanded` for few units; `percentile`
    and `bca` are not. With `stratify`, each text type keeps its size. `compatible="moses"` takes the tests of
    Moses and sacreBLEU, over segments and with percentiles as there; too many differences become significant.

    >>> Procedure(samples=200, unit="document").drawing("segment").unit
    'document'
    """

    samples: int = 1000
    shuffles: int | None = None
    seed: int = 12345
    confidence: float = 0.95
    interval: IntervalMethod | None = None
    unit: Unit | None = None
    stratify: bool = False
    correction: Correction = "holm"
    compatible: Compatible = "karat"

    def __post_init__(self) -> None:
        if self.interval is not None:
            check_choice("interval", self.interval, IntervalMethod)
        if self.unit is not None:
            check_choice("unit", self.unit, Unit)
        check_choice("correction", self.correction, Correction)
        check_choice("compatible", self.compatible, Compatible)
        check_count("samples", self.samples)
        if self.shuffles is not None:
            check_count("shuffles", self.shuffles)
        check_confidence(self.confidence)
        check_seed(self.seed)

    def on(self, corpus: Corpus, rows: Sequence[int] | None = None) -> Procedure:
        """The procedure for a corpus, or for those rows of it: what was left open is decided.

        >>> from karat import Corpus
        >>> Procedure().on(Corpus.of(["a", "b", "c"], ["a", "b", "c"], documents=["x", "x", "y"])).unit
        'document'
        """
        moses = self.compatible == "moses"
        by_document = not moses and documents_of(corpus, rows) == "known"
        return replace(
            self,
            unit=self.unit or ("document" if by_document else "segment"),
            interval=self.interval or ("percentile" if moses else "expanded"),
        )

    def drawing(self, unit: Unit) -> Procedure:
        """The procedure for a metric whose rows depend on each other within such a unit: it draws no less."""
        return replace(self, unit=max((self.unit or "segment", unit), key=_COARSER.index))

    @property
    def alpha(self) -> float:
        """The error rate of the tests: what the level leaves."""
        return round(1 - self.confidence, 12)

    def settled(self, pairs: int) -> Procedure:
        """The procedure for so many pairs, its number of shuffles decided.

        No p-value is below 1 / (shuffles + 1); corrected for all pairs, it must still be able to pass.
        """
        needed = pairs / self.alpha if self.correction != "none" else 1 / self.alpha
        if self.shuffles is None:
            shuffles = max(10_000, 4 * ceil(needed))
            try:
                return replace(self, shuffles=shuffles)
            except InvalidOption:
                raise InvalidOption(
                    f"For {pairs} {'pair' if pairs == 1 else 'pairs'} of systems to be able to differ at "
                    f"{self.alpha:g} takes {shuffles:,} shuffles, which is too many. Lower the level."
                ) from None
        if self.shuffles + 1 < needed:
            raise InvalidOption(
                f"The number of shuffles is {self.shuffles}; for {pairs} {'pair' if pairs == 1 else 'pairs'} "
                f"of systems to be able to differ at {self.alpha:g}, it must be at least {ceil(needed)}. "
                "Raise it, or leave it out."
            )
        return self

    @property
    def recipe(self) -> str:
        """Everything that decides a comparison, beside the metric's own recipe."""
        return (
            f"samples:{self.samples}|shuffles:{self.shuffles}|seed:{self.seed}|confidence:{self.confidence:g}"
            f"|interval:{self.interval}|draw:{self.unit}|strata:{'text_type' if self.stratify else 'none'}"
            f"|correction:{self.correction}|tests:{self.compatible}"
        )


def documents_of(corpus: Corpus, rows: Sequence[int] | None = None) -> Documents:
    """Whether documents can be drawn: not where there are none, only one, or each is a single segment."""
    labels = corpus.documents
    if labels is None:
        return "unknown"
    number = len(set(labels) if rows is None else {labels[row] for row in rows})
    segments = len(corpus) if rows is None else len(rows)
    return "single segments" if number == segments else "one" if number == 1 else "known"
