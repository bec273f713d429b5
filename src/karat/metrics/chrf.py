"""chrF and chrF++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption
from karat.kernel import count_chrf
from karat.metrics import recipe
from karat.metrics.base import Formula, count_one, prepared, statistics_of, thread_count
from karat.metrics.bleu import Normalization, Spaces
from karat.metrics.options import check_choice, check_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import References, Text
    from karat.metrics.arithmetic import Arithmetic
    from karat.metrics.base import AnyReferences
    from karat.statistics import Statistics

EPSILON = 1e-16


@dataclass(frozen=True, slots=True)
class Chrf(Formula):
    """F-score of character n-grams, and of word n-grams where `word_order` is above 0 (chrF++ has 2).

    Precision and recall are averaged over the orders that both sides have, then Fβ = (1+β²)PR / (β²P+R).
    With `smoothing="epsilon"` F is taken per order and averaged, as in chrF++.py, NLTK and Moses.
    Of several references the one with the best F counts. Popović (2015, 2017).

    >>> chrf = Chrf()
    >>> round(chrf.value(chrf.count(["the cat sat"], ["the cat sits"]).total()), 2)
    61.03
    """

    character_order: int = 6
    word_order: int = 0
    beta: float = 2
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"
    epsilon_smoothing: bool = False

    higher_is_better = True

    def __post_init__(self) -> None:
        check_order("character_order", self.character_order, least=0)
        check_order("word_order", self.word_order, least=0)
        check_choice("spaces", self.spaces, Spaces)
        check_choice("normalization", self.normalization, Normalization)
        if self.character_order + self.word_order == 0:
            raise InvalidOption("character_order and word_order are both 0; at least one order must count.")
        if not 0 < self.beta < float("inf"):
            raise InvalidOption(f"beta is {self.beta}; it must be above 0.")

    @property
    def name(self) -> str:
        """ChrF with its β, and a plus for each word order."""
        return f"chrF{recipe.plain(self.beta)}" + "+" * self.word_order

    @property
    def recipe(self) -> str:
        """Everything that decides its figures."""
        return recipe.write(self, "chrF", ENTRIES)

    @property
    def columns(self) -> tuple[str, ...]:  # type: ignore[override]
        """For each order: n-grams of the hypothesis, of the chosen reference, and shared."""
        return tuple(
            f"{side}_{order}" for order in self._orders() for side in ("hypothesis", "reference", "matches")
        )

    def _orders(self) -> list[str]:
        characters = [f"char_{n}" for n in range(1, self.character_order + 1)]
        return characters + [f"word_{n}" for n in range(1, self.word_order + 1)]

    def count(self, hypotheses: Text, references: AnyReferences, *, threads: int | None = None) -> Statistics:
        """One row of counts per segment."""
        return count_one(self, hypotheses, references, threads)

    def count_systems(
        self, systems: Sequence[Text], references: References, *, threads: int | None = None
    ) -> list[Statistics]:
        """One row per segment for each system."""

        def ready(text: Any) -> Any:
            return prepared(text, lowercase=self.lowercase, normalization=self.normalization)

        counts = count_chrf(
            [ready(text) for text in systems],
            [ready(stream) for stream in references.streams],
            self.character_order,
            self.word_order,
            self.beta,
            self.spaces == "keep",
            self.epsilon_smoothing,
            thread_count(threads, len(references)),
        )
        return statistics_of(self, counts)

    def formula(self, xp: Arithmetic, of: Mapping[str, Any]) -> Any:
        """ChrF in percent."""
        orders = self._orders()
        score, precisions, recalls, effective = 0.0, 0.0, 0.0, 0.0
        for order in orders:
            precision, recall, present = _precision_and_recall(xp, of, order)
            score = score + self._f(xp, precision, recall)
            precisions = precisions + xp.where(present, precision, 0.0)
            recalls = recalls + xp.where(present, recall, 0.0)
            effective = effective + xp.where(present, 1.0, 0.0)
        if self.epsilon_smoothing:
            return 100 * score / len(orders)
        effective = xp.where(effective > 0, effective, 1.0)
        precision, recall = precisions / effective, recalls / effective
        return 100 * xp.where(precision + recall > 0, self._f(xp, precision, recall), 0.0)

    def _f(self, xp: Arithmetic, precision: Any, recall: Any) -> Any:
        factor = self.beta**2
        denominator = factor * precision + recall
        any_of_it = denominator > 0
        f = (1 + factor) * precision * recall / xp.where(any_of_it, denominator, 1.0)
        return xp.where(any_of_it, f, EPSILON)

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Precision and recall of each order."""
        of = dict(zip(self.columns, row, strict=True))
        facts: dict[str, Any] = {"precisions": [], "recalls": []}
        for order in self._orders():
            shared = of[f"matches_{order}"]
            facts["precisions"].append(100 * shared / max(of[f"hypothesis_{order}"], 1))
            facts["recalls"].append(100 * shared / max(of[f"reference_{order}"], 1))
        return facts


def _precision_and_recall(xp: Arithmetic, of: Mapping[str, Any], order: str) -> tuple[Any, Any, Any]:
    hypothesis, reference, shared = of[f"hypothesis_{order}"], of[f"reference_{order}"], of[f"matches_{order}"]
    spoken, wanted = hypothesis > 0, reference > 0
    precision = xp.where(spoken, shared / xp.where(spoken, hypothesis, 1), EPSILON)
    recall = xp.where(wanted, shared / xp.where(wanted, reference, 1), EPSILON)
    return precision, recall, spoken & wanted


ENTRIES = (
    recipe.number("nc", "character_order"),
    recipe.number("nw", "word_order"),
    recipe.number("beta", "beta"),
    recipe.Entry("spaces", "spaces"),
    recipe.case(),
    recipe.Entry("norm", "normalization"),
    recipe.yes_no("eps", "epsilon_smoothing"),
)
