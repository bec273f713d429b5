"""From an evaluation and judgements to raters, and from raters to everything that is measured of a data set."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agreement.five_systems import CORPUS, HUMAN, REFERENCE, people

from karat import Bleu, Chrf, Corpus, demo, evaluate
from karat.agreement import (
    Material,
    Plan,
    Rater,
    StudyLayout,
    counted_raters,
    human_raters,
    judged,
    measure,
    sweeps,
    tables_of,
    verdict,
)
from karat.agreement.material import without
from karat.errors import InvalidOption, UnknownName
from karat.judgements import Judgement, Judgements, Scale
from karat.readers import read, read_judgements
from karat.score_table import ScoreTable

FEW = Plan(statistics=("pearson", "accuracy"), samples=50)
EVALUATION = evaluate(CORPUS, Bleu(smoothing="exp"), Chrf())


def table(name: str, level: str, values: list[list[float]]) -> ScoreTable:
    """Scores of the five systems."""
    rows = tuple(str(number) for number in range(1, len(values[0]) + 1)) if level == "segment" else ("all",)
    return ScoreTable(name, "made up", level, tuple(CORPUS.systems), rows, np.array(values))


def test_metrics_become_raters_with_the_scores_of_the_evaluation() -> None:
    """Whole systems, segments and parts have the values that the metric itself gives them."""
    bleu, chrf = counted_raters(EVALUATION)
    assert (bleu.name, chrf.name) == ("BLEU", "chrF2")
    for rater, metric in ((bleu, EVALUATION.metrics[0]), (chrf, EVALUATION.metrics[1])):
        scores = [metric.value(EVALUATION.statistics[name][metric.recipe].total()) for name in rater.systems]
        assert rater.whole.tolist() == scores
        assert rater.segments is not None
        assert rater.segments.shape == (5, 4)
    half = Corpus.of({name: list(text)[1::2] for name, text in CORPUS.systems.items()}, REFERENCE[1::2])
    assert (
        bleu.within([1, 3]).whole.tolist()
        == counted_raters(evaluate(half, Bleu(smoothing="exp")))[0].whole.tolist()
    )


def test_two_metrics_of_one_kind_have_names_of_their_own() -> None:
    """BLEU in words and in characters can be told apart."""
    raters = counted_raters(evaluate(CORPUS, Bleu(), Bleu(unit="char")))
    assert len({rater.name for rater in raters}) == 2


def test_tables_of_one_dimension_are_one_rater() -> None:
    """Scores of segments and of systems; without the latter, a system has its mean."""
    segments = HUMAN.tolist()
    raters = human_raters(
        [
            table("adequacy", "segment", segments),
            table("fluency", "segment", segments),
            table("adequacy", "system", [[9.0], [8.0], [7.0], [6.0], [5.0]]),
        ]
    )
    assert [rater.name for rater in raters] == ["adequacy", "fluency"]
    assert raters[0].whole.tolist() == [9.0, 8.0, 7.0, 6.0, 5.0]
    assert raters[1].whole.tolist() == HUMAN.mean(axis=1).tolist()


def test_a_dimension_that_nobody_judged_is_left_out() -> None:
    """It would be in every table, with nothing to say."""
    nothing = table("fluency", "segment", [[nan] * 4] * 5)
    assert human_raters([nothing]) == []


def test_judgements_become_tables_of_the_corpus() -> None:
    """Means over judges, of segments and of systems; what nobody judged is missing."""
    rows = [Judgement("anna", "S1", "1", "adequacy", 5), Judgement("ben", "S1", "1", "adequacy", 3)]
    judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    segments, systems = tables_of(judgements, CORPUS)
    assert (segments.level, systems.level) == ("segment", "system")
    assert segments.values[0, 0] == systems.values[0, 0] == 4.0
    assert isnan(segments.values[0, 1])
    assert isnan(systems.values[1, 0])


def test_the_demo_goes_all_the_way() -> None:
    """From its two files to verdicts, in which the metric tracks people."""
    corpus = read(demo.segments_path())
    humans = human_raters(tables_of(read_judgements(demo.judgements_path(), corpus), corpus))
    material = Material.of("demo", corpus, counted_raters(evaluate(corpus, Chrf())), humans)
    found = measure(material, FEW)
    assert {one.human for one in found.agreements} == {"adequacy", "fluency"}
    assert all(one.value > 0.6 for one in found.agreements if one.statistic == "pearson")
    assert [one.system for one in found.apart] == ["human", "human"]


def material(*, keep_people: bool = False) -> Material:
    """Five systems, the first of which is known to be a person."""
    corpus = replace(CORPUS, human_systems=frozenset({"S1"}))
    return Material.of("five", corpus, counted_raters(EVALUATION), [people()], keep_people=keep_people)


def test_people_are_apart_unless_they_are_kept() -> None:
    """Their scores stay among those of everyone."""
    apart, kept = material(), material(keep_people=True)
    assert list(apart.corpus.systems) == ["S2", "S3", "S4", "S5"]
    assert apart.metrics[0].systems == apart.humans[0].systems == ("S2", "S3", "S4", "S5")
    assert apart.everyone[0][0].systems == tuple(CORPUS.systems)
    assert apart.people == {"S1": False}
    assert list(kept.corpus.systems) == list(CORPUS.systems)
    assert kept.people == {}
    assert [(metric.name, human.name) for metric, human in apart.pairs] == [
        ("BLEU", "adequacy"),
        ("chrF2", "adequacy"),
    ]


def test_nobody_but_people_is_refused() -> None:
    """There is no machine to measure a metric with."""
    corpus = replace(CORPUS, human_systems=frozenset(CORPUS.systems))
    with pytest.raises(InvalidOption, match="is a human translation"):
        Material.of("five", corpus, counted_raters(EVALUATION), [people()])


def test_without_takes_systems_and_their_marks_away() -> None:
    """A system that is gone is not said to be a person either."""
    corpus = replace(CORPUS, human_systems=frozenset({"S1", "S2"}))
    left = without(corpus, ["S1", "S5"])
    assert list(left.systems) == ["S2", "S3", "S4"]
    assert left.human_systems == {"S2"}


def test_measurements_have_every_level_and_part() -> None:
    """Verdicts and translators are of whole systems, so other levels alone have none of them."""
    told: list[str] = []
    types = CORPUS.labels("text_type")
    found = measure(material(), FEW, parts=types, progress=told.append)
    assert {one.part for one in found.agreements} == {"", "news", "chat"}
    assert told == ["BLEU", "chrF2"]
    assert len(found.verdicts) == len(found.apart) == 2
    segments = measure(material(), replace(FEW, levels=("segment",)))
    assert not segments.verdicts
    assert not segments.apart


def test_a_segment_of_no_part_has_a_name() -> None:
    """An empty label is shown as such."""
    found = measure(material(), FEW, parts=["news", "", "news", ""])
    assert {one.part for one in found.agreements} == {"", "news", "(none)"}


def test_judged_only_takes_the_segments_that_people_saw() -> None:
    """The metric's own score of those segments, not the mean of their scores."""
    values = HUMAN.copy()
    values[:, 2] = nan
    human = people(values)
    (bleu, _), within, layout = judged(counted_raters(EVALUATION), human, StudyLayout(documents=list("abcd")))
    assert layout.documents == ["a", "b", "d"]
    assert bleu.whole.tolist() == counted_raters(EVALUATION)[0].within([0, 1, 3]).whole.tolist()
    assert within.segments is not None
    assert not np.isnan(within.segments).any()


