"""The native kernel's Python face: text in, integer statistics per segment out.

Every function takes columns of segments: lists of `str`, `Texts`, or Arrow string arrays, which are read
where they lie. The GIL is released while counting, and the rows are the same for any number of threads.
"""

from __future__ import annotations

import os

from karat.kernel._native import (
    LENGTH_PARTS,
    UNICODE_VERSION,
    WEIGHT_PARTS,
    Counts,
    InformationWeights,
    SalienceWeights,
    Texts,
    bad_byte,
    count_bleu,
    count_chrf,
    count_nist,
    count_ter,
    count_wnm,
    learn_information,
    learn_salience,
    tokenize,
)

__all__ = [
    "LENGTH_PARTS",
    "UNICODE_VERSION",
    "WEIGHT_PARTS",
    "Counts",
    "InformationWeights",
    "SalienceWeights",
    "Texts",
    "available_threads",
    "bad_byte",
    "count_bleu",
    "count_chrf",
    "count_nist",
    "count_ter",
    "count_wnm",
    "learn_information",
    "learn_salience",
    "tokenize",
]


def available_threads() -> int:
    """How many threads this process may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
