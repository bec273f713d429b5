"""Exact matches: how many segments are one of their references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.kernel import count_exact
from karat.metrics import recipe
from karat.metrics.explain.explanation import Explanation, Listing, Step
from karat.metrics.tokenized import TEXT_ENTRIES, Tokenized

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.choices import Normalization
    from karat.metrics.contract import Arithmetic
    from karat.tokens.custom import Function


@dataclass(frozen=True, slots=True)
class Exact(Tokenized):
    """Segments that equal one of their references word for word, in percent of all segments.

    It comes from the evaluation of answers to questions (Rajpurkar et al. 2016).

    >>> exact = Exact()
    >>> exact.value(exact.count(["a  cat", "a dog"], [["the cat", "a cat"], ["the dog"]]).total())
    50.0
    """

    tokenize: str | Function = "none"
    lowercase: bool = False
    normalization: Normalization = "none"

    name = "exact"
    columns = ("matches", "segments")

    def __post_init__(self) -> None:
        self.check_text_options()

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "exact", ENTRIES)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return self.counted(count_exact, systems, streams, threads)

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """Percent of the segments."""
        return 100 * xp.ratio(row[0], row[1])

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Matches and segments."""
        return {"matches": row[0], "segments": row[1]}

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Where the hypothesis leaves each reference."""
        spoken = self.units_of(hypothesis)
        row = self.count([hypothesis], [list(references)]).total()
        listed = [(text, _same(spoken, self.units_of(text))) for text in references]
        return Explanation(
            self.name,
            self.value(row),
            self.recipe,
            listings=(Listing("references", ("reference", "same units from the beginning"), listed),),
            steps=(Step("units of the hypothesis", len(spoken)), Step("matches", row[0], "of 1 segment")),
        )


def _same(first: Sequence[str], second: Sequence[str]) -> int:
    return next(
        (place for place, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
        min(len(first), len(second)),
    )


ENTRIES = TEXT_ENTRIES
