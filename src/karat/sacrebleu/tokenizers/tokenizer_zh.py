"""Chinese, character by character."""

from __future__ import annotations

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from karat.tokens.native import Chinese


class TokenizerZh(BaseTokenizer):
    """Isolates Chinese characters, then follows the Western rules."""

    def signature(self) -> str:
        """What signatures call it."""
        return "zh"

    def __call__(self, line: str) -> str:
        """The tokens of one line, without the white space at its ends: a full stop after a digit stays."""
        return " ".join(Chinese()(line.strip()))
