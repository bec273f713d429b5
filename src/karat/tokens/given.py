"""Tokens that the caller has made already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.errors import InvalidText

if TYPE_CHECKING:
    from collections.abc import Iterable

SEPARATOR = "\0"


def joined(tokens: Iterable[str]) -> str:
    """A list of tokens as one segment for the tokenizer `given`; a token may hold anything but NUL.

    >>> Given()(joined(["New York", "is", "big"]))
    ['New York', 'is', 'big']
    """
    segment = list(tokens)
    for token in segment:
        if not token or SEPARATOR in token:
            raise InvalidText(f"A token is {token!r}. Tokens must not be empty and must not hold NUL.")
    return SEPARATOR.join(segment)


@dataclass(frozen=True, slots=True)
class Given:
    """Already-tokenized text: segments made by `joined`.

    >>> from karat.tokens import joined
    >>> list(Given()(joined(["New York", "is", "large"])))
    ['New York', 'is', 'large']
    """

    name = "given"
    signature = "given"
    native = "separated"

    def __call__(self, text: str) -> list[str]:
        """The tokens that were joined."""
        return [token for token in text.split(SEPARATOR) if token]
