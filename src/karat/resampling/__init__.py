"""Resampling: bootstrap and randomization of statistics, and the intervals, p-values and power from them."""

from __future__ import annotations

from karat.resampling.design_effect import effective_number
from karat.resampling.draws import bootstrap_rows, bootstrap_weights, leave_one_out_rows, swap_rows, swapped
from karat.resampling.intervals import (
    Interval,
    bca_interval,
    expanded_interval,
    percentile_interval,
    standard_error,
    undefined,
)
from karat.resampling.p_values import (
    benjamini_hochberg,
    bootstrap_p,
    clusters,
    exhaustive_p,
    holm,
    moses_p,
    moses_randomization_p,
    randomization_p,
    rank_ranges,
    student_p,
)
from karat.resampling.power import Power, power_of
from karat.resampling.runs import RunError, deviation_interval, run_error, run_permutation_p
from karat.resampling.text_units import TextUnits

__all__ = [
    "Interval",
    "Power",
    "RunError",
    "TextUnits",
    "bca_interval",
    "benjamini_hochberg",
    "bootstrap_p",
    "bootstrap_rows",
    "bootstrap_weights",
    "clusters",
    "deviation_interval",
    "effective_number",
    "exhaustive_p",
    "expanded_interval",
    "holm",
    "leave_one_out_rows",
    "moses_p",
    "moses_randomization_p",
    "percentile_interval",
    "power_of",
    "randomization_p",
    "rank_ranges",
    "run_error",
    "run_permutation_p",
    "standard_error",
    "student_p",
    "swap_rows",
    "swapped",
    "undefined",
]
