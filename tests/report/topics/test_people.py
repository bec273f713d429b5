"""What is shown of people, of judges, and of metrics against people."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.dossier.dossiers import whole_dossier
from tests.report.topics.shown import cells, column, labels, note, result, results, section

from karat import demo, read, read_judgements
from karat.agreement import (
    Material,
    Measurements,
    Plan,
    Rater,
    Verdict,
    compare_groups,
    counted_raters,
    study,
)
from karat.agreement import between as metrics_between
from karat.report.charts.chart import Chart
from karat.report.page.figures import figures
from karat.report.tables import Note, Table
from karat.report.topics import (
    agreement,
    agreement_details,
    agreement_notes,
    between_metrics,
    human_scores,
    judge_groups,
    judge_notes,
    judges,
    order_sweep,
    outliers,
)
from karat.resampling import Interval

if TYPE_CHECKING:
    from karat.dossier import Dossier


def verdict() -> Verdict:
    """The verdict on BLEU and adequacy."""
    found: Verdict = result("agreement.verdicts.Verdict")
    return found


def between(low: float, high: float) -> Interval:
    """An interval."""
    return Interval(low, high, 0.95, "percentile")


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.6, 0.99, "BLEU tracks adequacy: it explains"),
        (0.1, 0.99, "BLEU tracks, though perhaps weakly, adequacy: it explains"),
        (-0.4, 0.99, "BLEU is not shown to track adequacy: it explains"),
        (-0.9, -0.2, "BLEU goes against adequacy: it explains"),
        (nan, nan, "BLEU is not shown to track adequacy: it explains"),
    ],
)
def test_the_interval_decides_what_is_said(low: float, high: float, words: str) -> None:
    """No more than it allows."""
    assert agreement_notes.verdict_text(verdict(), between(low, high)).startswith(words)


def test_without_an_interval_nothing_is_claimed() -> None:
    """What was measured is said, not what it means."""
    text = agreement_notes.verdict_text(verdict(), None)
    assert text.startswith("BLEU explains ")
    assert f"ranks {verdict().right_pairs} of {verdict().pairs} pairs of systems as people do." in text


def test_a_verdict_has_the_figures() -> None:
    """r, its interval, the share of variance, and the worst reversal."""
    found = verdict()
    text = agreement_notes.verdict_text(found, between(0.61, 0.98))
    r = found.influence.pearson
    assert f"explains {100 * r**2:.0f} % of the variance of adequacy over {found.systems} systems" in text
    assert f"(r = {r:.3f}, 0.610 to 0.980)" in text
    assert found.worst is not None
    assert text.endswith(
        f"people put {found.worst.better} {found.worst.human_difference:.2f} above {found.worst.worse}."
    )
    assert "reversal" not in agreement_notes.verdict_text(replace(found, worst=None), None)


def test_two_systems_show_nothing() -> None:
    """A line goes through any two points; chart and verdict say the same."""
    few = replace(verdict().influence, systems=verdict().influence.systems[:2])
    said = "2 systems: any two points lie on a line, so nothing can be concluded about BLEU and adequacy."
    assert outliers.strength(few) == said
    assert agreement_notes.verdict_text(replace(verdict(), influence=few), None) == said
    assert outliers.chart(few).description == said


def test_equal_scores_have_no_correlation() -> None:
    """Where nothing varies, nothing is measured."""
    flat = replace(verdict().influence, pearson=nan)
    said = "All scores are the same, so BLEU and adequacy have no correlation here."
    assert agreement_notes.verdict_text(replace(verdict(), influence=flat), None) == said
    assert outliers.chart(flat).description == said


def test_outliers_are_named() -> None:
    """With what is left without them, or that nothing can be said without them."""
    found = whole_dossier().agreement.found.verdicts[0].influence  # type: ignore[union-attr]
    assert [one.system for one in found.outliers] == ["aurora", "elm"]
    left = f"{found.without_outliers:.3f}".replace("-", "−")
    assert outliers.without_outliers(found) == f" Without aurora and elm, r is {left}."
    undefined = replace(found, without_outliers=nan)
    assert outliers.without_outliers(undefined) == " Much of that depends on aurora and elm."
    assert outliers.without_outliers(result("agreement.outliers.Influences")) == ""


def test_the_table_of_outliers_has_every_system() -> None:
    """With the correlation that is left without it."""
    found = result("agreement.outliers.Influences")
    table = outliers.table(found)
    assert labels(table, "system") == [one.system for one in found.systems]
    assert column(table, "r without") == [one.pearson_without for one in found.systems]
    assert column(table, "R² without") == [one.pearson_without**2 for one in found.systems]


def measured(dossier: Dossier) -> Measurements:
    """The metrics against people."""
    assert dossier.agreement is not None
    assert dossier.agreement.found is not None
    return dossier.agreement.found


def test_the_interval_of_a_verdict_is_that_of_pearson() -> None:
    """Of systems, over the whole text."""
    found = measured(whole_dossier())
    for one in found.verdicts:
        interval = agreement_notes.pearson_interval(found, one)
        (pearson,) = [
            each
            for each in found.agreements
            if (each.metric, each.human, each.statistic, each.level, each.part)
            == (one.metric, one.human, "pearson", "system", "")
        ]
        assert interval == pearson.interval
    assert agreement_notes.pearson_interval(Measurements("", (), (), ()), found.verdicts[0]) is None


def test_tables_of_agreement_have_a_column_for_each_statistic() -> None:
    """And a row for each metric and dimension."""
    found = results("agreement.measures.Agreement")
    tables = agreement.summary_tables([Measurements("", found, (), ())], ("system", "segment", "document"))
    assert [table.title for table in tables] == ["system level", "segment level"]
    pearson = {
        (each.human, each.metric): each.value
        for each in found
        if (each.statistic, each.level, each.grouping) == ("pearson", "system", "none")
    }
    for pair, value in pearson.items():
        assert cells(tables[0], *pair)["r"] == value


def test_every_statistic_stands_beside_its_interval() -> None:
    """Not Pearson's r alone."""
    plan = Plan(("system", "segment"), samples=50)
    rows = np.random.default_rng(17).normal(size=(2, 5, 30)) + np.arange(5)[:, None]
    metric, human = (
        Rater(name, "made up", tuple("ABCDE"), scores.mean(axis=1), scores)
        for name, scores in zip(("BLEU", "adequacy"), rows, strict=True)
    )
    found = tuple(study([metric], [human], plan=plan))
    for table in agreement.summary_tables([Measurements("", found, (), ())], plan.levels):
        (row,) = table.rows
        of_level = [each for each in found if f"{each.level} level" == table.title]
        ends = [(each.value, each.interval.low, each.interval.high) for each in of_level if each.interval]
        assert len(ends) == len(of_level) == len(plan.at(of_level[0].level))
        assert row.values == tuple(figure for three in ends for figure in three)


