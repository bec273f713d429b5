"""Raters: whose scores, of which systems, side by side."""

from itertools import permutations
from math import isnan

import numpy as np
import pytest
from tests.agreement.five_systems import CORPUS, REFERENCE, spoiled

from karat import Bleu, Corpus, evaluate
from karat.agreement import Rater, human_translations, pair, translators
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.score_table import ScoreTable


def test_misaligned() -> None:
    """Other systems or rows are refused, and named."""
    values = np.zeros((2, 2))
    first = ScoreTable("BLEU", "", "segment", ("A", "B"), ("1", "2"), values)
    cases = {
        "BLEU has 1 of its 2 systems that mqm does not have: B": ScoreTable(
            "mqm", "", "segment", ("A", "C"), ("1", "2"), values
        ),
        "BLEU has 1 of its 2 segments that mqm does not have: 2": ScoreTable(
            "mqm", "", "segment", ("A", "B"), ("1", "3"), values
        ),
        "mqm has 1 of its 2 systems that BLEU": ScoreTable(
            "mqm", "", "segment", ("A", "B"), ("1", "2"), values
        ),
        "BLEU has scores of the level segment, mqm of the level system": ScoreTable(
            "mqm", "", "system", ("A", "B"), ("1", "2"), values
        ),
    }
    for words, second in cases.items():
        one = (
            ScoreTable("BLEU", "", "segment", ("A",), ("1", "2"), values[:1])
            if "that BLEU" in words
            else first
        )
        with pytest.raises(MisalignedCorpus, match=words):
            pair(one, second)
    turned = ScoreTable("mqm", "", "segment", ("B", "A"), ("2", "1"), np.array([[4.0, 3], [2, 1]]))
    assert pair(first, turned).human.tolist() == [[1, 2], [3, 4]]


def test_refused_raters() -> None:
    """Scores that do not fit together are refused."""
    table = ScoreTable("mqm", "", "segment", ("A", "B"), ("1",), np.zeros((2, 1)))
    other = ScoreTable("mqm", "", "system", ("B", "A"), ("all",), np.zeros((2, 1)))
    with pytest.raises(MisalignedCorpus, match="1 scores of systems for 2 systems"):
        Rater("mqm", "", ("A", "B"), np.zeros(1))
    with pytest.raises(MisalignedCorpus, match="other systems"):
        Rater.of_tables(table, other)
    with pytest.raises(InvalidOption, match="got: segment, segment"):
        Rater.of_tables(table, table)
    with pytest.raises(UnknownName, match="mqm score of the system 'C'"):
        Rater.of_tables(table).only(["C"])
    with pytest.raises(MisalignedCorpus, match="document of each of 1"):
        Rater.of_tables(table).table("document")


def test_human_translations() -> None:
    """People are found by what the data say, or because they are a reference."""
    corpus = Corpus(
        {**CORPUS.systems, "copy": REFERENCE, "other": spoiled(2)},
        CORPUS.references,
        human_systems=frozenset({"other"}),
    )
    found = human_translations(corpus)
    assert found == {"copy": True, "other": False}

    bleu = Bleu()
    result = evaluate(corpus, bleu)
    ours = Rater.of_metric(bleu, {name: tables[bleu.recipe] for name, tables in result.statistics.items()})
    human = Rater("adequacy", "", tuple(corpus.systems), np.array([5.0, 4, 3, 2.2, 1.1, 5, 5]))
    copy, other = translators(ours, human, found)
    assert isnan(copy.metric)
    assert isnan(copy.deviations)
    assert other.deviations > 1
    assert other.to_dict()["is_reference"] is False


def test_documents_with_the_same_mean_have_the_same_score() -> None:
    """Thirds add up to the same in any order: what is equal on paper is a tie on every machine."""
    values = np.array([list(permutations([14 / 3, 10 / 3, 1 / 3, 4.7, 2.9]))]).reshape(1, -1)
    documents = [str(place // 5) for place in range(values.shape[1])]
    rater = Rater("adequacy", "", ("A",), values.mean(axis=1), values)
    (found,) = rater.table("document", documents).values
    assert len(set(values.reshape(-1, 5).mean(axis=1).tolist())) > 1
    assert len(set(found.tolist())) == 1


def test_resampled_texts_with_the_same_mean_have_the_same_score() -> None:
    """Whatever the order in which a processor adds."""
    values = np.array([[14 / 3, 10 / 3, 1 / 3, 4.7], [1 / 3, 4.7, 14 / 3, 10 / 3]])
    rater = Rater("adequacy", "", ("A", "B"), values.mean(axis=1), values)
    drawn = rater.drawn(np.ones((3, 4)))
    assert drawn is not None
    assert (drawn[:, 0] == drawn[:, 1]).all()
