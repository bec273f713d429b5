"""Korean morphemes by MeCab-ko."""

from __future__ import annotations

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from karat.tokens.mecab import Korean


class TokenizerKoMecab(BaseTokenizer):
    """Morphemes as MeCab-ko cuts them with its own dictionary."""

    def signature(self) -> str:
        """The name with MeCab's version."""
        return Korean().signature

    def __call__(self, line: str) -> str:
        """The tokens of one line."""
        return " ".join(Korean()(line))
