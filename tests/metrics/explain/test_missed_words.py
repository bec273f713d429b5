"""The salient words that a system missed."""

from __future__ import annotations

from tests.metrics.wnm_example import HYPOTHESIS, REFERENCE

from karat.corpus import Corpus
from karat.metrics import Wnm


class TestMissed:
    """The salient words that a system missed."""

    def test_words(self, toy: str) -> None:
        """Weight times how often it is missing, heaviest first, with the segments."""
        references = [REFERENCE, "urges urges inspectors", REFERENCE]
        outputs = [HYPOTHESIS, "urges", REFERENCE]
        corpus = Corpus.of({"s": outputs}, references)
        missed = Wnm(corpus=toy).missed(corpus, "s")
        assert [(word.word, word.missing, word.segments) for word in missed] == [
            ("urges", 2, (1, 2)),
            ("inspectors", 1, (2,)),
        ]
        assert missed[0].weight > missed[1].weight > 0

    def test_limit(self) -> None:
        """No more than asked for; None is all."""
        references = ["the cat sat", "the dog lay", "a bird flew"]
        corpus = Corpus.of({"s": ["x"] * 3}, references)
        assert len(Wnm().missed(corpus, "s", limit=2)) == 2
        assert len(Wnm().missed(corpus, "s", limit=None)) > 4

    def test_a_word_that_a_reference_does_without(self) -> None:
        """What one of several references does without is not missed."""
        corpus = Corpus.of({"s": ["x", "y", "z"]}, [["the cat", "the feline"], ["a dog", "a dog"], ["e"]])
        assert {word.word for word in Wnm().missed(corpus, "s")} == {"the", "a", "dog", "e"}
