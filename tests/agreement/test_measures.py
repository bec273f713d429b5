"""Scores side by side and statistics over groups: against plain loops, and what must not change them."""

from __future__ import annotations

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import agreement as oracle
from tests.strategies import choices

from karat.agreement import PairedScores, Rater, agree, pair
from karat.agreement.measures import OF_VECTORS, Grouping, check_statistic
from karat.errors import InvalidOption, MisalignedCorpus
from karat.score_table import ScoreTable

SIZES = st.tuples(st.integers(2, 5), st.integers(1, 6))
GROUPINGS: tuple[Grouping, ...] = ("none", "item", "system")
# Whole numbers, so that ties are frequent and sums are exact; half of them are missing.
CELLS = (*map(float, range(-3, 4)), *[nan] * 7)


@st.composite
def paired_scores(draw: st.DrawFn) -> PairedScores:
    """Scores of a few systems on a few rows, some of them missing."""
    systems, rows = draw(SIZES)
    size = 2 * systems * rows
    tables = np.array(draw(choices(CELLS, min_size=size, max_size=size))).reshape(2, systems, rows)
    return pair(*(_table(name, values) for name, values in zip(("metric", "human"), tables, strict=True)))


def _table(name: str, values: np.ndarray) -> ScoreTable:
    systems = tuple(f"S{number}" for number in range(len(values)))
    rows = tuple(str(number) for number in range(values.shape[1]))
    return ScoreTable(name, f"{name}|made-up", "segment", systems, rows, values)


def groups_of(paired: PairedScores, grouping: str) -> list[tuple[list[float], list[float]]]:
    """Metric and human scores of each group, missing ones left out, by loops."""
    systems, rows = paired.metric.shape
    if grouping == "none":
        places = [[(system, row) for system in range(systems) for row in range(rows)]]
    elif grouping == "item":
        places = [[(system, row) for system in range(systems)] for row in range(rows)]
    else:
        places = [[(system, row) for row in range(rows)] for system in range(systems)]
    kept = [[place for place in group if not isnan(paired.metric[place])] for group in places]
    return [
        ([float(paired.metric[place]) for place in group], [float(paired.human[place]) for place in group])
        for group in kept
    ]


@given(paired_scores(), st.sampled_from(GROUPINGS))
def test_accuracy_is_the_mean_over_groups(paired: PairedScores, grouping: Grouping) -> None:
    """Pairs of each group are counted one by one; groups without a pair do not count."""
    values = [oracle.accuracy(metric, human) for metric, human in groups_of(paired, grouping)]
    defined = [value for value in values if not isnan(value)]
    found = agree(paired, "accuracy", grouping=grouping)
    assert found.groups == len(defined)
    assert found.undefined == len(values) - len(defined)
    if defined:
        assert found.value == pytest.approx(sum(defined) / len(defined))
    else:
        assert isnan(found.value)


@given(paired_scores(), st.sampled_from(GROUPINGS))
def test_calibrated_accuracy_tries_every_threshold(paired: PairedScores, grouping: Grouping) -> None:
    """The best ε is that of a search over all differences."""
    groups = [(metric, human) for metric, human in groups_of(paired, grouping) if len(metric) > 1]
    found = agree(paired, "calibrated-accuracy", grouping=grouping)
    assert found.groups == len(groups)
    if groups:
        epsilon, accuracy = oracle.best_epsilon(
            [metric for metric, _ in groups], [human for _, human in groups]
        )
        assert found.value == pytest.approx(accuracy)
        assert found.epsilon == pytest.approx(epsilon)


@given(paired_scores(), st.sampled_from(sorted(OF_VECTORS)), st.sampled_from(GROUPINGS))
def test_a_metric_on_another_scale_agrees_as_well(
    paired: PairedScores, statistic: str, grouping: Grouping
) -> None:
    """Twice the scores and five more are the same metric to every statistic."""
    moved = _with_metric(paired, 2 * paired.metric + 5)
    found = [agree(each, statistic, grouping=grouping).value for each in (paired, moved)]  # type: ignore[arg-type]
    assert found[0] == pytest.approx(found[1], nan_ok=True, abs=1e-9)


@pytest.mark.parametrize("statistic", ["spearman", "kendall", "kendall-c", "accuracy", "tau-13", "tau-14"])
@given(paired_scores())
def test_order_is_all_that_counts(statistic: str, paired: PairedScores) -> None:
    """Cubes have the order of their roots, so statistics of order do not change."""
    found = [agree(each, statistic).value for each in (paired, _with_metric(paired, paired.metric**3))]  # type: ignore[arg-type]
    assert found[0] == pytest.approx(found[1], nan_ok=True, abs=1e-9)


