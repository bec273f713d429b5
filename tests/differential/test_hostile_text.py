"""Against sacreBLEU, on text made to break tokenizers, under every option that both have."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from tests.differential.peer import assert_same, peer_of
from tests.differential.sacrebleu_digests import (
    LENGTHS,
    LONG_SENTENCES,
    assert_as_stored,
    long_sentences,
    sentences_of_lengths,
)
from tests.strategies import PIECES, Streams, bleus, chrfs, corpora, random_segment, segments, sentences, ters

from karat.metrics import Bleu, Chrf, Metric, Ter

if TYPE_CHECKING:
    from collections.abc import Sequence

# What sacreBLEU has no option for.
COMMON: dict[str, Any] = {"normalization": "none"}
COMMON_BLEU: dict[str, Any] = {
    **COMMON,
    "spaces": "drop",
    "brevity": "closest",
    "weights": None,
    "mean": "geometric",
}

SMOOTHINGS: list[Any] = ["none", "floor", "add-k"]
TOKENIZERS = ["none", "13a", "intl", "char", "zh"]
COMMON_METRICS: list[Metric] = [
    *(Bleu(tokenize=name) for name in TOKENIZERS),
    *(Bleu(tokenize=name, lowercase=True, order=6, effective_order=True) for name in TOKENIZERS),
    *(Bleu(smoothing=smoothing) for smoothing in SMOOTHINGS),
    Bleu(smoothing="floor", smoothing_value=0.5, effective_order=True),
    Bleu(smoothing="add-k", smoothing_value=2.5, effective_order=True),
    Chrf(),
    Chrf(word_order=2),
    Chrf(word_order=2, lowercase=True, spaces="keep", beta=3),
    Chrf(epsilon_smoothing=True),
    Chrf(character_order=0, word_order=3),
    Ter(),
    Ter(case_sensitive=True),
    Ter(normalized=True),
    Ter(normalized=True, asian_support=True),
    Ter(no_punctuation=True),
    Ter(normalized=True, no_punctuation=True, asian_support=True),
]


def hostile_corpus(
    rng: Random, size: int, pieces: int, vocabulary: tuple[str, ...]
) -> tuple[list[str], Streams]:
    """A corpus with one to five references, some of them missing, many of them near the hypothesis."""
    hypotheses = [random_segment(rng, rng.randrange(pieces), vocabulary) for _ in range(size)]
    streams: Streams = [[near(rng, text, vocabulary) for text in hypotheses]]
    for _ in range(rng.randrange(5)):
        streams.append([near(rng, text, vocabulary) if rng.random() < 0.7 else None for text in hypotheses])
    return hypotheses, streams


def near(rng: Random, text: str, vocabulary: tuple[str, ...]) -> str:
    """The text with parts left out, exchanged and moved; or another; or nothing."""
    kind = rng.random()
    if kind < 0.1:
        return random_segment(rng, rng.randrange(12), vocabulary)
    if kind < 0.15:
        return ""
    words = text.split(" ")
    for _ in range(rng.randrange(4)):
        cut, to = rng.randrange(len(words) + 1), rng.randrange(len(words) + 1)
        words = words[cut : cut + 5] + words[:cut] + words[cut + 5 :] if to < cut else words
        words.insert(to, rng.choice(vocabulary))
        del words[rng.randrange(len(words))]
    return " ".join(words)


@pytest.mark.parametrize("metric", COMMON_METRICS, ids=lambda metric: metric.recipe.partition("|version")[0])
def test_seeded_corpora(metric: Metric) -> None:
    """Corpora of hostile segments with one to five references."""
    rng = Random(metric.recipe.partition("|version")[0])
    peer = peer_of(metric)
    for _ in range(10):
        assert_same(metric, peer, *hostile_corpus(rng, 20, 15, PIECES))


@pytest.mark.parametrize("metric", COMMON_METRICS, ids=lambda metric: metric.recipe.partition("|version")[0])
def test_few_words(metric: Metric) -> None:
    """Corpora of few words, which repeat, shift and tie."""
    rng = Random(metric.recipe.partition("|version")[0])
    peer = peer_of(metric)
    for words in ("a b", "a b c d e", "the cat, sat. on The mat"):
        assert_same(metric, peer, *hostile_corpus(rng, 30, 18, tuple(words.split())))


@given(metric=bleus(**COMMON_BLEU), corpus=corpora(segments()))
def test_bleu(metric: Bleu, corpus: tuple[list[str], Streams]) -> None:
    """BLEU with any options on any text."""
    assert_same(metric, peer_of(metric), *corpus)


@given(metric=chrfs(**COMMON), corpus=corpora(segments()))
def test_chrf(metric: Chrf, corpus: tuple[list[str], Streams]) -> None:
    """ChrF with any options on any text."""
    assert_same(metric, peer_of(metric), *corpus)


@given(metric=ters(**COMMON), corpus=corpora(segments()))
def test_ter(metric: Ter, corpus: tuple[list[str], Streams]) -> None:
    """TER with any options on any text."""
    assert_same(metric, peer_of(metric), *corpus)


@given(corpus=corpora(sentences("a b c d e f", max_words=30), max_references=2))
def test_ter_shifts(corpus: tuple[list[str], Streams]) -> None:
    """TER of sentences with many ways to shift them."""
    assert_same(Ter(), peer_of(Ter()), *corpus)


@pytest.mark.parametrize("seed", LONG_SENTENCES)
def test_ter_of_long_sentences(seed: int) -> None:
    """TER of sentences longer than the band is wide and than shifts may reach."""
    assert_as_stored(Ter(), long_sentences(seed))


@pytest.mark.parametrize(("hypothesis", "reference"), LENGTHS)
def test_ter_of_very_different_lengths(hypothesis: int, reference: int) -> None:
    """TER where the band has to be widened, and where it is narrow."""
    texts = sentences_of_lengths(hypothesis, reference)
    assert_as_stored(Ter(), texts)
    if hypothesis * reference < 5000:  # more takes sacreBLEU seconds
        assert_same(Ter(), peer_of(Ter()), *texts)


SPECIAL: list[Sequence[str]] = [
    ("1...2", "1 . . .2"),
    ("a..5", "a . .5"),
    ("1--a", "1 - -a"),
    ("&amp;amp;lt;", "&amp;lt;"),
    ("end-\n", "end-"),
    ("<skipped>", ""),
    ("\u2001\u2a6d\u2a6e", "\u2001 \u2a6d \u2a6e"),
    ("\U00020000\U0002a6d6", "\U00020000 \U0002a6d6"),
    ("ΑΣ ΑΣ.", "ας ασ."),
    ("İstanbul", "i̇stanbul"),
    ("２.５ ²", "２ . ５ ²"),
    ("\x1c\x1d\x1e\x1f\x85\xa0\u3000\u2028", ""),
    ("\ud800 \udfff", "\ud800"),
    ("a\0b", "a b"),
    ("", ""),
]


@pytest.mark.parametrize("metric", COMMON_METRICS, ids=lambda metric: metric.recipe.partition("|version")[0])
def test_special_cases(metric: Metric) -> None:
    """The cases that programs are known to get wrong."""
    hypotheses, references = zip(*SPECIAL, strict=True)
    assert_same(metric, peer_of(metric), hypotheses, [references, references[::-1], hypotheses])
