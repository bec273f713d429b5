"""Which view each kind of result has.

Kinds are named, not imported: showing a score must not import calibrations.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.report.notebook.fields import fields

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.report.tables import View


# The class of a result, by its home in karat, and the function of a topic that views it.
VIEWS = {
    "scores.Score": "scores.view",
    "scores.ScoreTable": "scores.score_table_view",
    "statistics.Statistics": "scores.statistics_view",
    "evaluation.Evaluation": "scores.evaluation_view",
    "corpus.Corpus": "corpus.view",
    "metrics.explain.explanation.Explanation": "explanation.view",
    "comparison.results.Comparison": "comparison.view",
    "comparison.results.MetricComparison": "comparison.metric_view",
    "comparison.slices.Slice": "slices.view",
    "comparison.pair_power.PairPower": "power.view",
    "comparison.examples.SegmentDifference": "examples.segment_view",
    "comparison.examples.NgramDifference": "examples.ngram_view",
    "judgements.aggregation.Aggregate": "human_scores.view",
    "judgements.table.Judgements": "human_scores.judgements_view",
    "reliability.summary.Reliability": "judges.view",
    "reliability.scale_maps.ScaleMap": "scale_maps.view",
    "agreement.measures.Agreement": "agreement.view",
    "agreement.judge_groups.GroupComparison": "judge_groups.view",
    "agreement.verdicts.Verdict": "agreement.verdict_view",
    "agreement.human_translations.Translator": "agreement.translator_view",
    "agreement.outliers.Influences": "outliers.view",
    "agreement.order_sweep.OrderSweep": "order_sweep.view",
    "agreement.ranking.Ranking": "ranking.view",
    "calibration.calibration.Calibration": "calibration.view",
    "calibration.prediction.Prediction": "prediction.view",
    "calibration.versions.Versions": "prediction.versions_view",
    "calibration.acceptability.Acceptability": "acceptability.view",
    "calibration.acceptability.Acceptance": "acceptability.acceptance_view",
    "calibration.transfer.Transfer": "transfer.view",
    "diagnosis.variation.Variation": "variation.view",
    "diagnosis.variation.SegmentVariation": "variation.segment_view",
    "diagnosis.variants.SegmentVariants": "variants.view",
    "diagnosis.blindness.Blindness": "variants.blindness_view",
    "diagnosis.sensitivity.Sensitivity": "sensitivity.view",
    "diagnosis.equate.Equation": "units.view",
    "diagnosis.suitability.Finding": "checks.view",
    "diagnosis.buckets.Bucketing": "buckets.view",
}


def view_of(results: Sequence[Any]) -> View:
    """The view of results of one kind; those that have none of their own show their fields."""
    kind = type(results[0])
    home = VIEWS.get(f"{kind.__module__.removeprefix('karat.')}.{kind.__qualname__}")
    return fields(results) if home is None else _function(home)(results)


def _function(home: str) -> Callable[[Sequence[Any]], View]:
    module, name = home.split(".")
    found: Callable[[Sequence[Any]], View] = getattr(import_module(f"karat.report.topics.{module}"), name)
    return found
