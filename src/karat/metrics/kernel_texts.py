"""Texts as the kernel takes them: checked, normalized, lowercased, in tokens where it cannot make them."""

from __future__ import annotations

from karat.errors import InvalidText, MisalignedCorpus, MissingReference
from karat.metrics.formula import preprocessed
from karat.tokens import tokenizer
from karat.tokens.native import Given
from karat.tokens.separated import encoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from karat.corpus import OptionalText, Text
    from karat.metrics.contract import TokenizedOptions
    from karat.tokens import Tokenizer


def for_kernel(
    options: TokenizedOptions, texts: Sequence[OptionalText], chosen: Tokenizer | None = None
) -> list[Any]:
    """Texts as the kernel takes them, in tokens of the options' tokenizer or of another."""
    chosen = chosen or tokenizer(options.tokenize)
    changed = _preprocessed(options, texts)
    return changed if chosen.native else [encoded(chosen, text) for text in changed]


def words_for_kernel(options: TokenizedOptions, texts: Sequence[OptionalText]) -> tuple[str, list[Any]]:
    """The same for what takes words alone, and the kernel's name of the tokenizer."""
    chosen = tokenizer(options.tokenize)
    # The kernel's characters are not words to it.
    if chosen.native is None or chosen.native.startswith("char"):
        return "separated", [encoded(chosen, text) for text in _preprocessed(options, texts)]
    return chosen.native, _preprocessed(options, texts)


def kernel_tokenizer(options: TokenizedOptions) -> str:
    """The kernel's name for what makes the tokens of texts for it."""
    return tokenizer(options.tokenize).native or "separated"


def tokens_of(options: TokenizedOptions, text: str) -> list[str]:
    """The tokens of one segment."""
    ((changed,),) = _preprocessed(options, [[text]])
    return tokenizer(options.tokenize)(changed or "")


def tokens_of_kernel_text(options: TokenizedOptions, text: str) -> list[str]:
    """The tokens of one segment that `for_kernel` gave."""
    chosen = tokenizer(options.tokenize)
    return chosen(text) if chosen.native else Given()(text)


def _preprocessed(options: TokenizedOptions, texts: Sequence[OptionalText]) -> list[OptionalText]:
    return [
        preprocessed(text, lowercase=options.lowercase, normalization=options.normalization) for text in texts
    ]


def check_texts(systems: Sequence[Text], streams: Sequence[OptionalText]) -> None:
    """Refuse texts that do not pair up, as the kernel does for metrics that it counts."""
    segments = len(streams[0])
    for text in systems:
        if len(text) != segments:
            raise MisalignedCorpus.from_lengths("The hypothesis", got=len(text), expected=segments)
    for stream in streams:
        if len(stream) != segments:
            raise MisalignedCorpus.from_lengths("A reference", got=len(stream), expected=segments)
    for segment, texts in enumerate(zip(*streams, strict=True)):
        if all(text is None for text in texts):
            raise MissingReference.at(segment)
    for stream in streams:
        _check_segments(stream, missing_allowed=True)
    for text in systems:
        _check_segments(text, missing_allowed=False)


def _check_segments(texts: OptionalText, *, missing_allowed: bool) -> None:
    for segment, text in enumerate(texts):
        if text is None and not missing_allowed:
            raise InvalidText(f"Segment {segment + 1} of the hypothesis is None; it must be a str.")
        if text is not None and not isinstance(text, str):
            raise InvalidText(f"Segment {segment + 1} is a {type(text).__name__}; it must be a str.")