@pytest.mark.parametrize("statistic", ["pearson", "spearman", "kendall", "kendall-c", "tau-13", "tau-14"])
@given(paired_scores())
def test_a_metric_turned_round_agrees_the_other_way(statistic: str, paired: PairedScores) -> None:
    """Its correlations have the other sign."""
    found = [agree(each, statistic).value for each in (paired, _with_metric(paired, -paired.metric))]  # type: ignore[arg-type]
    assert found[0] == pytest.approx(-found[1], nan_ok=True, abs=1e-9)


@given(paired_scores())
def test_statistics_of_one_kind_follow_from_each_other(paired: PairedScores) -> None:
    """τ-23 is 2 · accuracy − 1; the prediction error is what r² does not explain."""
    values = {
        name: agree(paired, name).value for name in ("accuracy", "tau-23", "r-squared", "prediction-error")
    }
    assert values["tau-23"] == pytest.approx(2 * values["accuracy"] - 1, nan_ok=True)
    assert values["prediction-error"] == pytest.approx(100 * (1 - values["r-squared"]), nan_ok=True)


@given(paired_scores(), st.randoms(use_true_random=False))
def test_tables_are_paired_by_name(paired: PairedScores, luck: object) -> None:
    """Systems and rows of the human table in any other order give the same scores side by side."""
    human = _table("human", paired.human)
    systems, rows = list(range(len(human.systems))), list(range(len(human.rows)))
    luck.shuffle(systems)  # type: ignore[attr-defined]
    luck.shuffle(rows)  # type: ignore[attr-defined]
    shuffled = ScoreTable(
        "human",
        "human|made-up",
        "segment",
        tuple(human.systems[place] for place in systems),
        tuple(human.rows[place] for place in rows),
        human.values[np.ix_(systems, rows)],
    )
    again = pair(_table("metric", paired.metric), shuffled)
    np.testing.assert_array_equal(again.human, paired.human)
    assert again.systems == paired.systems


@given(paired_scores())
def test_what_one_of_them_lacks_is_missing_in_both(paired: PairedScores) -> None:
    """No score of a text stands alone, and `observations` counts texts with two."""
    assert (np.isnan(paired.metric) == np.isnan(paired.human)).all()
    assert paired.observations == int((~np.isnan(paired.human)).sum())


def test_infinite_scores_are_missing() -> None:
    """A metric that has no bound somewhere has no score there."""
    found = pair(_table("metric", np.array([[1.0, np.inf]])), _table("human", np.array([[1.0, 2.0]])))
    assert found.observations == 1
    assert isnan(found.human[0, 1])


def test_many_missing_names_are_cut_short() -> None:
    """The message names five of the rows that one table has alone, and says how many there are."""
    ours, theirs = _table("metric", np.zeros((2, 9))), _table("human", np.zeros((2, 2)))
    with pytest.raises(MisalignedCorpus, match=r"7 of its 9 segments .*: 2, 3, 4, 5, 6 …"):
        pair(ours, theirs)


@pytest.mark.parametrize(
    ("statistic", "grouping", "message"),
    [
        ("person", "none", "pearson"),
        ("pearson", "segment", "item"),
        ("soft-accuracy", "item", "no grouping but 'none'"),
    ],
)
def test_what_does_not_exist_is_refused(statistic: str, grouping: str, message: str) -> None:
    """Names of statistics and groupings, and a grouping of what has no groups."""
    with pytest.raises(InvalidOption, match=message):
        check_statistic(statistic, grouping)


def test_an_agreement_says_what_it_is_of() -> None:
    """Systems without a score are not among those named; the record has every field of a row."""
    human = Rater("fluency", "people", ("A", "B", "C"), np.array([1.0, nan, 3.0]))
    metric = Rater("BLEU", "bleu", ("A", "B", "C"), np.array([10.0, 20.0, 30.0]))
    found = agree(pair(metric.table("system"), human.table("system")))
    assert found.systems == ("A", "C")
    plain = found.to_dict()
    assert (plain["metric_recipe"], plain["human_recipe"]) == ("bleu", "people")
    assert plain["observations"] == 2
    assert plain["interval"] is None


def _with_metric(paired: PairedScores, metric: np.ndarray) -> PairedScores:
    human = _table("human", paired.human)
    return pair(_table("metric", metric), human)
