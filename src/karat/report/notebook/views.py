"""Which view each kind of result has.

Kinds are named, not imported: showing a score must not import calibrations.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.report.notebook.fields import fields

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.report.notebook.view import View

# The class of a result, by its home in karat, and the function of this package that views it.
VIEWS = {
    "scores.Score": "texts.scores",
    "scores.ScoreTable": "texts.score_tables",
    "statistics.Statistics": "texts.statistics",
    "corpus.Corpus": "texts.corpora",
    "evaluation.Evaluation": "texts.evaluations",
    "metrics.explain.explanation.Explanation": "texts.explanations",
    "comparison.results.Comparison": "comparisons.comparisons",
    "comparison.results.MetricComparison": "comparisons.metric_comparisons",
    "comparison.slices.Slice": "comparisons.slices",
    "comparison.pair_power.PairPower": "comparisons.powers",
    "comparison.examples.SegmentDifference": "comparisons.segment_differences",
    "comparison.examples.NgramDifference": "comparisons.ngram_differences",
    "judgements.aggregation.Aggregate": "people.aggregates",
    "judgements.table.Judgements": "people.judgements",
    "reliability.summary.Reliability": "people.reliabilities",
    "agreement.measures.Agreement": "people.agreements",
    "agreement.verdicts.Verdict": "people.verdicts",
    "agreement.human_translations.Translator": "people.translators",
    "agreement.outliers.Influences": "people.influences",
    "agreement.order_sweep.OrderSweep": "people.sweeps",
    "agreement.ranking.Ranking": "people.rankings",
    "calibration.calibration.Calibration": "calibrations.calibrations",
    "calibration.prediction.Prediction": "calibrations.predictions",
    "calibration.versions.Versions": "calibrations.versions",
    "calibration.acceptability.Acceptability": "calibrations.acceptabilities",
    "calibration.transfer.Transfer": "calibrations.transfers",
    "diagnosis.variation.Variation": "diagnoses.variations",
    "diagnosis.variation.SegmentVariation": "diagnoses.segment_variations",
    "diagnosis.variants.SegmentVariants": "diagnoses.variants",
    "diagnosis.blindness.Blindness": "diagnoses.blindness",
    "diagnosis.sensitivity.Sensitivity": "diagnoses.sensitivities",
    "diagnosis.equate.Equation": "diagnoses.equations",
    "diagnosis.findings.Finding": "diagnoses.findings",
    "diagnosis.buckets.Bucketing": "diagnoses.bucketings",
}


def view_of(results: Sequence[Any]) -> View:
    """The view of results of one kind; those that have none of their own show their fields."""
    kind = type(results[0])
    home = VIEWS.get(f"{kind.__module__.removeprefix('karat.')}.{kind.__qualname__}")
    return fields(results) if home is None else _function(home)(results)


def _function(home: str) -> Callable[[Sequence[Any]], View]:
    module, name = home.split(".")
    found: Callable[[Sequence[Any]], View] = getattr(import_module(f"karat.report.notebook.{module}"), name)
    return found
