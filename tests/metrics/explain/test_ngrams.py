"""Where the n-grams of a metric match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import matched_text as oracle
from tests.strategies import segments, sentences

from karat.errors import InvalidOption
from karat.metrics import Aev, Bleu, Chrf, Meteor, Metric, Nist, RougeN, TagBleu, Ter
from karat.metrics.explain.ngrams import MatchedText, longest_matches, most_by_order


@given(
    hypothesis=sentences(),
    references=st.lists(sentences(), min_size=1, max_size=3),
    order=st.integers(min_value=1, max_value=5),
)
def test_orders_are_those_of_the_oracle(hypothesis: str, references: list[str], order: int) -> None:
    """The k-th occurrence of an n-gram needs a reference that has k of it."""
    words = tuple(hypothesis.split())
    others = [tuple(reference.split()) for reference in references]
    orders, together = longest_matches(words, most_by_order(others, order))
    assert orders == oracle.longest_matches(words, others, order)
    assert together == oracle.together(words, others, order)


@given(hypothesis=sentences(), references=st.lists(sentences(), min_size=1, max_size=3))
def test_as_many_words_match_as_the_metric_counts(hypothesis: str, references: list[str]) -> None:
    """By unigrams alone, a word that is marked is one that matches, and the other way round."""
    bleu = Bleu(order=1)
    row = bleu.count([hypothesis], [references])
    marked = MatchedText(bleu).against(references)(hypothesis)
    words = sum(len(hypothesis[start:end].split()) for start, end, _ in marked)
    assert words == row.counts[0, row.columns.index("matches_1")]


@given(hypothesis=segments(), references=st.lists(segments(), min_size=1, max_size=2))
@pytest.mark.parametrize(
    "metric", [Bleu(), Bleu(lowercase=True, normalization="NFKC"), Bleu(unit="char"), Chrf(lowercase=True)]
)
def test_stretches_lie_within_the_text_one_after_the_other(
    metric: Metric, hypothesis: str, references: list[str]
) -> None:
    """Any text has stretches that can be drawn."""
    matched = MatchedText(metric)
    end = 0
    for start, stop, order in matched.against(references)(hypothesis):
        assert end <= start < stop <= len(hypothesis)
        assert 1 <= order <= matched.order
        end = stop


def test_case_is_the_metrics() -> None:
    """What the metric takes for the same word is marked where it stands in the text as it was written."""
    assert MatchedText(Bleu()).against(["the cat"])("THE CAT") == []
    assert MatchedText(Bleu(lowercase=True)).against(["the cat"])("THE CAT") == [(0, 7, 2)]
    assert MatchedText(Bleu(lowercase=True)).against(["in i̇stanbul now"])("İ now") == [(2, 5, 1)]


def test_words_that_match_one_by_one_are_marked_one_by_one() -> None:
    """Two that no reference has together are no stretch of two."""
    matches = MatchedText(Bleu()).against(["b a and c d"])
    assert matches("a b") == [(0, 1, 1), (2, 3, 1)]
    assert matches("c d b a") == [(0, 3, 2), (4, 7, 2)]


def test_characters_match_across_spaces() -> None:
    """ChrF drops them."""
    assert MatchedText(Chrf()).against(["football"])("foot ball") == [(0, 9, 6)]


@pytest.mark.parametrize("metric", [Ter(), Meteor(), TagBleu()])
def test_a_metric_without_ngrams_of_text_is_refused(metric: Metric) -> None:
    """There is nothing to mark."""
    with pytest.raises(InvalidOption, match="does not count n-grams of plain text"):
        MatchedText(metric)


def test_every_metric_of_ngrams_has_them() -> None:
    """Each has its own orders and tokens."""
    for metric, order in ((Nist(), 5), (RougeN(order=3), 3), (Aev(), 4)):
        matched = MatchedText(metric)
        assert matched.order == order
        assert matched.against(["the cat"])("the cat") == [(0, 7, 2)]