def test_no_interval_says_why() -> None:
    """Where texts are drawn and the scores of systems are not the means of their segments."""
    corpus = read(demo.segments_path())
    scores = np.random.default_rng(2).normal(size=(len(corpus.systems), len(corpus)))
    systems = tuple(corpus.systems)
    stored = Rater("stored", "made up", systems, np.arange(len(systems), dtype=float), scores)
    means = Rater("means", "made up", systems, scores.mean(axis=1), scores)
    material = Material("demo", corpus, (stored, means), (), ((), ()), {})
    (only,) = agreement_notes.interval_notes([material], Plan(draw="document"))
    assert "stored: scores of systems are not the means" in only.text
    assert agreement_notes.interval_notes([material], Plan()) == []
    assert agreement_notes.interval_notes([replace(material, metrics=(means,))], Plan(draw="both")) == []


def test_the_long_table_has_every_figure() -> None:
    """On a line of its own, with its interval where it has one."""
    found = results("agreement.measures.Agreement")
    table = agreement.long_table([Measurements("demo", found, (), ())])
    assert len(table.rows) == len(found)
    assert column(table, "value") == pytest.approx([each.value for each in found], nan_ok=True)


def test_too_many_verdicts_are_not_listed() -> None:
    """The tables have them; where the others are is told to the command line."""
    many = Measurements("", (), (verdict(),) * (agreement_notes.MOST_VERDICTS + 1), ())
    (only,) = agreement_notes.verdict_notes([many])
    assert only.text == "there are too many to list"
    assert only.hint


