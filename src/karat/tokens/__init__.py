"""Tokenizers: one per file, named in `catalogue`."""

from karat.tokens.catalogue import NAMES, tokenizer
from karat.tokens.given import Given, joined
from karat.tokens.interface import Tokenizer

__all__ = ["NAMES", "Given", "Tokenizer", "joined", "tokenizer"]
