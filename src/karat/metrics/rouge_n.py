"""ROUGE-N: recall of n-grams."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.kernel import count_rouge_n
from karat.metrics import recipe
from karat.metrics.explain.edits import marked
from karat.metrics.explain.explanation import Listing, Step
from karat.metrics.kernel_texts import check_texts
from karat.metrics.rouge import ROUGE_ENTRIES, Rouge
from karat.option_checks import check_choice, settle_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.choices import Normalization, Spaces, Unit
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation
    from karat.metrics.rouge import Side
    from karat.tokens.custom import Function


Multi: TypeAlias = Literal["sum", "best"]

ENTRIES = (recipe.number("order", "order"), *ROUGE_ENTRIES, recipe.Entry("multi", "multi", unless="sum"))


@dataclass(frozen=True, slots=True)
class RougeN(Rouge):
    """The share of the references' n-grams that the hypothesis has.

    ROUGE-N = Σ n-grams shared with each reference / Σ n-grams of the references, over all references and
    segments; an n-gram is shared no more often than the hypothesis has it. Lin & Hovy (2003), Lin (2004).
    With multi="best" only the reference with the highest score counts, segment by segment.

    >>> rouge = RougeN()
    >>> rouge.value(rouge.count(["the cat sat on the mat"], ["the cat is on the mat"]).total())
    60.0
    """

    order: int = 2
    score: Side = "recall"
    beta: float = 1
    unit: Unit = "word"
    tokenize: str | Function = "13a"
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"
    multi: Multi = "sum"

    word, entries = "ROUGE-N", ENTRIES
    columns = ("matches", "reference_ngrams", "hypothesis_ngrams")
    usual = "recall"

    def __post_init__(self) -> None:
        settle_order(self, "order", least=1)
        check_choice("multi", self.multi, Multi)
        self.settle_rouge()

    @property
    def name(self) -> str:
        """ROUGE with its order, and what sets it apart."""
        return self.marked_name(f"ROUGE-{self.order}") + ("" if self.multi == "sum" else "-best")

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Any]:
        """What the kernel counts, against all references or against the best of them."""
        if self.multi == "sum" or len(streams) == 1:
            return self.counted(count_rouge_n, systems, streams, self.order, threads)
        check_texts(systems, streams)
        # A reference that a segment lacks is never the best; the kernel counts it as an empty one.
        filled = [["" if text is None else text for text in stream] for stream in streams]
        counted = [self.counted(count_rouge_n, systems, [stream], self.order, threads) for stream in filled]
        return [self._best(of_system, streams) for of_system in zip(*counted, strict=True)]

    def _best(self, of_references: Sequence[Counts], streams: Sequence[OptionalText]) -> Any:
        """The row of the reference with the highest score; of equal ones the shortest that has n-grams.

        So the order in which the references come does not matter.
        """
        import numpy as np

        from karat.metrics.arithmetic import Arrays

        rows = np.stack([counts.array() for counts in of_references])
        lacking = np.array([[text is None for text in stream] for stream in streams])
        scores = np.stack([self.formula(Arrays(), each.T.astype(np.float64)) for each in rows])
        scores = np.where(lacking, -2.0, np.where(rows[:, :, 1] == 0, -1.0, scores))
        best = np.lexsort((rows[:, :, 1], -scores), axis=0)[0]
        return rows[best, np.arange(rows.shape[1])]

    def sides(self, xp: Arithmetic, row: Any) -> tuple[Any, Any]:
        """Recall and precision; the hypothesis has its n-grams once for each reference."""
        return xp.ratio(row[0], row[1]), xp.ratio(row[0], row[2])

    def counts_of(self, row: Sequence[float]) -> tuple[float, float, float, float]:
        """Matches and size on the side of recall, and on that of precision."""
        return row[0], row[1], row[0], row[2]

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Every n-gram: how often each text has it, and how often it is shared."""
        spoken = Counter(self._ngrams(hypothesis))
        # A reference shares each n-gram as often as it has it: with all together, the hypothesis is marked.
        most: Counter[str] = Counter()
        for text in references:
            most |= Counter(self._ngrams(text))
        texts = [marked("hypothesis", self.units_of(hypothesis), self._covered(hypothesis, most))]
        listings, steps = [], []
        for number, text in enumerate(references, 1):
            wanted = Counter(self._ngrams(text))
            shared = (spoken & wanted).total()
            texts.append(marked(f"reference {number}", self.units_of(text), self._covered(text, spoken)))
            listings.append(
                Listing(
                    f"n-grams of reference {number}",
                    ("n-gram", "reference", "hypothesis", "shared"),
                    [(ngram, n, spoken[ngram], min(n, spoken[ngram])) for ngram, n in wanted.items()],
                )
            )
            steps.append(Step(f"shared with reference {number}", shared, f"of its {wanted.total()}"))
        return self.told_with(hypothesis, references, texts=texts, listings=listings, steps=steps)

    def _covered(self, text: str, others: Counter[str]) -> set[int]:
        """The places of units that are in a shared n-gram; of equal n-grams the first are shared."""
        left = others.copy()
        places: set[int] = set()
        for start, ngram in enumerate(self._ngrams(text)):
            if left[ngram] > 0:
                left[ngram] -= 1
                places.update(range(start, start + self.order))
        return places

    def _ngrams(self, text: str) -> list[str]:
        units = self.units_of(text)
        return [" ".join(units[i : i + self.order]) for i in range(len(units) - self.order + 1)]
