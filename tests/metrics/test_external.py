"""Scores from elsewhere as a metric."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import Bleu, Corpus, Evaluation, evaluate, evaluate_blocks, parse
from karat.errors import InvalidOption, InvalidRecipe, MisalignedCorpus, UnknownName
from karat.kernel import REAL_PARTS
from karat.metrics.external import External

CORPUS = Corpus.of(
    {"A": ["a b", "c", "d"], "B": ["a b", "c", "e"]},
    ["a b", "c", "d"],
    documents=["one", "two", "two"],
)
SCORES = {"A": [0.5, 0.25, 1.0], "B": [-0.5, 0.0, 2.0]}


def evaluated(metric: External, corpus: Corpus = CORPUS) -> Evaluation:
    """The corpus under the metric."""
    return evaluate(corpus, metric)


def test_the_value_is_the_mean() -> None:
    """Of all segments, of each, and of documents."""
    comet = External.of("COMET", SCORES)
    result = evaluate(CORPUS, Bleu(), comet)
    assert [score.value for score in result.scores if score.metric == "COMET"] == [
        pytest.approx(1.75 / 3),
        0.5,
    ]
    assert result.table(comet, "segment")["B"].tolist() == SCORES["B"]
    documents = result.table(comet, "document")
    assert documents.rows == ("one", "two")
    assert documents["A"].tolist() == [0.5, 0.625]


def test_rows_are_whole_numbers_that_add() -> None:
    """A row has the score in parts, and 1."""
    statistics = evaluated(External.of("COMET", SCORES)).statistics["B"]
    (rows,) = statistics.values()
    assert rows.counts.dtype == np.int64
    assert rows.counts.tolist() == [[-REAL_PARTS // 2, 1], [0, 1], [2 * REAL_PARTS, 1]]
    assert rows.total() == [3 * REAL_PARTS // 2, 3]


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=30))
def test_precision(numbers: list[float]) -> None:
    """Fixed point changes a score by no more than half a part."""
    corpus = Corpus.of(["x"] * len(numbers), ["x"] * len(numbers))
    metric = External.of("m", {"hypothesis": numbers})
    result = evaluate(corpus, metric)
    assert result.segments == pytest.approx(numbers, abs=0.5 / REAL_PARTS)
    assert result.scores[0].value == pytest.approx(sum(numbers) / len(numbers), abs=1 / REAL_PARTS)


def test_missing_scores() -> None:
    """A segment without a score is left out of the mean, and NaN itself."""
    metric = External.of("COMET", {"A": [0.5, None, 1.0], "B": [None, 0.25, None]})
    result = evaluated(metric)
    assert [score.value for score in result.scores] == [0.75, 0.25]
    assert [score.details for score in result.scores] == [{"scored_segments": 2}, {"scored_segments": 1}]
    assert np.isnan(result.table(metric, "segment")["A"]).tolist() == [False, True, False]
    assert np.isnan(result.table(metric, "document")["B"]).tolist() == [True, False]


def test_systems_with_the_same_text() -> None:
    """Scores go by the system's name, also where two systems wrote the same, or are the same list."""
    same = ["x", "y"]
    corpus = Corpus.of({"A": same, "B": same, "C": ["x", "y"]}, ["x", "y"])
    scores = {"A": [1.0, 1.0], "B": [2.0, 2.0], "C": [3.0, 3.0]}
    values = [score.value for score in evaluated(External.of("m", scores), corpus).scores]
    assert values == [1, 2, 3]


def test_some_systems_of_the_corpus() -> None:
    """A prepared metric knows the systems' texts one by one, and refuses others."""
    ready = External.of("m", SCORES).prepare(CORPUS)
    counted = ready.count_systems([CORPUS.system("B")], CORPUS.references)
    assert counted[0].counts[:, 0].tolist() == [-REAL_PARTS // 2, 0, 2 * REAL_PARTS]
    assert ready.count_systems([list(CORPUS.system("A"))], CORPUS.references)[0].total()[1] == 3
    with pytest.raises(InvalidOption, match="not that of one system"):
        ready.count_systems([["other", "text", "s"]], CORPUS.references)


def test_texts_alone() -> None:
    """Without a corpus nobody knows whose scores are meant."""
    with pytest.raises(InvalidOption, match="evaluate"):
        External.of("COMET", SCORES).count(["a b", "c", "d"], ["a b", "c", "d"])
    with pytest.raises(InvalidOption, match="must see the whole corpus"):
        evaluate_blocks([CORPUS], External.of("COMET", SCORES))
    with pytest.raises(InvalidOption, match="does not know how"):
        External.of("COMET", SCORES).explain("a", ["a"])


def test_scores_that_do_not_fit() -> None:
    """A system without scores, or with too few, is refused."""
    with pytest.raises(UnknownName, match=r"no COMET score of the system 'B'\. Known: A"):
        evaluated(External.of("COMET", {"A": SCORES["A"]}))
    with pytest.raises(MisalignedCorpus, match="'B' has 2 COMET scores, the corpus has 3 segments"):
        evaluated(External.of("COMET", {**SCORES, "B": [1.0, 2.0]}))
    assert evaluated(External.of("COMET", {**SCORES, "C": [1.0]})).scores[0].metric == "COMET"


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf"), 1e9, True])
def test_no_numbers(bad: Any) -> None:
    """What is no finite number is refused by system and segment."""
    with pytest.raises(InvalidOption, match="m of system 'A', segment 2, is"):
        External.of("m", {"A": [0.5, bad]})


@pytest.mark.parametrize(
    "options", [{"name": "a|b"}, {"name": ""}, {"name": "a\nb"}, {"higher_is_better": 1}]
)
def test_refused(options: dict[str, Any]) -> None:
    """Names that no recipe can hold and directions that are none are refused."""
    with pytest.raises(InvalidOption):
        External(**{"name": "COMET", "scores": (), **options})


def test_recipe() -> None:
    """The recipe tells name, direction, file and checksum; it tells scores apart, and cannot rebuild them."""
    metric = External.of("COMET", SCORES, higher_is_better=False, source="comet.tsv", checksum="0123456789ab")
    assert metric.recipe.startswith(
        "external|name:COMET|better:lower|file:comet.tsv[sha256-0123456789ab]|version:"
    )
    assert not metric.higher_is_better
    assert External.of("COMET", SCORES).recipe != External.of("COMET", {"A": [1.0]}).recipe
    with pytest.raises(InvalidRecipe, match="computed elsewhere"):
        parse(metric.recipe)


def test_frozen_and_picklable() -> None:
    """It is a metric like any other."""
    metric = External.of("COMET", SCORES)
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert hash(metric) == hash(External.of("COMET", SCORES))
