"""The international rules of mteval-v14: punctuation and symbols by Unicode category."""

from __future__ import annotations

from dataclasses import dataclass

from karat.kernel import UNICODE_VERSION, tokenize


@dataclass(frozen=True, slots=True)
class International:
    """Splits off Unicode punctuation unless it stands between digits, and every symbol.

    >>> International()("Il coûte 2,5 € – c'est «tout».")
    ['Il', 'coûte', '2,5', '€', '–', 'c', "'", 'est', '«', 'tout', '»', '.']
    """

    name = "intl"
    signature = f"intl[unicode-{UNICODE_VERSION}]"
    native = "intl"

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        return tokenize(text, "intl")
