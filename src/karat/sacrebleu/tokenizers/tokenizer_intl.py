"""The international rules of mteval-v14."""

from __future__ import annotations

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, spaced
from karat.tokens.native import International


class TokenizerV14International(BaseTokenizer):
    """Splits off punctuation and symbols by Unicode category."""

    def signature(self) -> str:
        """What signatures call it."""
        return "intl"

    def __call__(self, line: str) -> str:
        """The tokens of one line."""
        return spaced(International(), line)