def test_several_data_sets_are_told_apart() -> None:
    """In verdicts and in tables."""
    both = [Measurements(name, (), (verdict(),), ()) for name in ("one", "two")]
    assert [one.label for one in agreement_notes.verdict_notes(both)] == [
        "one, BLEU and adequacy",
        "two, BLEU and adequacy",
    ]


def test_the_lead_names_the_closest_metric_of_each_dimension() -> None:
    """In brief; the notes have the whole verdict."""
    found = measured(whole_dossier())
    lead = section("people").lead
    for human in dict.fromkeys(one.human for one in found.verdicts):
        best = max(
            (one for one in found.verdicts if one.human == human), key=lambda one: one.influence.pearson
        )
        interval = agreement_notes.pearson_interval(found, best)
        assert agreement_notes.brief_verdict(best, interval) in lead
        assert f"{best.right_pairs} of {best.pairs} pairs" in lead


def test_the_sweep_shows_every_order() -> None:
    """Its error with an interval, and the best of each dimension."""
    sweep = result("agreement.order_sweep.OrderSweep")
    table = order_sweep.table(sweep)
    first = sweep.dimensions[0]
    assert column(table, f"{first.human} error %") == [one.prediction_error for one in first.orders]
    assert first.human in table.rows[first.best - 1].labels[1]
    text = note(order_sweep.notes(sweep), f"words, {first.human}")
    assert text.startswith(f"order {first.best} predicts best")
    assert f"Order {first.best}" in order_sweep.chart(sweep).description
    assert "about 90 %" in note(order_sweep.notes(sweep), "words, slopes")


def test_a_ranking_has_the_best_metric_first() -> None:
    """With its cluster, and the p-value against the next; the last has none."""
    found = result("agreement.ranking.Ranking")
    table = agreement_details.ranking_table(found)
    assert labels(table, "metric") == [place.metric for place in found.places]
    assert column(table, found.statistic) == [place.value for place in found.places]
    assert column(table, "p to next")[-1] != column(table, "p to next")[-1]
    assert f"of {len(found.corrected)} pairs of metrics differ" in agreement_details.ranking_note(found).text


def test_judges_have_their_bias_and_agreement() -> None:
    """In the table as in the profile; careless ones are flagged."""
    found = result("reliability.summary.Reliability")
    table = judges.judge_table(found)
    assert labels(table, "judge") == [one.judge for one in found.judges]
    assert column(table, "bias") == [one.bias for one in found.judges]
    assert column(table, "r with rest") == [one.agreement for one in found.judges]
    careless = replace(found.judges[0], suspicion=replace(found.judges[0].suspicion, flat=True))
    flagged = replace(found, judges=(careless, *found.judges[1:]))
    assert judges.judge_table(flagged).rows[0].labels[2] == "careless?"
    assert f"{careless.judge} may be careless: {careless.suspicion.reason}." in [
        one.text for one in judge_notes.notes([flagged], judges.USUAL)
    ]
    assert "may have judged carelessly" in judges.agreement(flagged).description  # type: ignore[union-attr]


def test_the_summary_of_judges_has_the_estimates() -> None:
    """κ, α and ICC, as they suit the scale."""
    found = result("reliability.summary.Reliability")
    shown = cells(judges.summary_table([found]), "adequacy")
    kappa, alpha, icc = (found.estimate(name) for name in judge_notes.suitable(found))
    assert (shown["κ"], shown["α"], shown["ICC"]) == (kappa.value, alpha.value, icc.value)
    assert (shown["α low"], shown["α high"]) == (alpha.interval.low, alpha.interval.high)


def test_judges_alone_cannot_be_compared() -> None:
    """Without shared items there is no chart."""
    found = result("reliability.summary.Reliability")
    alone = replace(found, judges=tuple(replace(one, bias=nan, agreement=nan) for one in found.judges))
    assert judges.chart(alone) is None
    assert judges.agreement(alone) is None


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.85, 0.95, "well enough for firm conclusions"),
        (0.7, 0.9, "well enough for tentative conclusions"),
        (0.1, 0.5, "too little to draw conclusions from single judgements"),
        (0.5, 0.9, "moderately"),
    ],
)
def test_krippendorff_s_marks_decide(low: float, high: float, words: str) -> None:
    """The lower end has to pass them."""
    assert judges._strength(low, high) == words


