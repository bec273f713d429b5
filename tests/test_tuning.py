"""Choosing from n-best lists: every figure against counting anew, and against every selection there is."""

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from karat import Bleu, Chrf, Ter
from karat.errors import InvalidOption, InvalidText, MisalignedCorpus
from karat.metrics import Nist
from karat.tuning import best_selection, minimum_bayes_risk, tune, utilities

METRICS = [Bleu(effective_order=True), Chrf(), Ter()]


def lists(seed: int, segments: int = 5, most: int = 4) -> tuple[list[list[str]], list[str]]:
    """N-best lists of different lengths, and references, of a few words."""
    rng = Random(seed)

    def text() -> str:
        return " ".join(rng.choices("abcdef", k=rng.randint(3, 8)))

    return [[text() for _ in range(rng.randint(1, most))] for _ in range(segments)], [
        text() for _ in range(segments)
    ]


def corpus_score(metric: Any, texts: list[str], references: list[str]) -> float:
    """Counted anew."""
    value: float = metric.value(metric.count(texts, references).total())
    return value


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_utilities_are_sentence_scores(metric: Any) -> None:
    """Each candidate is scored against each other as if it were alone."""
    candidates, _ = lists(1)
    for of_segment, matrix in zip(candidates, utilities(candidates, metric), strict=True):
        expected = [[corpus_score(metric, [h], [r]) for r in of_segment] for h in of_segment]
        assert matrix == pytest.approx(np.array(expected), abs=1e-9)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_minimum_bayes_risk_is_the_best_mean(metric: Any) -> None:
    """The candidate with the best mean score, in the metric's direction; with probabilities the weighted one."""
    candidates, _ = lists(2)
    probabilities = [[0.1 + place for place in range(len(one))] for one in candidates]
    for given in (None, probabilities):
        chosen = minimum_bayes_risk(candidates, metric, probabilities=given)
        for place, (choice, of_segment) in enumerate(zip(chosen, candidates, strict=True)):
            weights = [1.0] * len(of_segment) if given is None else given[place]
            means = [
                sum(w * corpus_score(metric, [h], [r]) for w, r in zip(weights, of_segment, strict=True))
                / sum(weights)
                for h in of_segment
            ]
            best = max(means) if metric.higher_is_better else min(means)
            assert means[choice] == pytest.approx(best)


@pytest.mark.parametrize("metric", [Bleu(), Chrf(), Ter()], ids=lambda metric: metric.name)
@pytest.mark.parametrize("seed", range(4))
def test_the_best_selection_cannot_be_improved_by_one_change(metric: Any, seed: int) -> None:
    """Its value is that of the texts, no single change is better, and it is near the best of all selections."""
    candidates, references = lists(seed)
    found = best_selection(candidates, references, metric)
    sign = 1 if metric.higher_is_better else -1

    def score(choices: Any) -> float:
        texts = [one[choice] for one, choice in zip(candidates, choices, strict=True)]
        return sign * corpus_score(metric, texts, references)

    assert sign * found.value == pytest.approx(score(found.choices))
    for segment, of_segment in enumerate(candidates):
        for place in range(len(of_segment)):
            changed = [*found.choices[:segment], place, *found.choices[segment + 1 :]]
            assert score(changed) <= score(found.choices) + 1e-9
    best = max(map(score, product(*(range(len(one)) for one in candidates))))
    assert score(found.choices) >= best - 5


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=lambda metric: metric.name)
@pytest.mark.parametrize("seed", range(4))
def test_tuned_weights_put_those_candidates_first(metric: Any, seed: int) -> None:
    """The value is that of the candidates that the weights choose, and no worse than before."""
    candidates, references = lists(seed, segments=12)
    rng = Random(seed)
    features = [[[rng.gauss(0, 1) for _ in range(3)] for _ in one] for one in candidates]
    tuned = tune(candidates, features, references, metric)
    sign = 1 if metric.higher_is_better else -1
    for weights, expected in (((1.0, 1.0, 1.0), tuned.before), (tuned.weights, tuned.value)):
        first = [int(np.argmax(np.array(one) @ np.array(weights))) for one in features]
        texts = [one[choice] for one, choice in zip(candidates, first, strict=True)]
        assert corpus_score(metric, texts, references) == pytest.approx(expected)
    assert sign * tuned.value >= sign * tuned.before
    # Along every weight the search is exact: no value of one weight is better.
    for place in range(3):
        for value in np.linspace(-6, 6, 241):
            moved = np.array(tuned.weights)
            moved[place] = value
            first = [int(np.argmax(np.array(one) @ moved)) for one in features]
            texts = [one[choice] for one, choice in zip(candidates, first, strict=True)]
            assert sign * corpus_score(metric, texts, references) <= sign * tuned.value + 1e-9


def test_one_candidate_leaves_no_choice() -> None:
    """Lists of one give the score of the text."""
    texts, references = ["a b c d e"], ["a b c d f"]
    assert minimum_bayes_risk([texts], Chrf()) == (0,)
    value = corpus_score(Bleu(), texts, references)
    assert best_selection([texts], references, Bleu()).value == pytest.approx(value)
    assert tune([texts], [[[0.5]]], references, Bleu()).weights == (1.0,)


def test_equal_candidates_leave_the_first() -> None:
    """Ties go to the first, which the decoder preferred."""
    assert minimum_bayes_risk([["a b", "a b"]], Chrf()) == (0,)
    assert best_selection([["a b", "a b"]], ["a b"], Chrf()).choices == (0,)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: utilities([], Chrf()), InvalidText, "There is no segment"),
        (lambda: utilities([[]], Chrf()), InvalidText, "Segment 1 needs a list"),
        (lambda: utilities(["a cat"], Chrf()), InvalidText, "Segment 1 needs a list"),
        (lambda: utilities([["a"]], Nist()), InvalidOption, "NIST must see the whole corpus"),
        (lambda: utilities([["a"]], "chrf"), InvalidOption, "is not a metric"),  # type: ignore[arg-type]
        (lambda: best_selection([["a"]], ["a", "b"], Chrf()), MisalignedCorpus, "2"),
        (lambda: tune([["a"]], [], ["a"], Chrf()), MisalignedCorpus, "list of features"),
        (
            lambda: tune([["a", "b"]], [[[1.0]]], ["a"], Chrf()),
            MisalignedCorpus,
            "each needs a list of numbers",
        ),
        (lambda: tune([["a"]], [[["x"]]], ["a"], Chrf()), MisalignedCorpus, "each needs a list of numbers"),  # type: ignore[list-item]
        (lambda: tune([["a"]], [[[1.0]]], ["a"], Chrf(), weights=[1, 2]), InvalidOption, "needs one weight"),
        (
            lambda: minimum_bayes_risk([["a", "b"]], Chrf(), probabilities=[[1.0]]),
            MisalignedCorpus,
            "2 candidates and 1 probabilities",
        ),
        (lambda: minimum_bayes_risk([["a"]], Chrf(), probabilities=[[0.0]]), InvalidOption, "not all 0"),
    ],
)
def test_slips_are_refused(call: Any, error: Any, message: str) -> None:
    """In words that name the segment."""
    with pytest.raises(error, match=message):
        call()
