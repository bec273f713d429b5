"""The tokenizers of the kernel: white space, mteval's rules, Chinese, characters, tokens that are given."""

from __future__ import annotations

from karat.kernel import UNICODE_VERSION, tokenize
from karat.tokens.separated import SEPARATOR


class _ByKernel:
    """A tokenizer without options: two of one kind are the same."""

    __slots__ = ()
    native = ""

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        return tokenize(text, self.native)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(self.native)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class WhiteSpace(_ByKernel):
    """Splits at white space, as Python's `str.split` sees it.

    >>> WhiteSpace()("Hello, world!")
    ['Hello,', 'world!']
    """

    __slots__ = ()
    name = signature = native = "none"


class Mteval13a(_ByKernel):
    """Splits off ASCII punctuation; full stops and commas stay inside numbers.

    >>> Mteval13a()("It costs 1,000.50 dollars.")
    ['It', 'costs', '1,000.50', 'dollars', '.']
    """

    __slots__ = ()
    name = signature = native = "13a"


class International(_ByKernel):
    """Splits off Unicode punctuation unless it stands between digits, and every symbol.

    >>> International()("Il coûte 2,5 € – c'est «tout».")
    ['Il', 'coûte', '2,5', '€', '–', 'c', "'", 'est', '«', 'tout', '»', '.']
    """

    __slots__ = ()
    name = native = "intl"
    signature = f"intl[unicode-{UNICODE_VERSION}]"


class Chinese(_ByKernel):
    """Isolates Chinese characters and full-width marks, then follows the Western rules.

    >>> Chinese()("我有2.5元")
    ['我', '有', '2.5', '元']
    """

    __slots__ = ()
    name = signature = native = "zh"


class Characters(_ByKernel):
    """Every code point but white space is a token.

    >>> Characters()("to be")
    ['t', 'o', 'b', 'e']
    """

    __slots__ = ()
    name = signature = native = "char"

    def __call__(self, text: str) -> list[str]:
        """The characters of one segment."""
        return list("".join(text.split()))


class CharactersAndSpaces(_ByKernel):
    """Every code point is a token, except white space at the segment's ends.

    >>> CharactersAndSpaces()(" to be ")
    ['t', 'o', ' ', 'b', 'e']
    """

    __slots__ = ()
    name = signature = native = "char-spaces"

    def __call__(self, text: str) -> list[str]:
        """The characters of one segment."""
        return list(text.strip())


class Given(_ByKernel):
    """Already-tokenized text: segments made by `joined`.

    >>> from karat.tokens import joined
    >>> list(Given()(joined(["New York", "is", "large"])))
    ['New York', 'is', 'large']
    """

    __slots__ = ()
    name = signature = "given"
    native = "separated"

    def __call__(self, text: str) -> list[str]:
        """The tokens that were joined."""
        return [token for token in text.split(SEPARATOR) if token]
