"""Variants have the statistics of their original, all of them, always."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.orejuela import HYPOTHESIS, REFERENCES
from tests.strategies import segments, sentences

from karat import Bleu, Corpus, References, metric
from karat.diagnosis.blindness import blindness
from karat.diagnosis.variants import KINDS, Kind, LanguageModel, variants
from karat.errors import InvalidOption

OREJUELA = Corpus.of([HYPOTHESIS], [REFERENCES])
METRICS = st.builds(
    Bleu,
    order=st.integers(1, 5),
    tokenize=st.sampled_from(["none", "13a", "char"]),
    lowercase=st.booleans(),
)


@given(
    st.one_of(sentences(), segments()),
    st.lists(sentences(), min_size=1, max_size=3),
    METRICS,
    st.integers(0, 9),
)
def test_every_variant_is_a_tie(hypothesis: str, references: list[str], bleu: Bleu, seed: int) -> None:
    """Equal statistics, no text twice, and never the original."""
    corpus = Corpus.of([hypothesis], [references])
    (found,) = variants(corpus, "hypothesis", [1], metric=bleu, count=3, words=["x", "y", "z z"], seed=seed)
    row = bleu.count([hypothesis], [references]).total()
    texts = [variant.text for variant in found.variants]
    assert all(bleu.count([text], [references]).total() == row for text in texts)
    assert len(set(texts)) == len(texts)
    assert found.text not in texts


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(kind: Kind) -> None:
    """Order keeps the words, substitution keeps the rest, drawing brings in words of other references."""
    (found,) = variants(OREJUELA, "hypothesis", [1], count=20, kinds=[kind], words=["black", "helicopters"])
    least, most = (2, 8) if kind == "words" else (20, 20)
    assert least <= len(found.variants) <= most
    original = HYPOTHESIS.split()
    for variant in found.variants:
        words = variant.text.split()
        assert variant.kinds == (kind,)
        if kind == "order":
            assert sorted(words) == sorted(original)
        elif kind == "words":
            changed = {place for place in range(18) if words[place] != original[place]}
            assert changed <= {original.index("when"), original.index("taken")}
            assert all(words[place] in ("black", "helicopters") for place in changed)
        else:
            assert set(words) <= {word for text in REFERENCES for word in text.split()} | {"when", "taken"}


def test_the_same_seed_gives_the_same_variants() -> None:
    """Another seed gives others."""
    first, again, other = (variants(OREJUELA, "hypothesis", [1], seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_the_most_plausible_first() -> None:
    """Sorted by the language model of the references."""
    (found,) = variants(OREJUELA, "hypothesis", [1], count=10)
    plausibilities = [variant.plausibility for variant in found.variants]
    assert plausibilities == sorted(plausibilities, reverse=True)


@pytest.mark.parametrize("hypothesis", ["", "a b c d", "a"])
def test_where_there_is_nothing_to_vary(hypothesis: str) -> None:
    """No text, everything matched, one word that matches."""
    corpus = Corpus.of([hypothesis], [["a b c d"]])
    (found,) = variants(
        corpus, "hypothesis", [1], metric=Bleu(effective_order=True), kinds=["order", "words"]
    )
    assert found.variants == ()


def test_references_of_which_some_are_missing() -> None:
    """A segment varies against the references that it has."""
    corpus = Corpus({"s": ["a x b", "c d"]}, References((("a b", "c d"), (None, "d c"))))
    first, _ = variants(corpus, "s", [1, 2])
    assert first.variants


def test_a_long_segment() -> None:
    """Ten thousand words take moments."""
    text = " ".join(f"w{place % 4000}" for place in range(10_000))
    (found,) = variants(
        Corpus.of([text], ["w1 w2 w3"]), "hypothesis", [1], metric=Bleu(tokenize="none"), count=2
    )
    assert len(found.variants) == 2


def test_who_sees_the_difference() -> None:
    """BLEU does not; WER sees other orders, PER does not."""
    found = variants(OREJUELA, "hypothesis", [1], count=10, kinds=["order"])
    seen = {
        one.metric: one
        for one in blindness(OREJUELA, found, [metric(name) for name in ("bleu", "wer", "per")])
    }
    assert (seen["BLEU"].same, seen["PER"].same) == (10, 10)
    assert seen["WER"].worse == 10
    assert seen["WER"].mean_change < 0


def test_metrics_that_learn_and_metrics_that_cannot_say() -> None:
    """NIST weighs by the whole corpus; NEE without entities has nothing to compare."""
    corpus = Corpus.of([HYPOTHESIS, "a b"], [REFERENCES, ["a b", "b c"]])
    found = variants(corpus, "hypothesis", [1], kinds=["order"])
    nist, nee = blindness(corpus, found, [metric("nist"), metric("nee")])
    assert nist.variants == 5
    assert nee.variants == 0
    assert math.isnan(nee.mean_change)


def test_probabilities_add_up() -> None:
    """Over the vocabulary, the end and one unknown unit, in a known and in an unknown context."""
    model = LanguageModel.counted([["a", "b", "a"], ["b"], []])
    units = [*model.followers[()], "unknown"]
    for context in [(), ("a",), ("a", "b"), ("q", "b"), ("q",)]:
        assert sum(model.probability(unit, context) for unit in units) == pytest.approx(1)
    assert model.plausibility(["a", "b", "a"]) > model.plausibility(["a", "a", "b"])


def test_no_text_to_learn_from() -> None:
    """Without any text every unit is the unknown one."""
    assert LanguageModel.counted([]).plausibility(["a"]) == 0


def test_what_is_refused() -> None:
    """Kinds, numbers and tags."""
    with pytest.raises(InvalidOption, match="must be one of order"):
        variants(OREJUELA, "hypothesis", [1], kinds=["reorder"])  # type: ignore[list-item]
    with pytest.raises(InvalidOption, match="no kind"):
        variants(OREJUELA, "hypothesis", [1], kinds=[])
    with pytest.raises(InvalidOption, match="variants is 0"):
        variants(OREJUELA, "hypothesis", [1], count=0)
    with pytest.raises(InvalidOption, match="reads tags"):
        blindness(OREJUELA, variants(OREJUELA, "hypothesis", [1]), [metric("tag-bleu")])
