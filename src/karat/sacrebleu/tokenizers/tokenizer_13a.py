"""The rules of mteval-v13a."""

from __future__ import annotations

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, spaced
from karat.tokens.native import Mteval13a


class Tokenizer13a(BaseTokenizer):
    """Splits off ASCII punctuation; full stops and commas stay inside numbers."""

    def signature(self) -> str:
        """What signatures call it."""
        return "13a"

    def __call__(self, line: str) -> str:
        """The tokens of one line."""
        return spaced(Mteval13a(), line)
