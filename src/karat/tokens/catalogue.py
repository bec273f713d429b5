"""Names of tokenizers, and the tokenizers behind them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from karat.errors import UnknownName
from karat.tokens.char import Characters, CharactersAndSpaces
from karat.tokens.custom import Custom
from karat.tokens.given import Given
from karat.tokens.intl import International
from karat.tokens.mteval13a import Mteval13a
from karat.tokens.none import WhiteSpace
from karat.tokens.zh import Chinese

if TYPE_CHECKING:
    from karat.tokens.base import Tokenizer
    from karat.tokens.custom import Function

_NATIVE: dict[str, Tokenizer] = {
    found.name: found
    for found in (
        WhiteSpace(),
        Mteval13a(),
        International(),
        Characters(),
        CharactersAndSpaces(),
        Chinese(),
        Given(),
    )
}
_MECAB = ("ja-mecab", "ko-mecab")
_SENTENCE_PIECE = ("spm", "flores101", "flores200", "spBLEU-1K")

NAMES = (*_NATIVE, *_MECAB, *_SENTENCE_PIECE)


def tokenizer(name: str | Function) -> Tokenizer:
    """The tokenizer of that name; `spm:PATH` names a model's file; a function is a tokenizer of its own."""
    return _named(name) if isinstance(name, str) else Custom(name)


@cache
def _named(name: str) -> Tokenizer:
    if name in _NATIVE:
        return _NATIVE[name]
    if name in _MECAB:
        from karat.tokens.mecab import Japanese, Korean

        return Japanese() if name == "ja-mecab" else Korean()
    family, _, file = name.partition(":")
    if family in _SENTENCE_PIECE:
        from karat.tokens.sentence_piece import SentencePiece

        return SentencePiece(family, file or None)
    raise UnknownName.among("tokenizer", name, NAMES)
