"""Which systems differ: intervals for every score, tests for every pair, and what a test set can show.

Everything is computed from the statistics of an `Evaluation`: nothing is counted again.
"""

from __future__ import annotations

from karat.comparison.comparing import compare
from karat.comparison.particulars import (
    NgramDifference,
    SegmentDifference,
    ngram_differences,
    segment_differences,
)
from karat.comparison.partitions import PARTITIONS, Partition, partition
from karat.comparison.power import PairPower, power_of_pairs
from karat.comparison.procedure import Procedure
from karat.comparison.results import Comparison, Contrast, Disagreement, MetricComparison, Standing
from karat.comparison.runs import RunSpread
from karat.comparison.slices import Cut, Flip, Slice, slices

__all__ = [
    "PARTITIONS",
    "Comparison",
    "Contrast",
    "Cut",
    "Disagreement",
    "Flip",
    "MetricComparison",
    "NgramDifference",
    "PairPower",
    "Partition",
    "Procedure",
    "RunSpread",
    "SegmentDifference",
    "Slice",
    "Standing",
    "compare",
    "ngram_differences",
    "partition",
    "power_of_pairs",
    "segment_differences",
    "slices",
]
