"""Tokenizers, named in `catalogue`: the kernel's in `native`, others in a file each."""

from karat.tokens.catalogue import NAMES, tokenizer
from karat.tokens.given import Given, joined
from karat.tokens.interface import Tokenizer

__all__ = ["NAMES", "Given", "Tokenizer", "joined", "tokenizer"]
