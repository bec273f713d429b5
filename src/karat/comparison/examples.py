"""What two systems do differently: segments that set them apart, n-grams that only one of them gets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.arguments import require_corpus, require_evaluation
from karat.arrays import rounded
from karat.display import Results, Shown
from karat.equality import Equal
from karat.metrics.explain.ngrams import most_of, ngrams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.metrics import Metric


Ngram = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SegmentDifference(Equal, Shown):
    """One segment under both systems; `segment` counts from 1.

    >>> found = SegmentDifference(3, 60.0, 45.5, "a cat", "a cat", "one cat")
    >>> found.difference
    14.5
    """

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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NgramDifference(Equal, Shown):
    """An n-gram of the references, and how often each system has it where a reference has it.

    >>> NgramDifference(("black", "cat"), 5, 2).difference
    3
    """

    ngram: Ngram
    first: int
    second: int

    @property
    def difference(self) -> int:
        """First minus second."""
        return self.first - self.second


def segment_differences(
    evaluation: Evaluation, metric: Metric, first: str, second: str, *, limit: int = 10
) -> Results[SegmentDifference]:
    """The segments in which two systems are farthest apart: where the first is better, then the others.

    >>> from karat import Bleu, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> found = segment_differences(evaluation, Bleu(), "aurora", "elm", limit=1)[0]
    >>> found.segment, round(found.difference, 1)
    (25, 94.5)
    """
    require_evaluation(evaluation, "segment_differences(evaluation, Bleu(), first, second)")
    table = evaluation.table(metric, "segment")
    corpus = evaluation.corpus
    texts = corpus.system(first), corpus.system(second)
    sign = 1 if metric.higher_is_better else -1
    ahead = rounded(sign * (table[first] - table[second]), of=table.values, axis=None)
    order = sorted(range(len(ahead)), key=lambda row: -ahead[row])
    chosen = [row for row in order[:limit] if ahead[row] > 0]
    chosen += [row for row in order[::-1][:limit] if ahead[row] < 0]
    return Results(
        SegmentDifference(
            row + 1,
            float(table[first][row]),
            float(table[second][row]),
            corpus.references.of_segment(row)[0],
            texts[0][row],
            texts[1][row],
        )
        for row in chosen
    )


def ngram_differences(
    corpus: Corpus,
    first: str,
    second: str,
    *,
    tokenize: Callable[[str], Sequence[str]],
    order: int = 4,
    limit: int = 20,
) -> Results[NgramDifference]:
    """The n-grams up to an order that one system gets more often than the other, most unequal first.

    Getting is matching as BLEU counts it: no more often in a segment than a reference has it. Of n-grams that
    differ as much, the longer come first.

    >>> from karat import Corpus
    >>> corpus = Corpus.of({"A": ["a black cat"], "B": ["a dark cat"]}, ["a black cat"])
    >>> found = ngram_differences(corpus, "A", "B", tokenize=str.split, limit=2)
    >>> [(each.ngram, each.first, each.second) for each in found]
    [(('a', 'black', 'cat'), 1, 0), (('a', 'black'), 1, 0)]
    """
    require_corpus(corpus, "ngram_differences(corpus, first, second, tokenize=str.split)")
    orders = range(1, order + 1)
    references = [
        _together(most_of([tokenize(text) for text in corpus.references.of_segment(row)], n) for n in orders)
        for row in range(len(corpus))
    ]
    counts = [_matched(corpus.system(name), references, tokenize, orders) for name in (first, second)]
    found = [
        NgramDifference(ngram, counts[0][ngram], counts[1][ngram])
        for ngram in counts[0].keys() | counts[1].keys()
        if counts[0][ngram] != counts[1][ngram]
    ]
    found.sort(key=lambda item: (-abs(item.difference), -len(item.ngram), item.ngram))
    return Results(found[:limit])


def _matched(
    texts: Sequence[str],
    references: Sequence[Counter[Ngram]],
    tokenize: Callable[[str], Sequence[str]],
    orders: range,
) -> Counter[Ngram]:
    matched: Counter[Ngram] = Counter()
    for text, of_segment in zip(texts, references, strict=True):
        tokens = tokenize(text)
        matched.update(_together(ngrams(tokens, n) for n in orders) & of_segment)
    return matched


def _together(counts: Iterable[Counter[Ngram]]) -> Counter[Ngram]:
    """The n-grams of several orders in one count."""
    return sum(counts, Counter[Ngram]())
