"""GTM's rows and runs against looking for the longest run again and again, and against trying every matching."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import gtm as oracle
from tests.strategies import Streams, corpora, random_corpus, segments, sentences

from karat.kernel import LENGTH_PARTS, REAL_PARTS, count_gtm, match_gtm, tokenize

if TYPE_CHECKING:
    from collections.abc import Sequence

EXPONENTS = st.sampled_from([1, 1.5, 2, 3])


def rows(
    hypotheses: list[str], references: Streams, exponent: float, *, exact: bool, tokenizer: str = "none"
) -> list[list[int]]:
    """The kernel's rows."""
    counted = count_gtm([hypotheses], list(references), tokenizer, exponent, exact, threads=1)[0].array()
    return [[int(count) for count in row] for row in counted]


def expected_row(
    hypothesis: str, references: Sequence[str], exponent: float, *, exact: bool, tokenizer: str = "none"
) -> list[int]:
    """Size, lengths and that nothing was cut short; the exact size is known for one reference only."""
    spoken, wanted = tokenize(hypothesis, tokenizer), [tokenize(text, tokenizer) for text in references]
    words = oracle.joined(wanted)
    mean = Fraction(sum(map(len, wanted)), len(wanted))
    runs = oracle.limited(oracle.lengths(oracle.greedy(spoken, words)), mean)
    weight = oracle.weight(runs, exponent)
    if exact:
        assert len(references) == 1
        weight = oracle.heaviest(spoken, words, exponent)
    return [round(weight ** (1 / exponent) * REAL_PARTS), len(spoken), int(mean * LENGTH_PARTS), 0]


def agree(counted: list[int], expected: list[int]) -> None:
    """Rows are equal, but for the last digit of a power."""
    assert counted[0] == pytest.approx(expected[0], abs=2)
    assert counted[1:] == expected[1:]


@given(corpus=corpora(sentences(max_words=9), max_references=3), exponent=EXPONENTS)
def test_greedy(corpus: tuple[list[str], Streams], exponent: float) -> None:
    """Sentences of four words, up to three references, some of them missing."""
    hypotheses, streams = corpus
    counted = rows(*corpus, exponent, exact=False)
    for row, hypothesis, *texts in zip(counted, hypotheses, *streams, strict=True):
        agree(
            row, expected_row(hypothesis, [text for text in texts if text is not None], exponent, exact=False)
        )


def test_several_references() -> None:
    """Runs end where a reference does, and of more hits than a reference has words the shortest are deleted."""
    hypotheses, streams = random_corpus(Random(6), 100, ("a", "b", "c"))
    counted = rows(hypotheses, streams, 2, exact=False)
    for row, hypothesis, *texts in zip(counted, hypotheses, *streams, strict=True):
        present = [text for text in texts if text is not None]
        agree(row, expected_row(hypothesis, present, 2, exact=False))


@given(sentences("a b c", max_words=6), sentences("a b c", max_words=6), EXPONENTS)
def test_exact(hypothesis: str, reference: str, exponent: float) -> None:
    """The heaviest matching weighs what the heaviest of all matchings weighs."""
    counted = rows([hypothesis], [[reference]], exponent, exact=True)[0]
    agree(counted, expected_row(hypothesis, [reference], exponent, exact=True))


@given(corpus=corpora(segments(max_pieces=8), max_references=2))
def test_hostile_text(corpus: tuple[list[str], Streams]) -> None:
    """Any text."""
    hypotheses, streams = corpus
    counted = rows(*corpus, 2, exact=False, tokenizer="13a")
    for row, hypothesis, *texts in zip(counted, hypotheses, *streams, strict=True):
        present = [text for text in texts if text is not None]
        agree(row, expected_row(hypothesis, present, 2, exact=False, tokenizer="13a"))


@given(corpus=corpora(sentences(max_words=9), max_references=3, max_segments=1), exact=st.booleans())
def test_runs(corpus: tuple[list[str], Streams], exact: bool) -> None:
    """The runs that are shown are runs of equal words, no word is in two of them, and they have the row's size."""
    (hypothesis,), streams = corpus
    references = [stream[0] for stream in streams if stream[0] is not None]
    runs = match_gtm(hypothesis, references, "none", 2, exact)
    spoken, wanted = hypothesis.split(), [reference.split() for reference in references]
    ours = [i + k for i, _, _, length in runs for k in range(length)]
    theirs = [(number, j + k) for _, number, j, length in runs for k in range(length)]
    assert len(set(ours)) == len(ours)
    assert len(set(theirs)) == len(theirs)
    assert [spoken[i] for i in ours] == [wanted[number][j] for number, j in theirs]
    assert len(ours) <= sum(map(len, wanted)) / len(wanted)
    size = sum(length**2 for *_, length in runs) ** 0.5
    assert rows([hypothesis], streams, 2, exact=exact)[0][0] == pytest.approx(size * REAL_PARTS, abs=2)


def test_greedy_is_not_always_heaviest() -> None:
    """The longest run that comes first may stand in the way of two that are as long."""
    assert match_gtm("b a b b a", ["a b a a b"], "none", 2, False) == [
        (0, 0, 1, 2),
        (2, 0, 4, 1),
        (4, 0, 0, 1),
    ]
    assert match_gtm("b a b b a", ["a b a a b"], "none", 2, True) == [(1, 0, 3, 2), (3, 0, 1, 2)]


@pytest.mark.parametrize("seed", range(20))
def test_exact_is_at_least_greedy(seed: int) -> None:
    """On longer sentences the heaviest matching is no lighter than the greedy one, and nothing is cut short."""
    rng = Random(seed)
    hypothesis, reference = (" ".join(rng.choice("abcdefgh") for _ in range(25)) for _ in range(2))
    greedy, exact = (rows([hypothesis], [[reference]], 2, exact=exact)[0] for exact in (False, True))
    assert exact[0] >= greedy[0]


def test_barriers() -> None:
    """No run goes from one reference into the next."""
    assert rows(["a b c d"], [["a b"], ["c d"]], 2, exact=False)[0][0] == 2 * REAL_PARTS
    assert rows(["a b c d"], [["x a b c"], ["d"]], 2, exact=False)[0][0] == 2 * REAL_PARTS


def test_a_search_that_is_cut_short_says_so() -> None:
    """Hundreds of words in any order have too many matchings: the result is no lighter than the greedy one."""
    rng = Random(3)
    hypothesis, reference = (" ".join(rng.choice("abc") for _ in range(120)) for _ in range(2))
    greedy, exact = (rows([hypothesis], [[reference]], 2, exact=exact)[0] for exact in (False, True))
    assert exact[0] >= greedy[0]
    assert (greedy[3], exact[3]) == (0, 1)


def test_many_equal_words() -> None:
    """Where words come again and again, fewer ways are followed: the work stays within bounds."""
    rng = Random(1)
    hypothesis, reference = (" ".join(rng.choice("ab") for _ in range(800)) for _ in range(2))
    greedy, exact = (rows([hypothesis], [[reference]], 2, exact=exact)[0] for exact in (False, True))
    assert exact[0] >= greedy[0]
    assert exact[3] == 1


def test_a_segment_of_a_megabyte() -> None:
    """A whole book as one segment is matched."""
    rng = Random(2)
    words = [f"word{n}" for n in range(3000)]
    hypothesis, reference = (" ".join(rng.choice(words) for _ in range(100_000)) for _ in range(2))
    assert rows([hypothesis], [[hypothesis]], 2, exact=False)[0][0] == 100_000 * REAL_PARTS
    assert rows([hypothesis], [[reference]], 2, exact=True)[0][3] == 1
