"""ROUGE-W: the common subsequence in which unbroken runs are worth more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.errors import InvalidOption
from karat.kernel import REAL_PARTS, count_rouge_w
from karat.metrics import recipe
from karat.metrics.explain.edits import runs_of, weighted_pairs
from karat.metrics.explain.explanation import Listing, Step
from karat.metrics.rouge import ROUGE_ENTRIES, Rouge, beside
from karat.option_checks import settle_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.choices import Normalization, Spaces, Unit
    from karat.metrics.explain.explanation import Explanation, MarkedText
    from karat.metrics.rouge import Side
    from karat.tokens.custom import Function

HIGHEST_WEIGHT = 10  # beyond it the worth of a long run would not fit a number


ENTRIES = (recipe.number("weight", "weight"), *ROUGE_ENTRIES)


@dataclass(frozen=True, slots=True)
class RougeW(Rouge):
    """ROUGE-L in which a run of k words, unbroken in both texts, is worth f(k) = kʷ.

    R = f⁻¹(WLCS / f(|r|)) for one segment, which is WLCS^(1/w) / |r|: the length of the single run that is
    worth as much, per word. So a corpus has R = Σ WLCS^(1/w) / Σ |r|, and P likewise. Lin & Och (2004).

    >>> rouge = RougeW()
    >>> for hypothesis in ("A B C D H I K", "A H B K C I D"):
    ...     print(round(rouge.value(rouge.count([hypothesis], ["A B C D E F G"]).total()), 1))
    57.1
    28.6
    """

    weight: float = 2
    score: Side = "f"
    beta: float = 1
    unit: Unit = "word"
    tokenize: str | Function = "13a"
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"

    word, entries = "ROUGE-W", ENTRIES
    parts = REAL_PARTS

    def __post_init__(self) -> None:
        settle_number(self, "weight")
        if not 1 <= self.weight <= HIGHEST_WEIGHT:
            raise InvalidOption(f"weight is {self.weight!r}; it must be from 1 to {HIGHEST_WEIGHT}.")
        self.settle_rouge()

    @property
    def name(self) -> str:
        """ROUGE-W with its weight."""
        return self.marked_name(f"ROUGE-W-{recipe.plain(self.weight)}")

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return self.counted(count_rouge_w, systems, streams, float(self.weight), threads)

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The runs that hypothesis and reference share, and what each is worth."""
        spoken = self.units_of(hypothesis)
        texts: list[MarkedText] = []
        listings, steps = [], []
        for number, text in enumerate(references, 1):
            wanted = self.units_of(text)
            pairs = weighted_pairs(spoken, wanted, self.weight)
            runs = [" ".join(spoken[i] for i, _ in run) for run in runs_of(pairs)]
            lengths = [len(run) for run in runs_of(pairs)]
            worths = [float(length**self.weight) for length in lengths]
            title = f"runs shared with reference {number}"
            listings.append(
                Listing(title, ("run", "length", "worth"), list(zip(runs, lengths, worths, strict=True)))
            )
            steps.append(
                Step(
                    f"run worth as much as those shared with reference {number}",
                    sum(worths) ** (1 / self.weight),
                    f"{sum(worths):.6g} to the power of 1/{self.weight:g}",
                )
            )
            texts += beside(number, spoken, wanted, pairs)
        return self.told_with(hypothesis, references, texts=texts, listings=listings, steps=steps)
