"""NIST: matching n-grams, weighted by their information."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import inf, log
from typing import TYPE_CHECKING, Any

from karat.kernel import LENGTH_PARTS, REAL_PARTS, count_nist, learn_information
from karat.metrics import recipe
from karat.metrics.arithmetic import Scalars
from karat.metrics.choices import Normalization
from karat.metrics.explain.nist import explanation
from karat.metrics.kernel_texts import for_kernel, kernel_tokenizer
from karat.metrics.prepared import Learnt, NeedsCorpus
from karat.metrics.tokenized import TOKENIZER
from karat.option_checks import check_choice, settle_order
from karat.ordered_sums import added
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus, OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation
    from karat.tokens.custom import Function

# An output of two thirds of the references' length gets half the score.
BETA = log(0.5) / log(1.5) ** 2


@dataclass(frozen=True, slots=True)
class Nist(NeedsCorpus):
    """Matching n-grams weighted by their information, per n-gram of the output, times a brevity penalty.

    NIST = penalty · Σₙ Sₙ, Sₙ = Σ Info(g) · clip(g, s) / Σ n-grams of the hypothesis,
    Info(w₁…wₙ) = log₂(count of w₁…wₙ₋₁ / count of w₁…wₙ) over all references of the whole corpus,
    penalty = exp(β ln² min(1, c / r̄)), with r̄ the mean length of the references. Doddington (2002).

    >>> nist = Nist(order=2)
    >>> statistics = nist.count(["the cat sat on the mat"], ["the cat is on the mat"])
    >>> round(nist.value(statistics.total()), 4)
    2.2208
    """

    order: int = 5
    tokenize: str | Function = "13a"
    lowercase: bool = False
    normalization: Normalization = "none"
    # Deliberate: to mteval, written in Perl, the word 0 is false, and a pair of words that begins with it
    # has no beginning: its information is that of a single word. Figures equal mteval's only so.
    perl_zero: bool = True

    perfect = None

    def __post_init__(self) -> None:
        settle_order(self, "order", least=1)
        check_choice("normalization", self.normalization, Normalization)
        tokenizer(self.tokenize)

    @property
    def bounds(self) -> tuple[float, float]:
        """Information has no highest amount."""
        return 0.0, inf

    @property
    def name(self) -> str:
        """NIST, with its order where that is not the official program's."""
        return "NIST" if self.order == 5 else f"NIST-{self.order}"

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "NIST", ENTRIES)

    @property
    def columns(self) -> tuple[str, ...]:
        """Lengths, then information and n-grams of each order."""
        return _columns(self.order)

    def learn(self, corpus: Corpus) -> Learnt:
        """The information of every n-gram of the references."""
        return self._learnt(corpus.references.streams)

    def _learnt(self, streams: Sequence[OptionalText]) -> Learnt:
        native = kernel_tokenizer(self)
        weights = learn_information(for_kernel(self, streams), native, self.order, self.perl_zero)
        return Learnt(Nist._learnt, (self, streams), weights)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The bare counts, where the references that are counted against are the whole corpus."""
        return self.rows_with(self._learnt(streams), systems, streams, threads)

    def rows_with(
        self, knowledge: Learnt, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int
    ) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return count_nist(for_kernel(self, systems), for_kernel(self, streams), knowledge.native, threads)

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """NIST on its own scale."""
        information, totals = row[2 : 2 + self.order], row[2 + self.order :]
        sums = [xp.ratio(found / REAL_PARTS, total) for found, total in zip(information, totals, strict=True)]
        return self._penalty(xp, row[0], row[1] / LENGTH_PARTS) * added(sums)

    def _penalty(self, xp: Arithmetic, length: Any, reference: Any) -> Any:
        part = xp.where(reference > 0, xp.minimum(xp.ratio(length, reference), 1.0), 1.0)
        logarithm = xp.log(xp.where(part > 0, part, 1.0))
        return xp.where(part > 0, xp.exp(BETA * logarithm * logarithm), 0.0)

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """What each order adds, lengths, ratio and penalty."""
        information = [found / REAL_PARTS for found in row[2 : 2 + self.order]]
        totals = list(row[2 + self.order :])
        length, reference = row[0], row[1] / LENGTH_PARTS
        return {
            "information_per_ngram": [
                Scalars.ratio(found, total) for found, total in zip(information, totals, strict=True)
            ],
            "penalty": self._penalty(Scalars, length, reference),
            "hypothesis_length": length,
            "reference_length": reference,
            "length_ratio": length / reference if reference else None,
            "information": information,
            "totals": totals,
        }

    def explain_with(self, knowledge: Learnt, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Each n-gram that matches with its information, and the way from there to the value."""
        return explanation(self, knowledge, hypothesis, references)


@cache
def _columns(order: int) -> tuple[str, ...]:
    orders = range(1, order + 1)
    lengths = ("hypothesis_length", "reference_length")
    return (*lengths, *[f"information_{n}" for n in orders], *[f"totals_{n}" for n in orders])


ENTRIES = (
    recipe.number("order", "order"),
    TOKENIZER,
    recipe.case(),
    recipe.Entry("unicode", "normalization"),
    recipe.yes_no("perl0", "perl_zero"),
)
