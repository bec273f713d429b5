"""Which view each kind of result has.

Kinds are named, not imported: showing a score must not import calibrations.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.report.tables import Column, Row, Table, View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# The class of a result, by its home in karat, and the function of a topic that views it.
VIEWS = {
    "scores.Score": "scores.view",
    "score_table.ScoreTable": "scores.score_table_view",
    "statistics.Statistics": "scores.statistics_view",
    "evaluation.Evaluation": "scores.evaluation_view",
    "reference_spread.EachReference": "scores.each_reference_view",
    "reference_spread.ReferenceSpread": "scores.spread_view",
    "engines.adding.GroupedTotals": "grouped_scores.view",
    "engines.grouped_comparison.GroupedComparison": "grouped_scores.comparison_view",
    "corpus.Corpus": "corpus.view",
    "metrics.explain.explanation.Explanation": "explanation.view",
    "comparison.results.Comparison": "comparison.view",
    "comparison.results.MetricComparison": "comparison.metric_view",
    "comparison.non_inferiority.Gate": "gate.view",
    "comparison.slices.Slice": "slices.view",
    "comparison.pair_power.PairPower": "power.view",
    "comparison.examples.SegmentDifference": "contrasts.segment_view",
    "comparison.examples.NgramDifference": "contrasts.ngram_view",
    "judgements.aggregation.Aggregate": "human_scores.view",
    "judgements.table.Judgements": "human_scores.judgements_view",
    "reliability.summary.Reliability": "judges.view",
    "reliability.scale_maps.ScaleMap": "scale_maps.view",
    "reliability.entity_agreement.EntityAgreement": "entity_agreement.view",
    "reliability.verdict_study.VerdictStudy": "verdicts.view",
    "reliability.span_agreement.SpanAgreement": "span_agreement.view",
    "agreement.measures.Agreement": "agreement.view",
    "agreement.ceiling.Ceiling": "human_ceiling.view",
    "agreement.judge_groups.GroupComparison": "judge_groups.view",
    "agreement.verdicts.Verdict": "agreement.verdict_view",
    "agreement.human_translations.Translator": "agreement.translator_view",
    "agreement.outliers.Influences": "outliers.view",
    "agreement.order_sweep.OrderSweep": "order_sweep.view",
    "agreement.ranking.Ranking": "agreement_details.ranking_view",
    "estimation.human_estimates.PeopleEstimates": "people.view",
    "calibration.calibration.Calibration": "calibration.view",
    "calibration.prediction.Prediction": "prediction.view",
    "calibration.system_versions.Versions": "prediction.versions_view",
    "calibration.acceptability.Acceptability": "acceptability.view",
    "calibration.acceptability.Acceptance": "acceptability.acceptance_view",
    "calibration.judged_outputs.JudgedOutput": "acceptability.judged_view",
    "calibration.transfer.Transfer": "transfer.view",
    "calibration.system_labels.LabelTest": "system_labels.view",
    "calibration.single_references.ReferenceLines": "single_references.view",
    "diagnosis.variation.Variation": "variation.view",
    "diagnosis.variation.SegmentVariation": "variation.segment_view",
    "diagnosis.variants.SegmentVariants": "variants.view",
    "diagnosis.blindness.Blindness": "variants.blindness_view",
    "diagnosis.sensitivity.Sensitivity": "sensitivity.view",
    "diagnosis.equate.Equation": "units.view",
    "diagnosis.suitability.Finding": "checks.view",
    "diagnosis.parallel_versions.VersionCheck": "versions.view",
    "diagnosis.buckets.Bucketing": "buckets.view",
    "points.points_fit.PointsFit": "points.view",
    "outcomes.outcome_table.OutcomeTable": "outcomes.table_view",
    "outcomes.outcome_comparison.OutcomeComparison": "outcomes.view",
    "outcomes.outcome_comparison.OutcomeMean": "outcomes.mean_view",
    "outcomes.outcome_comparison.OutcomePair": "outcomes.pair_view",
    "resegmentation.resegmented.Resegmentation": "resegmentation.view",
    "resegmentation.resegmented.ResegmentedOutput": "resegmentation.output_view",
    "campaigns.planning.plan_summary.PlanSummary": "campaign_plan.view",
}
_MOST_NAMED = 6


def view_of(results: Sequence[Any]) -> View:
    """The view of results of one kind; those that have none of their own show their fields."""
    kind = type(results[0])
    home = VIEWS.get(f"{kind.__module__.removeprefix('karat.')}.{kind.__qualname__}")
    return fields(results) if home is None else _function(home)(results)


def _function(home: str) -> Callable[[Sequence[Any]], View]:
    module, name = home.split(".")
    found: Callable[[Sequence[Any]], View] = getattr(import_module(f"karat.report.topics.{module}"), name)
    return found


def fields(results: Sequence[Any]) -> View:
    """One result as a list of its fields, several as a row each."""
    names = results[0].__match_args__
    if len(results) == 1:
        rows = [Row((_spoken(name), _written(getattr(results[0], name))), ()) for name in names]
        return View((Table((_title(results[0]), "value"), (), rows),))
    numbers = [name for name in names if all(_is_number(getattr(one, name)) for one in results)]
    words = [name for name in names if name not in numbers]
    rows = [
        Row(
            tuple(_written(getattr(one, name)) for name in words),
            tuple(float(getattr(one, name)) for name in numbers),
        )
        for one in results
    ]
    columns = tuple(Column(_spoken(name), digits=_digits(results, name)) for name in numbers)
    return View((Table(tuple(map(_spoken, words)), columns, rows),))


def _title(result: Any) -> str:
    return _spoken(type(result).__name__.lower())


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _digits(results: Sequence[Any], name: str) -> int | None:
    return 0 if all(isinstance(getattr(one, name), int) for one in results) else None


def _written(value: Any) -> str:
    """A value on one line; what is large is told by its size."""
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"array of {' × '.join(map(str, value.shape))}" if value.shape else f"{value.item():.4g}"
    match value:
        case None:
            written = ""
        case bool():
            written = "yes" if value else "no"
        case int():
            written = f"{value:,}"
        case float():
            written = f"{value:.4g}"
        case tuple() | list() | frozenset():
            written = _listed(list(map(_written, value)))
        case _ if hasattr(value, "items"):
            written = _listed([f"{key}: {_written(one)}" for key, one in value.items()])
        case _ if hasattr(value, "__match_args__"):
            named = [(name, getattr(value, name)) for name in value.__match_args__]
            written = _listed([f"{_spoken(name)} {_written(one)}" for name, one in named])
        case _:
            written = str(value)
    return written


def _listed(written: list[str]) -> str:
    shown = ", ".join(written[:_MOST_NAMED])
    rest = len(written) - _MOST_NAMED
    return f"{shown} and {rest:,} more" if rest > 0 else shown
