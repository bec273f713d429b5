"""Chance: statistics drawn again, or swapped between systems, and what follows from their values."""

from __future__ import annotations

from karat.resampling.clusters import clusters, rank_ranges
from karat.resampling.corrections import benjamini_hochberg, holm
from karat.resampling.draws import bootstrap_rows, bootstrap_weights, leave_one_out_rows, swap_rows, swapped
from karat.resampling.intervals import Interval, bca_interval, percentile_interval, standard_error
from karat.resampling.p_values import bootstrap_p, moses_p, randomization_p
from karat.resampling.power import Power, power_of

__all__ = [
    "Interval",
    "Power",
    "bca_interval",
    "benjamini_hochberg",
    "bootstrap_p",
    "bootstrap_rows",
    "bootstrap_weights",
    "clusters",
    "holm",
    "leave_one_out_rows",
    "moses_p",
    "percentile_interval",
    "power_of",
    "randomization_p",
    "rank_ranges",
    "standard_error",
    "swap_rows",
    "swapped",
]
