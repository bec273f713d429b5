"""Characters as tokens, with or without the spaces between words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Characters:
    """Every code point but white space is a token.

    >>> Characters()("to be")
    ['t', 'o', 'b', 'e']
    """

    name = "char"
    signature = "char"
    native = "char"

    def __call__(self, text: str) -> list[str]:
        """The characters of one segment."""
        return list("".join(text.split()))


@dataclass(frozen=True, slots=True)
class CharactersAndSpaces:
    """Every code point is a token, except white space at the segment's ends.

    >>> CharactersAndSpaces()(" to be ")
    ['t', 'o', ' ', 'b', 'e']
    """

    name = "char-spaces"
    signature = "char-spaces"
    native = "char-spaces"

    def __call__(self, text: str) -> list[str]:
        """The characters of one segment."""
        return list(text.strip())
