"""What every tokenizer promises."""

from __future__ import annotations

from typing import Protocol


class Tokenizer(Protocol):
    """From a segment to its tokens.

    >>> from karat.tokens import tokenizer
    >>> thirteen: Tokenizer = tokenizer("13a")
    >>> list(thirteen("Well, no."))
    ['Well', ',', 'no', '.']
    """

    @property
    def name(self) -> str:
        """What a user calls it by."""

    @property
    def signature(self) -> str:
        """What a recipe calls it: the name, and the version of any data that decide its tokens."""

    @property
    def native(self) -> str | None:
        """The kernel's name for it, or None where Python makes the tokens."""

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
