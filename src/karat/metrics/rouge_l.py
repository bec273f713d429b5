"""ROUGE-L: the longest common subsequence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.kernel import count_rouge_l
from karat.metrics.explain.edits import common_subsequence
from karat.metrics.explain.explanation import Step
from karat.metrics.rouge import ROUGE_ENTRIES, Rouge, beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.choices import Normalization, Spaces, Unit
    from karat.metrics.explain.explanation import Explanation, MarkedText
    from karat.metrics.rouge import Side
    from karat.tokens.custom import Function


ENTRIES = ROUGE_ENTRIES


@dataclass(frozen=True, slots=True)
class RougeL(Rouge):
    """The longest sequence of words that hypothesis and reference have in this order, with any between them.

    R = Σ LCS / Σ |r|, P = Σ LCS / Σ |h|, F = (1+β²)RP / (R+β²P); of several references the one with the
    highest R counts for R, the one with the highest P for P. Lin & Och (2004).

    >>> rouge = RougeL()
    >>> rouge.value(rouge.count(["police kill the gunman"], ["police killed the gunman"]).total())
    75.0
    """

    score: Side = "f"
    beta: float = 1
    unit: Unit = "word"
    tokenize: str | Function = "13a"
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"

    word, entries = "ROUGE-L", ENTRIES

    @property
    def name(self) -> str:
        """ROUGE-L, with what sets it apart."""
        return self.marked_name("ROUGE-L")

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return self.counted(count_rouge_l, systems, streams, threads)

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The common subsequence with each reference, and what it comes to."""
        spoken = self.units_of(hypothesis)
        texts: list[MarkedText] = []
        steps = []
        for number, text in enumerate(references, 1):
            wanted = self.units_of(text)
            pairs = common_subsequence(spoken, wanted)
            common = " ".join(spoken[i] for i, _ in pairs)
            steps.append(Step(f"common with reference {number}", len(pairs), common))
            texts += beside(number, spoken, wanted, pairs)
        return self.told_with(hypothesis, references, texts=texts, steps=steps)