def test_judgements_are_counted() -> None:
    """A row for each dimension, with how much was judged."""
    found = result("judgements.table.Judgements")
    (table,) = human_scores.judgements_view([found]).tables
    assert labels(table, "dimension") == list(found.dimensions)
    assert column(table, "judges") == [float(len(found.judges))] * len(found.dimensions)


def test_people_who_judged_a_part_are_said_to() -> None:
    """Both sections on people say how many segments were judged, where it is not all."""
    dossier = whole_dossier()
    assert dossier.agreement is not None
    few = [replace(one, segments=_some(one.segments, 10)) for one in dossier.agreement.material.humans]
    judged = replace(dossier.agreement, material=replace(dossier.agreement.material, humans=tuple(few)))
    for topic in (human_scores, agreement):
        parts = topic.section(replace(dossier, agreement=judged)).parts
        texts = [part.text for part in parts if isinstance(part, Note)]
        assert sum(text.startswith("people judged 10 of 48 segments") for text in texts) == len(few)
        assert not any("people judged" in getattr(part, "text", "") for part in topic.section(dossier).parts)


def _some(values: Any, count: int) -> Any:
    """The scores of the first segments; the others were not judged."""
    kept = np.array(values, dtype=float)
    kept[..., count:] = nan
    return kept


def test_groups_of_judges_on_the_page() -> None:
    """A figure for each metric and dimension, the tables, and who is in no group; nothing where no group is."""
    dossier = whole_dossier()
    assert judge_groups.section(dossier) is None
    judgements = read_judgements(demo.judgements_path(), dossier.corpus)
    grouped = replace(judgements, groups={"judge-1": "bilingual", "judge-3": "monolingual"})
    metrics = counted_raters(dossier.evaluation)
    found = compare_groups(grouped, corpus=dossier.corpus, metrics=metrics, plan=Plan(samples=50))
    made = judge_groups.section(replace(dossier, judge_groups=found))
    assert made is not None
    assert made.lead.startswith("2 groups of judges. On adequacy, bilingual and monolingual judges have r = ")
    charts = [part.name for part in made.parts if isinstance(part, Chart)]
    assert charts == [
        f"judge-groups-{metric}-{human}" for human in ("adequacy", "fluency") for metric in ("bleu", "chrf2")
    ]
    titles = [part.title for part in made.parts if isinstance(part, Table)]
    assert titles[0] == "Groups of judges"
    assert titles[-1] == "Agreement between groups"
    assert "judge-2: no group is known" in next(part.text for part in made.parts if isinstance(part, Note))
    assert [one["dimension"] for one in figures(replace(dossier, judge_groups=found))["judge_groups"]] == [
        "adequacy",
        "fluency",
    ]


def test_metrics_beside_each_other_on_the_page() -> None:
    """The pair that agrees least is named; of many metrics, those with the first are shown."""
    dossier = whole_dossier()
    assert dossier.agreement is not None
    made = between_metrics.section(dossier)
    assert made is not None
    assert made.lead.startswith("BLEU and chrF2 have r = 0.97")
    assert [part.name for part in made.parts if isinstance(part, Chart)] == ["between-metrics-bleu-chrf2"]
    many = tuple(
        replace(dossier.agreement.material.metrics[0], name=f"metric {number}") for number in range(12)
    )
    crowd = replace(
        dossier.agreement,
        material=replace(dossier.agreement.material, metrics=many),
        between=tuple(metrics_between(many, plan=Plan(statistics=("pearson",), samples=10))),
    )
    made = between_metrics.section(replace(dossier, agreement=crowd))
    assert made is not None
    (shown,) = [part for part in made.parts if isinstance(part, Table)]
    assert len(shown.rows) == 11
    assert "of 66 pairs" in next(part.text for part in made.parts if isinstance(part, Note))
    alone = replace(dossier.agreement, between=())
    assert between_metrics.section(replace(dossier, agreement=alone)) is None
