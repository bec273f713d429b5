"""sacreBLEU's tokenizers, from text to text with a space between tokens."""

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
