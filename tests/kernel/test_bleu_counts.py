"""BLEU's rows against n-grams counted with a Counter."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import bleu
from tests.oracles.tokenizers import TOKENIZERS
from tests.strategies import Streams, corpora, random_corpus, segments, sentences

from karat.kernel import LENGTH_PARTS, count_bleu

BREVITIES = ["closest", "shortest", "average"]
# The kernel changes its method where a reference no longer fits one, two and four words of 64 bits.
LENGTHS = [0, 1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 255, 256, 257, 511, 512, 513, 640]


def expected_rows(
    hypotheses: list[str], references: Streams, tokenizer: str, order: int, brevity: str
) -> list[list[int]]:
    """The rows that counting with a Counter gives."""
    tokens = TOKENIZERS[tokenizer]
    rows = []
    for hypothesis, *of_segment in zip(hypotheses, *references, strict=True):
        present = [tokens(text) for text in of_segment if text is not None]
        row = bleu.row(tokens(hypothesis or ""), present, order, brevity)
        if brevity == "average":
            row[1] *= LENGTH_PARTS
        assert all(count.denominator == 1 for count in row)
        rows.append([int(count) for count in row])
    return rows


def rows(
    hypotheses: list[str], references: Streams, tokenizer: str, order: int, brevity: str = "closest"
) -> list[list[int]]:
    """The kernel's rows."""
    counted = count_bleu([hypotheses], list(references), tokenizer, order, brevity, 1)[0].array()
    return [[int(count) for count in row] for row in counted]


@given(corpus=corpora(segments()), order=st.integers(1, 9), brevity=st.sampled_from(BREVITIES))
def test_hostile_text(corpus: tuple[list[str], Streams], order: int, brevity: str) -> None:
    """Any text, any tokenizer, one to five references: clipped counts are a Counter's."""
    hypotheses, references = corpus
    for tokenizer in sorted(TOKENIZERS):
        expected = expected_rows(hypotheses, references, tokenizer, order, brevity)
        assert rows(hypotheses, references, tokenizer, order, brevity) == expected, tokenizer


@given(
    corpus=corpora(sentences(max_words=20)),
    order=st.integers(1, 70),
    tokenizer=st.sampled_from(["none", "char", "char-spaces"]),
    brevity=st.sampled_from(BREVITIES),
)
def test_few_words(corpus: tuple[list[str], Streams], order: int, tokenizer: str, brevity: str) -> None:
    """Text of four words, in which n-grams come again and again, is clipped right."""
    hypotheses, references = corpus
    expected = expected_rows(hypotheses, references, tokenizer, order, brevity)
    assert rows(hypotheses, references, tokenizer, order, brevity) == expected


def words(rng: Random, length: int, vocabulary: int) -> str:
    """That many words of a small vocabulary."""
    return " ".join(f"w{rng.randrange(vocabulary)}" for _ in range(length))


def changed(rng: Random, text: str) -> str:
    """The text with some words exchanged and some left out, as a translation of the same source would be."""
    kept = [word if rng.random() < 0.8 else "other" for word in text.split() if rng.random() < 0.95]
    return " ".join(kept)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("vocabulary", [1, 2, 300])
