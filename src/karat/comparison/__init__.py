"""Which systems differ: intervals for every score, tests for every pair, and what a test set can show.

Everything is computed from the statistics of an `Evaluation`: nothing is counted again.
"""

from __future__ import annotations

from karat.comparison.comparing import compare
from karat.comparison.examples import (
    NgramDifference,
    SegmentDifference,
    ngram_differences,
    segment_differences,
)
from karat.comparison.non_inferiority import Gate, NonInferiority, ScoreLimit, gate
from karat.comparison.pair_power import PairPower, power_of_pairs
from karat.comparison.partitions import PARTITIONS, Partition, partition
from karat.comparison.procedure import Procedure
from karat.comparison.results import Comparison, Contrast, Disagreement, MetricComparison, Standing
from karat.comparison.run_families import RunSpread
from karat.comparison.slices import Flip, PartitionSlices, Slice, slices

__all__ = [
    "PARTITIONS",
    "Comparison",
    "Contrast",
    "Disagreement",
    "Flip",
    "Gate",
    "MetricComparison",
    "NgramDifference",
    "NonInferiority",
    "PairPower",
    "Partition",
    "PartitionSlices",
    "Procedure",
    "RunSpread",
    "ScoreLimit",
    "SegmentDifference",
    "Slice",
    "Standing",
    "compare",
    "gate",
    "ngram_differences",
    "partition",
    "power_of_pairs",
    "segment_differences",
    "slices",
]
