"""The native kernel's Python face: text in, integer statistics per segment out.

Every function takes columns of segments: lists of `str`, `Texts`, or Arrow string arrays, which are read
where they lie. The GIL is released while counting, and the rows are the same for any number of threads.
"""

from __future__ import annotations

import os

from karat.kernel import _native
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
    cut_segments,
    json_columns,
    learn_information,
    learn_salience,
    match_gtm,
    porter_stems,
    text_hashes,
    tokenize,
    vocabulary,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

__all__ = [
    "LENGTH_PARTS",
    "REAL_PARTS",
    "UNICODE_VERSION",
    "VECTORS",
    "Cancellation",
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
    "cut_segments",
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


class Cancellation:
    """Stops what counts in its `with` block: after so many seconds, or when another thread calls `cancel`.

    It holds for the counts of the thread that entered the block. They raise `Cancelled`, or
    `TimeLimitReached`, which is a `TimeoutError` too.

    >>> from karat import Cancellation, Corpus, Ter, evaluate
    >>> with Cancellation(seconds=60):
    ...     result = evaluate(Corpus.of(["the cat sat"], ["the cat lay"]), Ter())
    >>> round(result.scores[0].value, 2)
    33.33
    """

    def __init__(self, seconds: float | None = None) -> None:
        """Without a time limit it waits for `cancel`."""
        self._native = _native.Cancellation(seconds)

    def cancel(self) -> None:
        """End the counts of all threads that are in a `with` block of it, now and later."""
        self._native.cancel()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._native.cancelled

    def __enter__(self) -> Self:
        self._native.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self._native.__exit__(*exception)
