"""Results to draw: those of the demo data, and made-up ones of any size with any names."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import exp, nan
from typing import Any

import numpy as np
from benchmarks.scale_map_simulation import simulated
from benchmarks.span_simulation import simulated as span_raters

from karat import Bleu, Chrf, Corpus, Ter, demo, evaluate, read
from karat.agreement import (
    Influences,
    Material,
    Measurements,
    Plan,
    Rater,
    between,
    compare_groups,
    influences,
    measure,
    order_sweep,
    study,
    verdict,
)
from karat.calibration import (
    Calibration,
    NewText,
    Setting,
    TransferResult,
    cut,
    fit,
    label_test,
    predict,
    transfer,
)
from karat.calibration import variation as natural_variation
from karat.campaigns.planning import plan_campaign, summarise_plan
from karat.comparison import MetricComparison, Procedure, Slice, compare, partition, slices
from karat.diagnosis.equate import Criteria, equate
from karat.diagnosis.equated_units import (
    EquatedUnits,
    by_length,
    exchanged,
    pairing,
    short_outputs,
    systems_in_both,
)
from karat.diagnosis.order_scores import Units
from karat.diagnosis.sensitivity import sensitivity
from karat.diagnosis.variation import variation
from karat.diagnosis.word_buckets import by_entity_type, by_frequency
from karat.estimation import Choices, PeopleEstimates, estimates
from karat.points import fit_pairs, judged_pairs
from karat.readers.corpora.annotation import lifted
from karat.readers.people.human_scores import read_human_scores
from karat.readers.people.judgements import read_judgements
from karat.reliability import Bootstrap, map_scale, reliability
from karat.reliability import span_agreement as spans_of
from karat.report.charts.chart import Chart
from karat.report.topics import (
    agreement,
    between_metrics,
    buckets,
    calibration,
    campaign_plan,
    contrasts,
    human_ceiling,
    judge_groups,
    judges,
    outliers,
    people,
    points,
    precisions,
    prediction,
    prediction_errors,
    scale_maps,
    span_agreement,
    system_labels,
    unit_pair,
    units,
)
from karat.report.topics import order_sweep as sweeps
from karat.report.topics import sensitivity as damage
from karat.report.topics import slices as heat
from karat.report.topics import standings as forest
from karat.report.topics import transfer as carrying
from karat.report.topics import variation as hidden
from karat.resampling import Interval

# Every kind of chart, by the name of one of them.
NAMES = (
    "agreement-bleu-adequacy",
    "between-metrics-bleu-chrf2",
    "buckets-entity",
    "buckets-frequency",
    "calibration-bleu-adequacy",
    "ceiling-adequacy-segment",
    "ceiling-fluency-segment",
    "judge-groups-bleu-adequacy",
    "judges-adequacy",
    "judges-agreement-adequacy",
    "labels-bleu-adequacy-news",
    "metrics-pearson-system",
    "order-correlations-word",
    "order-errors-word",
    "pairs-bleu",
    "pairs-chrf2",
    "people-adequacy",
    "plan-precision-esa",
    "points-bleu-adequacy-all",
    "precisions-bleu",
    "prediction-errors-by-data",
    "prediction-errors-by-part",
    "predictions-adequacy",
    "scales-five-seven",
    "scores-bleu",
    "sensitivity-aurora",
    "slices-bleu-text-type",
    "spans-partial",
    "transfer-bleu-adequacy",
    "units-behaviour-bleu",
    "units-bleu",
    "units-scatter-bleu",
    "variation-bleu",
)
KINDS = {"aurora": "neural", "birch": "neural", "cobalt": "neural", "dune": "LLM", "elm": "LLM"}
HOSTILE = (
    "<script>alert(1)</script>",
    "]]> &amp; \"quoted\" 'single'",
    "東京大学機械翻訳システム二〇二三年版",
    "a" * 90,
    "#00508f",
    "line\nbreak\ttab",
    "مترجم",
    "datum.value + 1",
    "🦜 parrot",
)


@cache
def material() -> tuple[Corpus, Any, tuple[Rater, ...], tuple[Rater, ...]]:
    """The demo corpus, its evaluation, and raters of metrics and people."""
    corpus = read(demo.segments_path())
    metrics = (Bleu(), Chrf(), Ter())
    evaluation = evaluate(corpus, *metrics)
    tables = read_human_scores(demo.judgements_path(), corpus)
    humans = tuple(Rater.of_tables(table) for table in tables if table.level == "segment")
    raters = tuple(
        Rater.of_metric(
            metric, {name: evaluation.statistics[name][metric.recipe] for name in humans[0].systems}
        )
        for metric in metrics
    )
    return corpus, evaluation, raters, humans


@cache
def charts() -> dict[str, Chart]:
    """Every kind of chart, of the demo data."""
    found = [*_of_scores(), *_of_people(), *_of_calibrations(), *_of_diagnosis()]
    return {chart.name: chart for chart in found if chart is not None}


def _of_scores() -> list[Chart | None]:
    corpus, evaluation, _, _ = material()
    procedure = Procedure(samples=100)
    first, second, _ = compare(evaluation, procedure).metrics
    parts = slices(evaluation, Bleu(), partition(corpus, "text-type"), procedure)
    return [
        forest.chart(first),
        contrasts.chart(first),
        contrasts.pairs(second),
        heat.chart(parts, metric="BLEU", by="text type"),
        *(part for part in precisions.parts(evaluation) if isinstance(part, Chart)),
    ]


def _of_people() -> list[Chart | None]:
    _, evaluation, raters, humans = material()
    sweep = Bleu(order=6)
    counted = evaluate(evaluation.corpus, sweep)
    by_order = order_sweep(
        sweep,
        {name: counted.statistics[name][sweep.recipe] for name in humans[0].systems},
        humans,
        samples=100,
    )
    judgements = read_judgements(demo.judgements_path(), evaluation.corpus)
    found = reliability(judgements, "adequacy")
    in_groups = replace(judgements, groups={"judge-1": "bilingual", "judge-3": "monolingual"})
    plan = Plan(samples=100, statistics=("pearson",))
    groups = compare_groups(in_groups, corpus=evaluation.corpus, metrics=raters, plan=plan)[0]
    pair = between(raters[:2], plan=plan)
    return [
        outliers.chart(verdict(raters[0], humans[0]).influence),
        agreement.by_metric(study(raters, humans, plan=Plan(samples=100))),
        sweeps.chart(by_order),
        sweeps.correlations(by_order),
        *prediction_errors.figures([_measured()]),
        judges.chart(found),
        judges.agreement(found),
        judge_groups.chart(groups, raters[0]),
        people.chart(half_judged()),
        points.chart(fit_pairs([judged_pairs(raters[0], humans[0])], raters[0], humans[0], samples=100)),
        scale_maps.chart(map_scale(simulated(1), "five", target="seven", bootstrap=Bootstrap(samples=100))),
        between_metrics.chart(raters[0], raters[1], pair),
        *human_ceiling.charts([_beside_judges()]),
        span_agreement.chart(spans_of(span_raters(np.random.default_rng(1), 8)[:3])),
    ]


def half_judged() -> PeopleEstimates:
    """Adequacy of the demo data, as if only every other document had been judged."""
    corpus, evaluation, _, _ = material()
    judgements = read_judgements(demo.judgements_path(), corpus)
    whole = Material.of_evaluation(evaluation, judgements)
    order = list(dict.fromkeys(corpus.labels("document")))
    hidden_there = np.array([order.index(name) % 2 == 1 for name in corpus.labels("document")])
    human = whole.humans[0]
    values = np.where(hidden_there, np.nan, human.segment_scores)
    partly = replace(human, segments=values, whole=np.nanmean(values, axis=1))
    (found,) = estimates(replace(whole, humans=(partly,)), Choices(samples=200))
    return found


def _beside_judges() -> Measurements:
    """The metrics of the demo beside its judges."""
    _, evaluation, _, _ = material()
    people = read_judgements(demo.judgements_path(), evaluation.corpus)
    return measure(Material.of_evaluation(evaluation, people), Plan(("segment",), ("pearson",)))


def _measured() -> Measurements:
    """Every metric against every dimension, in all of the text and within text types."""
    corpus, evaluation, _, _ = material()
    judged = Material.of_evaluation(evaluation, read_judgements(demo.judgements_path(), corpus), data="demo")
    plan = Plan(statistics=("prediction-error",), samples=100)
    return measure(judged, plan, parts=list(corpus.text_types or ()))


def cells() -> dict[str, tuple[Calibration, list[int]]]:
    """The calibration of each text type of the demo, and its segments."""
    corpus, _, raters, humans = material()
    found = {}
    for name in dict.fromkeys(corpus.text_types or ()):
        rows = [row for row, label in enumerate(corpus.text_types or ()) if label == name]
        setting = Setting(language_pair="de-en", text_type=name, segments=len(rows), scale="1-5")
        found[name] = fit([raters[0].within(rows)], humans[0].within(rows), setting=setting), rows
    return found


def _of_calibrations() -> list[Chart | None]:
    _, _, raters, humans = material()
    found = cells()
    (first, rows), (second, _) = list(found.values())[:2]
    chunks = [[rows[place] for place in chunk] for chunk in cut(None, len(rows), 4)]
    carried = TransferResult(
        first, second, transfer(first, second, samples=50), natural_variation(raters[0], humans[0], chunks)
    )
    predictions = [
        predict(first, [score], text=NewText(system=name), threshold=3.0)
        for name, score in (("new", 30.0), ("better", 40.0), ("beyond", 99.0))
    ]
    return [
        *calibration.charts([each for each, _ in found.values()], threshold=3.5),
        carrying.chart([carried]),
        system_labels.chart(label_test(first, KINDS, samples=50)),
        *campaign_plan.charts(summarise_plan(plan_campaign(material()[0], "esa", judges=6))),
        prediction.chart(predictions, human="adequacy"),
    ]


def _of_diagnosis() -> list[Chart | None]:
    corpus = material()[0]
    equated = equate(corpus, Units(order=4), criteria=Criteria(samples=50))
    pair = pairing(equated)
    systems = systems_in_both(equated, pair)
    whole = EquatedUnits(
        equated,
        "BLEU",
        pair,
        by_length(equated, pair),
        systems,
        (exchanged([one.mean_ranks for one in systems]), exchanged([one.corpus_ranks for one in systems])),
        short_outputs(equated, pair),
    )
    system = next(iter(corpus.systems))
    answers = sensitivity(
        corpus,
        system,
        [Bleu(), Chrf()],
        damages=["shuffle", "numbers"],
        samples=50,
    )
    reference = '<ENAMEX TYPE="PERSON">Clinton</ENAMEX> is in <ENAMEX TYPE="LOCATION">Paris</ENAMEX>'
    tagged = lifted(Corpus.of(["CLINTON's visit to France"], [reference]))
    return [
        hidden.chart(variation(corpus)),
        units.chart(whole),
        unit_pair.scatter(whole),
        unit_pair.behaviour(whole),
        damage.chart(answers, system=system),
        buckets.chart(by_frequency(corpus)),
        buckets.chart(by_entity_type(tagged)),
    ]


def comparison(names: tuple[str, ...], *, missing: bool = False) -> MetricComparison:
    """Systems in the order of their names, each a point below the one before; the last without a score."""
    base = compare(material()[1], Procedure(samples=50)).metrics[0]
    values = [50.0 - place for place in range(len(names))]
    if missing:
        values[-1] = nan
    standings = [
        replace(
            base.standings[0],
            system=name,
            value=value,
            interval=Interval(value - 1, value + 1, 0.95, "percentile"),
            cluster=place // 3 + 1,
            ranks=(1, len(names)),
        )
        for place, (name, value) in enumerate(zip(names, values, strict=True))
    ]
    contrasts = []
    for first in range(len(names)):
        for second in range(first + 1, len(names)):
            difference = values[first] - values[second]
            p = exp(-2 * difference)
            contrasts.append(
                replace(
                    base.contrasts[0],
                    first=names[first],
                    second=names[second],
                    difference=difference,
                    interval=Interval(difference - 1, difference + 1, 0.95, "percentile"),
                    corrected=p,
                    winner=names[first] if p < 0.05 else None,
                )
            )
    return replace(base, standings=tuple(standings), contrasts=tuple(contrasts))


def parts_of(names: tuple[str, ...], parts: int) -> list[Slice]:
    """As many parts with long names; in the second there is nothing to measure."""
    return [
        Slice(
            f"part {part} of the corpus",
            10,
            {name: nan if part == 1 else 30.0 + part - place for place, name in enumerate(names)},
            {},
            (),
        )
        for part in range(parts)
    ]


def points_of(names: tuple[str, ...]) -> Influences:
    """Systems near a line, one of them far off it and one without a score."""
    luck = np.random.default_rng(7)
    metric = luck.normal(30, 5, len(names))
    human = 0.5 * metric + luck.normal(0, 1, len(names))
    if len(names) > 5:
        metric[2], human[3] = nan, human[3] + 20
    return influences(metric, human, names)
