"""A comparison as a JSON document, in full precision: all that a chart of it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.report.formats import json_document
from karat.report.topics.slices import ends, slice_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison import (
        Comparison,
        Contrast,
        MetricComparison,
        NgramDifference,
        PartitionSlices,
        SegmentDifference,
        Standing,
    )
    from karat.comparison.run_families import RunSpread
    from karat.diagnosis.findings import Finding
    from karat.report.topics.comparison import Examples


def render(
    comparison: Comparison,
    cuts: Sequence[PartitionSlices] = (),
    examples: Examples | None = None,
    *,
    left_out: Sequence[str] = (),
    findings: Sequence[Finding] | None = None,
) -> str:
    """The document: the procedure, all standings and pairs, and what else was asked for."""
    parts: dict[str, list[Any]] = {
        "procedure": [{"recipe": comparison.procedure.recipe}],
        "comparisons": [comparison_record(of_metric) for of_metric in comparison.metrics],
        "disagreements": [
            {"first": pair.first, "second": pair.second, "better": dict(pair.winners)}
            for pair in comparison.disagreements()
        ],
    }
    if cuts:
        parts["slices"] = [slice_record(cut, part) for cut in cuts for part in cut.slices]
    if examples is not None:
        parts["segments"] = [_segment_record(examples, segment) for segment in examples.segments]
        parts["ngrams"] = [_ngram_record(examples, item) for item in examples.ngrams]
    if findings is not None:
        parts["findings"] = [found.to_dict() for found in findings]
    return json_document.render([], left_out=left_out, parts=parts)


def comparison_record(of_metric: MetricComparison) -> dict[str, Any]:
    """One metric in full precision."""
    return {
        "metric": of_metric.metric,
        "recipe": of_metric.recipe,
        "higher_is_better": of_metric.higher_is_better,
        "units": of_metric.units,
        "systems": [_standing_record(standing) for standing in of_metric.standings],
        "pairs": [_pair_record(pair) for pair in of_metric.contrasts],
    }


def _standing_record(standing: Standing) -> dict[str, Any]:
    return {
        "system": standing.system,
        "value": standing.value,
        "interval": ends(standing.interval),
        "cluster": standing.cluster,
        "ranks": list(standing.ranks),
        "units": standing.units,
        "undefined_samples": standing.undefined,
        **({} if standing.runs is None else {"runs": _run_record(standing.runs)}),
    }


def _run_record(runs: RunSpread) -> dict[str, Any]:
    return {
        "values": dict(runs.values),
        "run_deviation": runs.run_deviation,
        "run_interval": ends(runs.run_interval),
        "test_deviation": runs.test_deviation,
        "test_interval": ends(runs.test_interval),
    }


def _pair_record(pair: Contrast) -> dict[str, Any]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference,
        "interval": ends(pair.interval),
        "p": pair.p,
        "p_bootstrap": pair.bootstrap_p,
        **({} if pair.run_p is None else {"p_whole_runs": pair.run_p}),
        "p_corrected": pair.corrected,
        "better": pair.winner,
        "units": pair.power.units,
        "standard_error": pair.power.error,
        **({} if pair.run_p is None else {"run_error": pair.power.run_error}),
        "detectable": pair.power.detectable,
        "undefined_samples": pair.undefined_samples,
        "undefined_shuffles": pair.undefined_shuffles,
    }


def _segment_record(examples: Examples, segment: SegmentDifference) -> dict[str, Any]:
    first, second = examples.pair
    return {
        "segment": segment.segment,
        "metric": examples.metric,
        "values": {first: segment.first, second: segment.second},
        "reference": segment.reference,
        "texts": {first: segment.first_text, second: segment.second_text},
    }


def _ngram_record(examples: Examples, item: NgramDifference) -> dict[str, Any]:
    first, second = examples.pair
    return {"ngram": " ".join(item.ngram), "matches": {first: item.first, second: item.second}}
