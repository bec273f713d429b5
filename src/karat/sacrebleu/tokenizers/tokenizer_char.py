"""Characters as tokens."""

from __future__ import annotations

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TokenizerChar(BaseTokenizer):
    """Puts a space between every two characters."""

    def signature(self) -> str:
        """What signatures call it."""
        return "char"

    def __call__(self, line: str) -> str:
        """The characters of one line, white space among them."""
        return " ".join(line)
