"""chrF's rows against n-grams counted with a Counter."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import chrf
from tests.strategies import PIECES, Streams, corpora, random_segment, segments, sentences

from karat.kernel import Texts, count_chrf

LENGTHS = [0, 1, 5, 6, 7, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 700]


def rows(hypotheses: list[str], references: Streams, options: dict[str, Any]) -> list[list[int]]:
    """The kernel's rows."""
    counted = count_chrf([hypotheses], list(references), **options, threads=1)[0].array()
    return [[int(count) for count in row] for row in counted]


def expected_rows(hypotheses: list[str], references: Streams, options: dict[str, Any]) -> list[list[int]]:
    """The rows that counting with a Counter gives."""
    segments_of = zip(hypotheses, *references, strict=True)
    return [
        chrf.row(hypothesis or "", [text for text in of_segment if text is not None], **options)
        for hypothesis, *of_segment in segments_of
    ]


def options(**changes: Any) -> dict[str, Any]:
    """chrF's options, its usual ones where nothing else is said."""
    usual = {"character_order": 6, "word_order": 0, "beta": 2.0, "keep_spaces": False, "epsilon": False}
    return usual | changes


OPTIONS = st.fixed_dictionaries(
    {
        "character_order": st.integers(1, 9),
        "word_order": st.integers(0, 4),
        "beta": st.sampled_from([0.5, 1.0, 2.0, 3.0]),
        "keep_spaces": st.booleans(),
        "epsilon": st.booleans(),
    }
)


@given(corpus=corpora(segments()), chosen=OPTIONS)
def test_hostile_text(corpus: tuple[list[str], Streams], chosen: dict[str, Any]) -> None:
    """Any text, any options, one to five references: the counts are a Counter's."""
    assert rows(*corpus, chosen) == expected_rows(*corpus, chosen)


@given(corpus=corpora(sentences("a, (b) cc dd. e", max_words=10)), chosen=OPTIONS)
def test_choice_of_reference(corpus: tuple[list[str], Streams], chosen: dict[str, Any]) -> None:
    """Of several near references the best is counted, and of equals the first."""
    assert rows(*corpus, chosen) == expected_rows(*corpus, chosen)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("alphabet", ["a", "ab", "abcdefgh \u3000é中😀"])
def test_lengths(length: int, alphabet: str) -> None:
    """Wherever the kernel changes its method, the counts stay the same."""
    rng = Random(f"{length} {alphabet}")
    reference = "".join(rng.choice(alphabet) for _ in range(length))
    hypotheses = [
        "".join(c for c in reference if rng.random() < 0.9),
        reference,
        reference[: length // 2],
        "x",
        "",
    ]
    references: Streams = [[reference] * len(hypotheses)]
    for chosen in (options(), options(word_order=2, keep_spaces=True), options(character_order=70)):
        assert rows(hypotheses, references, chosen) == expected_rows(hypotheses, references, chosen)


@pytest.mark.parametrize("length", LENGTHS)
def test_lengths_in_words(length: int) -> None:
    """The same in words."""
    rng = Random(length)
    reference = random_segment(rng, length, ("(hi)", "ho.", "ha"))
    hypotheses = [random_segment(rng, length, ("(hi)", "ho.", "ha")), reference]
    references: Streams = [[reference] * 2, ["ha ho. ha", None]]
    for chosen in (options(word_order=2), options(word_order=5)):
        assert rows(hypotheses, references, chosen) == expected_rows(hypotheses, references, chosen)


def test_words_alone() -> None:
    """Words can be counted without characters."""
    chosen = options(character_order=0, word_order=2)
    assert rows(["a b c."], [["a b d."]], chosen) == [[4, 4, 3, 3, 3, 1]]


def test_first_reference_is_kept() -> None:
    """With no match at all the first reference is counted."""
    assert rows(["x"], [["abc"], ["ab"]], options(character_order=1)) == [[1, 3, 0]]


def test_hypothesis_is_not_blamed_for_a_short_reference() -> None:
    """Orders that the reference is too short for do not count against the hypothesis."""
    assert rows(["abc"], [["ab"]], options(character_order=3)) == [[3, 2, 2, 2, 1, 1, 0, 0, 0]]


def test_white_space_at_the_ends_is_kept() -> None:
    """Where white space counts, so does that at the ends of the segment."""
    assert rows([" a "], [[" a"]], options(character_order=1, keep_spaces=True)) == [[3, 2, 2]]


def test_segments_do_not_mix() -> None:
    """Segments of very different lengths, one after another, are counted each by itself."""
    rng = Random(1)
    references = [random_segment(rng, rng.choice([0, 2, 30, 150, 400]), PIECES) for _ in range(60)]
    hypotheses = ["".join(c for c in reference if rng.random() < 0.9) for reference in references]
    chosen = options(word_order=2)
    assert rows(hypotheses, [list(references)], chosen) == expected_rows(
        hypotheses, [list(references)], chosen
    )


def test_texts_as_they_lie() -> None:
    """Lines of a file are read where they lie, strings in their own units: the rows are the same."""
    rng = Random(23)
    pieces = ["word ", "(naïve) ", "\u00a0", "\x85", "日本語", "\u3000", "𝒳", "a" * 9, "! ", "\u2028"]
    texts = [
        "".join(rng.choice(pieces[: rng.choice([1, 4, 6, 10])]) for _ in range(rng.choice([0, 3, 30, 130])))
        for _ in range(300)
    ]
    others = [text[3:] + text[:3] for text in texts]
    as_lines = [Texts.from_lines("".join(f"{text}\n" for text in side).encode()) for side in (others, texts)]
    for chosen in (options(), options(word_order=2), options(keep_spaces=True)):
        strings = count_chrf([others], [texts], **chosen, threads=1)[0].array()
        lines = count_chrf([as_lines[0]], [as_lines[1]], **chosen, threads=1)[0].array()
        assert strings.tolist() == lines.tolist()
