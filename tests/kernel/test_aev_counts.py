"""AEv's rows against n-grams counted with a Counter."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import aev
from tests.oracles.tokenizers import TOKENIZERS
from tests.strategies import Streams, corpora, random_corpus, segments, sentences

from karat.kernel import count_aev


def check(hypotheses: list[str], references: Streams, tokenizer: str, order: int) -> None:
    """The kernel's rows are those of the definition."""
    tokens = TOKENIZERS[tokenizer]
    expected = [
        aev.row(tokens(hypothesis), [tokens(text) for text in of_segment if text is not None], order)
        for hypothesis, *of_segment in zip(hypotheses, *references, strict=True)
    ]
    assert count_aev([hypotheses], list(references), tokenizer, order, 1)[0].array().tolist() == expected


@given(corpus=corpora(segments()), order=st.integers(1, 7))
def test_hostile_text(corpus: tuple[list[str], Streams], order: int) -> None:
    """Any text, any tokenizer, one to five references of which some are missing."""
    for tokenizer in sorted(TOKENIZERS):
        check(*corpus, tokenizer, order)


@given(corpus=corpora(sentences(max_words=9)), order=st.integers(1, 9))
def test_few_words(corpus: tuple[list[str], Streams], order: int) -> None:
    """Where references of equal length compete, the one with most matches is recalled."""
    check(*corpus, "none", order)


def test_several_references() -> None:
    """Where references compete, by length and then by matches, the same is recalled."""
    check(*random_corpus(Random(2), 300, ("a", "b", "c")), "none", 4)


def test_segments_do_not_mix() -> None:
    """Several references of one segment leave nothing behind for the next."""
    streams: Streams = [["a b c", "x", "a b"], ["a b d", None, "c d"], [None, None, "a b c d e"]]
    check(["a b d", "x y", "c d"], streams, "none", 3)
    systems = [["a b d", "x y", "c d"], ["", "x", "a"]]
    together = count_aev(systems, list(streams), "none", 3, 1)
    for system, rows in zip(systems, together, strict=True):
        assert rows.array().tolist() == count_aev([system], list(streams), "none", 3, 1)[0].array().tolist()
