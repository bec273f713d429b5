"""N-grams by the functions that people import."""

from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import helpers as theirs
from tests.strategies import segments

import karat.sacrebleu.metrics.helpers as ours

ORDER = st.integers(1, 5)


@given(line=segments(), order=ORDER, spaces=st.booleans())
def test_characters(line: str, order: int, spaces: bool) -> None:
    """Of characters, one order or all."""
    assert ours.extract_char_ngrams(line, order, spaces) == theirs.extract_char_ngrams(line, order, spaces)
    assert ours.extract_all_char_ngrams(line, order, spaces) == theirs.extract_all_char_ngrams(
        line, order, spaces
    )


@given(line=segments(), order=ORDER, least=ORDER)
def test_words(line: str, order: int, least: int) -> None:
    """Of words, one order or several."""
    assert ours.extract_word_ngrams(line.split(), order) == theirs.extract_word_ngrams(line.split(), order)
    assert ours.extract_all_word_ngrams(line, least, order) == theirs.extract_all_word_ngrams(
        line, least, order
    )


def test_defaults() -> None:
    """White space does not count unless asked for."""
    assert ours.extract_char_ngrams("a b", 2) == theirs.extract_char_ngrams("a b", 2)
    assert ours.extract_all_char_ngrams("a b", 2) == theirs.extract_all_char_ngrams("a b", 2)
