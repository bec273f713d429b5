"""The base of every metric: statistics from its rows, values from its formula, for one row and for many."""

from __future__ import annotations

from math import inf

from karat.errors import InvalidOption, InvalidText
from karat.kernel import Texts, available_threads
from karat.metrics.arithmetic import Arrays, Scalars
from karat.option_checks import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar

    import numpy as np
    from numpy.typing import NDArray

    from karat.corpus import Corpus, OptionalText, References, Text
    from karat.metrics.choices import DrawUnit, Normalization
    from karat.metrics.contract import AnyReferences, Arithmetic, Metric
    from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step
    from karat.statistics import Statistics


class Counting:
    """Statistics from the bare rows of a metric."""

    __slots__ = ()

    def count(
        self: Metric, hypotheses: Text, references: AnyReferences, *, threads: int | None = None
    ) -> Statistics:
        """One row of counts per segment."""
        from karat.corpus import References, as_text

        return self.count_systems([as_text(hypotheses)], References.of(references), threads=threads)[0]

    def count_systems(
        self: Metric, systems: Sequence[Text], references: References, *, threads: int | None = None
    ) -> list[Statistics]:
        """One row per segment for each system."""
        from karat.statistics import Statistics

        counts = self.rows(systems, references.streams, thread_count(threads, len(references) * len(systems)))
        return [Statistics(self.columns, system) for system in counts]


class Formula(Counting):
    """Values from a formula that is written once, for one row and for many."""

    __slots__ = ()
    columns: ClassVar[Any]

    higher_is_better: ClassVar[bool] = True
    perfect: ClassVar[float | None] = (
        100.0  # what a text scores against itself, where that is always the same
    )
    signed: ClassVar[bool] = False
    needs_corpus: ClassVar[bool] = False
    annotated: ClassVar[bool] = False
    needs_entities: ClassVar[bool] = False
    draw_unit: ClassVar[DrawUnit] = "segment"

    @property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest value: 0 and 100 for most metrics; error rates have no highest one."""
        if self.signed:
            return -inf, inf
        return 0.0, 100.0 if self.higher_is_better else inf

    def settled(self, corpus: Corpus) -> Any:  # noqa: ARG002
        """The metric with every option decided for this corpus; for most metrics, the metric itself."""
        return self

    def prepare(self, corpus: Corpus) -> Any:  # noqa: ARG002
        """The metric, ready to count this corpus; for most metrics, the metric itself."""
        return self

    @property
    def for_segments(self) -> Any:
        """The metric that scores single segments; for most metrics, the metric itself."""
        return self

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """The metric's value from its counts, in the order of its columns."""
        raise NotImplementedError

    def value(self, row: Sequence[float], columns: tuple[str, ...] | None = None) -> float:
        """The value of one row; `columns` names its counts where they are not exactly the metric's."""
        if columns is not None and columns != self.columns:
            row = [row[place] for place in self._places(columns)]
        try:
            return float(self.formula(Scalars, row))
        except (ValueError, IndexError):
            # Looked at only now: of one sentence the value takes little longer than a check would.
            self._check_size(row)
            raise

    def values(self, statistics: Statistics) -> NDArray[np.float64]:
        """The value of every row."""
        import numpy as np

        counts = statistics.counts.T
        if statistics.columns != self.columns:
            counts = counts[self._places(statistics.columns)]
        return np.asarray(
            self.formula(Arrays(), np.ascontiguousarray(counts, dtype=np.float64)), dtype=np.float64
        )

    def sacrebleu_options(self) -> dict[str, object] | None:
        """The options as sacreBLEU's signature has them; None, because sacreBLEU does not have this
        metric."""
        return None

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Every number on the way to the value of one segment."""
        explained: Explanation = self.for_segments.explained(hypothesis, listed(references))
        return explained

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The facts behind the value; some metrics add more."""
        return facts_of(self, self.segment_row(hypothesis, references))

    def segment_row(self, hypothesis: str, references: Sequence[str]) -> list[int]:
        """The counts of one segment."""
        metric: Any = self
        row: list[int] = metric.count([hypothesis], [list(references)]).total()
        return row

    def told(
        self,
        row: Sequence[float],
        *,
        texts: Sequence[MarkedText] = (),
        listings: Sequence[Listing] = (),
        steps: Sequence[Step] = (),
    ) -> Explanation:
        """An explanation of the value of a row."""
        from karat.metrics.explain.explanation import Explanation

        metric: Any = self
        value = self.value(row)
        return Explanation(metric.name, value, metric.recipe, tuple(texts), tuple(listings), tuple(steps))

    def _check_size(self, row: Sequence[float]) -> None:
        if len(row) != len(self.columns):
            metric: Any = self
            names = ", ".join(self.columns[:6]) + (", …" if len(self.columns) > 6 else "")
            raise InvalidOption(
                f"The row has {len(row)} numbers; a row of {metric.name} has {len(self.columns)}: {names}."
            )

    def _places(self, columns: tuple[str, ...]) -> list[int]:
        """Where the metric's counts stand among others, such as those of higher orders."""
        places = {name: place for place, name in enumerate(columns)}
        return [places[name] for name in self.columns]


def facts_of(metric: Any, row: Sequence[float]) -> Explanation:
    """The details of a row, as steps to its value."""
    from karat.metrics.explain.explanation import Explanation, Step

    facts = metric.details(row).items()
    steps = tuple(Step(fact.replace("_", " "), _worded(value)) for fact, value in facts)
    return Explanation(metric.name, metric.value(row), metric.recipe, steps=steps)


def listed(references: Sequence[str]) -> list[str]:
    """The references of one segment; a single string would be taken for a list of letters."""
    if isinstance(references, str):
        raise InvalidText("The references are a single str; they must be a list, also where there is one.")
    return list(references)


def _worded(value: Any) -> float | str:
    if isinstance(value, int | float):
        return value
    return ", ".join(f"{part:.4g}" for part in value) if isinstance(value, list) else str(value)


def thread_count(threads: int | None, segments: int) -> int:
    """As many threads as are wanted, or as are worth starting for so many segments of all systems."""
    if threads is not None:
        number = whole_number(threads)
        if number is None or number < 1:
            raise InvalidOption(f"threads is {threads!r}; it must be a whole number of at least 1.")
        return number
    return available_threads() if segments >= 1000 else 1


def preprocessed(
    texts: OptionalText, *, lowercase: bool = False, normalization: Normalization = "none"
) -> OptionalText:
    """The texts after Unicode normalization and lowercasing, which follow Python's own tables."""
    try:
        if normalization != "none":
            from unicodedata import normalize

            texts = [None if text is None else normalize(normalization, text) for text in texts]
        if lowercase:
            texts = [None if text is None else text.lower() for text in texts]
    except (AttributeError, TypeError):
        Texts(texts)  # names the segment that is not text
        raise
    return texts
