"""GTM: precision and recall of the heaviest matching between two texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.errors import InvalidOption
from karat.kernel import LENGTH_PARTS, REAL_PARTS, count_gtm, match_gtm
from karat.metrics import recipe
from karat.metrics.choices import Normalization
from karat.metrics.explain.matching import explain_gtm
from karat.metrics.formula import Formula
from karat.metrics.kernel_texts import tokens_of, words_for_kernel
from karat.metrics.tokenized import TOKENIZER
from karat.option_checks import check_choice, settle_number
from karat.tokens import tokenizer
from karat.tokens.separated import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation
    from karat.tokens.custom import Function

Matching: TypeAlias = Literal["greedy", "exact"]
Measure: TypeAlias = Literal["f", "precision", "recall"]


@dataclass(frozen=True, slots=True)
class Gtm(Formula):
    """Precision and recall of matching words, with more weight on long runs of consecutive words.

    A matching pairs equal words one to one; words that follow each other in both texts are a run. Its size is
    (Σ length^e)^(1/e) over its runs; MMS is that of the largest one. P = MMS/|h|, R = MMS/|r|, F = 2PR/(P+R).
    With e = 1 order does not matter; the larger e, the more long runs count.
    Melamed, Green & Turian (2003); Turian, Shen & Melamed (2003).

    >>> gtm = Gtm(exponent=2)
    >>> hypothesis = "the president spoke to the audience"
    >>> reference = "the president then spoke to the audience"
    >>> round(gtm.value(gtm.count([hypothesis], [reference]).total()), 2)
    68.8
    """

    exponent: float = 1
    matching: Matching = "greedy"
    score: Measure = "f"
    tokenize: str | Function = "13a"
    lowercase: bool = False
    normalization: Normalization = "none"

    columns = ("matching_size", "hypothesis_length", "reference_length", "cut_short")

    def __post_init__(self) -> None:
        settle_number(self, "exponent")
        # Above that, the power of a long run is no number any more.
        if not 1 <= self.exponent <= 20:
            raise InvalidOption(f"exponent is {self.exponent!r}; it must be from 1 to 20.")
        check_choice("matching", self.matching, Matching)
        check_choice("score", self.score, Measure)
        check_choice("normalization", self.normalization, Normalization)
        tokenizer(self.tokenize)

    @property
    def name(self) -> str:
        """GTM with its exponent, and what is measured if that is not F."""
        measured = "" if self.score == "f" else f"-{self.score}"
        return f"GTM-{recipe.plain(self.exponent)}{measured}"

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "GTM", ENTRIES)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        native, texts = words_for_kernel(self, [*systems, *streams])
        exact = self.matching == "exact"
        spoken, wanted = texts[: len(systems)], texts[len(systems) :]
        return count_gtm(spoken, wanted, native, self.exponent, exact, threads)

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """GTM in percent. Where nothing matches it is 0."""
        size, spoken, wanted = row[0] / REAL_PARTS, row[1], row[2] / LENGTH_PARTS
        if self.score == "precision":
            return 100 * xp.ratio(size, spoken)
        if self.score == "recall":
            return 100 * xp.ratio(size, wanted)
        return 100 * xp.ratio(2 * size, spoken + wanted)

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Precision, recall and F, with what they are made of."""
        size, spoken, wanted = row[0] / REAL_PARTS, row[1], row[2] / LENGTH_PARTS
        return {
            "precision": 100 * size / spoken if spoken else 0.0,
            "recall": 100 * size / wanted if wanted else 0.0,
            "f": 200 * size / (spoken + wanted) if spoken + wanted else 0.0,
            "matching_size": size,
            "hypothesis_length": spoken,
            "reference_length": wanted,
            "cut_short": row[3],
        }

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The runs of the matching, and every number on the way."""
        spoken, wanted = tokens_of(self, hypothesis), [tokens_of(self, reference) for reference in references]
        texts = [joined(words) for words in wanted]
        runs = match_gtm(joined(spoken), texts, "separated", self.exponent, self.matching == "exact")
        row = self.count([hypothesis], [list(references)]).total()
        return explain_gtm(self, spoken, wanted, runs=runs, row=row)


ENTRIES = (
    recipe.number("e", "exponent"),
    recipe.Entry("matching", "matching"),
    recipe.Entry("score", "score"),
    TOKENIZER,
    recipe.case(),
    recipe.Entry("unicode", "normalization"),
)
