"""Scores of every order from one count are those of every order counted for itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import choices

from karat import Bleu, Chrf, Corpus, References, demo, read
from karat.diagnosis.order_scores import Units
from karat.errors import InvalidOption, UnknownName

WORDS = choices("abcd", min_size=1, max_size=8).map(" ".join)
SEGMENTS = st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The demo data, with two references."""
    return read(demo.segments_path())


@pytest.mark.parametrize("spaces", ["drop", "keep"])
def test_bleu_of_characters(corpus: Corpus, spaces: str) -> None:
    """BLEU of each order in characters, by sentence and over the corpus."""
    found = Units(characters=20, spaces=spaces).character_scores(corpus)  # type: ignore[arg-type]
    for order in (1, 7, 20):
        bleu = Bleu(order=order, unit="char", spaces=spaces, smoothing="none")  # type: ignore[arg-type]
        for place, text in enumerate(corpus.systems.values()):
            counted = bleu.count(text, corpus.references)
            assert np.allclose(bleu.values(counted) / 100, found.values[place, :, order - 1], atol=1e-12)
            assert bleu.value(counted.total()) / 100 == pytest.approx(found.corpus_scores[place, order - 1])


def test_chrf_of_both_units(corpus: Corpus) -> None:
    """ChrF of each order takes the best reference of that order, as when it is counted for itself."""
    units = Units("chrf", order=3, characters=9)
    for scores, metrics in (
        (units.word_scores(corpus), [Chrf(character_order=0, word_order=n) for n in (1, 2, 3)]),
        (units.character_scores(corpus), [Chrf(character_order=n) for n in range(1, 10)]),
    ):
        for order, chrf in enumerate(metrics):
            for place, text in enumerate(corpus.systems.values()):
                counted = chrf.count(text, corpus.references)
                assert np.allclose(chrf.values(counted) / 100, scores.values[place, :, order], atol=1e-12)
                assert chrf.value(counted.total()) / 100 == pytest.approx(scores.corpus_scores[place, order])


@given(SEGMENTS)
def test_bleu_of_words(segments: list[tuple[str, list[str]]]) -> None:
    """BLEU of each order in words, also of texts shorter than the order, and of several references."""
    hypotheses, references = [text for text, _ in segments], [many for _, many in segments]
    found = Units(order=4).word_scores(Corpus.of(hypotheses, references))
    for order in range(1, 5):
        bleu = Bleu(order=order, smoothing="none")
        values = bleu.values(bleu.count(hypotheses, references)) / 100
        assert np.allclose(values, found.values[0, :, order - 1], atol=1e-12)


@given(st.permutations("abcdefgh"), st.lists(WORDS, min_size=1, max_size=3), st.integers(1, 8))
def test_a_longer_order_is_no_higher_where_no_word_is_repeated(
    words: list[str], references: list[str], length: int
) -> None:
    """BLEU_wN ≤ BLEU_w(N−1), the property that the paper builds on, where clipping has nothing to do."""
    hypothesis = " ".join(words[:length])
    values = Units(order=5).word_scores(Corpus.of([hypothesis], [references])).values[0, 0]
    assert (np.diff(values) <= 1e-12).all()


def test_a_longer_order_may_be_higher_where_words_are_repeated() -> None:
    """The paper has the property for any text; clipping breaks it: two of three words, but both pairs."""
    values = Units(order=2).word_scores(Corpus.of(["a b a"], ["b a b"])).values[0, 0]
    assert values.tolist() == pytest.approx([2 / 3, (2 / 3) ** 0.5])


def test_real_text_keeps_the_property_almost_always(corpus: Corpus) -> None:
    """What clipping breaks is rare in sentences."""
    values = Units(order=4).word_scores(corpus).values
    assert (np.diff(values, axis=2) <= 1e-12).mean() > 0.99


def test_writing_without_spaces_needs_a_segmenter() -> None:
    """Its words would be whole clauses; the message names what cuts them."""
    text = ["昨日は友達と一緒に新しい映画を見に行きました"] * 3
    with pytest.raises(InvalidOption, match=r"without spaces.*ja-mecab"):
        Units().word_scores(Corpus.of(text, text))
    assert Units(tokenize="zh").word_scores(Corpus.of(text, text)).lengths.shape == (1, 3)


def test_a_segmenter_plays_the_word_of_chrf() -> None:
    """A tokenizer of one's own is asked for words, also by chrF."""
    units = Units("chrf", order=2, tokenize=list)  # every character a word
    corpus = Corpus.of(["abc", "xyz"], ["abd", "xyz"])
    assert units.word_scores(corpus).values[0, :, 0].tolist() == pytest.approx([2 / 3, 1])


def test_references_may_be_missing_in_places() -> None:
    """A number of references that varies changes nothing for the segments that have fewer."""
    varying = References((("a b c", "d e f"), ("a b d", None)))
    scores = Units("chrf", order=2).word_scores(Corpus({"s": ["a b d", "d e f"]}, varying))
    assert scores.values[0] == pytest.approx(np.ones((2, 2)))


def test_options_are_checked() -> None:
    """What cannot be counted is refused when it is asked for."""
    with pytest.raises(InvalidOption, match="family"):
        Units("ter")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="characters"):
        Units(characters=0)
    with pytest.raises(UnknownName, match="tokenizer"):
        Units(tokenize="mecab")
