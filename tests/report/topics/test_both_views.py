"""The picture of the first screen: people and the main metric side by side."""

from dataclasses import replace
from typing import Any

import pytest
from tests.dossier.dossiers import FEW, demo_corpus, lone_dossier, text_dossier, whole_dossier

from karat import Bleu, Dossier, demo, gather
from karat.readers.people.human_scores import read_human_scores
from karat.report.charts import Chart
from karat.report.topics import both_views


def drawn(dossier: Dossier) -> Chart:
    """The picture, which is there."""
    found = both_views.chart(dossier)
    assert found is not None
    return found


def fields(chart: Chart) -> list[list[dict[str, Any]]]:
    """The rows of each side, from the top down."""
    of_text = [field["layer"][2]["data"]["values"] for field in chart.specification["concat"]]
    return [list(rows) for rows in of_text]


def test_people_come_first_and_the_best_of_each_side_stands_out() -> None:
    """Rows are in the order of people; either side marks whom it puts first."""
    people, metric = fields(drawn(whole_dossier()))
    scores = [row["value"] for row in people]
    assert scores == sorted(scores, reverse=True)
    assert [row["name"] for row in people] == [row["name"] for row in metric]
    assert [row["name"] for row in people if row["best"]] == ["aurora"]
    assert "human" not in [row["name"] for row in metric]


def test_where_nobody_judged_there_are_metrics_only() -> None:
    """One side, in the order of the metric; a single system has no picture."""
    (metric,) = fields(drawn(text_dossier()))
    assert [row["name"] for row in metric] == text_dossier().machines
    assert "people" not in drawn(text_dossier()).title
    assert both_views.chart(lone_dossier()) is None


def test_systems_that_nobody_judged_stand_last() -> None:
    """With a dash for people; scores of people from elsewhere have no intervals to show."""
    corpus = demo_corpus()
    human = [one for one in read_human_scores(demo.path(), corpus) if one.metric == "adequacy"]
    unknown = [replace(one, values=one.values.copy()) for one in human]
    for one in unknown:
        one.values[[one.systems.index(name) for name in ("aurora", "dune")]] = float("nan")
    people, _ = fields(drawn(gather(corpus, Bleu(), human=unknown, scope=FEW)))
    assert [row["name"] for row in people[-2:]] == ["aurora", "dune"]
    assert {row["text"] for row in people[-2:]} == {"–"}
    assert not any(row["best"] for row in people[-2:])


@pytest.mark.parametrize("systems", [12, 13, 40])
def test_the_picture_stays_small(systems: int) -> None:
    """Of many systems the first are drawn, and the best by the metric; the caption says how many."""
    names = [f"system {number}" for number in range(systems)]
    shown = both_views._shown(names, names[-1])
    assert len(shown) == 12
    assert names[-1] in shown
    assert shown[:11] == names[:11]
