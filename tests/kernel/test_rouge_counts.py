"""ROUGE's rows against its definitions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import rouge as oracle
from tests.oracles.tokenizers import TOKENIZERS
from tests.strategies import Streams, corpora, random_corpus, segments, sentences

from karat.kernel import REAL_PARTS, count_rouge_l, count_rouge_n, count_rouge_s, count_rouge_w

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.oracles.ngrams import Tokens

    OfSegment = Callable[[Tokens, list[Tokens]], list[float]]

LENGTHS = [0, 1, 63, 64, 65, 128, 129, 192, 193, 256, 257, 321]
WEIGHTS = st.sampled_from([1.0, 1.2, 1.5, 2.0, 3.0, 10.0])


def rows(counts: list[Any]) -> list[list[int]]:
    """The kernel's rows."""
    return [[int(n) for n in row] for row in counts[0].array()]


def expected_rows(
    of_segment: OfSegment, hypotheses: list[str], references: Streams, tokenizer: str
) -> list[list[float]]:
    """The rows that the definition gives."""
    tokens = TOKENIZERS[tokenizer]
    return [
        of_segment(tokens(hypothesis or ""), [tokens(text) for text in texts if text is not None])
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    ]


def of_n(order: int) -> OfSegment:
    """ROUGE-N of one segment."""
    return lambda hypothesis, references: list(map(float, oracle.n_row(hypothesis, references, order)))


def of_l(hypothesis: Tokens, references: list[Tokens]) -> list[float]:
    """ROUGE-L of one segment."""
    return oracle.best_sides(hypothesis, references, oracle.common, len)


def of_w(weight: float) -> OfSegment:
    """ROUGE-W of one segment."""

    def parts(hypothesis: Tokens, reference: Tokens) -> int:
        return round(oracle.weighted(hypothesis, reference, weight) * REAL_PARTS)

    return lambda hypothesis, references: oracle.best_sides(hypothesis, references, parts, len)


def of_s(skip: int | None, unigrams: bool) -> OfSegment:
    """ROUGE-S of one segment."""

    def bigrams(tokens: Tokens) -> Any:
        return oracle.skip_bigrams(tokens, skip, unigrams)

    return lambda hypothesis, references: oracle.best_sides(
        hypothesis,
        references,
        lambda first, second: (bigrams(first) & bigrams(second)).total(),
        lambda tokens: bigrams(tokens).total(),
    )


TOKENIZER_NAMES = st.sampled_from(sorted(TOKENIZERS))
TEXTS = corpora(segments()) | corpora(sentences(max_words=20))


@given(corpus=TEXTS, tokenizer=TOKENIZER_NAMES, order=st.integers(1, 9))
def test_n(corpus: tuple[list[str], Streams], tokenizer: str, order: int) -> None:
    """N-grams are shared with each reference for itself."""
    counted = rows(count_rouge_n([corpus[0]], list(corpus[1]), tokenizer, order, 1))
    assert counted == expected_rows(of_n(order), *corpus, tokenizer)


@given(corpus=TEXTS, tokenizer=TOKENIZER_NAMES)
def test_l(corpus: tuple[list[str], Streams], tokenizer: str) -> None:
    """The longest common subsequence, the best of recall and of precision."""
    counted = rows(count_rouge_l([corpus[0]], list(corpus[1]), tokenizer, 1))
    assert counted == expected_rows(of_l, *corpus, tokenizer)


@given(corpus=TEXTS, tokenizer=TOKENIZER_NAMES, weight=WEIGHTS)
def test_w(corpus: tuple[list[str], Streams], tokenizer: str, weight: float) -> None:
    """The weighted common subsequence, to a few parts of 2⁻³⁰."""
    counted = rows(count_rouge_w([corpus[0]], list(corpus[1]), tokenizer, weight, 1))
    expected = expected_rows(of_w(weight), *corpus, tokenizer)
    for row, right in zip(counted, expected, strict=True):
        assert row == pytest.approx(right, abs=2)
        assert row[1] == right[1]
        assert row[3] == right[3]


