"""Nothing to agree on: no scores, one score, equal scores; and what does not belong together."""

from __future__ import annotations

import warnings
from math import isnan, nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from karat import Bleu, Corpus, evaluate, show
from karat.agreement import (
    NothingJudged,
    Plan,
    Rater,
    StudyLayout,
    agree,
    agreement_with_people,
    calibrate_ties,
    count_pairs,
    equal_segments,
    equal_systems,
    influences,
    least_squares,
    order_sweep,
    pair,
    partial_correlations,
    rank_metrics,
    soft_accuracy,
    study,
    theil_sen,
    verdict,
    williams,
)
from karat.agreement.measures import OF_VECTORS
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEMS = ("A", "B", "C", "D")
OURS = np.array([[1.0, 5, 3], [2, 4, 4], [3, 6, 5], [4, 7, 9]])
METRIC = Rater("metric", "made up", SYSTEMS, OURS.mean(axis=1), OURS)
WHOLE = Rater("whole", "made up", SYSTEMS, OURS.mean(axis=1))
NOBODY = Rater("nobody", "made up", SYSTEMS, np.full(4, nan), np.full((4, 3), nan))
ALIKE = Rater("alike", "made up", SYSTEMS, np.ones(4), np.ones((4, 3)))
CORPUS = Corpus.of({name: [f"{name} {row}" for row in range(3)] for name in SYSTEMS}, ["x"] * 3)


@pytest.mark.parametrize("statistic", sorted(OF_VECTORS))
@pytest.mark.parametrize("size", [0, 1])
def test_no_score_and_one(statistic: str, size: int) -> None:
    """No statistic of fewer than two scores has a value, of one vector or of several."""
    values = np.arange(float(size))
    assert isnan(OF_VECTORS[statistic](values, values))
    several = np.tile(values, (3, 1))
    assert np.isnan(OF_VECTORS[statistic](several, several)).all()
    assert np.isnan(OF_VECTORS[statistic](np.full((2, 4), nan), np.full((2, 4), nan))).all()


def test_no_lines_no_pairs_no_thresholds() -> None:
    """What is made of no scores says that it is nothing."""
    nothing = np.array([])
    assert int(count_pairs(nothing, nothing).pairs) == 0
    assert isnan(calibrate_ties(nothing, nothing).epsilon)
    assert isnan(soft_accuracy(np.empty((1, 3)), np.empty((1, 3))))
    assert isnan(williams(nothing, nothing, nothing))
    assert isnan(least_squares(nothing, nothing).slope)
    assert isnan(theil_sen(nothing, nothing).intercept)
    assert influences(nothing, nothing, []).systems == ()
    found = partial_correlations(nothing, {"a": nothing, "b": nothing})
    assert [(one.observations, isnan(one.plain), isnan(one.p_value)) for one in found] == [
        (0, True, True)
    ] * 2


