"""Tokenizers, named in `catalogue`: the kernel's in `native`, others in a file each."""

from karat.tokens.catalogue import NAMES, tokenizer
from karat.tokens.interface import Tokenizer
from karat.tokens.native import Given, joined

__all__ = ["NAMES", "Given", "Tokenizer", "joined", "tokenizer"]
