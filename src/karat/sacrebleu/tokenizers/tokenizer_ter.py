"""The rules of tercom."""

from __future__ import annotations

from karat.kernel import tokenize
from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TercomTokenizer(BaseTokenizer):
    """Words as TER sees them."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._rules = (normalized, no_punct, asian_support)
        self._case_sensitive = case_sensitive

    def __call__(self, sent: str) -> str:
        """The words of one line."""
        return " ".join(tokenize(sent if self._case_sensitive else sent.lower(), "tercom", *self._rules))

    def signature(self) -> str:
        """What signatures call it."""
        return "tercom"
