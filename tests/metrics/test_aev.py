"""AEv: options, values, and the metrics that are its special cases."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import aev as oracle
from tests.oracles.ngrams import ngrams
from tests.strategies import Streams, corpora, sentences

from karat.corpus import References
from karat.errors import InvalidFile, InvalidOption, InvalidRecipe, UnknownName, UnreadableFile
from karat.metrics import Bleu, parse
from karat.metrics.aev import Aev
from karat.statistics import Statistics

if TYPE_CHECKING:
    from pathlib import Path

INFINITY = float("inf")


def score(metric: Aev, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return metric.value(metric.count([hypothesis], [list(references)]).total())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1.1}, "alpha is 1.1; it must be a number from 0 to 1"),
        ({"alpha": -0.1}, "alpha is -0.1"),
        ({"alpha": math.nan}, "alpha is nan"),
        ({"alpha": True}, "alpha is True"),
        ({"brevity_factor": INFINITY}, "brevity_factor is inf; it must be a number from 0 to 1"),
        ({"wordiness_factor": -1}, "wordiness_factor is -1"),
        ({"wordiness_factor": 0.9}, "wordiness_factor is 0.9; it must be a number from 1 to inf"),
        ({"order": 0}, "order is 0"),
        ({"normalization": "NFX"}, "normalization is 'NFX'"),
        ({"stop_list": "a|b"}, "which a recipe cannot"),
    ],
)
def test_refused(options: dict[str, Any], message: str) -> None:
    """Options that make no sense are refused when the metric is made."""
    with pytest.raises(InvalidOption, match=message):
        Aev(**options)


def test_unknown_tokenizer() -> None:
    """A tokenizer that is not there is refused when the metric is made."""
    with pytest.raises(UnknownName, match="13b"):
        Aev(tokenize="13b")


@given(corpus=corpora(sentences(max_words=9), max_segments=5), order=st.integers(1, 5))
def test_precision_alone_is_bleu(corpus: tuple[list[str], Streams], order: int) -> None:
    """With α = 1 and B = 1 it is BLEU without smoothing."""
    hypotheses, streams = corpus
    metric, bleu = Aev(alpha=1, order=order), Bleu(order=order, smoothing="none")
    ours = metric.count(hypotheses, References(tuple(streams)))
    theirs = bleu.count(hypotheses, References(tuple(streams)))
    assert metric.value(ours.total()) == pytest.approx(bleu.value(theirs.total()), abs=1e-9)
    assert metric.values(ours) == pytest.approx(bleu.values(theirs), abs=1e-9)


@given(corpus=corpora(sentences(max_words=9), max_segments=5, max_references=1))
def test_recall_alone_is_rouge(corpus: tuple[list[str], Streams]) -> None:
    """With α = 0, N = 1 and no penalty it is ROUGE-1: the words of the reference that the output has."""
    hypotheses, (references,) = corpus
    words = [
        (ngrams(h.split(), 1), ngrams((r or "").split(), 1))
        for h, r in zip(hypotheses, references, strict=True)
    ]
    wanted = sum(reference.total() for _, reference in words)
    there = sum((hypothesis & reference).total() for hypothesis, reference in words)
    metric = Aev(alpha=0, order=1, wordiness_factor=INFINITY)
    value = metric.value(metric.count(hypotheses, References((references,))).total())
    assert value == pytest.approx(100 * there / wanted if wanted else 0.0)


@given(
    alpha=st.sampled_from([0, 0.25, 0.5, 1]) | st.floats(0, 1),
    order=st.integers(1, 4),
    brevity=st.sampled_from([0, 0.5, 1]),
    wordiness=st.sampled_from([1, 1.5, 2, INFINITY]),
    seed=st.integers(0, 2**32),
)
def test_values(alpha: float, order: int, brevity: float, wordiness: float, seed: int) -> None:
    """One row scored alone has the value that it has among others, and the one that the definition gives."""
    metric = Aev(alpha=alpha, order=order, brevity_factor=brevity, wordiness_factor=wordiness)
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 9, size=(40, 2 + 4 * order)) * rng.integers(0, 5, size=(40, 1)).clip(0, 1)
    for start in (2, 2 + 2 * order):  # no more matches than n-grams
        part = rows[:, start : start + order]
        np.minimum(part, rows[:, start + order : start + 2 * order], out=part)
    values = metric.values(Statistics(metric.columns, rows))
    assert values == pytest.approx([metric.value(row) for row in rows.tolist()], abs=1e-12)
    options: dict[str, Any] = {"alpha": alpha, "order": order, "brevity": brevity, "wordiness": wordiness}
    assert values == pytest.approx([oracle.value(row, **options) for row in rows.tolist()], abs=1e-9)


def test_penalties_by_hand() -> None:
    """Three words of six pay for brevity, five words for two pay for wordiness."""
    assert score(Aev(alpha=1, order=1), "a b c", "a b c d e f") == pytest.approx(100 * math.exp(-1))
    assert score(Aev(alpha=1, order=1, brevity_factor=0.5), "a b c", "a b c d e f") == pytest.approx(100)
    assert score(Aev(alpha=0, order=1), "a b c d e", "a b") == pytest.approx(100 * math.exp(1 - 5 / 4))
    assert score(Aev(alpha=0, order=1), "a b c d", "a b") == pytest.approx(100)


def test_between_the_ends() -> None:
    """Every mixture lies between precision and recall, and the harmonic mean at a half."""
    ps, rs, half = (score(Aev(alpha=alpha, order=1), "a b x y", "a b c") for alpha in (1, 0, 0.5))
    assert rs == pytest.approx(200 / 3)
    assert ps == pytest.approx(50)
    assert half == pytest.approx(2 * ps * rs / (ps + rs))


def test_one_end_without_the_other() -> None:
    """At its ends the mixture is one side, even where the other side is nothing."""
    references = ("a b", "c d")  # each word matches some reference, the pair only the recalled one's word
    assert score(Aev(alpha=1, order=2), "b c", *references) == 0
    assert score(Aev(alpha=1, order=1), "a c", *references) == pytest.approx(100)
    assert score(Aev(alpha=0, order=1), "a c", *references) == pytest.approx(50)


def test_the_recalled_reference() -> None:
    """Recall is of the reference nearest in length; of equally long ones, of the one with most matches."""
    metric = Aev(alpha=0, order=1)
    assert score(metric, "a b c", "x y z a", "a b q") == pytest.approx(100 * 2 / 3)
    assert score(metric, "a b c", "x y z", "a b q") == pytest.approx(100 * 2 / 3)
    assert score(metric, "a b c", "a b c d", "x y") == pytest.approx(0)  # of two as near, the shorter


def test_stop_list(tmp_path: Path) -> None:
    """Words of the list are left out of every text, whatever their case."""
    path = tmp_path / "stop.txt"
    path.write_text("the\n# articles\nA # also\n\n", encoding="utf-8")
    metric = Aev(order=1, stop_list=str(path))
    assert metric.count(["The cat a dog"], ["the cat"]).total()[:2] == [2, 1]
    assert parse(metric.recipe) == metric
    assert f"stop:{path}[sha256-" in metric.recipe
    recipe = metric.recipe
    path.write_text("the\n", encoding="utf-8")
    with pytest.raises(InvalidRecipe, match="its words may differ"):
        parse(recipe)
    assert parse(f"AEv|order:1|stop:{path}") == metric


def test_stop_list_that_is_none(tmp_path: Path) -> None:
    """A list that is not there, empty or no text is refused when the metric is made."""
    with pytest.raises(UnreadableFile, match="no such file"):
        Aev(stop_list=str(tmp_path / "none.txt"))
    path = tmp_path / "bad.txt"
    path.write_bytes(b"# nothing\n")
    with pytest.raises(InvalidFile, match="no words"):
        Aev(stop_list=str(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidFile, match="UTF-8"):
        Aev(stop_list=str(path))


def test_infinity_in_a_recipe() -> None:
    """No penalty for wordiness is written and read."""
    metric = Aev(wordiness_factor=INFINITY, brevity_factor=0.5)
    assert "|B:0.5|W:inf|" in metric.recipe
    assert parse(metric.recipe) == metric


def test_name() -> None:
    """It is called as in the paper."""
    assert Aev(alpha=0.25, order=2).name == "AEv(0.25,2)"
    assert Aev(alpha=1.0).name == "AEv(1,4)"


def test_details() -> None:
    """The facts are precision and recall with their orders and penalties."""
    metric = Aev(order=1)
    facts = metric.details(metric.count(["a b x y"], ["a b c"]).total())
    assert facts["precisions"] == [50.0]
    assert facts["recalls"] == [pytest.approx(200 / 3)]
    assert (facts["brevity_factor_penalty"], facts["wordiness_penalty"]) == (1.0, 1.0)
    assert (facts["hypothesis_length"], facts["reference_length"]) == (4, 3)


def test_explanation() -> None:
    """Every number on the way to the score is told."""
    metric = Aev(order=2)
    told = metric.explain("the the cat", ["the cat sat"])
    assert told.value == score(metric, "the the cat", "the cat sat")
    assert told.texts[0].units == (("the", "matched"), ("the", "missed"), ("cat", "matched"))
    assert told.listings[0].rows[0] == ("the", 2, 1, 1)
    steps = {step.label: step for step in told.steps}
    assert steps["P(1)"].reason == "2 of 3 n-grams of the hypothesis match"
    assert steps["R(2)"].value == 50.0
    assert steps["AEv"].value == told.value
