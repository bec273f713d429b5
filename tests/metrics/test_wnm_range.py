"""WNM stays between 0 and 100, unless the script's weights are asked for; small denominators are found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.metrics.wnm_example import IN_RANGE, NGRAM_WEIGHTS, SIDES
from tests.oracles import wnm as oracle
from tests.strategies import Streams, choices, corpora, segments, sentences

from karat.corpus import Corpus, References
from karat.evaluation import evaluate
from karat.kernel import REAL_PARTS
from karat.metrics import Wnm, parse

# Words in nearly every text have S-scores below 0.
REFERENCES = ["the cat sat on the mat", "the dog lay on the mat", "the bird flew over the house"]
HYPOTHESES = ["a cat sat there", "dog lay there", "bird flew"]
# Ten texts with words of their own.
SALIENT = [f"the w{number} x{number} y{number} z{number}" for number in range(10)]


def check_range(wnm: Wnm, corpus: Corpus, weights: list[int]) -> None:
    """Of segments, documents, the corpus, and segments that are drawn several times."""
    evaluation = evaluate(corpus, wnm)
    metric = evaluation.metrics[0]
    for of_system in evaluation.statistics.values():
        statistics = of_system[metric.recipe]
        drawn = statistics.counts * np.resize(weights, len(statistics))[:, None]
        rows = np.vstack([statistics.counts, drawn.sum(axis=0), statistics.total()])
        for row in rows.tolist():
            value = metric.value(row)
            assert np.isnan(value) if not sum(row) and wnm.average == "texts" else 0 <= value <= 100
    for level in ("segment", "document"):
        for values in evaluation.table(metric, level).values:
            assert ((values[~np.isnan(values)] >= 0) & (values[~np.isnan(values)] <= 100)).all()


TEXTS = st.one_of(
    corpora(segments(), max_segments=5), corpora(sentences("the of a b c", max_words=12), max_segments=8)
)


@given(
    corpus=TEXTS,
    labels=choices("xyz", min_size=8, max_size=8),
    weights=st.lists(st.integers(0, 9), min_size=1, max_size=8),
    weighting=IN_RANGE,
    ngram_weight=NGRAM_WEIGHTS,
    average=st.sampled_from(["pooled", "texts"]),
)
def test_range(
    corpus: tuple[list[str], Streams],
    labels: list[str],
    weights: list[int],
    weighting: Any,
    ngram_weight: Any,
    average: Any,
) -> None:
    """Any text, hostile or of few words that come everywhere, several references, documents, resamples."""
    hypotheses, streams = corpus
    whole = Corpus({"s": hypotheses}, References(tuple(streams)), documents=labels[: len(hypotheses)])
    for side in SIDES:
        check_range(
            Wnm(weighting=weighting, ngram_weight=ngram_weight, average=average, score=side), whole, weights
        )


def test_the_script_leaves_the_range() -> None:
    """The same text by the script's weights and by the default."""
    literal = Wnm(weighting="s-literal")
    assert literal.value(literal.count(HYPOTHESES, REFERENCES).total()) == pytest.approx(900)
    clipped = Wnm()
    details = clipped.details(clipped.count(HYPOTHESES, REFERENCES).total())
    assert 0 < details["recall"] < details["f"] < details["precision"] < 100


def test_variants_have_recipes_of_their_own() -> None:
    """Weights are in the recipe, and rebuild the metric."""
    variants: list[Any] = ["s-clipped", "s-salient", "s-literal", "tf.idf", "none"]
    recipes = [Wnm(weighting=one).recipe for one in variants]
    assert [recipe.split("|")[1] for recipe in recipes] == [f"weights:{one}" for one in variants]
    assert [parse(recipe) for recipe in recipes] == [Wnm(weighting=one) for one in variants]


class TestBestReference:
    """An F outside of 0 to 100 chooses no reference."""

    @pytest.mark.parametrize("average", ["pooled", "texts"])
    def test_in_range(self, average: Any) -> None:
        """Of two references the script's weights put one beyond 100; the other is taken."""
        others = ["the cat sat on the mat", "the dog lay on the mat", "the bird flew over the house"]
        wnm = Wnm(weighting="s-literal", average=average, tokenize="none")
        for first in ("the mat the mat", "the", "on the", "on the mat cat"):
            for second in ("cat", "cat sat", "the cat sat", "cat on"):
                references = [[first, second], *([text] for text in others)]
                corpus = Corpus.of([second, *others], references)
                rows = wnm.settled(corpus).prepare(corpus).count([second, *others], references)
                value = float(wnm.values(rows)[0])
                alone = self.alone(first, second, others)
                within = [f for f in alone if 0 <= f <= 100]
                expected = max(within) if within else alone[0]
                assert value == pytest.approx(expected, rel=1e-6, abs=1e-5)

    @staticmethod
    def alone(first: str, second: str, others: list[str]) -> list[float]:
        """F against each reference, by the definition."""
        rest = oracle.Rest()
        for text in others:
            rest.add(text.split())
        weights = oracle.weights_of([*first.split(), *second.split()], rest, "s-literal")
        rows = [oracle.row(second.split(), [one.split()], weights, 4) for one in (first, second)]
        return [oracle.value(row, "f") for row in rows]


class TestSmallDenominators:
    """Segments whose words weigh almost nothing."""

    def test_segments(self) -> None:
        """Their numbers, by the denominator; what weighs as much as a word of weight 1 is not small."""
        wnm = Wnm()
        rows = wnm.count([*SALIENT, "the", SALIENT[0]], [*SALIENT, SALIENT[1], "the the"])
        assert wnm.light(rows) == {"hypothesis": [11, 12], "reference": [12]}
        assert (rows["reference_weight"][:11] >= wnm.light_weight).all()
        assert wnm.light_weight == 4 * REAL_PARTS

    def test_texts(self) -> None:
        """Of whole texts, in the rows of their first segments."""
        documents = [*map(str, range(10)), "of", "of"]
        corpus = Corpus.of({"s": [*SALIENT, "the", "x"]}, [*SALIENT, "the", "the"], documents=documents)
        evaluation = evaluate(corpus, Wnm(average="texts"))
        (metric,) = evaluation.metrics
        light = metric.light(evaluation.statistics["s"][metric.recipe])  # type: ignore[attr-defined]
        assert light == {"hypothesis": [11], "reference": [11]}
        details = evaluation.scores[0].details
        assert (details["texts"], details["light_hypotheses"], details["light_references"]) == (11, 1, 1)

    def test_without_weights(self) -> None:
        """Where every n-gram weighs 1 there is nothing to warn of."""
        wnm = Wnm(weighting="none")
        assert wnm.light(wnm.count(["the"], ["the"])) == {"hypothesis": [], "reference": []}
