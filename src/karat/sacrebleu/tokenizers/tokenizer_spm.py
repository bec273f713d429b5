"""Subword pieces by the SentencePiece models that sacreBLEU has fetched; nothing is downloaded here."""

from __future__ import annotations

from karat.errors import UnknownName
from karat.sacrebleu.metrics.base import sacrelogger
from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from karat.tokens.sentence_piece import SentencePiece

_SIGNATURES = {
    "spm": "flores101",
    "flores101": "flores101",
    "flores200": "flores200",
    "spBLEU-1K": "spBLEU-1K",
}


class TokenizerSPM(BaseTokenizer):
    """Pieces of one model."""

    def __init__(self, key: str = "spm") -> None:
        if key not in _SIGNATURES:
            raise UnknownName.among("SentencePiece model", key, _SIGNATURES)
        if key == "spm":
            sacrelogger.warning("The tokenizer 'spm' is now called 'flores101'; the old name may go.")
        self.name = _SIGNATURES[key]
        self._pieces = SentencePiece(key)
        _ = self._pieces.path  # a model that is not there is refused here, not when there is text

    def signature(self) -> str:
        """The model's name."""
        return self.name

    def __call__(self, line: str) -> str:
        """The pieces of one line."""
        return " ".join(self._pieces(line))


class Flores200Tokenizer(TokenizerSPM):
    """The pieces of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class Flores101Tokenizer(TokenizerSPM):
    """The pieces of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class spBLEU1KTokenizer(TokenizerSPM):
    """The pieces of spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
