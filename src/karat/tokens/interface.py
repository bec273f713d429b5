"""What every tokenizer promises, and how its tokens reach the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from karat.errors import InvalidText
from karat.kernel import Texts
from karat.tokens.native import joined

if TYPE_CHECKING:
    from collections.abc import Sequence


# What a recipe has in the place of the name where the tokenizer is a function.
CALLABLE = "callable"


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


def refuse_surrogates(text: str, reader: str) -> None:
    """Half of a surrogate pair is no character, and no program outside of Python takes it."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidText(f"{reader} cannot read {text!r}: it holds half of a surrogate pair.") from error


def encoded(tokenizer: Tokenizer, texts: Sequence[str | None]) -> list[str | None]:
    """Tokens made in Python, as the kernel's tokenizer `separated` takes them."""
    Texts(texts)  # refuses what is not text before a tokenizer meets it
    return [None if text is None else joined(tokenizer(text)) for text in texts]
