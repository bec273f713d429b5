"""ROUGE-S and ROUGE-SU: pairs of words with others between them."""

from __future__ import annotations

from itertools import combinations

from karat.kernel import count_rouge_s
from karat.metrics import recipe
from karat.metrics.options import check_order
from karat.metrics.rouge import ROUGE_ENTRIES, Rouge
from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.base import Normalization
    from karat.metrics.explanation import Explanation
    from karat.metrics.rouge import Side
    from karat.metrics.units import Spaces, Unit
    from karat.tokens.custom import Function


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

    def __post_init__(self) -> None:
        if self.skip is not None:
            check_order("skip", self.skip, least=0)
        self.settle_score()
        self.settle_units()

    @property
    def name(self) -> str:
        """ROUGE-S or ROUGE-SU, with the longest skip."""
        return self.marked_name(
            "ROUGE-S" + "U" * self.unigrams + ("" if self.skip is None else str(self.skip))
        )

    @property
    def recipe(self) -> str:
        """Everything that decides its figures."""
        return recipe.write(self, "ROUGE-S", ENTRIES)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """What the kernel counts."""
        skip = -1 if self.skip is None else self.skip
        return self.counted(count_rouge_s, systems, streams, skip, self.unigrams, threads)

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The skip-bigrams that each reference shares with the hypothesis."""
        from collections import Counter

        from karat.metrics.explanation import Explanation, Listing, Step

        spoken = Counter(self._bigrams(hypothesis))
        listings, steps = [], []
        for number, text in enumerate(references, 1):
            wanted = Counter(self._bigrams(text))
            shared = spoken & wanted
            listings.append(
                Listing(
                    f"shared with reference {number}",
                    ("skip-bigram", "reference", "hypothesis", "shared"),
                    [(pair, wanted[pair], spoken[pair], n) for pair, n in shared.items()],
                )
            )
            steps.append(Step(f"shared with reference {number}", shared.total(), f"of its {wanted.total()}"))
        row = self.count([hypothesis], [list(references)]).total()
        return Explanation(
            self.name,
            self.value(row),
            self.recipe,
            listings=tuple(listings),
            steps=(Step("of the hypothesis", spoken.total()), *steps, *self.closing_steps(row)),
        )

    def _bigrams(self, text: str) -> list[str]:
        units = self.units_of(text)
        reach = len(units) if self.skip is None else self.skip + 1
        pairs = [
            f"{first} {second}"
            for (i, first), (j, second) in combinations(enumerate(units), 2)
            if j - i <= reach
        ]
        return pairs + units if self.unigrams else pairs


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
