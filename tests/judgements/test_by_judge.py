"""Judgements as an array with a layer for each judge."""

import numpy as np
import pytest

from karat import Corpus, demo, read
from karat.errors import InvalidOption, UnknownName
from karat.judgements import Judgement, Judgements, Scale, aggregate, by_judge
from karat.readers.people.judgements import read_judgements

FIVE = {"adequacy": Scale.parse("1-5"), "fluency": Scale.parse("1-5")}
CORPUS = Corpus.of({"A": ["a", "b"], "B": ["c", "d"]}, ["a", "b"])


def table(*rows: tuple[str, str, str, str, float]) -> Judgements:
    """Judgements of judge, system, segment, dimension and value."""
    return Judgements.of([Judgement(*row) for row in rows], scales=FIVE)


def test_values_have_their_place() -> None:
    """Judges × systems × segments of the corpus; a judge of another dimension has no layer."""
    found = table(
        ("z", "A", "1", "fluency", 2),
        ("x", "A", "1", "adequacy", 4),
        ("y", "A", "1", "adequacy", 5),
        ("x", "B", "2", "adequacy", 1),
    )
    values = by_judge(found, "adequacy", corpus=CORPUS)
    assert values.shape == (2, 2, 2)
    assert values[:, 0, 0].tolist() == [4, 5]
    assert values[0, 1, 1] == 1
    assert np.isnan(values).sum() == 5


def test_a_second_look_is_averaged() -> None:
    """4 and then 5 of one judge are 4.5, as for the scores of segments."""
    twice = [Judgement("x", "A", "1", "adequacy", 4 + number, occasion=number) for number in (0, 1)]
    assert by_judge(Judgements.of(twice, scales=FIVE), "adequacy").tolist() == [[[4.5]]]


def test_the_mean_over_judges_is_the_human_score() -> None:
    """On the demo data, in every segment."""
    corpus = read(demo.path())
    judged = read_judgements(demo.judgements_path(), corpus)
    scores = aggregate(judged, "adequacy", corpus=corpus).scores.values
    np.testing.assert_allclose(np.nanmean(by_judge(judged, "adequacy", corpus=corpus), axis=0), scores)


def test_what_is_refused() -> None:
    """A dimension that nobody judged, and a system that the corpus lacks."""
    with pytest.raises(UnknownName, match="adequacy"):
        by_judge(table(("x", "A", "1", "adequacy", 4)), "mood")
    with pytest.raises(InvalidOption, match="'C' was judged"):
        by_judge(table(("x", "C", "1", "adequacy", 4)), "adequacy", corpus=CORPUS)
