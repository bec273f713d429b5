"""A result of every kind that has a view of its own, on the demo data."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from benchmarks.scale_map_simulation import simulated
from benchmarks.span_simulation import simulated as span_raters
from tests.reliability.simulated_annotators import two_annotators

from karat import (
    Bleu,
    Chrf,
    Corpus,
    Procedure,
    Ter,
    compare,
    demo,
    each_reference,
    evaluate,
    people,
    read,
    read_judgements,
)
from karat.agreement import (
    Material,
    Plan,
    Rater,
    ceilings,
    compare_groups,
    order_sweep,
    rank_metrics,
    study,
    translators,
    verdict,
)
from karat.calibration import (
    Setting,
    accept,
    acceptability,
    calibrate,
    compare_versions,
    fit,
    judged_outputs,
    label_test,
    predict,
    reference_lines,
    transfer,
)
from karat.campaigns.planning import plan_campaign
from karat.campaigns.planning.plan_summary import summarise_plan
from karat.comparison import gate, ngram_differences, partition, power_of_pairs, segment_differences, slices
from karat.diagnosis import word_buckets
from karat.diagnosis.blindness import blindness
from karat.diagnosis.equate import Criteria, equate
from karat.diagnosis.order_scores import Units
from karat.diagnosis.parallel_versions import check_versions
from karat.diagnosis.sensitivity import sensitivity
from karat.diagnosis.suitability import Case, check
from karat.diagnosis.variants import variants
from karat.diagnosis.variation import segment_variation, variation
from karat.display import Results
from karat.engines import compare_totals, evaluate_shards
from karat.judgements import aggregate
from karat.outcomes import OutcomeTable, compare_outcomes
from karat.points import agreement_points
from karat.readers.people.human_scores import read_human_scores
from karat.reliability import (
    Bootstrap,
    entity_agreement,
    map_scale,
    reliability,
    span_agreement,
    study_verdicts,
)
from karat.resegmentation import resegment
from karat.tokens import tokenizer


def _outcomes() -> list[Any]:
    table = OutcomeTable.of({"small": [1, 0, 0, 1], "large": [1, 1, 0, 1]})
    found = compare_outcomes(table)
    return [table, found, list(found.means), list(found.pairs)]


@cache
def all_results() -> dict[str, list[Any]]:
    """Results by the home of their class, as `VIEWS` names it."""
    corpus = read(demo.segments_path())
    evaluation = evaluate(corpus, Bleu(), Chrf(), Ter())
    comparison = compare(evaluation, Procedure(samples=400, shuffles=400))
    found: list[Any] = [
        corpus,
        evaluation,
        evaluation.scores,
        evaluation.table(Ter(), "segment"),
        each_reference(evaluation),
        each_reference(evaluation).spreads,
        evaluation.statistics["dune"][evaluation.metrics[0].recipe],
        Bleu().explain("the cat sat on a mat", ["the cat sat on the mat"]),
        comparison,
        comparison.metrics[0],
        slices(evaluation, Bleu(), partition(corpus, "document"), comparison.procedure),
        power_of_pairs(evaluation, comparison.procedure),
        resegment(read(demo.segments_path(), align="document")),
        *_outcomes(),
        resegment("One two. Three.", ["One.", "Two three."])["hypothesis"],
        gate(evaluation, comparison.procedure, baseline="birch", margin=1, limit={"BLEU": 40}),
        segment_differences(evaluation, Bleu(), "aurora", "birch", limit=3),
        ngram_differences(corpus, "aurora", "birch", tokenize=tokenizer("13a"), limit=5),
        evaluate_shards(demo.segments_path(), Bleu(), Chrf()),
        compare_totals(evaluate_shards(demo.segments_path(), Bleu(), cells=64), samples=50),
    ]
    found += [*_about_people(corpus, evaluation), *_diagnoses(corpus, evaluation)]
    by_home = {}
    for results in found:
        several = list(results) if isinstance(results, list | Results) else [results]
        kind = type(several[0])
        by_home[f"{kind.__module__.removeprefix('karat.')}.{kind.__qualname__}"] = several
    return by_home


def _about_people(corpus: Corpus, evaluation: Any) -> list[Any]:
    judgements = read_judgements(demo.judgements_path(), corpus)
    tables = read_human_scores(demo.path(), corpus)
    humans = [
        Rater.of_tables(*(table for table in tables if table.metric == name))
        for name in dict.fromkeys(table.metric for table in tables)
    ]
    bleu, chrf = (
        Rater.of_metric(metric, {name: evaluation.statistics[name][metric.recipe] for name in corpus.systems})
        for metric in evaluation.metrics[:2]
    )
    adequacy = humans[0]
    statistics = {name: evaluation.statistics[name][bleu.recipe] for name in corpus.systems}
    calibration = fit([bleu], adequacy, setting=Setting(text_type="news"))
    values = np.array([adequacy.segments])
    return [
        agreement_points(evaluation, judgements, samples=100),
        judgements,
        people(evaluation, judgements, target="texts-like-it", samples=100),
        aggregate(judgements, "adequacy", corpus=corpus),
        reliability(judgements, "adequacy", corpus=corpus, bootstrap=Bootstrap(samples=100)),
        study([bleu, chrf], humans, plan=Plan(levels=("system", "segment"), samples=100)),
        compare_groups(
            replace(judgements, groups={"judge-1": "bilingual", "judge-3": "monolingual"}),
            corpus=corpus,
            metrics=[bleu],
            plan=Plan(statistics=("pearson",), samples=100),
        )[0],
        map_scale(simulated(1), "five", target="seven", bootstrap=Bootstrap(samples=100)),
        entity_agreement(two_annotators(segments=8))[0],
        span_agreement(span_raters(np.random.default_rng(1), 4))[0],
        study_verdicts(judgements, versions=("judge-1", "judge-2"))[0],
        ceilings(Material.of_evaluation(evaluation, judgements), Plan(("segment",), ("pearson",)))[0],
        verdict(bleu, adequacy),
        translators(bleu, adequacy, {"human": False}),
        verdict(bleu, adequacy).influence,
        order_sweep(evaluation.metrics[0], statistics, humans, samples=100),
        rank_metrics([bleu, chrf], adequacy, level="system", statistic="accuracy", samples=100),
        calibration,
        predict(calibration, [40.0], threshold=3.0),
        compare_versions(calibration, ("new", [40.0]), ("old", [38.0])),
        acceptability(values, np.ones(values.shape[1:]), adequacy.systems, samples=100),
        accept(evaluation, judgements, by="language-pair", samples=100),
        judged_outputs(adequacy, 3.5, samples=100),
        transfer(calibration, fit([bleu], humans[0], setting=Setting(text_type="email")), samples=100),
        reference_lines(calibrate(evaluation, judgements, by="language-pair", each_reference=True)),
        label_test(calibration, {"aurora": "neural", "birch": "neural", "cobalt": "LLM", "dune": "LLM"}),
    ]


def _diagnoses(corpus: Corpus, evaluation: Any) -> list[Any]:
    alike = variants(corpus, "dune", [1, 2], metric=Bleu())
    return [
        variation(corpus, Bleu()),
        segment_variation(corpus, "dune", 2, metric=Bleu()),
        alike,
        blindness(corpus, alike, [Chrf(), Ter()]),
        sensitivity(
            corpus,
            "aurora",
            [Bleu(), Chrf()],
            damages=["shuffle"],
            strengths=[0.1],
            samples=100,
        ),
        equate(corpus, Units(order=2), criteria=Criteria(samples=100)),
        check(Case.of(evaluation)),
        check_versions({"source": list(corpus.sources or ()), "aurora": list(corpus.system("aurora"))}),
        word_buckets.by_frequency(corpus),
        summarise_plan(plan_campaign(corpus, "esa", judges=2, design="together", repeats=1)),
    ]
