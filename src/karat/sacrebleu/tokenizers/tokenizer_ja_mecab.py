"""Japanese words by MeCab."""

from __future__ import annotations

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from karat.tokens.mecab import Japanese


class TokenizerJaMecab(BaseTokenizer):
    """Words as MeCab cuts them with the IPA dictionary."""

    def signature(self) -> str:
        """The name with MeCab's version."""
        return Japanese().signature

    def __call__(self, line: str) -> str:
        """The tokens of one line."""
        return " ".join(Japanese()(line))
