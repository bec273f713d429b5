"""The native kernel's Python face: text in, integer statistics per segment out.

Every function takes columns of segments: lists of `str`, `Texts`, or Arrow string arrays, which are read
where they lie. The GIL is released while counting, and the rows are the same for any number of threads.
"""

from __future__ import annotations

import os

from karat.kernel._native import (
    LENGTH_PARTS,
    REAL_PARTS,
    UNICODE_VERSION,
    VECTORS,
    Checksum,
    Counts,
    InformationWeights,
    SalienceWeights,
    Texts,
    add_rows,
    align_meteor,
    bad_byte,
    count_aev,
    count_bleu,
    count_cder,
    count_chrf,
    count_exact,
    count_gtm,
    count_meteor,
    count_nist,
    count_per,
    count_rouge_l,
    count_rouge_n,
    count_rouge_s,
    count_rouge_w,
    count_ter,
    count_wer,
    count_wnm,
    json_columns,
    learn_information,
    learn_salience,
    match_gtm,
    porter_stems,
    text_hashes,
    tokenize,
    vocabulary,
)

__all__ = [
    "LENGTH_PARTS",
    "REAL_PARTS",
    "UNICODE_VERSION",
    "VECTORS",
    "Checksum",
    "Counts",
    "InformationWeights",
    "SalienceWeights",
    "Texts",
    "add_rows",
    "align_meteor",
    "available_threads",
    "bad_byte",
    "count_aev",
    "count_bleu",
    "count_cder",
    "count_chrf",
    "count_exact",
    "count_gtm",
    "count_meteor",
    "count_nist",
    "count_per",
    "count_rouge_l",
    "count_rouge_n",
    "count_rouge_s",
    "count_rouge_w",
    "count_ter",
    "count_wer",
    "count_wnm",
    "json_columns",
    "learn_information",
    "learn_salience",
    "match_gtm",
    "porter_stems",
    "text_hashes",
    "tokenize",
    "vocabulary",
]


def available_threads() -> int:
    """How many threads this process may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
