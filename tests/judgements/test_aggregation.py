"""Scores of segments, documents and systems, beside plain loops."""

from __future__ import annotations

import math
from itertools import product
from statistics import mean, median, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.corpus import Corpus
from karat.errors import InvalidOption, UnknownName
from karat.judgements import Judgement, Judgements, Scale, aggregate, coverage, z_scores

HUNDRED = Scale("DA", 0, 100)
DOCUMENTS = {"1": "x", "2": "x", "3": "y"}

rows_of = st.dictionaries(
    st.tuples(st.sampled_from("abc"), st.sampled_from("ST"), st.sampled_from("123")),
    st.integers(0, 100),
    min_size=1,
)


def table(rows: dict[tuple[str, str, str], float]) -> Judgements:
    """Judgements of quality."""
    judgements = [Judgement(*who, "quality", value) for who, value in rows.items()]
    return Judgements.of(judgements, scales={"quality": HUNDRED}, documents=DOCUMENTS)


def standardised(rows: dict[tuple[str, str, str], float]) -> dict[tuple[str, str, str], float]:
    """Each value in standard deviations of its judge, where there is one."""
    found: dict[tuple[str, str, str], float] = {}
    for judge in {who[0] for who in rows}:
        own = [value for who, value in rows.items() if who[0] == judge]
        if len(set(own)) > 1:
            found |= {who: (value - mean(own)) / stdev(own) for who, value in rows.items() if who[0] == judge}
    return found


def expected(
    rows: dict[tuple[str, str, str], float], level: str, method: str
) -> dict[tuple[str, str], float]:
    """The scores by system and unit, by loops."""
    if method.endswith("z"):
        rows = standardised(rows)

    def unit(segment: str) -> str:
        return {"segment": segment, "document": DOCUMENTS[segment], "system": "all"}[level]

    middle = median if method == "median" else mean
    cells: dict[tuple[str, str], dict[str, list[float]]] = {}
    by_judge = method.startswith("judge-")
    for (judge, system, segment), value in rows.items():
        inner = judge if by_judge else segment
        cells.setdefault((system, unit(segment)), {}).setdefault(inner, []).append(value)
    return {cell: middle(middle(values) for values in parts.values()) for cell, parts in cells.items()}


@given(rows=rows_of)
def test_scores(rows: dict[tuple[str, str, str], float]) -> None:
    """At every level and by every method each score is that of the loops, and what nobody judged is missing."""
    judgements = table(rows)
    for level, method in product(
        ("segment", "document", "system"), ("mean", "z", "median", "judge-mean", "judge-z")
    ):
        scores = aggregate(judgements, "quality", level=level, method=method).scores  # type: ignore[arg-type]
        wanted = expected(rows, level, method)
        values = [[wanted.get((system, unit), math.nan) for unit in scores.rows] for system in scores.systems]
        assert scores.values == pytest.approx(np.array(values), abs=1e-9, nan_ok=True), (level, method)


def test_repeats_are_one_voice() -> None:
    """A judge who says something twice counts once, with the mean."""
    rows = [
        Judgement("a", "S", "1", "quality", 0, occasion=0),
        Judgement("a", "S", "1", "quality", 20, occasion=1),
        Judgement("b", "S", "1", "quality", 40),
    ]
    both = Judgements.of(rows, scales={"quality": HUNDRED})
    assert aggregate(both, "quality").scores.values.tolist() == [[25.0]]


def test_sample_deviation() -> None:
    """z-scores divide by the deviation of a sample, n − 1; one judgement, or always the same, has none."""
    z = z_scores(table({("a", "S", "1"): 10, ("a", "S", "2"): 20, ("b", "S", "1"): 5}), "quality")
    assert z[:2] == pytest.approx([-(0.5**0.5), 0.5**0.5])
    assert np.isnan(z[2])
    same = table({("a", "S", "1"): 33, ("a", "S", "2"): 33, ("a", "S", "3"): 33})
    assert np.isnan(z_scores(same, "quality")).all()


def test_corpus_decides_order_and_what_is_missing() -> None:
    """Rows are all segments of the corpus, in its order, and systems its systems."""
    corpus = Corpus.of(
        {"T": list("xyz"), "S": list("xyz"), "U": list("xyz")}, list("xyz"), documents=list("ddd")
    )
    found = aggregate(table({("a", "S", "2"): 40}), "quality", corpus=corpus)
    assert found.scores.systems == ("T", "S", "U")
    assert found.scores.rows == ("1", "2", "3")
    assert found.scores["S"][1] == 40
    assert np.isnan(found.scores.values).sum() == 8
    assert found.coverage.share == pytest.approx(1 / 9)
    assert aggregate(
        table({("a", "S", "2"): 40}), "quality", level="document", corpus=corpus
    ).scores.rows == ("d",)
    with pytest.raises(InvalidOption, match="'S' was judged"):
        aggregate(table({("a", "S", "2"): 40}), "quality", corpus=Corpus.of({"T": ["x"]}, ["x"]))


def test_coverage() -> None:
    """Items, judges, judges per item and system, and who has no z-scores."""
    found = coverage(
        table({("a", "S", "1"): 1, ("b", "S", "1"): 2, ("a", "T", "2"): 3, ("c", "S", "2"): 7}), "quality"
    )
    assert (found.items, found.judged, found.judgements, found.judges) == (4, 3, 4, 3)
    assert found.judges_per_item == (1, 1.0, 2)
    assert found.by_system == {"S": 2, "T": 1}
    assert found.unstandardised == ("b", "c")
    assert found.to_dict()["judges_per_item"] == [1, 1.0, 2]


def test_recipe() -> None:
    """The recipe says dimension, scale, good end and aggregation."""
    recipe = aggregate(table({("a", "S", "1"): 1}), "quality", method="median").scores.recipe
    expected_recipe = (
        "human|dimension:quality|scale:DA[0..100:interval:higher]|aggregation:median|level:segment|judges:1"
    )
    assert recipe == expected_recipe


def test_what_is_refused() -> None:
    """Levels, methods and dimensions that are not there; documents that nobody named."""
    rows = table({("a", "S", "1"): 1})
    with pytest.raises(InvalidOption, match="segment, document, system"):
        aggregate(rows, "quality", level="paragraph")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="median"):
        aggregate(rows, "quality", method="mode")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="adequacy"):
        aggregate(rows, "adequacy")
    bare = Judgements.of(list(rows), scales=rows.scales)
    with pytest.raises(InvalidOption, match="column 'document'"):
        aggregate(bare, "quality", level="document")
