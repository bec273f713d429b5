"""A tokenizer of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from karat.errors import InvalidOption
from karat.tokens.catalogue import CALLABLE

Function: TypeAlias = Callable[[str], Sequence[str] | str]


@dataclass(frozen=True, slots=True)
class Custom:
    """Any function from a segment to its tokens, or to a string with its tokens separated by white space.

    >>> Custom(lambda text: text.split("-"))("well-known fact")
    ['well', 'known fact']
    """

    function: Function

    native = None

    @property
    def name(self) -> str:
        """Where the function is defined."""
        module = getattr(self.function, "__module__", "") or type(self.function).__module__
        return f"{module}.{getattr(self.function, '__qualname__', type(self.function).__qualname__)}"

    @property
    def signature(self) -> str:
        """The name, marked as something a recipe can name but not rebuild."""
        return f"{CALLABLE}[{self.name.replace('|', '/')}]"

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        tokens = self.function(text)
        if isinstance(tokens, str):
            return tokens.split()
        kept = list(tokens) if isinstance(tokens, Iterable) else [None]  # also those that come one by one
        if not all(isinstance(token, str) for token in kept):
            raise InvalidOption(
                f"The tokenizer {self.name} returned {tokens!r} for {text[:40]!r}; it must return a list of "
                "str, or one str with spaces between the tokens."
            )
        return [token for token in kept if token]
