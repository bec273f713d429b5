"""What metrics of words share: from the options that say what a word is to texts for the kernel."""

from __future__ import annotations

from karat.metrics.base import prepared
from karat.tokens import tokenizer
from karat.tokens.base import encoded
from karat.tokens.given import joined
from karat.types import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText
    from karat.metrics.base import Normalization
    from karat.tokens.custom import Function


class WordOptions(Protocol):
    """The options that decide what a word is."""

    @property
    def tokenize(self) -> str | Function:
        """What makes the tokens."""

    @property
    def lowercase(self) -> bool:
        """Whether case is ignored."""

    @property
    def normalization(self) -> Normalization:
        """The Unicode form of all texts."""


def ready(options: WordOptions, texts: Sequence[OptionalText]) -> tuple[str, list[Any]]:
    """The kernel's name for the tokenizer, and the texts as that takes them."""
    chosen = tokenizer(options.tokenize)
    changed = [
        prepared(text, lowercase=options.lowercase, normalization=options.normalization) for text in texts
    ]
    # The kernel's characters are not words to it.
    if chosen.native is None or chosen.native.startswith("char"):
        return "separated", [encoded(chosen, text) for text in changed]
    return chosen.native, changed


def words_of(options: WordOptions, text: str) -> list[str]:
    """The words of one segment."""
    (changed,) = prepared([text], lowercase=options.lowercase, normalization=options.normalization)
    return tokenizer(options.tokenize)(changed or "")


def separated(words: Sequence[str]) -> str:
    """Words as the kernel's tokenizer `separated` takes them."""
    return joined(words)
