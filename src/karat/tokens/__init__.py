"""Tokenizers: one per file, named in `catalogue`."""

from karat.tokens.base import Tokenizer
from karat.tokens.catalogue import NAMES, tokenizer
from karat.tokens.given import Given, joined

__all__ = ["NAMES", "Given", "Tokenizer", "joined", "tokenizer"]
