"""Tokenizers, named in `catalogue`: the kernel's in `native`, others in a file each."""

from __future__ import annotations

from karat.tokens.catalogue import NAMES, tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from karat.tokens.interface import Tokenizer
    from karat.tokens.native import Given
    from karat.tokens.separated import joined

__all__ = ["NAMES", "Given", "Tokenizer", "joined", "tokenizer"]

_HOME = {"Given": "native", "Tokenizer": "interface", "joined": "separated"}


def __getattr__(name: str) -> object:
    # Imported when first used: the help of a command needs the names alone.
    if name not in _HOME:
        raise AttributeError(f"module 'karat.tokens' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"karat.tokens.{_HOME[name]}"), name)
