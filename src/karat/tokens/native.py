"""The tokenizers of the kernel: white space, mteval's rules, Chinese, and characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from karat.kernel import UNICODE_VERSION, tokenize


@dataclass(frozen=True, slots=True)
class _ByKernel:
    native: ClassVar[str]

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        return tokenize(text, self.native)


@dataclass(frozen=True, slots=True)
class WhiteSpace(_ByKernel):
    """Splits at white space, as Python's `str.split` sees it.

    >>> WhiteSpace()("Hello, world!")
    ['Hello,', 'world!']
    """

    name = signature = native = "none"


@dataclass(frozen=True, slots=True)
class Mteval13a(_ByKernel):
    """Splits off ASCII punctuation; full stops and commas stay inside numbers.

    >>> Mteval13a()("It costs 1,000.50 dollars.")
    ['It', 'costs', '1,000.50', 'dollars', '.']
    """

    name = signature = native = "13a"


@dataclass(frozen=True, slots=True)
class International(_ByKernel):
    """Splits off Unicode punctuation unless it stands between digits, and every symbol.

    >>> International()("Il coûte 2,5 € – c'est «tout».")
    ['Il', 'coûte', '2,5', '€', '–', 'c', "'", 'est', '«', 'tout', '»', '.']
    """

    name = native = "intl"
    signature = f"intl[unicode-{UNICODE_VERSION}]"


@dataclass(frozen=True, slots=True)
class Chinese(_ByKernel):
    """Isolates Chinese characters and full-width marks, then follows the Western rules.

    >>> Chinese()("我有2.5元")
    ['我', '有', '2.5', '元']
    """

    name = signature = native = "zh"


@dataclass(frozen=True, slots=True)
class Characters:
    """Every code point but white space is a token.

    >>> Characters()("to be")
    ['t', 'o', 'b', 'e']
    """

    name = signature = native = "char"

    def __call__(self, text: str) -> list[str]:
        """The characters of one segment."""
        return list("".join(text.split()))


@dataclass(frozen=True, slots=True)
class CharactersAndSpaces:
    """Every code point is a token, except white space at the segment's ends.

    >>> CharactersAndSpaces()(" to be ")
    ['t', 'o', ' ', 'b', 'e']
    """

    name = signature = native = "char-spaces"

    def __call__(self, text: str) -> list[str]:
        """The characters of one segment."""
        return list(text.strip())
