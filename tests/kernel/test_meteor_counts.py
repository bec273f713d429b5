"""METEOR's rows and alignments against trying every set of mappings."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples
from tests.oracles import meteor as oracle
from tests.strategies import Streams, corpora, segments, sentences

from karat.kernel import align_meteor, count_meteor, tokenize, vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WEIGHTS = {"alpha": 0.9, "beta": 3.0, "gamma": 0.5}


def first_letter(word: str) -> tuple[int, ...]:
    """One class for each first letter."""
    return (ord(word[0]),)


def letters(word: str) -> tuple[int, ...]:
    """A word shares ids with all that have a letter in common, which is no equivalence."""
    return tuple(sorted({ord(letter) for letter in word}))


def same(ids: Callable[[str], tuple[int, ...]]) -> Callable[[str, str], bool]:
    """Whether two words share an id."""
    return lambda word, other: bool({*ids(word)} & {*ids(other)})


# What each stage knows of a word (None: its form), and the same as a question.
KINDS = {"exact": None, "stem": first_letter, "synonym": letters}
SAME = {"exact": str.__eq__, "stem": same(first_letter), "synonym": same(letters)}


def ids_of(words: Sequence[str], stages: Sequence[str]) -> list[list[tuple[int, ...]] | None]:
    """The ids that the kernel takes."""
    kinds = [KINDS[stage] for stage in stages]
    return [None if kind is None else [kind(word) for word in words] for kind in kinds]


def links(hypothesis: str, reference: str, stages: Sequence[str]) -> oracle.Links:
    """The kernel's alignment."""
    words = vocabulary([[hypothesis], [reference]], "none")
    found: list[int | None] = [None] * len(hypothesis.split())
    for i, j, stage in align_meteor(hypothesis, reference, "none", words, ids_of(words, stages)):
        assert SAME[stages[stage]](hypothesis.split()[i], reference.split()[j])
        assert found[i] is None
        found[i] = j
    return tuple(found)


def expected(hypothesis: str, reference: str, stages: Sequence[str]) -> oracle.Links:
    """The alignment that trying everything gives."""
    return oracle.align(hypothesis.split(), reference.split(), [SAME[stage] for stage in stages])


TINY = sentences("a b c", max_words=6)
INFLECTED = sentences("a1 a2 b1 b2 a3", max_words=6)
RELATED = sentences("ab bc cd ad b", max_words=6)


@examples(2)
@given(TINY, TINY)
def test_forms(hypothesis: str, reference: str) -> None:
    """Where words come again and again, the alignment is the one that trying everything finds."""
    assert links(hypothesis, reference, ["exact"]) == expected(hypothesis, reference, ["exact"])


@given(INFLECTED, INFLECTED)
def test_stems(hypothesis: str, reference: str) -> None:
    """A second stage maps words that are still free, and minds crossings with the first."""
    stages = ["exact", "stem"]
    assert links(hypothesis, reference, stages) == expected(hypothesis, reference, stages)


@examples(2)
@given(RELATED, RELATED, st.permutations(["exact", "stem", "synonym"]), st.integers(1, 3))
def test_sets(hypothesis: str, reference: str, stages: list[str], count: int) -> None:
    """Words that share an id without being of one class, in any order of stages."""
    chosen = stages[:count]
    assert links(hypothesis, reference, chosen) == expected(hypothesis, reference, chosen)


@pytest.mark.parametrize("seed", range(60))
def test_longer_sentences(seed: int) -> None:
    """Sentences of up to fourteen words of which half come once."""
    rng = Random(seed)
    words = [f"{letter}{n}" for n, letter in enumerate("abcdefgh")] + ["the", "the", "of"]
    hypothesis = " ".join(rng.choice(words) for _ in range(rng.randrange(8, 14)))
    reference = " ".join(rng.choice(words) for _ in range(rng.randrange(8, 14)))
    assert links(hypothesis, reference, ["exact"]) == expected(hypothesis, reference, ["exact"])


def test_beyond_sixty_four_words() -> None:
    """A long reference is aligned as the same words at its end would be."""
    rng = Random(5)
    padding = " ".join(f"p{n}" for n in range(130))
    for _ in range(80):
        hypothesis = " ".join(rng.choice("aabbc") for _ in range(6))
        reference = " ".join(rng.choice("aabbcx") for _ in range(6))
        short = links(hypothesis, reference, ["exact"])
        long = links(hypothesis, f"{padding} {reference}", ["exact"])
        assert long == tuple(None if j is None else j + 130 for j in short)


def rows(
    hypotheses: list[str], references: Streams, stages: Sequence[str], tokenizer: str = "none"
) -> list[list[int]]:
    """The kernel's rows."""
    words = vocabulary([hypotheses, *references], tokenizer)
    ids = ids_of(words, stages)
    counted = count_meteor([hypotheses], list(references), tokenizer, words, ids, **WEIGHTS, threads=1)
    return [[int(count) for count in row] for row in counted[0].array()]


