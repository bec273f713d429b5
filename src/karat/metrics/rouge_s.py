"""ROUGE-S and ROUGE-SU: pairs of words with others between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from karat.kernel import count_rouge_s
from karat.metrics import recipe
from karat.metrics.explain.edits import marked
from karat.metrics.explain.explanation import Listing, Step
from karat.metrics.rouge import ROUGE_ENTRIES, Rouge
from karat.option_checks import settle_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.choices import Normalization, Spaces, Unit
    from karat.metrics.explain.explanation import Explanation
    from karat.metrics.rouge import Side
    from karat.tokens.custom import Function


ENTRIES = (
    recipe.Entry(
        "skip",
        "skip",
        lambda skip: "any" if skip is None else str(skip),
        lambda text: None if text == "any" else int(text),
    ),
    recipe.yes_no("unigrams", "unigrams"),
    *ROUGE_ENTRIES,
)


@dataclass(frozen=True, slots=True)
class RougeS(Rouge):
    """Skip-bigrams that both texts have: two words in this order, with any others between them.

    R = Σ shared / Σ C(|r|, 2), P = Σ shared / Σ C(|h|, 2), F as in ROUGE-L. `skip` limits the words between
    the two; `unigrams` counts single words as well (ROUGE-SU). Lin & Och (2004).

    >>> rouge = RougeS()
    >>> rouge.value(rouge.count(["police kill the gunman"], ["police killed the gunman"]).total())
    50.0
    """

    skip: int | None = None
    unigrams: bool = False
    score: Side = "f"
    beta: float = 1
    unit: Unit = "word"
    tokenize: str | Function = "13a"
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"

    word, entries = "ROUGE-S", ENTRIES

    def __post_init__(self) -> None:
        if self.skip is not None:
            settle_order(self, "skip", least=0)
        self.settle_rouge()

    @property
    def name(self) -> str:
        """ROUGE-S or ROUGE-SU, with the longest skip."""
        return self.marked_name(
            "ROUGE-S" + "U" * self.unigrams + ("" if self.skip is None else str(self.skip))
        )

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        skip = -1 if self.skip is None else self.skip
        return self.counted(count_rouge_s, systems, streams, skip, self.unigrams, threads)

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The skip-bigrams that each reference shares with the hypothesis."""
        spoken = Counter(self._bigrams(hypothesis))
        every = [Counter(self._bigrams(text)) for text in references]
        texts = [marked("hypothesis", self.units_of(hypothesis), self._paired(hypothesis, every))]
        listings, steps = [], [Step("of the hypothesis", spoken.total())]
        for number, text in enumerate(references, 1):
            wanted = every[number - 1]
            shared = spoken & wanted
            texts.append(marked(f"reference {number}", self.units_of(text), self._paired(text, [spoken])))
            listings.append(
                Listing(
                    f"shared with reference {number}",
                    ("skip-bigram", "reference", "hypothesis", "shared"),
                    [(pair, wanted[pair], spoken[pair], n) for pair, n in shared.items()],
                )
            )
            steps.append(Step(f"shared with reference {number}", shared.total(), f"of its {wanted.total()}"))
        return self.told_with(hypothesis, references, texts=texts, listings=listings, steps=steps)

    def _bigrams(self, text: str) -> list[str]:
        return [pair for pair, _ in self._placed(text)]

    def _placed(self, text: str) -> list[tuple[str, tuple[int, ...]]]:
        """Every skip-bigram with the places of its units, and the units themselves where they count."""
        units = self.units_of(text)
        reach = len(units) if self.skip is None else self.skip + 1
        pairs: list[tuple[str, tuple[int, ...]]] = [
            (f"{first} {second}", (i, j))
            for (i, first), (j, second) in combinations(enumerate(units), 2)
            if j - i <= reach
        ]
        return pairs + [(unit, (place,)) for place, unit in enumerate(units)] if self.unigrams else pairs

    def _paired(self, text: str, others: Sequence[Counter[str]]) -> set[int]:
        """The places of units that are in a skip-bigram which one of the others has."""
        return {
            place
            for pair, places in self._placed(text)
            if any(other[pair] for other in others)
            for place in places
        }
