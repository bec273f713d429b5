"""Names of tokenizers, and the tokenizers behind them, each imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from karat.errors import InvalidOption, UnknownName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from karat.tokens.custom import Function
    from karat.tokens.interface import Tokenizer

_HOME = {
    "none": ("native", "WhiteSpace"),
    "13a": ("native", "Mteval13a"),
    "intl": ("native", "International"),
    "char": ("native", "Characters"),
    "char-spaces": ("native", "CharactersAndSpaces"),
    "zh": ("native", "Chinese"),
    "given": ("native", "Given"),
    "ja-mecab": ("mecab", "Japanese"),
    "ko-mecab": ("mecab", "Korean"),
    "zh-jieba": ("jieba", "ChineseWords"),
    "wnm": ("wnm", "WnmWords"),
}
_SENTENCE_PIECE = ("spm", "flores101", "flores200", "spBLEU-1K")

NAMES = (*_HOME, *_SENTENCE_PIECE)
# What a recipe has in the place of the name where the tokenizer is a function.
CALLABLE = "callable"


def tokenizer(name: str | Function) -> Tokenizer:
    """The tokenizer of that name; `spm:PATH` names a model's file; a function is a tokenizer of its own.

    >>> list(tokenizer("13a")("Hello, world!"))
    ['Hello', ',', 'world', '!']
    """
    if isinstance(name, str):
        return _named(name)
    if not callable(name):
        raise InvalidOption(f"The tokenizer is {name!r}; it must be a name or a function from str to tokens.")
    return _new("custom", "Custom", name)


@cache
def _named(name: str) -> Tokenizer:
    if name in _HOME:
        return _new(*_HOME[name])
    family, _, file = name.partition(":")
    if family in _SENTENCE_PIECE:
        return _new("sentence_piece", "SentencePiece", family, file or None)
    raise UnknownName.among("tokenizer", name, NAMES)


def _new(module: str, name: str, *arguments: Any) -> Tokenizer:
    made: Tokenizer = getattr(import_module(f"karat.tokens.{module}"), name)(*arguments)
    return made