def expected_row(
    hypothesis: str, references: Sequence[str], stages: Sequence[str], tokenizer: str = "none"
) -> list[int]:
    """The row of the first of the best references."""
    found = []
    spoken = tokenize(hypothesis, tokenizer)
    for reference in references:
        wanted = tokenize(reference, tokenizer)
        aligned = oracle.align(spoken, wanted, [SAME[stage] for stage in stages])
        mapped = sum(j is not None for j in aligned)
        found.append([mapped, oracle.chunks(aligned), len(spoken), len(wanted), 0])
    return max(found, key=lambda row: oracle.value(*row[:4], **WEIGHTS))


@given(corpus=corpora(INFLECTED, max_references=3))
def test_rows(corpus: tuple[list[str], Streams]) -> None:
    """Of several references, some of them missing, the first of the best gives the row."""
    stages = ["exact", "stem"]
    hypotheses, streams = corpus
    for row, hypothesis, *texts in zip(rows(*corpus, stages), hypotheses, *streams, strict=True):
        assert row == expected_row(hypothesis, [text for text in texts if text is not None], stages)


@given(corpus=corpora(segments(max_pieces=6), max_references=2))
def test_hostile_text(corpus: tuple[list[str], Streams]) -> None:
    """Any text; equal words only, since all that matters is what a word is."""
    hypotheses, streams = corpus
    for row, hypothesis, *texts in zip(rows(*corpus, ["exact"], "13a"), hypotheses, *streams, strict=True):
        present = [text for text in texts if text is not None]
        assert row == expected_row(hypothesis, present, ["exact"], "13a")


@given(segments(), segments())
def test_vocabulary(first: str, second: str) -> None:
    """The vocabulary has every token once, in the order in which they come."""
    tokens = tokenize(first, "13a") + tokenize(second, "13a")
    assert vocabulary([[first], [None, second]], "13a") == list(dict.fromkeys(tokens))


@pytest.mark.parametrize(("words", "stages"), [(["a", "a"], [None]), (["a"], [[]]), (["a"], [[(1,), (2,)]])])
def test_lexicons_that_do_not_fit(words: list[str], stages: list[list[tuple[int, ...]] | None]) -> None:
    """A word that comes twice, or a stage without ids for every word, is refused."""
    with pytest.raises(ValueError, match="word"):
        align_meteor("a", "a", "none", words, stages)


def test_many_equal_words() -> None:
    """Texts in which everything is equal are aligned in order, without trying all ways."""
    assert rows(["a " * 40], [["a " * 70]], ["exact"]) == [[40, 1, 40, 70, 0]]
    assert rows(["a b " * 60], [["b a " * 50]], ["exact"])[0][:4] == [100, 1, 120, 100]


@pytest.mark.parametrize("seed", range(20))
def test_paragraphs_are_aligned_exactly(seed: int) -> None:
    """A hundred words of which many come again: nothing is cut short, and mapping in order never crosses less."""
    rng = Random(seed)
    words = [f"word{n}" for n in range(60)] + ["the", "of", "and", ","] * 8
    reference = [rng.choice(words) for _ in range(110)]
    hypothesis = [word for word in reference if rng.random() < 0.85]
    for _ in range(12):
        hypothesis.insert(rng.randrange(len(hypothesis)), hypothesis.pop(rng.randrange(len(hypothesis))))
        hypothesis.insert(rng.randrange(len(hypothesis)), rng.choice(words))
    row = rows([" ".join(hypothesis)], [[" ".join(reference)]], ["exact"])[0]
    found = links(" ".join(hypothesis), " ".join(reference), ["exact"])
    assert (row[1], row[4]) == (oracle.chunks(found), 0)
    places = {word: [j for j, other in enumerate(reference) if other == word] for word in {*reference}}
    in_order = tuple(places[word].pop(0) if places.get(word) else None for word in hypothesis)
    assert sum(j is not None for j in found) == sum(j is not None for j in in_order)
    assert oracle.crossings(found) <= oracle.crossings(in_order)


def test_a_search_that_is_cut_short_says_so() -> None:
    """Hundreds of words in any order have too many ways: the largest set is found all the same."""
    rng = Random(1)
    hypothesis, reference = ([rng.choice("abcdefghij") for _ in range(n)] for n in (300, 400))
    mapped = sum(min(hypothesis.count(word), reference.count(word)) for word in "abcdefghij")
    row = rows([" ".join(hypothesis)], [[" ".join(reference)]], ["exact"])[0]
    assert (row[0], row[4]) == (mapped, 1)


def test_a_segment_of_a_megabyte() -> None:
    """A whole book as one segment is counted, with the largest set of mappings."""
    rng = Random(2)
    vocabulary_ = [f"word{n}" for n in range(3000)]
    hypothesis, reference = ([rng.choice(vocabulary_) for _ in range(100_000)] for _ in range(2))
    row = rows([" ".join(hypothesis)], [[" ".join(reference)]], ["exact", "stem"])[0]
    assert (row[0], row[4]) == (100_000, 1)
