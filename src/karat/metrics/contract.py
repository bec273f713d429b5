"""What every metric promises: count text into statistics that add, turn statistics into values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.corpus import Corpus, OptionalText, References, Text
    from karat.kernel import Counts
    from karat.metrics.arithmetic import Weights
    from karat.metrics.choices import DrawUnit, Normalization
    from karat.metrics.explain.explanation import Explanation
    from karat.statistics import Statistics
    from karat.tokens.custom import Function

AnyReferences: TypeAlias = "References | Sequence[str] | Sequence[Sequence[str]]"


class Metric(Protocol):
    """A frozen set of options; no state, comparable, picklable.

    >>> from karat import Bleu, Metric
    >>> bleu: Metric = Bleu(order=2)
    >>> bleu.name, bleu.higher_is_better
    ('BLEU-w2', True)
    """

    @property
    def name(self) -> str:
        """What people call it, with the options that belong to the name: chrF2++."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its counts."""

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores; `parse` makes the metric from it again."""

    @property
    def higher_is_better(self) -> bool:
        """The direction of its scale."""

    @property
    def perfect(self) -> float | None:
        """What a text scores against itself, if it is long enough; None where that depends on the text."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest value that a text can have, infinite where there is none."""

    @property
    def signed(self) -> bool:
        """Whether its counts may be below 0, as weights may be, and its values outside of their bounds."""

    @property
    def needs_corpus(self) -> bool:
        """Whether it must see a whole corpus before it can count any of it."""

    @property
    def annotated(self) -> bool:
        """Whether it reads annotated tokens, `word|TAG`, and refuses others."""

    @property
    def needs_entities(self) -> bool:
        """Whether it counts entities marked in the references; where there are none, its value is NaN."""

    @property
    def draw_unit(self) -> DrawUnit:
        """The least part of a text that chance may draw: segment, paragraph or document."""

    @property
    def for_segments(self) -> Metric:
        """The metric of single segments, from the same counts; its recipe says how it differs from itself."""

    def settled(self, corpus: Corpus) -> Metric:
        """The metric with every option decided that waits for the corpus."""

    def prepare(self, corpus: Corpus) -> Metric:
        """The metric, ready to count the systems of this corpus, or parts of it."""

    def count(self, hypotheses: Text, references: AnyReferences, *, threads: int | None = None) -> Statistics:
        """One row of counts per segment."""

    def count_systems(
        self, systems: Sequence[Text], references: References, *, threads: int | None = None
    ) -> list[Statistics]:
        """The same for several systems; the references are read once."""

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The bare counts of each system against one text per reference."""

    def value(self, row: Sequence[float], columns: tuple[str, ...] | None = None) -> float:
        """The value of one row, such as a corpus' total."""

    def values(self, statistics: Statistics) -> NDArray[np.float64]:
        """The value of every row."""

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """The facts behind one row's value."""

    def sacrebleu_options(self) -> dict[str, object] | None:
        """The options as sacreBLEU's signature has them, or None where sacreBLEU cannot give the figure."""

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Every number on the way to the value of one segment."""


class TokenizedOptions(Protocol):
    """The options that decide what a token is."""

    @property
    def tokenize(self) -> str | Function:
        """What makes the tokens."""

    @property
    def lowercase(self) -> bool:
        """Whether case is ignored."""

    @property
    def normalization(self) -> Normalization:
        """The Unicode form of all texts."""


class Arithmetic(Protocol):
    """Functions of plain numbers, or of arrays of them."""

    def exp(self, x: Any) -> Any:
        """e to the power x."""

    def log(self, x: Any) -> Any:
        """The natural logarithm of x, which is above 0."""

    def geometric_mean(
        self, parts: Sequence[Any], wholes: Sequence[Any], weights: Weights, present: bool
    ) -> Any:
        """Weighted geometric mean of parts / wholes.

        What is a part of nothing is 0; of those that are `present` only, it is left out.
        """

    def arithmetic_mean(
        self, parts: Sequence[Any], wholes: Sequence[Any], weights: Weights, present: bool
    ) -> Any:
        """Weighted arithmetic mean of parts / wholes, with the same rules."""

    def ratio(self, x: Any, y: Any) -> Any:
        """x / y; nothing of nothing is 0."""

    def any(self, condition: Any) -> bool:
        """Whether it is true of some row; what is true of none need not be computed."""

    def all(self, conditions: Any) -> bool:
        """Whether all of several are true, of every row."""

    def where(self, condition: Any, yes: Any, no: Any) -> Any:
        """One of two values; both are computed, so both must be defined."""

    def minimum(self, x: Any, y: Any) -> Any:
        """The smaller."""
