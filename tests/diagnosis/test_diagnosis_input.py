"""Diagnoses asked for what they cannot say, and texts at the limits: empty, one word, missing scores."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.hypothesis_profile import examples

from karat import Bleu, Corpus, External, Ter, check, equate, evaluate, show
from karat.comparison import Partition, ngram_differences, partition, segment_differences, slices
from karat.comparison.procedure import Procedure
from karat.diagnosis import buckets, word_buckets
from karat.diagnosis.blindness import blindness
from karat.diagnosis.damages import DAMAGES, damaged
from karat.diagnosis.equate import Criteria, LikenessSums, grades_of
from karat.diagnosis.lexicon import Lexicon
from karat.diagnosis.order_scores import Units
from karat.diagnosis.sensitivity import sensitivity
from karat.diagnosis.suitability import Case
from karat.diagnosis.variants import variants
from karat.diagnosis.variation import segment_variation, variation
from karat.display import Results
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = Corpus.of(
    {"A": ["the cat sat on the mat", "he did not go"], "B": ["a cat sat on a mat", "he went"]},
    ["the cat sat on the mat", "he did not go"],
)
EVALUATION = evaluate(CORPUS, Bleu(), Ter())
OF_CORPORA: dict[str, Callable[[Any], object]] = {
    "equate": equate,
    "variation": lambda given: variation(given, Bleu()),
    "segment_variation": lambda given: segment_variation(given, "A", 1, metric=Bleu()),
    "variants": lambda given: variants(given, "A", [1], metric=Bleu()),
    "blindness": lambda given: blindness(given, [], [Bleu()]),
    "sensitivity": lambda given: sensitivity(given, "A", [Bleu()]),
    "by_frequency": word_buckets.by_frequency,
    "by_entity_type": word_buckets.by_entity_type,
    "by_tag": lambda given: word_buckets.by_tag(given, ["N"]),
    "partition": lambda given: partition(given, "numbers"),
    "ngram_differences": lambda given: ngram_differences(given, "A", "B", tokenize=str.split),
}
HALVES = Partition.of("half", ["a", "b"])
OF_EVALUATIONS: dict[str, Callable[[Any], object]] = {
    "check": check,
    "Case.of": Case.of,
    "difficulty": lambda given: buckets.difficulty(given, Bleu()),
    "of_segments": lambda given: buckets.of_segments(given, Bleu(), HALVES),
    "slices": lambda given: slices(given, Bleu(), HALVES, Procedure()),
    "segment_differences": lambda given: segment_differences(given, Bleu(), "A", "B"),
}


@pytest.mark.parametrize("name", OF_CORPORA)
def test_what_is_no_corpus(name: str) -> None:
    """Lists, evaluations, metrics and paths are refused with the line to write instead."""
    for given_instead, words in (
        (["a"], "not a list"),
        (None, "not a NoneType"),
        (EVALUATION, "This is an evaluation"),
        (Bleu(), "The corpus comes first"),
        ("corpus.tsv", "Read the file"),
    ):
        with pytest.raises(InvalidOption, match=f"{words}.*{name}\\("):
            OF_CORPORA[name](given_instead)


@pytest.mark.parametrize("name", OF_EVALUATIONS)
def test_what_is_no_evaluation(name: str) -> None:
    """A corpus has to be scored first."""
    for given_instead, words in ((["a"], "not a list"), (CORPUS, "not yet scored"), (None, "NoneType")):
        with pytest.raises(InvalidOption, match=f"{words}.*{name}\\("):
            OF_EVALUATIONS[name](given_instead)


@pytest.mark.parametrize(
    ("asked", "error", "problem"),
    [
        (lambda: variation(CORPUS, "BLEU"), InvalidOption, "'BLEU' is not a metric"),  # type: ignore[arg-type]
        (lambda: variation(CORPUS, Ter()), InvalidOption, "TER does not count"),
        (lambda: variation(CORPUS, seed=-1), InvalidOption, "seed is -1"),
        (lambda: segment_variation(CORPUS, "Z", 1), UnknownName, "'Z'"),
        (
            lambda: segment_variation(CORPUS, "A", 3),
            InvalidOption,
            "segment is 3; the text has segments 1 to 2",
        ),
        (lambda: segment_variation(CORPUS, "A", "1"), InvalidOption, "segment is '1'"),  # type: ignore[arg-type]
        (lambda: variants(CORPUS, "A", [0], metric=Bleu()), InvalidOption, "segment is 0"),
        (lambda: variants(CORPUS, "Z", [1], metric=Bleu()), UnknownName, "'Z'"),
        (lambda: sensitivity(CORPUS, "A", ["BLEU"]), InvalidOption, "'BLEU' is not a metric"),  # type: ignore[list-item]
        (lambda: sensitivity(CORPUS, "A", [Bleu], samples=9), InvalidOption, "Bleu is a class"),  # type: ignore[list-item]
        (lambda: sensitivity(CORPUS, "Z", [Bleu()]), UnknownName, "'Z'"),
        (lambda: sensitivity(CORPUS, "A", [Bleu()], strengths=[nan]), InvalidOption, "strength is nan"),
        (lambda: sensitivity(CORPUS, "A", [Bleu()], samples=0), InvalidOption, "samples is 0"),
        (lambda: equate(CORPUS, Units(order=0)), InvalidOption, "order is 0"),
        (lambda: equate(CORPUS, Units(family="ter")), InvalidOption, "family"),  # type: ignore[arg-type]
        (lambda: Criteria(samples=0), InvalidOption, "samples is 0"),
        (lambda: Criteria(confidence=95), InvalidOption, "confidence is 95"),
        (lambda: check(EVALUATION, ["no such check"]), UnknownName, "no such check"),
        (
            lambda: buckets.of_segments(EVALUATION, Bleu(), Partition.of("x", ["a"])),
            MisalignedCorpus,
            "1 labels for 2",
        ),
        (lambda: word_buckets.by_tag(CORPUS, ["N"]), MisalignedCorpus, "tags of 1 segments, and 2"),
        (lambda: damaged(["a"], "burn", 0.5, Lexicon.of(CORPUS, "A")), UnknownName, "damage 'burn'"),
    ],
)
def test_refusals(asked: Callable[[], object], error: type[Exception], problem: str) -> None:
    """A clear error, which says what came."""
    with pytest.raises(error, match=problem):
        asked()


@pytest.mark.parametrize("texts", [[""], ["x"], ["", "x"], ["?!"]], ids=repr)
def test_texts_of_nothing_and_of_one_word(texts: list[str]) -> None:
    """Every diagnosis goes through, and no nan is shown."""
    corpus = Corpus.of({"A": texts, "B": texts}, texts)
    evaluation = evaluate(corpus, Bleu(), Ter())
    results = [
        variation(corpus, Bleu()),
        segment_variation(corpus, "A", 1, metric=Bleu()),
        sensitivity(corpus, "A", [Bleu(), Ter()], strengths=[0.5], samples=20),
        check(evaluation),
        word_buckets.by_frequency(corpus),
        buckets.of_segments(evaluation, Ter(), buckets.difficulty(evaluation, Ter())),
    ]
    for result in results:
        if not isinstance(result, Results) or len(result) > 0:
            assert "nan" not in str(show(result)).replace("–", "").split()
    for name in DAMAGES:
        for strength in (0, 1):
            assert len(damaged(texts, name, strength, Lexicon.of(corpus, "A")).texts) == len(texts)


def scored(scores: dict[str, list[float | None]], *, higher_is_better: bool) -> tuple[Any, External]:
    """An evaluation of scores that were given."""
    count = len(next(iter(scores.values())))
    corpus = Corpus.of({name: [f"{name}{row}" for row in range(count)] for name in scores}, ["x"] * count)
    metric = External.of("given", scores, higher_is_better=higher_is_better)
    return evaluate(corpus, metric), metric


@pytest.mark.parametrize("higher", [True, False])
def test_missing_scores_are_no_bad_examples(higher: bool) -> None:
    """The worst segments are those with the worst scores, whichever end is good."""
    sign = 1 if higher else -1
    given_scores: dict[str, list[float | None]] = {
        "A": [None, sign * 3.0, sign * 1.0, None, sign * 2.0],
        "B": [sign * 9.0, None, sign * 7.0, None, sign * 8.0],
    }
    evaluation, metric = scored(given_scores, higher_is_better=higher)
    (bucket,) = buckets.of_segments(evaluation, metric, Partition.of("all", ["all"] * 5)).buckets
    worst = {name: [one.segment for one in of_system.examples] for name, of_system in bucket.systems.items()}
    assert worst == {"A": [3, 5, 2], "B": [3, 5, 1]}


@pytest.mark.parametrize("higher", [True, False])
def test_difficulty_is_the_mean_of_the_scores_that_are_there(higher: bool) -> None:
    """A score that is missing is no score of 0."""
    sign = 1 if higher else -1
    given_scores: dict[str, list[float | None]] = {
        "A": [sign * 10.0, sign * 20.0, None, sign * 40.0],
        "B": [sign * 10.0, None, sign * 30.0, sign * 40.0],
    }
    evaluation, metric = scored(given_scores, higher_is_better=higher)
    found = buckets.difficulty(evaluation, metric)
    assert found.labels == ("hardest quarter", "second", "third", "easiest quarter")
    assert found.parts == found.labels


def kappa(first: list[int], second: list[int]) -> float:
    """Cohen's kappa from its definition."""
    size = len(first)
    observed = sum(one == other for one, other in zip(first, second, strict=True)) / size
    expected = sum(first.count(grade) * second.count(grade) for grade in {*first, *second}) / size**2
    return nan if expected == 1 else (observed - expected) / (1 - expected)


