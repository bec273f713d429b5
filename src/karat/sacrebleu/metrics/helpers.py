"""N-grams of words and of characters, counted."""

from __future__ import annotations

from collections import Counter


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> tuple[Counter[tuple[str, ...]], int]:
    """The n-grams of a line's words from one order to another, and the number of words.

    >>> extract_all_word_ngrams("to be", 1, 2)
    (Counter({('to',): 1, ('be',): 1, ('to', 'be'): 1}), 2)
    """
    words = line.split()
    counts: Counter[tuple[str, ...]] = Counter()
    for order in range(min_order, max_order + 1):
        counts.update(tuple(words[start : start + order]) for start in _starts(words, order))
    return counts, len(words)


def extract_word_ngrams(tokens: list[str], n: int) -> Counter[str]:
    """The n-grams of one order, their words joined by spaces.

    >>> extract_word_ngrams(["to", "be", "or"], 2)
    Counter({'to be': 1, 'be or': 1})
    """
    return Counter(" ".join(tokens[start : start + n]) for start in _starts(tokens, n))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """The n-grams of a line's characters, across words unless white space counts.

    >>> extract_char_ngrams("to be", 2)
    Counter({'to': 1, 'ob': 1, 'be': 1})
    """
    text = line if include_whitespace else "".join(line.split())
    return Counter(text[start : start + n] for start in _starts(text, n))


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> list[Counter[str]]:
    """The n-grams of a line's characters, one counter for each order from 1."""
    text = line if include_whitespace else "".join(line.split())
    return [extract_char_ngrams(text, order, include_whitespace=True) for order in range(1, max_order + 1)]


def _starts(units: list[str] | str, order: int) -> range:
    return range(len(units) - order + 1)