@pytest.mark.parametrize("level", ["system", "segment"])
@pytest.mark.parametrize("human", [NOBODY, ALIKE], ids=lambda rater: rater.name)
def test_studies_of_people_who_say_nothing(human: Rater, level: Any) -> None:
    """No crash, no warning, and no value where none can be; all ties may be right."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = study([METRIC], [human], plan=Plan(levels=(level,), samples=20))
    assert found
    for one in found:
        tied = one.statistic == "calibrated-accuracy" and human is ALIKE
        assert one.value == 1 if tied else isnan(one.value) or one.statistic in ("accuracy", "soft-accuracy")
        assert "nan" not in str(show(one))


@pytest.mark.parametrize("human", [NOBODY, ALIKE], ids=lambda rater: rater.name)
def test_verdicts_of_people_who_say_nothing(human: Rater) -> None:
    """They have no worst pair, and their notes say what is undefined."""
    found = verdict(METRIC, human)
    assert found.worst is None
    assert found.right_pairs == 0
    assert found.pairs == (0 if human is NOBODY else 6)
    assert isnan(found.explained)
    shown = str(show(found.influence))
    assert "undefined" in shown
    assert "nan" not in shown


def test_calibrated_accuracy_is_a_share() -> None:
    """Sums of sevenths and thirds do not come to more than all."""
    for groups in range(1, 12):
        for size in range(2, 8):
            scores = np.tile(np.arange(float(size)), (groups, 1))
            for human in (scores, np.ones(scores.shape)):
                found = calibrate_ties(scores, human)
                assert 0 <= found.accuracies.min() <= found.accuracies.max() <= 1
                assert found.accuracy == pytest.approx(1)


def test_rankings_of_nothing() -> None:
    """Metrics without a value are named apart, also when none has one."""
    found = rank_metrics([METRIC, ALIKE], NOBODY, statistic="pearson", samples=20)
    assert found.places == ()
    assert found.unranked == ("metric", "alike")
    assert found.p_values == {}


def test_systems_in_another_order() -> None:
    """Who is who is known by name, in what is equal as in everything else."""
    rng = np.random.default_rng(3)
    theirs = rng.normal(size=(3, 40)) + np.array([[0.0], [2.0], [4.0]])
    ours = np.zeros((3, 40))
    names = ("A", "B", "C")
    corpus = Corpus.of({name: [f"{name}{row}" for row in range(40)] for name in names}, ["x"] * 40)
    metric = Rater("m", "", names, ours.mean(axis=1), ours)
    human = Rater("h", "", names, theirs.mean(axis=1), theirs)
    turned = human.only(["C", "A", "B"])
    one, other = (equal_systems(metric, each, samples=200) for each in (human, turned))
    assert [(each.better, each.worse, each.better_human) for each in one] == [
        (each.better, each.worse, each.better_human) for each in other
    ]
    assert {(each.better, each.worse) for each in other} == {("B", "A"), ("C", "A"), ("C", "B")}
    segments = [equal_segments(metric, each, corpus, alpha=1, limit=5) for each in (human, turned)]
    assert [(each.segment, each.better, each.better_text) for each in segments[0]] == [
        (each.segment, each.better, each.better_text) for each in segments[1]
    ]
    assert segments[0][0].better == "C"


FEWER = Rater("fewer", "", SYSTEMS, OURS[:, :2].mean(axis=1), OURS[:, :2])
OTHER = Rater("other", "", ("A", "B", "C", "E"), OURS.mean(axis=1), OURS)
SHORT = Corpus.of({name: ["x", "y"] for name in SYSTEMS}, ["x"] * 2)


@pytest.mark.parametrize(
    ("asked", "error", "problem"),
    [
        (lambda: equal_segments(METRIC, METRIC, SHORT), MisalignedCorpus, "3 segments, and the corpus has 2"),
        (lambda: equal_segments(METRIC, FEWER, CORPUS), MisalignedCorpus, "3 segments, fewer of 2"),
        (lambda: equal_systems(METRIC, FEWER), MisalignedCorpus, "3 segments, fewer of 2"),
        (lambda: equal_systems(METRIC, OTHER), UnknownName, "other score of the system 'D'"),
        (lambda: equal_systems(METRIC, WHOLE), InvalidOption, "whole systems only"),
        (lambda: equal_systems(METRIC, METRIC, samples=0), InvalidOption, "samples is 0"),
        (lambda: verdict(METRIC, OTHER), UnknownName, "system 'D'"),
        (lambda: williams(OURS[0], OURS[0], OURS[:, 0]), InvalidOption, "3, 3 and 4"),
        (lambda: influences(OURS[0], OURS[0], ["A"]), MisalignedCorpus, "3 of people for 1"),
        (lambda: pair(METRIC.table("segment"), FEWER.table("segment")), MisalignedCorpus, "segments that"),
        (lambda: agree(pair(METRIC.table("system"), WHOLE.table("system")), "rho"), InvalidOption, "'rho'"),  # type: ignore[arg-type]
        (lambda: rank_metrics([METRIC, METRIC], ALIKE), InvalidOption, "Two metrics are called 'metric'"),
        (lambda: rank_metrics([OTHER], METRIC), MisalignedCorpus, "D, E is in one"),
        (lambda: rank_metrics([METRIC], METRIC, level="word"), InvalidOption, "level"),  # type: ignore[arg-type]
        (lambda: rank_metrics([METRIC], METRIC, design="x"), InvalidOption, "design"),  # type: ignore[arg-type]
        (lambda: rank_metrics([METRIC], METRIC, correction="x"), InvalidOption, "correction"),  # type: ignore[arg-type]
        (lambda: rank_metrics([WHOLE], METRIC, level="segment", statistic="pearson"), InvalidOption, "whole"),
        (
            lambda: study([METRIC], [FEWER], plan=Plan(levels=("segment",), samples=9)),
            MisalignedCorpus,
            "segments",
        ),
        (lambda: Plan(levels=("word",)), InvalidOption, "level"),  # type: ignore[arg-type]
        (lambda: Plan(samples=0), InvalidOption, "samples is 0"),
        (lambda: Plan(seed=-1), InvalidOption, "seed is -1"),
        (lambda: Plan(confidence=95), InvalidOption, "confidence is 95"),
        (lambda: Plan(draw="word"), InvalidOption, "draw"),  # type: ignore[arg-type]
        (lambda: Plan(levels=("segment",), statistics=("soft-accuracy",)), InvalidOption, "whole systems"),
        (lambda: order_sweep(Bleu(), {}, [METRIC]), InvalidOption, "There are 0 systems"),
        (lambda: agreement_with_people(CORPUS, []), InvalidOption, "not yet scored"),  # type: ignore[arg-type]
    ],
)
def test_what_does_not_belong_together(
    asked: Callable[[], object], error: type[Exception], problem: str
) -> None:
    """A clear refusal, which says what came."""
    with pytest.raises(error, match=problem):
        asked()


@pytest.mark.parametrize(
    ("layout", "problem"),
    [
        (StudyLayout(parts=["a"]), "1 labels of parts, and metric has scores of 3 segments"),
        (StudyLayout(parts=["a"] * 4), "4 labels of parts"),
        (StudyLayout(documents=["a"]), "document of each of 3"),
    ],
)
def test_labels_of_other_segments(layout: StudyLayout, problem: str) -> None:
    """Parts and documents are of each segment."""
    with pytest.raises(MisalignedCorpus, match=problem):
        study([METRIC], [ALIKE], plan=Plan(levels=("system", "document"), samples=9), layout=layout)


def test_people_without_any_judged_system() -> None:
    """From an evaluation: who judged nothing is left out, and that is said."""
    nothing = [NOBODY.table("segment"), NOBODY.table("system")]
    with pytest.warns(NothingJudged, match=f"Nobody judged anything in '{NOBODY.name}'"):
        found = agreement_with_people(evaluate(CORPUS, Bleu()), nothing)
    assert (found.agreements, found.verdicts, found.apart) == ([], [], [])


def test_rows_that_are_not_there() -> None:
    """Parts of the text are rows of it."""
    assert ALIKE.within([2, 0]).segments.shape[1] == 2  # type: ignore[union-attr]
    for row in (9, -1):
        with pytest.raises(InvalidOption, match=f"scores of 3 segments, so rows go from 0 to 2; {row} was"):
            ALIKE.within([0, row])
