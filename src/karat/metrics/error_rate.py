"""Errors per unit of the references: what WER, PER and CDER share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.kernel import LENGTH_PARTS
from karat.metrics import recipe
from karat.metrics.explain.explanation import Step
from karat.metrics.tokenized import UNIT_ENTRIES, InUnits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.choices import Normalization, Spaces, Unit
    from karat.metrics.contract import Arithmetic
    from karat.tokens.custom import Function


@dataclass(frozen=True, slots=True)
class ErrorRate(InUnits):
    """100 · Σ fewest errors against any reference / Σ mean length of the references, as TER has it."""

    unit: Unit = "word"
    tokenize: str | Function = "none"
    spaces: Spaces = "drop"
    lowercase: bool = False
    normalization: Normalization = "none"

    usual_tokenizer = "none"
    word = ""  # what its recipe begins with
    columns = ("errors", "reference_length")
    higher_is_better = False
    perfect = 0.0

    def __post_init__(self) -> None:
        self.settle_units()

    @property
    def name(self) -> str:
        """Its usual name, marked where characters are counted."""
        return self.word if self.unit == "word" else f"{self.word}-c"

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, self.word, UNIT_ENTRIES)

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """Percent. Output without any reference words is all wrong; nothing for nothing is right."""
        errors, length = row[0], row[1] / LENGTH_PARTS
        rate = 100 * xp.ratio(errors, length)
        return xp.where(length > 0, rate, xp.where(errors > 0, 100.0, 0.0))

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Errors and reference length."""
        return {"errors": row[0], "reference_length": row[1] / LENGTH_PARTS}

    def closing_steps(self, row: Sequence[float], references: Sequence[str]) -> tuple[Step, ...]:
        """How an explanation ends: errors over mean length is the value."""
        length = row[1] / LENGTH_PARTS
        of = "the reference" if len(references) == 1 else f"mean of {len(references)} references"
        return (
            Step("errors", row[0], "fewest against any reference" if len(references) > 1 else ""),
            Step("reference length", length, of),
            Step(self.name, self.value(row), _rate(row[0], length)),
        )


def _rate(errors: float, length: float) -> str:
    if length:
        return f"100 · {errors:g} / {length:g}"
    return "no reference words, but some of the output" if errors else "nothing for nothing"