@given(
    corpus=TEXTS,
    tokenizer=TOKENIZER_NAMES,
    skip=st.none() | st.integers(0, 12),
    unigrams=st.booleans(),
)
def test_s(corpus: tuple[list[str], Streams], tokenizer: str, skip: int | None, unigrams: bool) -> None:
    """Skip-bigrams of any reach, clipped."""
    longest = -1 if skip is None else skip
    counted = rows(count_rouge_s([corpus[0]], list(corpus[1]), tokenizer, longest, unigrams, 1))
    assert counted == expected_rows(of_s(skip, unigrams), *corpus, tokenizer)


def test_several_references() -> None:
    """Of several references, the best of recall and of precision need not be the same."""
    hypotheses, streams = random_corpus(Random(4), 200, ("a", "b", "c"))
    counted = rows(count_rouge_l([hypotheses], list(streams), "none", 1))
    assert counted == expected_rows(of_l, hypotheses, streams, "none")
    counted = rows(count_rouge_s([hypotheses], list(streams), "none", 2, False, 1))
    assert counted == expected_rows(of_s(2, False), hypotheses, streams, "none")


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("vocabulary", [1, 2, 300])
def test_lengths(length: int, vocabulary: int) -> None:
    """Wherever a stripe ends, the counts stay right."""
    rng = Random(f"{length} {vocabulary}")
    reference = [f"w{rng.randrange(vocabulary)}" for _ in range(length)]
    other = [word if rng.random() < 0.8 else "other" for word in reference if rng.random() < 0.9]
    hypotheses = [" ".join(text) for text in (other, reference, reference[:-1], ["w0", *reference], ["x"])]
    references: Streams = [[" ".join(reference)] * len(hypotheses), [" ".join(other)] * len(hypotheses)]
    assert rows(count_rouge_l([hypotheses], list(references), "none", 1)) == expected_rows(
        of_l, hypotheses, references, "none"
    )
    assert rows(count_rouge_s([hypotheses], list(references), "none", 5, True, 1)) == expected_rows(
        of_s(5, True), hypotheses, references, "none"
    )
    assert rows(count_rouge_n([hypotheses], list(references), "none", 2, 1)) == expected_rows(
        of_n(2), hypotheses, references, "none"
    )


def test_weights_do_not_mix() -> None:
    """One weight leaves nothing behind for the next."""
    texts, streams = ["a b c d e"], [["a b c x d e"]]
    alone = {weight: rows(count_rouge_w([texts], streams, "none", weight, 1)) for weight in (1.0, 1.5, 3.0)}
    assert len({str(counted) for counted in alone.values()}) == 3
    for weight in (3.0, 1.0, 1.5):
        assert rows(count_rouge_w([texts], streams, "none", weight, 1)) == alone[weight]


@pytest.mark.parametrize("weight", [1.0, 1.2, 2.0, 3.3, 10.0])
@pytest.mark.parametrize("length", [1, 2, 50, 3000])
def test_one_run_is_its_length(weight: float, length: int) -> None:
    """A text has all of itself in common with itself, under every weight and exactly."""
    text = " ".join(f"w{n}" for n in range(length))
    whole = length * REAL_PARTS
    assert rows(count_rouge_w([[text]], [[text]], "none", weight, 1)) == [[whole, length, whole, length]]


def test_order_of_references() -> None:
    """The order in which references come changes nothing, also where recalls are equal."""
    one = ["a b", "x y z w"], ["a x b y"]
    forward = rows(count_rouge_l([one[1]], [[one[0][0]], [one[0][1]], [""]], "none", 1))
    backward = rows(count_rouge_l([one[1]], [[""], [one[0][1]], [one[0][0]]], "none", 1))
    assert forward == backward == [[2, 2, 2, 4]]
    tied = rows(count_rouge_l([["q"]], [["a b c"], ["a b"], [""]], "none", 1))
    assert tied == [[0, 2, 0, 1]]


def test_long_text() -> None:
    """A common subsequence that is known by construction, over many stripes."""
    words = [f"w{n}" for n in range(3000)]
    kept = [word for n, word in enumerate(words) if n % 10]
    counted = rows(count_rouge_l([[" ".join(kept)]], [[" ".join(words)]], "none", 1))
    assert counted == [[len(kept), 3000, len(kept), len(kept)]]
