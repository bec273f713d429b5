"""WNM from its definition: weights of the words of each text, gathered by the n-grams of each segment."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.oracles.ngrams import Tokens

PARTS = 2**30


@dataclass
class Rest:
    """A corpus without the text that is looked at: words, texts, and of each word how often and in how many."""

    tokens: int = 0
    texts: int = 0
    frequency: Counter[str] = field(default_factory=Counter)
    having: Counter[str] = field(default_factory=Counter)

    def add(self, text: Tokens) -> None:
        """One more text."""
        self.tokens += len(text)
        self.texts += 1
        self.frequency.update(text)
        self.having.update(set(text))


def salience(word: str, text: Tokens, rest: Rest) -> float:
    """S of a word in a text.

    >>> round(salience("a", ["a"], Rest(100, 9)), 4)
    4.5098
    """
    texts, having = rest.texts + 1, rest.having[word] + 1
    here = text.count(word) / len(text)
    elsewhere = rest.frequency[word] / rest.tokens if rest.tokens else 0
    everywhere = (text.count(word) + rest.frequency[word]) / (len(text) + rest.tokens)
    argument = (here - elsewhere) * (texts - having) / texts / everywhere
    return math.log(argument) if argument > 0 else 0.0


def clipped(word: str, text: Tokens, rest: Rest) -> float:
    """S where it is above 0."""
    return max(salience(word, text, rest), 0.0)


def salient(word: str, text: Tokens, rest: Rest) -> float:
    """S where it is above 1."""
    return s if (s := salience(word, text, rest)) > 1 else 0.0


def tf_idf(word: str, text: Tokens, rest: Rest) -> float:
    """tf.idf of a word in a text.

    >>> round(tf_idf("a", ["a"], Rest(100, 99)), 3)
    4.605
    """
    return (1 + math.log(text.count(word))) * math.log((rest.texts + 1) / (rest.having[word] + 1))


def weights_of(text: Tokens, rest: Rest, weighting: str) -> dict[str, int]:
    """The weights of a text's words, in parts."""
    weight = {"s-clipped": clipped, "s-salient": salient, "s-literal": salience, "tf.idf": tf_idf}[weighting]
    return {word: round(weight(word, text, rest) * PARTS) for word in set(text)}


def gathered(
    tokens: Tokens, weights: Mapping[str, int] | None, order: int, ngram_weight: str
) -> dict[tuple[str, ...], int]:
    """The weight that each n-gram gathers; without weights every n-gram weighs 1."""
    choose: Any = {"last": lambda of_words: of_words[-1], "sum": sum, "max": max}[ngram_weight]
    sums: Counter[tuple[str, ...]] = Counter()
    for n in range(1, order + 1):
        for start in range(len(tokens) - n + 1):
            gram = tuple(tokens[start : start + n])
            sums[gram] += PARTS if weights is None else choose([weights.get(word, 0) for word in gram])
    return dict(sums)


def row(
    hypothesis: Tokens,
    references: Sequence[Tokens],
    weights: Mapping[str, int] | None,
    order: int,
    ngram_weight: str = "last",
) -> list[int]:
    """Weight of the matches, of the hypothesis and of the reference that gives the best F, the first of equals.

    An F outside of 0 to 100 is worse than any other.
    """
    found = gathered(hypothesis, weights, order, ngram_weight)
    rows = []
    for reference in references:
        wanted = gathered(reference, weights, order, ngram_weight)
        matched = sum(min(found[gram], wanted[gram]) for gram in found.keys() & wanted.keys())
        rows.append([matched, sum(found.values()), sum(wanted.values())])
    return max(rows, key=lambda counts: f if 0 <= (f := value(counts, "f")) <= 100 else -1)


def value(counts: Sequence[float], side: str) -> float:
    """Precision, recall or F, in percent."""
    matched, hypothesis, reference = counts
    precision = matched / hypothesis if hypothesis else 0.0
    recall = matched / reference if reference else 0.0
    both = precision + recall
    f = 2 * precision * recall / both if both else 0.0
    return 100 * {"precision": precision, "recall": recall, "f": f}[side]
