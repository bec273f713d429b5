"""WNM-mean: n-grams match anywhere in a text, and the score is the mean over texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.metrics.wnm_example import WEIGHTINGS
from tests.oracles import wnm as oracle
from tests.strategies import sentences

from karat.comparison import Procedure, compare
from karat.corpus import Corpus
from karat.errors import InvalidOption
from karat.evaluation import evaluate
from karat.metrics import Wnm, metric, parse

REFERENCES = ["the cat sat", "the dog lay there", "a bird sat"]
HYPOTHESES = ["the dog", "the cat lay", "a bird sat"]
DOCUMENTS = ["x", "x", "y"]


def expected(
    hypotheses: list[str], references: list[str], documents: list[str], of: Wnm
) -> list[list[float]]:
    """Precision, recall and F of each text, from the definition."""
    texts = {
        label: [line.split() for line, other in zip(references, documents, strict=True) if other == label]
        for label in dict.fromkeys(documents)
    }
    values = []
    for label, lines in texts.items():
        weights = None
        if of.weighting != "none":
            rest = oracle.Rest()
            for other, of_other in texts.items():
                if other != label:
                    rest.add([word for line in of_other for word in line])
            weights = oracle.weights_of([word for line in lines for word in line], rest, of.weighting)
        mine = [line.split() for line, other in zip(hypotheses, documents, strict=True) if other == label]
        found, wanted = (
            sum_of([oracle.gathered(line, weights, of.order, of.ngram_weight) for line in side])
            for side in (mine, lines)
        )
        matched = sum(min(found[gram], wanted[gram]) for gram in found.keys() & wanted.keys())
        row = [matched, sum(found.values()), sum(wanted.values())]
        values.append([oracle.value(row, side) for side in ("precision", "recall", "f")])
    return values


def sum_of(lines: list[dict[tuple[str, ...], int]]) -> dict[tuple[str, ...], int]:
    """What n-grams gather in all lines of a text."""
    sums: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        for gram, weight in line.items():
            sums[gram] += weight
    return dict(sums)


@given(
    st.lists(st.tuples(sentences(), sentences(), st.sampled_from("abc")), min_size=1, max_size=6),
    WEIGHTINGS,
)
def test_definition(rows: list[tuple[str, str, str]], weighting: Any) -> None:
    """The obvious version gives the same values of each text, and the same means."""
    hypotheses, references, documents = map(list, zip(*rows, strict=True))
    of = Wnm(average="texts", weighting=weighting, tokenize="none")
    evaluation = evaluate(Corpus.of(hypotheses, references, documents=documents), of)
    values = expected(hypotheses, references, documents, of)
    table = evaluation.table(of, "document")["hypothesis"]
    assert table.tolist() == pytest.approx([value[-1] for value in values], rel=1e-6, abs=1e-5)
    details = evaluation.scores[0].details
    for place, side in enumerate(("precision", "recall", "f")):
        mean = sum(value[place] for value in values) / len(values)
        assert details[side] == pytest.approx(mean, rel=1e-6, abs=1e-5)
    assert details["texts"] == len(values)


def test_matching_is_of_whole_texts() -> None:
    """What stands in another segment of the text matches; pooled, each segment is matched by itself."""
    corpus = Corpus.of({"s": HYPOTHESES}, REFERENCES, documents=DOCUMENTS)
    within, pooled = (
        evaluate(corpus, Wnm(weighting="none", order=1, average=average, tokenize="none"))
        for average in ("texts", "pooled")
    )
    by_text = within.table(within.metrics[0], "document")["s"].tolist()
    by_segment = pooled.table(pooled.metrics[0], "document")["s"].tolist()
    assert by_text == [pytest.approx(100 * 2 * 5 / 12), 100.0]
    assert by_segment[0] < by_text[0]


def test_rows() -> None:
    """The row of a text is that of its first segment; the others say nothing."""
    corpus = Corpus.of({"s": HYPOTHESES}, REFERENCES, documents=DOCUMENTS)
    evaluation = evaluate(corpus, metric("wnm-mean"))
    rows = evaluation.statistics["s"][evaluation.metrics[0].recipe]
    assert rows["texts"].tolist() == [1, 0, 1]
    assert rows["f_parts"][1] == 0


def test_without_documents() -> None:
    """Each segment is a text, and the recipe says so."""
    evaluation = evaluate(Corpus.of(HYPOTHESES, REFERENCES), metric("wnm-mean"))
    assert "|texts:segment|average:texts|" in evaluation.scores[0].recipe
    assert evaluation.scores[0].details["texts"] == 3


def test_several_references() -> None:
    """Of each text, the reference with the best F counts."""
    worse = ["x y", "z", "a bird lay"]
    both = [list(pair) for pair in zip(worse, REFERENCES, strict=True)]
    of = Wnm(average="texts", weighting="none")
    one, two = (
        evaluate(Corpus.of(HYPOTHESES, references, documents=DOCUMENTS), of).scores[0].value
        for references in (REFERENCES, both)
    )
    assert one == two


def test_parts_of_texts_are_refused() -> None:
    """A text is counted whole."""
    prepared = Wnm(average="texts").prepare(Corpus.of(HYPOTHESES, REFERENCES, documents=DOCUMENTS))
    with pytest.raises(InvalidOption, match="counts whole texts"):
        prepared.count(HYPOTHESES[:2], REFERENCES[:2])


def test_texts_are_drawn() -> None:
    """A comparison draws what is averaged."""
    corpus = Corpus.of(
        {"s": HYPOTHESES * 4, "t": REFERENCES * 4}, REFERENCES * 4, documents=["x", "x", "y"] * 4
    )
    (compared,) = compare(evaluate(corpus, Wnm(average="texts")), Procedure(samples=20, shuffles=100)).metrics
    assert compared.units == 2
    assert "|draw:document|" in compared.recipe


def test_names() -> None:
    """It has a name of its own, and a recipe that can be read back."""
    of = metric("wnm-mean", score="recall")
    assert of.name == "WNM-mean-R"
    assert parse(of.recipe) == of
    with pytest.raises(InvalidOption, match="average is 'mean'"):
        Wnm(average="mean")  # type: ignore[arg-type]
