"""Texts made ready for the kernel: normalized, lowercased, and in tokens where it cannot make them itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from karat.metrics.contract import prepared
from karat.tokens import tokenizer
from karat.tokens.given import Given
from karat.tokens.interface import encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText
    from karat.metrics.contract import Normalization
    from karat.tokens import Tokenizer
    from karat.tokens.custom import Function


class TextOptions(Protocol):
    """The options that decide what a token is."""

    @property
    def tokenize(self) -> str | Function:
        """What makes the tokens."""

    @property
    def lowercase(self) -> bool:
        """Whether case is ignored."""

    @property
    def normalization(self) -> Normalization:
        """The Unicode form of all texts."""


def ready(options: TextOptions, texts: Sequence[OptionalText], chosen: Tokenizer | None = None) -> list[Any]:
    """Texts as the kernel takes them, in tokens of the options' tokenizer or of another."""
    chosen = chosen or tokenizer(options.tokenize)
    changed = _changed(options, texts)
    return changed if chosen.native else [encoded(chosen, text) for text in changed]


def ready_words(options: TextOptions, texts: Sequence[OptionalText]) -> tuple[str, list[Any]]:
    """The same for what takes words alone, and the kernel's name of the tokenizer."""
    chosen = tokenizer(options.tokenize)
    # The kernel's characters are not words to it.
    if chosen.native is None or chosen.native.startswith("char"):
        return "separated", [encoded(chosen, text) for text in _changed(options, texts)]
    return chosen.native, _changed(options, texts)


def kernel_tokenizer(options: TextOptions) -> str:
    """The kernel's name for what makes the tokens of texts that are ready."""
    return tokenizer(options.tokenize).native or "separated"


def tokens_of(options: TextOptions, text: str) -> list[str]:
    """The tokens of one segment."""
    ((changed,),) = _changed(options, [[text]])
    return tokenizer(options.tokenize)(changed or "")


def tokens_of_ready(options: TextOptions, text: str) -> list[str]:
    """The tokens of one segment that is ready."""
    chosen = tokenizer(options.tokenize)
    return chosen(text) if chosen.native else Given()(text)


def _changed(options: TextOptions, texts: Sequence[OptionalText]) -> list[OptionalText]:
    return [
        prepared(text, lowercase=options.lowercase, normalization=options.normalization) for text in texts
    ]
