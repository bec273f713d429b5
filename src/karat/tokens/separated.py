"""Tokens that are made already, as the kernel's tokenizer `separated` takes them."""

from __future__ import annotations

from karat.errors import InvalidText
from karat.kernel import Texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.tokens.interface import Tokenizer

SEPARATOR = "\0"


def joined(tokens: Iterable[str]) -> str:
    """A list of tokens as one segment for the tokenizer `given`; a token may hold anything but NUL.

    >>> from karat.tokens import Given
    >>> Given()(joined(["New York", "is", "big"]))
    ['New York', 'is', 'big']
    """
    segment = list(tokens)
    for token in segment:
        if not token or SEPARATOR in token:
            raise InvalidText(f"A token is {token!r}. Tokens must not be empty and must not hold NUL.")
    return SEPARATOR.join(segment)


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
