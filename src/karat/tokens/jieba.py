"""Chinese words by jieba's algorithm and dictionary, as the package rjieba has them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from karat.errors import InvalidText, MissingExtra
from karat.tokens.separated import SEPARATOR, refuse_surrogates


@cache
def _segmenter() -> Any:
    # One of our own: words that another program adds to rjieba's common one would change the tokens.
    try:
        from rjieba import Jieba
    except ImportError as error:
        raise MissingExtra.of("Chinese word segmentation", "zh") from error
    return Jieba()


@cache
def _version() -> str:
    from importlib.metadata import version

    _segmenter()
    return version("rjieba")


@dataclass(frozen=True, slots=True)
class ChineseWords:
    """Words of jieba's dictionary; what the dictionary does not have is cut by its hidden Markov model."""

    name = "zh-jieba"
    native = None

    @property
    def signature(self) -> str:
        """The name with segmenter, version and dictionary; rjieba has the dictionary within it."""
        return f"zh-jieba[rjieba-{_version()},dict.txt,hmm]"

    def __call__(self, text: str) -> list[str]:
        """The words of one segment."""
        refuse_surrogates(text, "jieba")
        if SEPARATOR in text:
            raise InvalidText(f"jieba cannot read {text!r}: it holds NUL. Remove it from the text.")
        # Blanks are words for jieba.
        return [word for word in _segmenter().cut(text) if not word.isspace()]
