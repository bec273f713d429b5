"""The rows of WER, PER, CDER and exact matches against their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import error_rates as oracle
from tests.oracles.tokenizers import TOKENIZERS
from tests.strategies import Streams, corpora, segments, sentences

from karat.kernel import LENGTH_PARTS, count_cder, count_exact, count_per, count_wer

if TYPE_CHECKING:
    from collections.abc import Callable

METRICS = {
    "wer": (count_wer, oracle.edits),
    "per": (count_per, oracle.bag),
    "cder": (count_cder, oracle.recurrence),
}
# A stripe of the reference has 64, 128 or 256 units; a word of CDER's row, which is over the hypothesis, has 64.
LENGTHS = [0, 1, 63, 64, 65, 128, 129, 192, 193, 256, 257, 321]

every_rate = pytest.mark.parametrize("name", METRICS)


def rows(
    count: Callable[..., Any], hypotheses: list[str], references: Streams, tokenizer: str = "none"
) -> list[list[int]]:
    """The kernel's rows."""
    return [[int(n) for n in row] for row in count([hypotheses], list(references), tokenizer, 1)[0].array()]


def expected_rows(
    name: str, hypotheses: list[str], references: Streams, tokenizer: str = "none"
) -> list[list[int]]:
    """The rows that the definition gives."""
    tokens, (_, distance) = TOKENIZERS[tokenizer], METRICS[name]
    expected = []
    for hypothesis, *of_segment in zip(hypotheses, *references, strict=True):
        present = [tokens(text) for text in of_segment if text is not None]
        errors, length = oracle.row(distance, tokens(hypothesis or ""), present)
        parts = length * LENGTH_PARTS
        assert parts.denominator == 1
        expected.append([errors, int(parts)])
    return expected


@given(corpus=corpora(segments()))
def test_hostile_text(corpus: tuple[list[str], Streams]) -> None:
    """Any text, any tokenizer, one to five references."""
    hypotheses, references = corpus
    for name, tokenizer in product(METRICS, sorted(TOKENIZERS)):
        expected = expected_rows(name, hypotheses, references, tokenizer)
        assert rows(METRICS[name][0], hypotheses, references, tokenizer) == expected, (name, tokenizer)


@given(corpus=corpora(sentences(max_words=25)))
def test_few_words(corpus: tuple[list[str], Streams]) -> None:
    """Text of four words, which can be aligned in many ways."""
    hypotheses, references = corpus
    for name, (count, *_) in METRICS.items():
        assert rows(count, hypotheses, references) == expected_rows(name, hypotheses, references), name


@every_rate
def test_all_short_texts(name: str) -> None:
    """Every pair of texts of up to four words out of two."""
    texts = [" ".join(words) for length in range(5) for words in product("ab", repeat=length)]
    hypotheses = [hypothesis for hypothesis in texts for _ in texts]
    references: Streams = [[reference for _ in texts for reference in texts]]
    assert rows(METRICS[name][0], hypotheses, references) == expected_rows(name, hypotheses, references)


@given(hypothesis=sentences(max_words=9), reference=sentences(max_words=9))
def test_cder_is_the_cheapest_way(hypothesis: str, reference: str) -> None:
    """CDER's recurrence gives what the cheapest of all ways through the grid costs."""
    expected = oracle.blocks(hypothesis.split(), reference.split())
    assert rows(count_cder, [hypothesis], [[reference]])[0][0] == expected


@given(hypothesis=sentences(max_words=5), reference=sentences(max_words=5))
def test_cder_is_the_best_covering(hypothesis: str, reference: str) -> None:
    """CDER's recurrence gives what the best of all coverings of the reference by blocks costs."""
    if not reference:
        return
    expected = oracle.coverings(tuple(hypothesis.split()), tuple(reference.split()))
    assert rows(count_cder, [hypothesis], [[reference]])[0][0] == expected


def changed(rng: Random, words: list[str]) -> list[str]:
    """The words with some exchanged, left out and added, and two stretches swapped."""
    kept = [word if rng.random() < 0.8 else rng.choice(["other", word + " more"]) for word in words]
    cut = rng.randrange(len(kept) + 1)
    return [word for word in kept[cut:] + kept[:cut] if rng.random() < 0.9]


@every_rate
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("vocabulary", [1, 2, 300])
def test_lengths(name: str, length: int, vocabulary: int) -> None:
    """Wherever a stripe ends, the counts stay right."""
    rng = Random(f"{length} {vocabulary}")
    reference = [f"w{rng.randrange(vocabulary)}" for _ in range(length)]
    hypotheses = [" ".join(changed(rng, reference)) for _ in range(2)]
    hypotheses += [" ".join(reference), " ".join(reference[:-1]), " ".join(["w0", *reference]), "unseen", ""]
    references: Streams = [[" ".join(reference)] * len(hypotheses)]
    assert rows(METRICS[name][0], hypotheses, references) == expected_rows(name, hypotheses, references)
    swapped: Streams = [list(hypotheses)]
    texts = [" ".join(reference)] * len(hypotheses)
    assert rows(METRICS[name][0], texts, swapped) == expected_rows(name, texts, swapped)


@every_rate
def test_segments_do_not_mix(name: str) -> None:
    """A long segment leaves nothing behind for the short ones after it, nor a short one for the long."""
    rng = Random(0)
    references = [[f"w{rng.randrange(6)}" for _ in range(rng.choice([0, 3, 70, 150]))] for _ in range(40)]
    hypotheses = [" ".join(changed(rng, reference)) for reference in references]
    streams: Streams = [[" ".join(reference) for reference in references]]
    assert rows(METRICS[name][0], hypotheses, streams) == expected_rows(name, hypotheses, streams)


@pytest.mark.parametrize("length", [1000, 5000])
def test_long_text(length: int) -> None:
    """Edits that are known by construction, in texts of many stripes."""
    words = [f"w{n}" for n in range(length)]
    fewer = [word for n, word in enumerate(words) if n % 10]
    other = [word if n % 7 else "x" for n, word in enumerate(words)]
    streams: Streams = [[" ".join(words)] * 2]
    edited = rows(count_wer, [" ".join(fewer), " ".join(other)], streams)
    assert [row[0] for row in edited] == [length - len(fewer), sum(n % 7 == 0 for n in range(length))]


@given(corpus=corpora(segments()), tokenizer=st.sampled_from(sorted(TOKENIZERS)))
def test_exact(corpus: tuple[list[str], Streams], tokenizer: str) -> None:
    """A hypothesis matches if its tokens are those of some reference."""
    hypotheses, references = corpus
    tokens = TOKENIZERS[tokenizer]
    expected = [
        [int(tokens(hypothesis or "") in [tokens(text) for text in texts if text is not None]), 1]
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    ]
    assert rows(count_exact, hypotheses, references, tokenizer) == expected


def test_mean_length() -> None:
    """The length is the mean of all references, the edits are those of the nearest."""
    assert rows(count_wer, ["a b"], [["a b c"], ["x y z z"], [None]]) == [
        [1, int(Fraction(7, 2) * LENGTH_PARTS)]
    ]