@examples(1 / 2)
@given(seed=st.integers(0, 10**6), grades=st.integers(2, 12))
def test_likeness_from_its_definitions(seed: int, grades: int) -> None:
    """Pearson's r, Cohen's κ of grades, and how often one word less is at least as high."""
    rng = np.random.default_rng(seed)
    words = np.sort(rng.integers(0, 21, (2, 5, 3)) / 20, axis=2)[:, :, ::-1]
    characters = rng.integers(0, 21, (2, 5, 4)) / 20
    found = LikenessSums(words, characters, grades=grades).likeness()
    for n in range(3):
        for m in range(4):
            x, y = words[:, :, n].ravel(), characters[:, :, m].ravel()
            if np.ptp(x) and np.ptp(y):
                assert found.pearson[0, n, m] == pytest.approx(stats.pearsonr(x, y)[0], abs=1e-9)
            else:
                assert isnan(found.pearson[0, n, m])
            graded = [np.minimum(np.floor(values * grades + 1e-12), grades - 1) for values in (x, y)]
            assert grades_of(x, grades).tolist() == graded[0].tolist()
            expected = kappa(*(values.astype(int).tolist() for values in graded))
            assert found.kappa[0, n, m] == pytest.approx(expected, nan_ok=True, abs=1e-9)
            if n:
                less = words[:, :, n - 1].ravel()
                assert found.behaviour[0, n, m] == pytest.approx(np.mean(y <= less + 1e-12))
            else:
                assert isnan(found.behaviour[0, n, m])
