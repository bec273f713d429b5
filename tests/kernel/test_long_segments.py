"""A segment of a megabyte is counted, and counted right."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.oracles import bleu, chrf

from karat.kernel import count_bleu, count_chrf, count_ter

if TYPE_CHECKING:
    import numpy.typing as npt

SECONDS = 20


def megabyte(rng: Random, vocabulary: int) -> list[str]:
    """Words that take a megabyte."""
    words = [f"word{n}" for n in range(vocabulary)]
    return rng.choices(words, k=1_000_000 // 8)


@pytest.mark.parametrize("vocabulary", [1, 2, 50_000])
def test_bleu(vocabulary: int) -> None:
    """BLEU's counts of a megabyte are a Counter's, whether it repeats one word or has fifty thousand."""
    rng = Random(vocabulary)
    reference = megabyte(rng, vocabulary)
    hypothesis = [word if rng.random() < 0.9 else "other" for word in reference]
    start = process_time()
    found = count_bleu([[" ".join(hypothesis)]], [[" ".join(reference)]], "13a", 4, "closest", 1)[0].total()
    assert process_time() - start < SECONDS
    assert found == bleu.row(hypothesis, [reference], 4, "closest")


def test_bleu_in_characters() -> None:
    """So are its counts of a megabyte of characters, of high order."""
    rng = Random(0)
    reference = "".join(rng.choices("abcdefgh", k=1_000_000))
    hypothesis = "".join(c if rng.random() < 0.95 else "x" for c in reference)
    start = process_time()
    found = count_bleu([[hypothesis]], [[reference]], "char", 18, "closest", 1)[0].total()
    assert process_time() - start < SECONDS
    assert found[2] == (Counter(hypothesis) & Counter(reference)).total()
    assert found[19] == clipped(substrings(hypothesis, 18), substrings(reference, 18))


def substrings(text: str, n: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The substrings of that length, each once and as a whole number in base nine, and how often each occurs."""
    letters = np.frombuffer(text.replace("x", "i").encode(), np.uint8) - np.int64(ord("a"))
    numbers = np.zeros(len(text) - n + 1, np.int64)
    for place in range(n):
        numbers = 9 * numbers + letters[place : place + len(numbers)]
    return np.unique(numbers, return_counts=True)


def clipped(one: Any, other: Any) -> int:
    """Occurrences that both have."""
    (first, counts), (second, others) = one, other
    _, here, there = np.intersect1d(first, second, assume_unique=True, return_indices=True)
    return int(np.minimum(counts[here], others[there]).sum())


def test_chrf() -> None:
    """chrF++ of a megabyte is right."""
    rng = Random(0)
    reference = " ".join(megabyte(rng, 1000)[:60_000])
    hypothesis = "".join(c if rng.random() < 0.98 else "x" for c in reference)
    start = process_time()
    found = count_chrf([[hypothesis]], [[reference]], 6, 2, 2.0, False, False, 1)[0].total()
    assert process_time() - start < SECONDS
    assert found == chrf.against(hypothesis, reference, character_order=6, word_order=2, keep_spaces=False)


@pytest.mark.parametrize("tokenizer", ["13a", "intl", "zh", "char", "none", "char-spaces"])
def test_one_long_word(tokenizer: str) -> None:
    """A megabyte without white space matches itself."""
    text = "x" * 1_000_000
    counts = count_bleu([[text]], [[text]], tokenizer, 4, "closest", 1)[0].total()
    assert counts[2:6] == counts[6:]


@pytest.mark.parametrize("tokenizer", ["13a", "intl", "zh"])
def test_nothing_but_marks(tokenizer: str) -> None:
    """A megabyte of full stops, of entities and of spaces takes no longer than words."""
    for text in (
        ". " * 500_000,
        "." * 1_000_000,
        "&amp;" * 200_000,
        " " * 1_000_000,
        "1." * 500_000,
        "-\n" * 500_000,
    ):
        start = process_time()
        counts = count_bleu([[text]], [[text]], tokenizer, 4, "closest", 1)[0].total()
        assert process_time() - start < SECONDS
        assert counts[2:6] == counts[6:]


def test_ter() -> None:
    """TER of fifteen hundred words, which is quadratic by nature, ends."""
    rng = Random(0)
    reference = megabyte(rng, 200)[:1500]
    hypothesis = [word for word in reference if rng.random() < 0.9]
    start = process_time()
    edits, _ = count_ter([[" ".join(hypothesis)]], [[" ".join(reference)]], "tercom", False, False, False, 1)[
        0
    ].total()
    assert process_time() - start < SECONDS
    assert len(reference) - len(hypothesis) <= edits <= len(reference)
