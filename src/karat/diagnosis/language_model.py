"""A small language model: n-grams counted in the references, to tell plausible variants from word salad."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Context = tuple[str, ...]

# Stand for the ends of a text; a unit is never empty.
_BEFORE, _AFTER = "", "\0"


@dataclass(frozen=True, slots=True, eq=False)
class LanguageModel:
    """How often each unit follows each context of up to `order` − 1 units, interpolated (Witten & Bell 1991).

    p(w | h) = (c(h w) + t(h) · p(w | shorter h)) / (c(h) + t(h)), with t(h) the different units after h;
    below the empty context every unit of the vocabulary, and one unknown, is equally likely.
    """

    order: int
    followers: Mapping[Context, Mapping[str, int]]

    @classmethod
    def counted(cls, texts: Iterable[Sequence[str]], *, order: int = 3) -> LanguageModel:
        """The model of these texts."""
        followers: dict[Context, dict[str, int]] = {(): {}}
        for text in texts:
            padded = (*[_BEFORE] * (order - 1), *text, _AFTER)
            for place in range(order - 1, len(padded)):
                for size in range(order):
                    after = followers.setdefault(padded[place - size : place], {})
                    after[padded[place]] = after.get(padded[place], 0) + 1
        return cls(order, followers)

    def probability(self, unit: str, context: Context) -> float:
        """How likely the unit is after the context."""
        value = 1 / (len(self.followers[()]) + 1)
        for size in range(min(len(context), self.order - 1) + 1):
            after = self.followers.get(context[len(context) - size :])
            if after is None:  # no longer context is known either
                break
            total = sum(after.values())
            value = (after.get(unit, 0) + len(after) * value) / (total + len(after)) if total else value
        return value

    def plausibility(self, text: Sequence[str]) -> float:
        """log10 of the text's probability per unit, its end included; lower is less plausible."""
        padded = (*[_BEFORE] * (self.order - 1), *text, _AFTER)
        places = range(self.order - 1, len(padded))
        logs = [log10(self.probability(padded[k], padded[k - self.order + 1 : k])) for k in places]
        return sum(logs) / len(logs)
