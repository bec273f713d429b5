"""TER's rows against a plain table of edit distances and every shift tried."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import ter
from tests.strategies import Streams, corpora, random_corpus, segments, sentences

from karat.kernel import LENGTH_PARTS, count_ter

PLAIN = {"normalized": False, "no_punctuation": False, "asian": False}


def rows(hypotheses: list[str], references: Streams, options: dict[str, Any]) -> list[list[int]]:
    """The kernel's rows."""
    counted = count_ter([hypotheses], list(references), "tercom", **options, threads=1)[0].array()
    return [[int(count) for count in row] for row in counted]


def expected_rows(hypotheses: list[str], references: Streams, options: dict[str, Any]) -> list[list[int]]:
    """The rows that trying everything gives."""
    found = []
    for hypothesis, *of_segment in zip(hypotheses, *references, strict=True):
        present = [text for text in of_segment if text is not None]
        edits, length = ter.row(hypothesis or "", present, **options)
        parts = length * LENGTH_PARTS
        assert parts.denominator == 1
        found.append([edits, int(parts)])
    return found


@given(corpus=corpora(sentences(max_words=9), max_references=3))
def test_few_words(corpus: tuple[list[str], Streams]) -> None:
    """Sentences of four words, with many ways to shift them, need as many edits as trying everything finds."""
    assert rows(*corpus, PLAIN) == expected_rows(*corpus, PLAIN)


@given(
    words=st.permutations(["a", "b", "c", "d", "e", "f", "g", "h", "i"]),
    extra=sentences("x y z", max_words=4),
)
def test_permutations(words: list[str], extra: str) -> None:
    """Words in another order are shifted as greedily as by trying everything."""
    hypothesis, reference = " ".join(words), "a b c d e f g h i " + extra
    assert rows([hypothesis], [[reference]], PLAIN) == expected_rows([hypothesis], [[reference]], PLAIN)


def test_several_references() -> None:
    """Of several references, some of them missing, the one with the fewest edits counts."""
    corpus = random_corpus(Random(3), 60, ("a", "b", "c", "d"))
    assert rows(*corpus, PLAIN) == expected_rows(*corpus, PLAIN)


OPTIONS = st.fixed_dictionaries({name: st.booleans() for name in PLAIN})


@given(corpus=corpora(segments(max_pieces=8), max_references=3), chosen=OPTIONS)
def test_hostile_text(corpus: tuple[list[str], Streams], chosen: dict[str, Any]) -> None:
    """Any text, under every option of the normalization."""
    assert rows(*corpus, chosen) == expected_rows(*corpus, chosen)


def shuffled_phrases(rng: Random, words: list[str]) -> list[str]:
    """The words cut into phrases, and these in another order, with some words lost and some changed."""
    phrases = []
    while words:
        cut = rng.randrange(1, 13)
        phrases.append(words[:cut])
        words = words[cut:]
    rng.shuffle(phrases)
    kept = [word for phrase in phrases for word in phrase if rng.random() < 0.95]
    return [word if rng.random() < 0.95 else "x" for word in kept]


@pytest.mark.parametrize("seed", range(12))
def test_long_sentences(seed: int) -> None:
    """Sentences of twenty to thirty-five words, with phrases out of place."""
    rng = Random(seed)
    reference = [f"w{rng.randrange(20)}" for _ in range(rng.randrange(20, 36))]
    hypothesis = shuffled_phrases(rng, reference)
    spoken, wanted = " ".join(hypothesis), " ".join(reference)
    assert rows([spoken], [[wanted]], PLAIN) == expected_rows([spoken], [[wanted]], PLAIN)


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        (0, 40),
        (1, 10),
        (1, 51),
        (1, 60),
        (1, 200),
        (2, 101),
        (3, 149),
        (3, 151),
        (40, 1),
        (120, 4),
        (200, 1),
        (150, 100),
    ],
)
def test_very_different_lengths(hypothesis: int, reference: int) -> None:
    """The band around the diagonal is cut as in tercom, and widened where lengths differ greatly."""
    rng = Random(f"{hypothesis} {reference}")
    spoken = " ".join(f"h{n}" if rng.random() < 0.9 else f"r{n}" for n in range(hypothesis))
    wanted = " ".join(f"r{n}" for n in range(reference))
    assert rows([spoken], [[wanted]], PLAIN) == expected_rows([spoken], [[wanted]], PLAIN)


