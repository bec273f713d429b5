"""Tokenizers: one per file, named in `catalogue`."""

from karat.tokens.base import Tokenizer
from karat.tokens.catalogue import NAMES, tokenizer
from karat.tokens.given import Given

__all__ = ["NAMES", "Given", "Tokenizer", "tokenizer"]
