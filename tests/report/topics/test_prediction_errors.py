"""Bars of prediction error: what is drawn, in which order, and what is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from karat import demo, evaluate, read, read_judgements
from karat.agreement import Material, Measurements, Plan, measure
from karat.metrics import Bleu, Chrf
from karat.report.topics import prediction_errors

if TYPE_CHECKING:
    from karat.report.charts.chart import Chart


@pytest.fixture(scope="module")
def found() -> Measurements:
    """Two metrics against two dimensions, in all of the text and within text types."""
    corpus = read(demo.segments_path())
    judgements = read_judgements(demo.judgements_path(), corpus)
    material = Material.of_evaluation(evaluate(corpus, Bleu(), Chrf()), judgements, data="demo")
    plan = Plan(statistics=("pearson", "prediction-error"), samples=50)
    return measure(material, plan, parts=list(corpus.text_types or ()))


def bars(chart: Chart | None) -> list[list[dict[str, Any]]]:
    """The rows of each field."""
    assert chart is not None
    return [field["layer"][0]["data"]["values"] for field in chart.specification["concat"]]


def test_a_bar_for_each_dimension_and_metric(found: Measurements) -> None:
    """By dimension first, with the error that was measured."""
    (rows,) = bars(prediction_errors.chart([found]))
    assert [row["name"] for row in rows] == [
        *("adequacy · BLEU", "adequacy · chrF2"),
        *("fluency · BLEU", "fluency · chrF2"),
    ]
    of_systems = {
        (one.human, one.metric, one.statistic): one.value
        for one in found.agreements
        if one.level == "system" and not one.part
    }
    for row in rows:
        human, _, metric = row["name"].partition(" · ")
        assert row["error"] == pytest.approx(of_systems[human, metric, "prediction-error"], rel=1e-4)
        r = of_systems[human, metric, "pearson"]
        assert row["error"] == pytest.approx(100 * (1 - r**2), rel=1e-4)
        assert row["low"] <= row["high"]


def test_a_field_for_each_language_and_text_type(found: Measurements) -> None:
    """Data sets side by side have their names; text types are those of one data set."""
    other = replace(found, data="<fr-en>")
    chart = prediction_errors.chart([found, other])
    assert len(bars(chart)) == 2
    assert chart is not None
    headings = [field["layer"][-1]["data"]["values"][0]["text"] for field in chart.specification["concat"]]
    assert headings == ["demo", "<fr-en>"]
    assert " in demo" in chart.description or " in <fr-en>" in chart.description
    parts = prediction_errors.by_part(found)
    assert len(bars(parts)) == 3
    assert [chart.name for chart in prediction_errors.figures([found])] == [
        "prediction-errors-by-data",
        "prediction-errors-by-part",
    ]


def test_names_say_no_more_than_they_must(found: Measurements) -> None:
    """One metric is not named at every bar, and one dimension neither."""
    bleu = replace(found, agreements=tuple(one for one in found.agreements if one.metric == "BLEU"))
    (rows,) = bars(prediction_errors.chart([bleu]))
    assert [row["name"] for row in rows] == ["adequacy", "fluency"]
    fluency = replace(found, agreements=tuple(one for one in found.agreements if one.human == "fluency"))
    (rows,) = bars(prediction_errors.chart([fluency]))
    assert [row["name"] for row in rows] == ["BLEU", "chrF2"]


def test_nothing_measured_is_no_chart(found: Measurements) -> None:
    """Neither of other statistics nor of errors that are not defined."""
    other = tuple(one for one in found.agreements if one.statistic == "pearson")
    assert prediction_errors.chart([replace(found, agreements=other)]) is None
    undefined = tuple(replace(one, value=float("nan")) for one in found.agreements)
    assert prediction_errors.figures([replace(found, agreements=undefined)]) == []
