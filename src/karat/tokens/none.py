"""Text that is split already: white space separates tokens."""

from __future__ import annotations

from dataclasses import dataclass

from karat.kernel import tokenize


@dataclass(frozen=True, slots=True)
class WhiteSpace:
    """Splits at white space, as Python's `str.split` sees it.

    >>> WhiteSpace()("Hello, world!")
    ['Hello,', 'world!']
    """

    name = "none"
    signature = "none"
    native = "none"

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        return tokenize(text, "none")
