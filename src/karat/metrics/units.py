"""Metrics that read texts as words or characters, each text for itself."""

from __future__ import annotations

from karat.errors import InvalidOption
from karat.metrics import bleu
from karat.metrics.base import Formula, Normalization, prepared
from karat.metrics.bleu import Spaces, Unit
from karat.metrics.options import check_choice
from karat.tokens import tokenizer
from karat.tokens.base import encoded
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.tokens import Tokenizer
    from karat.tokens.custom import Function

# The options have the names that they have in BLEU, and are written in the same way.
_ENTRIES = {entry.option: entry for entry in bleu.ENTRIES}
TEXT_ENTRIES = tuple(_ENTRIES[option] for option in ("tokenize", "lowercase", "normalization"))
UNIT_ENTRIES = (_ENTRIES["unit"], _ENTRIES["tokenize"], _ENTRIES["spaces"], *TEXT_ENTRIES[1:])


class Tokenized(Formula):
    """What a metric needs that has the options `tokenize`, `lowercase` and `normalization`."""

    __slots__ = ()

    if TYPE_CHECKING:
        tokenize: str | Function
        lowercase: bool
        normalization: Normalization

    def check_text_options(self) -> None:
        """A tokenizer or a Unicode form that does not exist is refused when the metric is made."""
        check_choice("normalization", self.normalization, Normalization)
        tokenizer(self.tokenize)

    @property
    def tokenizer(self) -> Tokenizer:
        """What makes its tokens."""
        return tokenizer(self.tokenize)

    def counted(
        self,
        count: Callable[..., list[Counts]],
        systems: Sequence[Text],
        streams: Sequence[OptionalText],
        *options: Any,
    ) -> list[Counts]:
        """What a function of the kernel counts in the texts that this metric reads."""
        chosen = self.tokenizer
        if self.lowercase or self.normalization != "none" or chosen.native is None:
            systems, streams = self._ready(systems, chosen), self._ready(streams, chosen)
        return count(systems, streams, chosen.native or "separated", *options)

    def _ready(self, texts: Sequence[OptionalText], chosen: Tokenizer) -> list[Any]:
        changed = [
            prepared(text, lowercase=self.lowercase, normalization=self.normalization) for text in texts
        ]
        return changed if chosen.native else [encoded(chosen, text) for text in changed]

    def units_of(self, text: str) -> list[str]:
        """The words or characters that are counted of one text."""
        (changed,) = prepared([text], lowercase=self.lowercase, normalization=self.normalization)
        return self.tokenizer(changed or "")


class InUnits(Tokenized):
    """What a metric needs that has the options `unit` and `spaces` besides."""

    __slots__ = ()

    if TYPE_CHECKING:
        unit: Unit
        spaces: Spaces

    def settle_units(self) -> None:
        """Equal metrics compare equal: `tokenize="char"` is the same as `unit="char"`."""
        check_choice("unit", self.unit, Unit)
        check_choice("spaces", self.spaces, Spaces)
        if self.tokenize in ("char", "char-spaces"):
            object.__setattr__(self, "unit", "char")
            object.__setattr__(self, "spaces", "keep" if self.tokenize == "char-spaces" else self.spaces)
        if self.unit == "char":
            object.__setattr__(self, "tokenize", "char" if self.spaces == "drop" else "char-spaces")
        elif self.spaces == "keep":
            raise InvalidOption("spaces='keep' is for characters: give unit='char' as well.")
        self.check_text_options()