@pytest.mark.parametrize(
    ("hypothesis", "reference"), [(2, 101), (2, 103), (3, 100), (3, 152), (4, 130), (9, 70)]
)
def test_edges_of_the_band(hypothesis: int, reference: int) -> None:
    """A few words that stand anywhere in a long reference are found there, or not, as tercom's band has it."""
    words = [f"w{n}" for n in range(reference)]
    spoken = [" ".join(words[at : at + hypothesis]) for at in range(reference - hypothesis + 1)]
    wanted: Streams = [[" ".join(words)] * len(spoken)]
    assert rows(spoken, wanted, PLAIN) == expected_rows(spoken, wanted, PLAIN)


@pytest.mark.parametrize("distance", [20, 24, 25, 26, 49, 50, 51, 52])
def test_far_shifts(distance: int) -> None:
    """Phrases are shifted over up to fifty words, and words pair within a band of 25."""
    phrase = "p q r"
    between = " ".join(f"w{n}" for n in range(distance))
    hypothesis, reference = f"{phrase} {between}", f"{between} {phrase}"
    assert rows([hypothesis], [[reference]], PLAIN) == expected_rows([hypothesis], [[reference]], PLAIN)


@pytest.mark.parametrize(("length", "edits"), [(9, 1), (10, 1), (11, 2), (12, 2)])
def test_long_shifts(length: int, edits: int) -> None:
    """Phrases of up to ten words are shifted as one."""
    phrase = " ".join(f"p{n}" for n in range(length))
    rest = " ".join(f"r{n}" for n in range(13))
    texts = f"{phrase} {rest}", f"{rest} {phrase}"
    assert rows([texts[0]], [[texts[1]]], PLAIN)[0][0] == edits
    assert expected_rows([texts[0]], [[texts[1]]], PLAIN)[0][0] == edits


@pytest.mark.parametrize(
    ("hypothesis", "reference", "edits"),
    [
        # Of equally cheap edits a deletion goes before an insertion.
        ("b a b b a", "b b a a b", 2),
        ("x g f c g", "g d d g h c", 4),
        ("a h c d a", "d f f a d c f", 5),
        # A phrase is not moved to a place that it is already paired with.
        ("a b b x", "b a a b", 3),
        ("c e d d d", "d d e d c", 2),
        ("d b a b b", "b b b a d", 2),
        # Of shifts that help as much the one from farther left is made.
        ("c d b e", "d e b c", 2),
        ("c f d g", "g c d f", 3),
        ("g e c b", "b g c e", 3),
    ],
)
def test_choices(hypothesis: str, reference: str, edits: int) -> None:
    """Where several ways look alike, tercom's is taken; another would cost more here, or less."""
    assert rows([hypothesis], [[reference]], PLAIN)[0][0] == edits
    assert ter.edits(hypothesis.split(), reference.split()) == edits


def test_too_many_shifts(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a thousand shifts tried, the search stops where sacreBLEU's does."""
    rng = Random(16)
    hypothesis = [rng.choice("aabc") for _ in range(36)]
    reference = [rng.choice("abbcx") for _ in range(36)]
    counted = rows([" ".join(hypothesis)], [[" ".join(reference)]], PLAIN)[0][0]
    assert counted == ter.edits(hypothesis, reference)
    monkeypatch.setattr(ter, "MOST_TRIED", 10**9)
    assert counted > ter.edits(hypothesis, reference)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "edits", "length"),
    [
        ("", "", 0, 0),
        ("a b", "", 2, 0),
        ("", "a b", 2, 2),
        ("a b c", "a b c", 0, 3),
        ("on the mat the cat sat", "the cat sat on the mat", 1, 6),
        ("b a", "a b", 1, 2),
        ("a x b", "a y b", 1, 3),
    ],
)
def test_known(hypothesis: str, reference: str, edits: int, length: int) -> None:
    """Edits that can be counted on the fingers."""
    assert rows([hypothesis], [[reference]], PLAIN) == [[edits, length * LENGTH_PARTS]]


def test_best_reference_and_mean_length() -> None:
    """The fewest edits to any reference are held against the mean of all lengths."""
    references: Streams = [["a b c d"], ["a b x"], [None]]
    assert rows(["a b c"], references, PLAIN) == [[1, 7 * LENGTH_PARTS // 2]]


def test_references_are_normalized_twice() -> None:
    """References, not hypotheses, are normalized a second time, as in sacreBLEU."""
    options = PLAIN | {"normalized": True}
    for text, edits, length in [("a..5", 2, 4), ("a's's b", 2, 4), ("plain text.", 0, 3)]:
        assert rows([text], [[text]], options) == [[edits, length * LENGTH_PARTS]]
