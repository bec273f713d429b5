"""What every tokenizer of sacreBLEU has: a call and a signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.tokens import Tokenizer


class BaseTokenizer:
    """From a line to its tokens with a space between them."""

    def signature(self) -> str:
        """What signatures call it."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """The tokens of one line."""
        raise NotImplementedError


def spaced(tokenizer: Tokenizer, line: str) -> str:
    """A tokenizer's tokens with a space between them."""
    if line[-1:].isspace():
        # Metrics cut white space off the end and so does the kernel, but alone these tokenizers see it:
        # international rules take the full stop from "2019. " and leave it in "2019.".
        return " ".join(tokenizer(f"{line} end")[:-1])
    return " ".join(tokenizer(line))
