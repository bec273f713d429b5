"""The rules of mteval-v13a, WMT's and everybody's default."""

from __future__ import annotations

from dataclasses import dataclass

from karat.kernel import tokenize


@dataclass(frozen=True, slots=True)
class Mteval13a:
    """Splits off ASCII punctuation; full stops and commas stay inside numbers.

    >>> Mteval13a()("It costs 1,000.50 dollars.")
    ['It', 'costs', '1,000.50', 'dollars', '.']
    """

    name = "13a"
    signature = "13a"
    native = "13a"

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        return tokenize(text, "13a")