def test_sweeps_are_in_words_and_in_characters() -> None:
    """Each of as many orders as were asked for, against each dimension."""
    found = list(sweeps(material(), FEW, highest=3))
    assert [sweep.unit for sweep in found] == ["word", "char"]
    assert all(len(one.orders) == 3 for sweep in found for one in sweep.dimensions)


@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=6), st.lists(st.integers(1, 9), min_size=6, max_size=6)
)
def test_a_verdict_counts_pairs_one_by_one(metric: list[int], human: list[int]) -> None:
    """Right pairs are those of one order in both, or tied in both; the worst reversal is found by looking."""
    size = len(metric)
    names = tuple("ABCDEF"[:size])
    scores = [float(value) for value in metric], [float(value) for value in human[:size]]
    found = verdict(
        *(Rater(name, "", names, np.array(values)) for name, values in zip("mh", scores, strict=True))
    )
    right, turned = 0, []
    for a in range(size):
        for b in range(a):
            ours, theirs = scores[0][a] - scores[0][b], scores[1][a] - scores[1][b]
            right += np.sign(ours) == np.sign(theirs)
            if ours * theirs < 0:
                turned.append(abs(theirs))
    assert (found.right_pairs, found.pairs) == (right, size * (size - 1) // 2)
    assert (found.worst.human_difference if found.worst else None) == max(turned, default=None)


def test_a_verdict_is_of_the_good_end() -> None:
    """An error rate that falls while people's scores rise has every pair right."""
    human = Rater("adequacy", "", ("A", "B", "C"), np.array([1.0, 2.0, 3.0]))
    rate = Rater("TER", "", ("A", "B", "C"), np.array([60.0, 50.0, 40.0]), higher_is_better=False)
    found = verdict(rate, human)
    assert found.right_pairs == 3
    assert found.worst is None
    assert found.explained == pytest.approx(100)


def test_raters_of_some_systems_and_of_unknown_ones() -> None:
    """`only` keeps counts, so that parts are still scored as such; a name that is not there is refused."""
    bleu = counted_raters(EVALUATION)[0]
    two = bleu.only(["S4", "S2"])
    assert two.systems == ("S4", "S2")
    assert two.within([0]).whole.tolist() == bleu.within([0]).whole[[3, 1]].tolist()
    with pytest.raises(UnknownName, match="S9"):
        bleu.only(["S9"])


@given(st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any))
def test_a_drawn_text_is_the_text_written_that_often(times: list[int]) -> None:
    """A counted metric scores a resample as it scores the text in which segments are repeated."""
    bleu = counted_raters(EVALUATION)[0]
    rows = [row for row, often in enumerate(times) for _ in range(often)]
    drawn = bleu.drawn(np.array([times], dtype=float))
    assert drawn is not None
    assert drawn[0] == pytest.approx(bleu.within(rows).whole)
    human = people()
    assert human.drawn(np.array([times], dtype=float))[0] == pytest.approx(human.within(rows).whole)  # type: ignore[index]
