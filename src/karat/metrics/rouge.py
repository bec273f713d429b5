"""Recall, precision and their mean: what the metrics of the ROUGE family share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from karat.errors import InvalidOption
from karat.metrics import recipe
from karat.metrics.arithmetic import Scalars
from karat.metrics.explain.edits import marked
from karat.metrics.explain.explanation import Step
from karat.metrics.tokenized import UNIT_ENTRIES, InUnits
from karat.option_checks import HIGHEST_BETA, check_choice, settle_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation, Listing, MarkedText

Side: TypeAlias = Literal["recall", "precision", "f"]

SCORE_ENTRIES = (recipe.Entry("score", "score"), recipe.number("beta", "beta"))


class Rouge(InUnits):
    """Recall R, precision P, or Fβ = (1+β²)RP / (R+β²P) of what hypothesis and references have in common.

    Of several references the one with the highest recall gives R and the one with the highest precision P.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        score: Side
        beta: float

    word: ClassVar[str]  # what its recipe begins with
    entries: ClassVar[tuple[recipe.Entry, ...]]
    usual: ClassVar[Side] = "f"
    parts: ClassVar[int] = 1  # of which a match is made
    columns: ClassVar[tuple[str, ...]] = (
        "recall_matches",
        "reference_size",
        "precision_matches",
        "hypothesis_size",
    )

    def __post_init__(self) -> None:
        self.settle_rouge()

    def settle_rouge(self) -> None:
        """Checks the options that every ROUGE has."""
        self.settle_score()
        self.settle_units()

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, self.word, self.entries)

    def settle_score(self) -> None:
        """What is neither recall, precision nor F is refused, and a β that would change nothing."""
        check_choice("score", self.score, Side)
        settle_number(self, "beta", above=0, most=HIGHEST_BETA)
        if self.score != "f" and self.beta != 1:
            raise InvalidOption(f"beta is for score='f'; the score is {self.score!r}.")

    def marked_name(self, name: str) -> str:
        """The name, with what sets it apart from everybody's."""
        unit = "" if self.unit == "word" else "-c"
        return name + unit + ("" if self.score == self.usual else f"-{self.score[0].upper()}")

    def sides(self, xp: Arithmetic, row: Any) -> tuple[Any, Any]:
        """Recall and precision."""
        return xp.ratio(row[0] / self.parts, row[1]), xp.ratio(row[2] / self.parts, row[3])

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """The chosen one of the three, in percent."""
        recall, precision = self.sides(xp, row)
        if self.score == "recall":
            return 100 * recall
        if self.score == "precision":
            return 100 * precision
        return 100 * self._mean(xp, recall, precision)

    def _mean(self, xp: Arithmetic, recall: Any, precision: Any) -> Any:
        factor = self.beta**2
        return xp.ratio((1 + factor) * recall * precision, recall + factor * precision)

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Recall, precision and F in percent."""
        recall, precision = self.sides(Scalars, row)
        mean = self._mean(Scalars, recall, precision)
        return {"recall": 100 * recall, "precision": 100 * precision, "f": 100 * mean}

    def told_with(
        self,
        hypothesis: str,
        references: Sequence[str],
        *,
        texts: Sequence[MarkedText],
        listings: Sequence[Listing] = (),
        steps: Sequence[Step],
    ) -> Explanation:
        """An explanation that ends as all of the family do."""
        row = self.segment_row(hypothesis, references)
        return self.told(row, texts=texts, listings=listings, steps=(*steps, *self.closing_steps(row)))

    def closing_steps(self, row: Sequence[float]) -> tuple[Step, ...]:
        """How an explanation ends: both sides, and the value."""
        facts = self.details(row)
        recalled, wanted, precise, spoken = self.counts_of(row)
        named = {"recall": "recall", "precision": "precision", "f": f"F with β = {self.beta:g}"}
        return (
            Step("recall", facts["recall"], f"100 · {recalled:.6g} / {wanted:g}"),
            Step("precision", facts["precision"], f"100 · {precise:.6g} / {spoken:g}"),
            Step("value", self.value(row), named[self.score]),
        )

    def counts_of(self, row: Sequence[float]) -> tuple[float, float, float, float]:
        """Matches and size on the side of recall, and on that of precision."""
        return row[0] / self.parts, row[1], row[2] / self.parts, row[3]


def beside(
    number: int, spoken: Sequence[str], wanted: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> tuple[MarkedText, MarkedText]:
    """The hypothesis and one of several references, with the units that are paired."""
    return (
        marked(f"hypothesis, beside reference {number}", spoken, {pair[0] for pair in pairs}),
        marked(f"reference {number}", wanted, {pair[1] for pair in pairs}),
    )


ROUGE_ENTRIES = (*SCORE_ENTRIES, *UNIT_ENTRIES)
