"""Statistics of every metric: rows of whole numbers that add, whatever the order, the form or the threads."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from tests.contracts.metric_cases import (
    EVERY_METRIC,
    HYPOTHESES,
    REFERENCES,
    every_metric,
    marked,
    part,
    references,
    streams,
)
from tests.hypothesis_profile import examples
from tests.strategies import Streams, corpora, segments

from karat.corpus import Corpus, References
from karat.kernel import Texts
from karat.statistics import Statistics

if TYPE_CHECKING:
    from karat.metrics import Metric


def in_python(of: Metric) -> bool:
    """Whether Python counts, not the kernel: entities, and means over whole texts."""
    return of.needs_entities or getattr(of, "average", "") == "texts"


def dealt_out(of: Metric) -> tuple[list[str], References]:
    """The texts: all for the kernel, which deals them out; Python goes from segment to segment."""
    return part(of, 0, 60 if in_python(of) else len(HYPOTHESES))


# By the identity of a metric: all of them live as long as the tests.
_counted: dict[int, Statistics] = {}


def counted(of: Metric) -> Statistics:
    """The rows of the texts, which several tests look at."""
    if id(of) not in _counted:
        _counted[id(of)] = of.count(HYPOTHESES, references(of))
    return _counted[id(of)]


@every_metric
def test_additive(of: Metric) -> None:
    """Counting shards and adding equals counting the whole."""
    of = of.prepare(Corpus({}, references(of)))
    whole = of.count(HYPOTHESES, references(of)).total()
    cuts = [0, 1, 50, 178, 300]
    shards = [of.count(*part(of, start, stop)).total() for start, stop in pairwise(cuts)]
    assert [sum(column) for column in zip(*shards, strict=True)] == whole


@every_metric
def test_order_free(of: Metric) -> None:
    """Segments in another order have the same rows in that order, and the same total."""
    of = of.prepare(Corpus({}, references(of)))
    order = list(range(len(HYPOTHESES)))
    Random(1).shuffle(order)
    shuffled = of.count(
        [HYPOTHESES[i] for i in order],
        References(tuple([stream[i] for i in order] for stream in streams(of))),
    )
    straight = of.count(HYPOTHESES, references(of))
    assert np.array_equal(shuffled.counts, straight.counts[order])
    assert shuffled.total() == straight.total()


@every_metric
def test_rows_are_whole_numbers(of: Metric) -> None:
    """A row has a whole number, not below 0, for every column."""
    counts = counted(of).counts
    assert counts.dtype == np.int64
    assert counts.shape == (len(HYPOTHESES), len(of.columns))
    assert of.signed or (counts >= 0).all()
    assert len(set(of.columns)) == len(of.columns)


@every_metric
def test_total_is_the_sum_of_rows(of: Metric) -> None:
    """The total of a corpus is the sum of its rows."""
    statistics = counted(of)
    assert statistics.total() == statistics.counts.sum(axis=0).tolist()


@every_metric
def test_no_segments(of: Metric) -> None:
    """No segments make no rows, a total of noughts and no values."""
    statistics = of.count([], [])
    assert len(statistics) == 0
    assert statistics.total() == [0] * len(of.columns)
    assert of.values(statistics).tolist() == []


@every_metric
@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_statistics_untouched(of: Metric, dtype: type[Any]) -> None:
    """Values, totals and details leave the statistics as they were, however they lie in memory."""
    counts = np.asfortranarray(counted(of).counts, dtype=dtype)
    before = counts.copy()
    statistics = Statistics(of.columns, counts)
    of.values(statistics)
    row = statistics.total()
    kept = list(row)
    of.value(row)
    of.details(row)
    assert np.array_equal(counts, before)
    assert row == kept


@every_metric
def test_count_systems_is_count(of: Metric) -> None:
    """Systems counted together have the rows that each has alone."""
    texts, aligned = dealt_out(of)
    systems = [texts, texts[::-1], [""] * len(texts)]
    together = of.count_systems(systems, aligned)
    assert len(together) == 3
    for system, statistics in zip(systems, together, strict=True):
        assert statistics.columns == of.columns
        assert np.array_equal(statistics.counts, of.count(system, aligned).counts)


@every_metric
def test_no_systems(of: Metric) -> None:
    """No systems give no statistics."""
    assert of.count_systems([], REFERENCES) == []


@every_metric
def test_threads(of: Metric) -> None:
    """The number of threads changes nothing."""
    times = 1 if in_python(of) else 7
    of = of if of.needs_entities else of.prepare(Corpus({}, references(of)))
    texts, aligned = dealt_out(of)
    expected = np.tile(of.count(texts, aligned, threads=1).counts, (times, 1))
    repeated = References(tuple(list(stream) * times for stream in aligned.streams))
    for threads in (None, 2, 3, 8):
        assert np.array_equal(of.count(texts * times, repeated, threads=threads).counts, expected)


@examples(1 / 4)
@given(corpus=corpora(segments()))
def test_forms_of_references(corpus: tuple[list[str], Streams]) -> None:
    """References may be streams, lists by segment, or texts of the kernel: the rows are the same."""
    hypotheses, drawn = corpus
    for of in EVERY_METRIC:
        of_corpus = [[marked(of, text) for text in stream] for stream in drawn]
        by_segment = [
            [text for text in of_segment if text is not None] for of_segment in zip(*of_corpus, strict=True)
        ]
        rows = of.count(hypotheses, References(tuple(of_corpus))).counts
        assert np.array_equal(rows, of.count(tuple(hypotheses), by_segment).counts), of.recipe
        kernel = References(tuple(Texts(stream) for stream in of_corpus))
        assert np.array_equal(rows, of.count(Texts(hypotheses), kernel).counts), of.recipe


@every_metric
def test_one_reference(of: Metric) -> None:
    """One reference may be given as plain strings."""
    texts = [text or "" for text in streams(of)[0]]
    plain = of.count(HYPOTHESES, texts)
    assert np.array_equal(plain.counts, of.count(HYPOTHESES, [[text] for text in texts]).counts)
