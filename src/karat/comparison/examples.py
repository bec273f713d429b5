"""What two systems do differently: segments that set them apart, n-grams that only one of them gets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.display import Shown
from karat.resampling.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.metrics import Metric


Ngram = tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class SegmentDifference(Shown):
    """One segment under both systems; `segment` counts from 1."""

    segment: int
    first: float
    second: float
    reference: str
    first_text: str
    second_text: str

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first - self.second


@dataclass(frozen=True, slots=True, repr=False)
class NgramDifference(Shown):
    """An n-gram of the references, and how often each system has it where a reference has it."""

    ngram: Ngram
    first: int
    second: int

    @property
    def difference(self) -> int:
        """First minus second."""
        return self.first - self.second


def segment_differences(
    evaluation: Evaluation, metric: Metric, first: str, second: str, *, limit: int = 10
) -> list[SegmentDifference]:
    """The segments in which two systems are farthest apart: where the first is better, then the others."""
    table = evaluation.table(metric, "segment")
    corpus = evaluation.corpus
    texts = corpus.system(first), corpus.system(second)
    sign = 1 if metric.higher_is_better else -1
    ahead = rounded(sign * (table[first] - table[second]), of=table.values, axis=None)
    order = sorted(range(len(ahead)), key=lambda row: -ahead[row])
    chosen = [row for row in order[:limit] if ahead[row] > 0]
    chosen += [row for row in order[::-1][:limit] if ahead[row] < 0]
    return [
        SegmentDifference(
            row + 1,
            float(table[first][row]),
            float(table[second][row]),
            corpus.references.of_segment(row)[0],
            texts[0][row],
            texts[1][row],
        )
        for row in chosen
    ]


def ngram_differences(
    corpus: Corpus,
    first: str,
    second: str,
    *,
    tokenize: Callable[[str], Sequence[str]],
    order: int = 4,
    limit: int = 20,
) -> list[NgramDifference]:
    """The n-grams up to an order that one system gets more often than the other, most unequal first.

    Getting is matching as BLEU counts it: no more often in a segment than a reference has it. Of n-grams that
    differ as much, the longer come first.
    """
    references = [
        _most_often([_ngrams(tokenize(text), order) for text in corpus.references.of_segment(row)])
        for row in range(len(corpus))
    ]
    counts = [_matched(corpus.system(name), references, tokenize, order) for name in (first, second)]
    found = [
        NgramDifference(ngram, counts[0][ngram], counts[1][ngram])
        for ngram in counts[0].keys() | counts[1].keys()
        if counts[0][ngram] != counts[1][ngram]
    ]
    found.sort(key=lambda item: (-abs(item.difference), -len(item.ngram), item.ngram))
    return found[:limit]


def _matched(
    texts: Sequence[str],
    references: Sequence[Counter[Ngram]],
    tokenize: Callable[[str], Sequence[str]],
    order: int,
) -> Counter[Ngram]:
    matched: Counter[Ngram] = Counter()
    for text, of_segment in zip(texts, references, strict=True):
        matched.update(_ngrams(tokenize(text), order) & of_segment)
    return matched


def _most_often(counts: Sequence[Counter[Ngram]]) -> Counter[Ngram]:
    most: Counter[Ngram] = Counter()
    for of_reference in counts:
        most |= of_reference
    return most


def _ngrams(tokens: Sequence[str], order: int) -> Counter[Ngram]:
    return Counter(_all_ngrams(tokens, order))


def _all_ngrams(tokens: Sequence[str], order: int) -> Iterator[Ngram]:
    for n in range(1, order + 1):
        for start in range(len(tokens) - n + 1):
            yield tuple(tokens[start : start + n])