def test_lengths(length: int, vocabulary: int) -> None:
    """Wherever the kernel changes its method, by length or by order, the counts stay the same."""
    rng = Random(f"{length} {vocabulary}")
    reference = words(rng, length, vocabulary)
    hypotheses = [changed(rng, reference), reference, words(rng, length // 2, vocabulary), "unseen", ""]
    references: Streams = [[reference] * len(hypotheses)]
    every = expected_rows(hypotheses, references, "none", 65, "closest")
    for order in (1, 2, 4, 6, 7, 8, 9, 16, 24, 25, 64, 65):
        expected = [[*row[: 2 + order], *row[67 : 67 + order]] for row in every]
        assert rows(hypotheses, references, "none", order) == expected, order


@pytest.mark.parametrize("brevity", BREVITIES)
def test_several_references(brevity: str) -> None:
    """N-grams that several references have are clipped by the one that has most; lengths at the same distance."""
    corpus = random_corpus(Random(brevity), 300, ("a", "b", "c"))
    assert rows(*corpus, "none", 4, brevity) == expected_rows(*corpus, "none", 4, brevity)


@pytest.mark.parametrize(
    "lengths", [(63, 65), (64, 64), (10, 129), (256, 257), (511, 513), (700, 3, 65), (1024, 1), (1025, 1)]
)
def test_lengths_of_several_references(lengths: tuple[int, ...]) -> None:
    """References of different lengths, on both sides of a change of method, are clipped together."""
    rng = Random(str(lengths))
    references: Streams = [[words(rng, length, 5)] for length in lengths]
    hypotheses = [changed(rng, " ".join(str(stream[0]) for stream in references))]
    expected = expected_rows(hypotheses, references, "none", 6, "average")
    assert rows(hypotheses, references, "none", 6, "average") == expected


@pytest.mark.parametrize("length", LENGTHS)
def test_characters_of_all_widths(length: int) -> None:
    """Characters of one to four bytes are counted as characters, at every length."""
    rng = Random(length)
    reference = "".join(rng.choice("ab é中😀\ud800\0") for _ in range(length))
    hypothesis = "".join(c for c in reference if rng.random() < 0.9)
    for tokenizer in ("char", "char-spaces"):
        expected = expected_rows([hypothesis], [[reference]], tokenizer, 18, "closest")
        assert rows([hypothesis], [[reference]], tokenizer, 18) == expected


@pytest.mark.parametrize("length", [15998, 15999, 31999, 32768, 70000])
@pytest.mark.parametrize("times", [0.5, 1, 3])
def test_longest_that_is_sorted(length: int, times: float) -> None:
    """Counts that pass 16 bits, in the reference or in the hypothesis alone, are clipped right."""
    reference, hypothesis = "a" * length + "b", "ba" + "a" * int(length * times)
    expected = expected_rows([hypothesis], [[reference]], "char", 3, "closest")
    assert rows([hypothesis], [[reference]], "char", 3) == expected


def test_longest_that_is_unknown() -> None:
    """As many units as are sorted, none of which the reference has, match nothing."""
    hypothesis = "x" * 31_739 + "a"
    expected = expected_rows([hypothesis], [["a" * 260]], "char", 6, "closest")
    assert rows([hypothesis], [["a" * 260]], "char", 6) == expected


@pytest.mark.parametrize(
    "vocabulary", [14, 15, 30, 31, 62, 63, 125, 126, 127, 254, 255, 510, 511, 1022, 1023]
)
@pytest.mark.parametrize("order", [1, 2, 3, 5, 6, 7, 8])
def test_windows_that_just_fit(vocabulary: int, order: int) -> None:
    """Where the n-grams of an alphabet stop fitting into 64 bits, the counts stay the same."""
    reference = " ".join(f"w{n}" for n in range(vocabulary)) + " w0 w1 w2" * 100
    hypothesis = " ".join(reference.split()[5:]) + " unseen w0 w1 w2 w3 w4 w5 w6 w7 w8"
    expected = expected_rows([hypothesis], [[reference]], "none", order, "closest")
    assert rows([hypothesis], [[reference]], "none", order) == expected


@pytest.mark.parametrize("length", LENGTHS[1:])
def test_repeats(length: int) -> None:
    """`a a a …` against `a a a …` of other lengths is clipped at the shorter."""
    texts = ["a " * n for n in (1, length - 1, length, length + 1)]
    for reference in texts:
        references: Streams = [[reference] * len(texts)]
        expected = expected_rows(texts, references, "none", 5, "closest")
        assert rows(texts, references, "none", 5) == expected


def test_segments_do_not_mix() -> None:
    """A long segment leaves nothing behind for the short ones after it, nor a short one for the long."""
    rng = Random(0)
    references = [words(rng, rng.choice([0, 3, 70, 200, 300, 600]), 6) for _ in range(80)]
    hypotheses = [changed(rng, reference) for reference in references]
    expected = expected_rows(hypotheses, [list(references)], "none", 5, "closest")
    assert rows(hypotheses, [list(references)], "none", 5) == expected


def test_words_that_differ_in_the_last_place() -> None:
    """Long words that are almost the same are not the same."""
    stems = ["", "Pop-Tart", "pop-tart", "x" * 7, "x" * 8, "x" * 15, "x" * 16, "x" * 100]
    tokens = [stem + end for stem in stems for end in ("", "s", "S", "\0", "é", "s\0")]
    texts = [token for token in tokens if token]
    hypotheses = [a for a in texts for _ in texts]
    references: Streams = [[b for _ in texts for b in texts]]
    expected = [[1, 1, int(a == b), 1] for a in texts for b in texts]
    assert rows(hypotheses, references, "none", 1) == expected


@pytest.mark.parametrize("references", range(1, 17))
def test_mean_length_is_exact(references: int) -> None:
    """The mean length of up to sixteen references is kept without rounding."""
    streams: Streams = [["w " * (3 * n + n % 2)] for n in range(1, references + 1)]
    exact = sum(3 * n + n % 2 for n in range(1, references + 1)) * LENGTH_PARTS
    assert exact % references == 0
    assert rows(["w"], streams, "none", 1, "average")[0][1] == exact // references


@pytest.mark.parametrize("references", [17, 19, 40])
def test_mean_length_of_very_many_references(references: int) -> None:
    """The mean length of more references is kept to the nearest part."""
    streams: Streams = [["w " * (n % 7)] for n in range(references)]
    exact = Fraction(sum(n % 7 for n in range(references)) * LENGTH_PARTS, references)
    assert abs(rows(["w"], streams, "none", 1, "average")[0][1] - exact) <= Fraction(1, 2)


def test_no_segments() -> None:
    """No segments make no rows."""
    counts = count_bleu([[]], [[]], "13a", 4, "closest", 1)[0]
    assert (counts.rows, counts.columns, counts.total()) == (0, 10, [0] * 10)
    assert counts.array().shape == (0, 10)
